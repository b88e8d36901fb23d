"""Rhino 3DM: meshes, extrusions and polysurfaces with plane faces become blocks; layers become groups.

Curved surfaces (Breps, SubD) are described by formulas that only Rhino can turn into meshes; they are read by the
render meshes that Rhino saves with them, and where there are none the error names the object.
"""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.io.drawing import MOST_OBJECTS, Drawing, RawSolid, ReadOptions, need_library, read_bytes, refuse_many
from drystone.io.prism import prism_mesh

_UNITS = {"Meters": "m", "Decimeters": "dm", "Centimeters": "cm", "Millimeters": "mm", "Inches": "in", "Feet": "ft"}
#: Edges and faces that differ less from straight and plane are so [units of the file].
_STRAIGHT = 1e-6
_END_OF_FILE, _SHORT_CHUNK = 0x7FFF, 0x80000000

Mesh = tuple[np.ndarray, list[tuple[int, ...]]]


def read_rhino(path: Path, options: ReadOptions) -> Drawing:
    """Blocks of a 3DM file, in its own unit and axes."""
    rhino = need_library(path, "rhino3dm", "3DM")
    _check_chunks(path, read_bytes(path))      # the library may read a spoilt file for ever
    model = rhino.File3dm.Read(str(path))
    if model is None:
        raise InputError(f"{path}: is no 3DM file, or cut off")
    refuse_many(path, len(model.Objects), "objects", MOST_OBJECTS)
    drawing = Drawing(unit=_UNITS.get(model.Settings.ModelUnitSystem.name))
    layers = {layer.Index: layer for layer in model.Layers}
    skipped: Counter[str] = Counter()
    for number, item in enumerate(model.Objects, start=1):
        layer = layers.get(item.Attributes.LayerIndex)
        layer_name = layer.FullPath if layer is not None else ""
        if item.Attributes.IsInstanceDefinitionObject:
            continue
        if options.layers is not None and layer_name not in options.layers:
            continue
        if not item.Attributes.Visible or (layer is not None and not layer.Visible):
            skipped["hidden objects"] += 1
            continue
        name = item.Attributes.Name or ""
        where = f"layer {layer_name!r}, number {number}" if layer_name else f"number {number}"
        mesh = _mesh_of(rhino, item.Geometry, f"{path}: object {name!r} ({where})", skipped)
        if mesh is not None:
            groups = (layer_name,) if layer_name else ()
            drawing.solids.append(RawSolid(name or f"{layer_name or 'block'}_{number}", *mesh, groups, where))
    drawing.notes += [f"{count} {what} skipped" for what, count in sorted(skipped.items())]
    if not drawing.solids:
        raise InputError(f"{path}: {describe_layers(options, [layer.FullPath for layer in model.Layers])}"
                         "no meshes, extrusions or polysurfaces to read")
    return drawing


def _check_chunks(path: Path, data: bytes) -> None:
    """Refuse a file whose chunks (a code, a length, so many bytes) do not lead to the mark of its end.

    The layout is that of openNURBS: 32 bytes of header with the version, lengths of 8 bytes from version 50 on; codes
    with the highest bit set carry a value in the place of the length. The last chunk holds the length of the file.
    """
    broken = InputError(f"{path}: is no 3DM file, or cut off")
    if not data.startswith(b"3D Geometry File Format") or not data[24:32].strip().isdigit():
        raise broken
    version = int(data[24:32])
    length = "<q" if version >= 50 else "<i"
    head = 4 + struct.calcsize(length)
    place = 32
    while place + head <= len(data):
        code, size = struct.unpack_from("<I", data, place)[0], struct.unpack_from(length, data, place + 4)[0]
        place += head
        if code == _END_OF_FILE:
            whole = data[place:place + size]
            if size == head - 4 and len(whole) == size and struct.unpack(length, whole)[0] == place + size:
                return
            break
        if not code & _SHORT_CHUNK:
            if size < 0:
                break
            place += size
    raise broken


def describe_layers(options: ReadOptions, known: list[str]) -> str:
    """Which layers were asked for and which are there, for an error that nothing was found."""
    if options.layers is None:
        return ""
    asked, there = ", ".join(map(repr, options.layers)), ", ".join(map(repr, known))
    return f"layer {asked} (the file has {there or 'none'}): "


def _mesh_of(rhino, geometry, label: str, skipped: Counter[str]) -> Mesh | None:
    """Vertices and faces of an object; None for what is no solid."""
    if isinstance(geometry, rhino.Mesh):
        return _plain_mesh(geometry)
    if isinstance(geometry, rhino.Extrusion):
        mesh = _extrusion_mesh(geometry)
        if mesh is None:
            raise InputError(f"{label}: an extrusion of a curve that is no polyline, without a mesh: "
                             "mesh it in Rhino (command Mesh)")
        return mesh
    if isinstance(geometry, rhino.Brep):
        mesh = _plane_brep(geometry) or _saved_mesh(rhino, geometry)
        if mesh is None:
            raise InputError(f"{label}: a polysurface (Brep) with curved faces carries no mesh that can be read "
                             "without Rhino: mesh it there (command Mesh) and save again")
        return mesh
    kind = type(geometry).__name__
    if kind == "SubD":
        raise InputError(f"{label}: a SubD carries no mesh that can be read without Rhino: mesh it there "
                         "(command Mesh) and save again")
    if kind == "InstanceReference":
        raise InputError(f"{label}: a block instance; explode it in Rhino (command ExplodeBlock) and save again")
    skipped[f"objects of type {kind}"] += 1
    return None


def _plain_mesh(mesh) -> Mesh:
    points = [mesh.Vertices.Point3dAt(k) if hasattr(mesh.Vertices, "Point3dAt") else mesh.Vertices[k]
              for k in range(len(mesh.Vertices))]
    faces = []
    for k in range(mesh.Faces.Count):
        a, b, c, d = mesh.Faces[k]
        faces.append((a, b, c) if c == d else (a, b, c, d))
    return np.array([(p.X, p.Y, p.Z) for p in points]), faces


def _extrusion_mesh(extrusion) -> Mesh | None:
    """Prism of a polyline; inner profiles (holes) need the render mesh."""
    if extrusion.ProfileCount == 1:
        curve = extrusion.Profile3d(0, 0.0)
        line = curve.TryGetPolyline() if curve is not None and curve.IsPolyline() else None
        if line is not None:
            polygon = np.array([(p.X, p.Y, p.Z) for p in line])
            start, end = extrusion.PathStart, extrusion.PathEnd
            return prism_mesh(polygon[:-1], np.array((end.X - start.X, end.Y - start.Y, end.Z - start.Z)))
    import rhino3dm
    mesh = extrusion.GetMesh(rhino3dm.MeshType.Any)
    return None if mesh is None else _plain_mesh(mesh)


def _plane_brep(brep) -> Mesh | None:
    """Faces by the corners of their loops; None unless all are plane with straight edges and without holes."""
    corners = np.array([(v.Location.X, v.Location.Y, v.Location.Z)
                        for v in (brep.Vertices[k] for k in range(len(brep.Vertices)))]).reshape(-1, 3)
    if not all(brep.Edges[k].IsLinear(_STRAIGHT) for k in range(len(brep.Edges))):
        return None
    faces = []
    for k in range(len(brep.Faces)):
        face = brep.Faces[k]
        if not face.IsPlanar(_STRAIGHT) or len(face.Loops) != 1 or not hasattr(face.OuterLoop, "Trims"):
            return None
        trims = face.OuterLoop.Trims
        loop = tuple(trims[i].StartVertexIndex for i in range(len(trims)))
        faces.append(loop[::-1] if face.OrientationIsReversed else loop)
    return corners, faces


def _saved_mesh(rhino, brep) -> Mesh | None:
    """Render meshes of all faces in one heap; None where one is missing."""
    points, faces = [], []
    count = 0
    for k in range(len(brep.Faces)):
        mesh = brep.Faces[k].GetMesh(rhino.MeshType.Any)
        if mesh is None:
            return None
        own, loops = _plain_mesh(mesh)
        points.append(own)
        faces += [tuple(count + i for i in loop) for loop in loops]
        count += len(own)
    return np.concatenate(points), faces

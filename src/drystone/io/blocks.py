"""Drawings in, drawings out: `read_blocks` and `write_blocks`, by the ending of the file."""

from __future__ import annotations

import contextlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from drystone.checks import show
from drystone.errors import InputError
from drystone.geometry.approximate import NearParts
from drystone.geometry.conform import conform_parts
from drystone.geometry.from_mesh import near_shape_from_mesh, shape_from_mesh, shape_from_points
from drystone.geometry.integrals import area_vectors
from drystone.geometry.shape import MassProperties, NamedShape, Shape
from drystone.geometry.surface import Piece, find_pieces
from drystone.io.compas import SUPPORTS, format_compas, read_compas
from drystone.io.drawing import Drawing, RawSolid, ReadOptions
from drystone.io.dxf import read_dxf
from drystone.io.gltf import format_glb
from drystone.io.obj import format_obj, read_obj
from drystone.io.ply import read_ply
from drystone.io.points import read_points
from drystone.io.rhino import read_rhino
from drystone.io.stl import read_stl
from drystone.io.units import UNITS, check_unit
from drystone.notices import notice

READERS: dict[str, Callable[[Path, ReadOptions], Drawing]] = {
    ".obj": lambda path, options: read_obj(path), ".stl": lambda path, options: read_stl(path),
    ".ply": lambda path, options: read_ply(path), ".csv": lambda path, options: read_points(path),
    ".json": lambda path, options: read_compas(path), ".3dm": read_rhino, ".dxf": read_dxf}
WRITERS: dict[str, Callable[[list[NamedShape]], str | bytes]] = {
    ".obj": format_obj, ".glb": format_glb, ".json": format_compas}

#: A block of one piece with more faces than these is a scan; contact detection would suffer.
MOST_FACES_A_BLOCK = 20_000
#: A ground drawn as one face becomes a plate of this share of its size [-].
PLATE = 0.1
#: After so many blocks that take long, a word is said.
TELL_EVERY = 50
#: Names of the reader's own choice begin so.
_NAMELESS = "block"
#: Larger numbers are dirt, and their products are no numbers any more.
_FARTHEST = 1e15


@dataclass(frozen=True)
class ReadBlocks:
    """Blocks of a file, and what their reader has to say."""

    blocks: tuple[NamedShape, ...]
    notes: tuple[str, ...]              #: lines for the report
    not_convex: tuple[str, ...]         #: blocks that were cut into convex parts
    doubts: tuple[str, ...] = ()        #: what was most likely not meant so


def read_blocks(path: str | Path, unit: str | None = None, **options) -> list[NamedShape]:
    """Blocks of a drawing: OBJ, STL, PLY, 3DM, DXF, COMPAS JSON, or CSV of corners.

    Parameters
    ----------
    path : the file; its ending tells the format
    unit : of its numbers, one of m, dm, cm, mm, in, ft; may be left out where the file states it (3DM, DXF)
    options : further fields of `ReadOptions`: up, weld, mortar, thickness, layers, pieces, sizes, flatten, trim
    """
    found = read_file(path, make_options(unit=unit, **options))
    for doubt in found.doubts:
        notice(f"{path}: {doubt}")
    return list(found.blocks)


def make_options(**options) -> ReadOptions:
    """`ReadOptions`, with a clear word for an option that does not exist."""
    for name in options:
        if name not in ReadOptions.__dataclass_fields__:
            raise InputError(f"no option is called {name!r}; there are {', '.join(ReadOptions.__dataclass_fields__)}")
    return ReadOptions(**options)


def read_file(path: str | Path, options: ReadOptions, tell: Callable[[str], None] = lambda line: None) -> ReadBlocks:
    """As `read_blocks`, with notes for a report; `tell` gets a line now and then while that takes long."""
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise InputError(f"{path}: cannot read files that end in {path.suffix!r}; known are {', '.join(READERS)}")
    drawing = reader(path, options)
    options = _settle_unit(path, drawing, options)
    scaled = [_to_metres(path, solid, options) for solid in _choose(path, drawing, options)]
    _check_sizes(path, [solid.name for solid in scaled],
                 np.array([float(np.ptp(solid.vertices, axis=0).max()) for solid in scaled]), options,
                 only_small=any(solid.is_heap for solid in scaled))
    return replace(_Builder(path, options, drawing.notes, tell).build(scaled), doubts=tuple(drawing.doubts))


def write_blocks(path: str | Path, blocks: Iterable[NamedShape]) -> None:
    """Write blocks to an OBJ, COMPAS JSON (full digits) or binary glTF file (single precision), by its ending.

    Metres; z up (glTF: y up, as viewers want it).
    """
    path = Path(path)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(f"{path}: cannot write files that end in {path.suffix!r}; known are {', '.join(WRITERS)}")
    pieces = list(blocks)
    if not pieces:
        raise InputError(f"{path}: there are no blocks to write")
    content = writer(pieces)
    data = content.encode("utf-8") if isinstance(content, str) else content
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")      # nothing half-written stays
    try:
        with open(part, "xb") as file:      # a new file: a link of that name is not followed
            file.write(data)
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):      # the first error is the one to tell
            part.unlink()
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


# --- before the geometry: units, layers, axes, sizes ---------------------------------------------

def _settle_unit(path: Path, drawing: Drawing, options: ReadOptions) -> ReadOptions:
    if options.unit is None:
        return replace(options, unit=check_unit(str(path), drawing.unit))
    if drawing.unit is not None and drawing.unit != options.unit:
        if path.suffix.lower() == ".3dm":   # Rhino always knows; heads of DXF files are often wrong
            raise InputError(f"{path}: unit must be {drawing.unit} as the file states, got {options.unit!r}")
        drawing.notes.append(f"the file states the unit {drawing.unit}, read in {options.unit} as told")
    return options


def _choose(path: Path, drawing: Drawing, options: ReadOptions) -> list[RawSolid]:
    """Objects on the layers asked for; DXF and 3DM have chosen already."""
    if options.layers is None:
        return drawing.solids
    known = sorted({group for solid in drawing.solids for group in solid.groups})
    for layer in options.layers:
        if layer not in known:
            raise InputError(f"{path}: no blocks on layer {layer!r}; there are "
                             f"{', '.join(map(repr, known)) or 'no layers'}")
    return [solid for solid in drawing.solids if set(solid.groups) & set(options.layers)]


def _to_metres(path: Path, solid: RawSolid, options: ReadOptions) -> RawSolid:
    if not len(solid.vertices):
        raise InputError(f"{solid.label(path)}: has no corners")
    bad = np.flatnonzero(~(np.abs(solid.vertices) <= _FARTHEST).all(axis=1))
    if len(bad):
        raise InputError(f"{solid.label(path)}: corner {bad[0]} must be 3 numbers below {_FARTHEST:g}, got "
                         f"{show(solid.vertices[bad[0]].tolist())}")
    points = solid.vertices * UNITS[options.unit or "m"] if options.unit != "m" else solid.vertices
    if options.up == "y":
        points = np.stack((points[:, 0], 0.0 - points[:, 2], points[:, 1]), axis=1)
    return replace(solid, vertices=points)


def _check_sizes(path: Path, names: list[str], sizes: np.ndarray, options: ReadOptions,
                 only_small: bool = False) -> None:
    """Blocks must be about as large as stones; most of them outside of that means another unit."""
    least, most = options.sizes
    small, large = sizes < least, (sizes > most) & (not only_small)
    bad = np.flatnonzero(small | large)
    if not len(bad):
        return
    first = int(bad[0])
    name = f"object {names[first]!r}" if len(names) > first and names[first] else f"solid {first + 1}"
    side = f"smaller than {least:g} m" if small[first] else f"larger than {most:g} m"
    hint = "delete what is no block, or widen sizes"
    if 2 * len(bad) > len(sizes):
        middle = float(np.median(sizes)) / UNITS[options.unit or "m"]
        fitting = [unit for unit, scale in UNITS.items() if least <= middle * scale <= most]
        guess = [unit for unit in ("mm", "m", "cm") if unit in fitting][:1] or fitting[:1]
        if guess:
            hint = (f"is the unit {options.unit!r} right? In {guess[0]} most of them would be about "
                    f"{middle * UNITS[guess[0]]:.3g} m")
    raise InputError(f"{path}: {len(bad)} of {len(sizes)} solids are {side}, the first {name} of "
                     f"{sizes[first]:.3g} m: {hint}")


# --- blocks ---------------------------------------------------------------------------------------

class _Builder:
    """Turns objects into named shapes and keeps notes of what it had to do."""

    def __init__(self, path: Path, options: ReadOptions, notes: list[str], tell: Callable[[str], None]) -> None:
        self.path, self.options, self.notes, self.tell = path, options, list(notes), tell
        self.grow = 0.5 * options.mortar
        self.near: dict[int, NearParts] = {}      # by id of the shape: those that only come near to what is drawn
        self._kept: list[Shape] = []              # alive, so that no other shape gets the same id
        self.middle = np.zeros(3)

    def build(self, solids: list[RawSolid]) -> ReadBlocks:
        found: list[tuple[str, Shape, tuple[str, ...]]] = []
        self.middle = np.mean([solid.vertices.mean(axis=0) for solid in solids], axis=0) if solids else self.middle
        told = 0
        for number, solid in enumerate(solids):
            if len(self.near) >= told + (TELL_EVERY if told else 1):
                told = len(self.near)
                self.tell(f"{self.path.name}: {told} of {number} objects so far have curved or warped faces; convex "
                          f"parts are fitted to them, {len(solids) - number} objects to go")
            found += self._shapes(solid)
        if self.near or self.options.trim > 0.0:
            found = self._meet(found)
        if not found:
            raise InputError(f"{self.path}: holds no solids")
        names = unique_names([name for name, _, _ in found], [groups for _, _, groups in found])
        blocks = tuple(NamedShape(name, shape, groups, self._as_drawn(shape))
                       for name, (_, shape, groups) in zip(names, found))
        several = tuple(block.name for block in blocks if len(block.shape.parts) > 1)
        return ReadBlocks(blocks, tuple(self.notes), several)

    def _shapes(self, solid: RawSolid) -> list[tuple[str, Shape, tuple[str, ...]]]:
        label, near = solid.label(self.path), self.options.weld
        name = solid.name or _NAMELESS
        if solid.faces is None:
            return [(name, self._make(label, lambda: shape_from_points(solid.vertices, near, self.grow)), solid.groups)]
        if len(solid.faces) == 1 and not solid.is_heap:
            return [(name, self._make(label, lambda: self._plate(solid)), (*solid.groups, SUPPORTS))]
        pieces = self._pieces(solid, label)
        for piece in pieces:
            self._check_closed(piece, label)
        if len(pieces) == 1:
            return [(name, self._make(label, lambda: self._shape(pieces[0])), solid.groups)]
        kind = "blocks" if solid.is_heap else self.options.pieces
        if solid.part_count == len(pieces):
            kind = "parts"
        if kind is None:
            raise InputError(f"{label}: holds {len(pieces)} separate solids: make an object of each in the drawing, or "
                             "say pieces: blocks (each is a block) or pieces: parts (together they are one block)")
        if kind == "parts":
            if self.grow > 0.0:
                raise InputError(f"{label}: mortar cannot be closed around a block that is drawn in "
                                 f"{len(pieces)} parts: join them to one solid in the drawing")
            shape = self._make(label, lambda: Shape(tuple(
                part for piece in pieces for part in self._shape(piece, exact=True).parts)))
            return [(name, shape, solid.groups)]
        if not solid.is_heap:
            self.notes.append(f"object {solid.name!r} ({solid.where}) holds {len(pieces)} separate solids: "
                              "each read as a block")
        return [(f"{name}_{k}", self._make(f"{label}, solid {k}", partial(self._shape, piece)), solid.groups)
                for k, piece in enumerate(pieces, start=1)]

    def _pieces(self, solid: RawSolid, label: str) -> list[Piece]:
        def look_at_sizes(sizes: np.ndarray) -> None:
            _check_sizes(self.path, [solid.name] * len(sizes), sizes, self.options)

        pieces = find_pieces(solid.vertices, solid.faces or (), self.options.weld, look_at_sizes)
        if not pieces:
            raise InputError(f"{label}: all its faces have no area (corners closer than {self.options.weld:g} m are "
                             "one)")
        turned = sum(piece.turned_count for piece in pieces)
        if turned:
            name = f"object {solid.name!r}" if solid.name else "the mesh"
            self.notes.append(f"{turned} faces of {name} were turned over")
        return pieces

    def _check_closed(self, piece: Piece, label: str) -> None:
        if piece.bad_edge is not None:
            a, b = (self._in_file(point) for point in piece.bad_edge)
            if piece.bad_count == 1:
                raise InputError(f"{label}: mesh is open: the edge from {a} to {b} belongs to one face only; close the "
                                 "solid, or raise weld if its corners just miss each other")
            raise InputError(f"{label}: mesh is no simple surface: {piece.bad_count} faces meet in the edge from {a} "
                             f"to {b}; remove doubled or inner faces")
        if len(piece.faces) > MOST_FACES_A_BLOCK:
            raise InputError(f"{label}: one solid of {len(piece.faces)} faces, more than {MOST_FACES_A_BLOCK}: make "
                             "its mesh coarser")

    def _in_file(self, point: np.ndarray) -> str:
        """A point as the drawing has it."""
        x, y, z = point / UNITS[self.options.unit or "m"]
        if self.options.up == "y":
            y, z = z, -y
        return "(" + ", ".join(f"{value + 0.0:.6g}" for value in (x, y, z)) + f") {self.options.unit}"

    def _shape(self, piece: Piece, exact: bool = False) -> Shape:
        near = self.options.weld
        if exact or self.grow > 0.0 or self.options.flatten == 0.0:      # gaps are closed around exact faces only
            return shape_from_mesh(piece.vertices, piece.faces, near, self.grow)
        allowed = self.options.flatten * float(np.ptp(piece.vertices, axis=0).max())
        shape, found = near_shape_from_mesh(piece.vertices, piece.faces, near, allowed)
        if found is not None:
            self.near[id(shape)] = found
            self._kept.append(shape)
        return shape

    def _plate(self, solid: RawSolid) -> Shape:
        """A ground that is drawn as one face: a plate behind it, seen from the other objects."""
        (face,) = solid.faces or ()
        points = solid.vertices[list(face)]
        vector = area_vectors(solid.vertices, [face])[0]
        length = float(np.linalg.norm(vector))
        if length == 0.0:
            raise InputError("its one face has no area")
        depth = PLATE * float(np.ptp(points, axis=0).max())
        away = vector / length if vector @ (points.mean(axis=0) - self.middle) > 0.0 else -vector / length
        self.notes.append(f"object {solid.name!r} ({solid.where}) is one open face: read as a support, a plate of "
                          f"{depth:.3g} m behind it")
        return shape_from_points(np.concatenate((points, points + depth * away)), self.options.weld)

    # --- shapes that only come near to what is drawn

    def _meet(self, found: list[tuple[str, Shape, tuple[str, ...]]]) -> list[tuple[str, Shape, tuple[str, ...]]]:
        """Blocks without the overlaps that the growth of some brought about; and notes of what was done."""
        self.tell(f"{self.path.name}: overlaps are looked for among {len(found)} blocks")
        # twice, because the neighbour of a chord may be a chord on the other side of the same curve
        slack = [0.5 * self.options.trim + (2.0 * self.near[id(shape)].allowed if id(shape) in self.near else 0.0)
                 for _, shape, _ in found]
        met = conform_parts([shape.parts for _, shape, _ in found], slack, self.options.weld)
        if self.near:
            self._add_near_notes()
        if met.cut_count:
            self.notes.append(f"{met.cut_count} pairs of convex parts overlapped: cut to meet in a plane, by up to "
                              f"{1e3 * met.deepest:.3g} mm")
        out = []
        for (name, shape, groups), parts in zip(found, met.parts):
            new = shape if parts == shape.parts else Shape(parts)
            if id(shape) in self.near:
                self.near[id(new)] = self.near[id(shape)]
                self._kept.append(new)
            out.append((name, new, groups))
        return out

    def _add_near_notes(self) -> None:
        near = list(self.near.values())
        warped = [item for item in near if item.warped_count]
        if warped:
            self.notes.append(f"{sum(item.warped_count for item in warped)} faces of {len(warped)} blocks warped by up "
                              f"to {1e3 * max(item.warp for item in warped):.3g} mm: cut into triangles")
        growth = [item.growth for item in near]
        self.notes.append(
            f"{len(near)} blocks with curved or warped faces: filled by {sum(len(item.parts) for item in near)} convex "
            f"parts, flattened within {1e3 * max(item.off for item in near):.3g} mm, volume {100.0 * min(growth):+.3f} "
            f".. {100.0 * max(growth):+.3f} % (masses stay as drawn)")

    def _as_drawn(self, shape: Shape) -> MassProperties | None:
        """Mass properties of what is drawn, where the shape only comes near to it."""
        return self.near[id(shape)].properties if id(shape) in self.near else None

    @staticmethod
    def _make(label: str, action: Callable[[], Shape]) -> Shape:
        """Run `action`; messages of the geometry get the object put in the place of its nameless block."""
        try:
            return action()
        except InputError as error:
            raise InputError.of(label, error.rule) from None


def unique_names(names: list[str], groups: list[tuple[str, ...]]) -> list[str]:
    """Names of which none occurs twice, nor means a group of several blocks: those get a number."""
    count = Counter(names)
    size = Counter(group for own in groups for group in set(own))
    single = {name for name, number in count.items() if number == 1 and size[name] <= 1 and name != "*"}
    taken = set(single)
    next_number: Counter[str] = Counter()
    out = []
    for name in names:
        if name in single:
            out.append(name)
            continue
        stem = "block" if name == "*" else name
        while True:
            next_number[stem] += 1
            new = f"{stem}_{next_number[stem]}"
            if new not in taken:
                break
        taken.add(new)
        out.append(new)
    return out

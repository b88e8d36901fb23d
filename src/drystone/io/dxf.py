"""DXF: closed polylines become prisms, pushed along their thickness. A façade is drawn in x and y: read it with up: y.

Layers become groups, and blocks are called after them. Arcs in a polyline become chords.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from drystone.checks import MOST_SHOWN
from drystone.errors import InputError
from drystone.io.drawing import MOST_OBJECTS, Drawing, RawSolid, ReadOptions, need_library, read_bytes, refuse_many
from drystone.io.prism import prism_mesh
from drystone.io.rhino import describe_layers
from drystone.io.units import UNITS
from drystone.names import show_line

_UNITS = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m", 14: "dm"}
#: Greatest distance between an arc and its chords [m].
ARC_SAG = 1e-3
#: Lines of the library's own that are passed on.
MOST_NOTES = 10


def read_dxf(path: Path, options: ReadOptions) -> Drawing:
    """Closed polylines of a DXF file as prisms, in its own unit and axes."""
    ezdxf = need_library(path, "ezdxf", "DXF")
    data = read_bytes(path)
    refuse_many(path, data.count(b"POLYLINE"), "polylines", MOST_OBJECTS)
    if not data.startswith(b"AutoCAD Binary DXF") and b"EOF" not in data[-64:]:
        raise InputError(f"{path}: a DXF file ends with the word EOF, which is missing; is it cut off?")
    try:
        with _listening() as said:
            document = ezdxf.readfile(path)
            drawing = _Reader(path, options, document).read()
        drawing.notes += said
        return drawing
    except InputError:
        raise
    except Exception as error:      # of the library, which passes on whatever a spoilt value brings about
        raise InputError(f"{path}: is no DXF file that can be read: {type(error).__name__} "
                         f"{' '.join(str(error).split())[:MOST_SHOWN]}") from None


@contextmanager
def _listening() -> Iterator[list[str]]:
    """What the library has to say while it reads, as lines for the report; by itself it would write to the terminal."""
    said: list[str] = []

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            words = " ".join(record.getMessage().split())[:MOST_SHOWN]
            if record.levelno >= logging.WARNING and words not in said and len(said) < MOST_NOTES:
                said.append(show_line(words))

    logger, handler = logging.getLogger("ezdxf"), Notes()
    was = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield said
    finally:
        logger.removeHandler(handler)
        logger.propagate = was


def _find_flat(solids: list[RawSolid], options: ReadOptions) -> list[str]:
    """A line where all blocks lie beside each other on one level, as a façade does that was drawn in x and y."""
    if options.up != "z" or len(solids) < 2:
        return []
    ends = np.array([(solid.vertices[:, 2].min(), solid.vertices[:, 2].max()) for solid in solids])
    if np.ptp(ends, axis=0).max() > 1e-9 * float(np.abs(ends).max(initial=1.0)):
        return []
    return [f"the drawing lies flat: all {len(solids)} blocks lie beside each other on one level, none upon another; "
            "an elevation drawn in x and y is read with up: y (drystone import --up y)"]


class _Reader:
    def __init__(self, path: Path, options: ReadOptions, document) -> None:
        self.path, self.options, self.document = path, options, document
        self.drawing = Drawing(unit=_UNITS.get(document.header.get("$INSUNITS", 0)))
        unit = options.unit or self.drawing.unit
        self.scale = UNITS[unit] if unit else 1.0
        self.count: Counter[str] = Counter()      # blocks of each layer
        self.skipped: Counter[tuple[str, str]] = Counter()
        self.arcs = 0

    def read(self) -> Drawing:
        from ezdxf.disassemble import recursive_decompose

        for item in self.document.modelspace():
            outer = item.dxf.get("layer", "0")
            for entity in recursive_decompose([item]):    # block references become what they show
                layer = entity.dxf.get("layer", "0")
                layer = outer if layer == "0" else layer  # what is drawn on layer 0 of a block goes to the reference's
                if self.options.layers is None or layer in self.options.layers:
                    self._take(entity, layer)
        known = [layer.dxf.name for layer in self.document.layers if layer.dxf.name != "Defpoints"]
        self._add_notes(known)
        self.drawing.doubts += _find_flat(self.drawing.solids, self.options)
        if not self.drawing.solids:
            raise InputError(f"{self.path}: {describe_layers(self.options, known)}no closed polylines to read"
                             + "".join(f"; {note}" for note in self.drawing.notes))
        return self.drawing

    def _take(self, entity, layer: str) -> None:
        kind = entity.dxftype()
        where = f"layer {layer!r}" + (f", handle {entity.dxf.handle}" if entity.dxf.get("handle") else "")
        if kind == "POLYLINE" and not entity.is_2d_polyline:
            kind = "3D POLYLINE or MESH"
        if kind not in ("LWPOLYLINE", "POLYLINE"):
            self.skipped[kind, layer] += 1
            return
        polygon, is_closed = self._corners(entity)
        if not is_closed:
            self.skipped[f"open polylines (first: {where}; close those that are blocks)", ""] += 1
            return
        if len(polygon) < 3:
            raise InputError(f"{self.path}: polyline ({where}) has {len(polygon)} corners; a block needs 3 or more")
        thickness = entity.dxf.get("thickness", 0.0)
        if thickness == 0.0:
            if self.options.thickness is None:
                raise InputError(f"{self.path}: polyline ({where}) has no thickness of its own: state thickness "
                                 "for all of them")
            thickness = self.options.thickness / self.scale
        push = thickness * np.array(entity.dxf.get("extrusion", (0.0, 0.0, 1.0)), dtype=float)
        self.count[layer] += 1
        self.drawing.solids.append(RawSolid(f"{layer}_{self.count[layer]}", *prism_mesh(polygon, push),
                                            (layer,), where))

    def _corners(self, entity) -> tuple[np.ndarray, bool]:
        """Corners (n, 3) in world coordinates, none twice in a row; and whether the line is closed."""
        from ezdxf.path import make_path

        curved = entity.has_arc
        self.arcs += curved
        path = make_path(entity)
        points = path.flattening(ARC_SAG / self.scale) if curved else path.control_vertices()
        corners = np.array([tuple(p) for p in points]).reshape(-1, 3)
        if not np.isfinite(corners).all():
            raise InputError(f"{self.path}: polyline (handle {entity.dxf.handle}) has a corner that is not finite")
        near = self.options.weld / self.scale
        if len(corners):
            keep = np.append(True, np.abs(np.diff(corners, axis=0)).max(axis=1) > near)
            corners = corners[keep]
        is_closed = bool(entity.is_closed)
        if len(corners) > 2 and np.abs(corners[0] - corners[-1]).max() <= near:
            corners, is_closed = corners[:-1], True
        return corners, is_closed

    def _add_notes(self, known: list[str]) -> None:
        for (what, layer), count in sorted(self.skipped.items()):
            self.drawing.notes.append(f"{count} {what} skipped" + (f" on layer {layer!r}" if layer else ""))
        if self.arcs:
            self.drawing.notes.append(f"{self.arcs} polylines have arcs: chords within {ARC_SAG * 1e3:g} mm of them")
        used = set(self.count) | {layer for _, layer in self.skipped}
        empty = [name for name in known if name not in used and name != "0"
                 and (self.options.layers is None or name in self.options.layers)]
        if empty:
            self.drawing.notes.append(f"nothing is on layer {', '.join(map(repr, empty))}")
        for name in self.options.layers or ():
            if name in known and name not in self.count and self.drawing.solids:
                raise InputError(f"{self.path}: no closed polylines on layer {name!r}")
            if name not in known:
                raise InputError(f"{self.path}: has no layer {name!r}; there are {', '.join(map(repr, known))}")

"""What readers of drawings hand over: named surfaces in the unit and axes of the file, before anything is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from drystone.checks import MOST_BLOCKS, check_choice, check_number, show
from drystone.errors import InputError
from drystone.geometry.mesh import Face
from drystone.io.bounded import MOST_OF_DRAWING, read_bounded
from drystone.io.units import UNITS

#: Corners closer than this are one [m]: below any joint, above the rounding of single precision at 100 m.
WELD = 1e-5
#: Share of a block's size within which curved and warped faces may be replaced by plane ones [-].
FLATTEN = 0.01
#: Least and greatest size of a block [m]; what lies outside was most likely drawn in another unit.
SIZES = (0.005, 50.0)
#: More than these are refused at once: no model of that size can be run, and most such files are dust.
MOST_FACES = 1_000_000
MOST_OBJECTS = MOST_BLOCKS

PIECES = ("blocks", "parts")


@dataclass(frozen=True)
class ReadOptions:
    """How a drawing is read.

    Attributes
    ----------
    unit : one of UNITS; None only where the file states it (3DM, DXF)
    up : axis of the drawing that points upwards, "z" or "y"
    weld : corners closer than this are one, and faces plane within it [m]
    mortar : thickness of the joints that were drawn as gaps [m]; every face moves outwards by half of it
    thickness : of closed polylines that have none of their own [m]
    layers : layers (or groups) to read; None: all
    pieces : what several separate solids in one object are: "blocks", "parts" of one block, or None: an error
    sizes : least and greatest size of a block [m]
    flatten : blocks with curved or warped faces are filled by convex parts whose surface is nowhere further from
        theirs than this share of their size [-]; 0: such blocks are refused
    trim : blocks that overlap by no more than this are cut to meet in a plane [m]
    """

    unit: str | None = None
    up: str = "z"
    weld: float = WELD
    mortar: float = 0.0
    thickness: float | None = None
    layers: tuple[str, ...] | None = None
    pieces: str | None = None
    sizes: tuple[float, float] = SIZES
    flatten: float = FLATTEN
    trim: float = 0.0

    def __post_init__(self) -> None:
        if self.unit is not None:
            check_choice("unit", self.unit, tuple(UNITS))
        check_choice("up", self.up, ("z", "y"))
        check_number("weld", self.weld, "m", above=0.0, most=1e-3)
        check_number("mortar", self.mortar, "m", least=0.0, most=0.2)
        if self.thickness is not None:
            check_number("thickness", self.thickness, "m", above=0.0)
        if self.layers is not None:
            names = (self.layers,) if isinstance(self.layers, str) else tuple(self.layers)
            if not names or not all(isinstance(name, str) for name in names):
                raise InputError(f"layers must be one or more names, got {show(self.layers)}")
            object.__setattr__(self, "layers", names)
        if self.pieces is not None:
            check_choice("pieces", self.pieces, PIECES)
        sizes = tuple(check_number("sizes", size, "m", above=0.0) for size in self.sizes)
        if len(sizes) != 2 or sizes[0] >= sizes[1]:
            raise InputError(f"sizes must be two rising lengths [m], got {show(self.sizes)}")
        object.__setattr__(self, "sizes", sizes)
        check_number("flatten", self.flatten, "-", least=0.0, most=0.1)
        check_number("trim", self.trim, "m", least=0.0, most=0.05)


@dataclass(frozen=True)
class RawSolid:
    """One object of a drawing.

    Attributes
    ----------
    name : as drawn; empty where it has none
    vertices : (v, 3), unit and axes of the file
    faces : corner numbers of each polygon; None: the convex hull of the vertices
    groups : layers and groups that it is on
    where : what messages add to the name, e.g. "line 12"
    is_heap : a file without objects: separate solids are blocks, nobody could have named them
    part_count : known number of convex parts of one block; None where the file does not say
    """

    name: str
    vertices: np.ndarray
    faces: Sequence[Face] | None
    groups: tuple[str, ...] = ()
    where: str = ""
    is_heap: bool = False
    part_count: int | None = None

    def label(self, path: Path) -> str:
        """How messages call it: facade.obj: object 'b1' (line 12)."""
        name = f"object {self.name!r}" if self.name else "the mesh"
        return f"{path}: {name}" + (f" ({self.where})" if self.where else "")


@dataclass
class Drawing:
    """All objects of a file and what the reader has to say about the rest."""

    solids: list[RawSolid] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)   #: lines for the report
    doubts: list[str] = field(default_factory=list)  #: what was most likely not meant so, for everybody who reads it
    unit: str | None = None                          #: stated by the file


def read_bytes(path: Path) -> bytes:
    """Content of a file, or one line that says why not."""
    try:
        data = read_bounded(path, MOST_OF_DRAWING)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if not data:
        raise InputError(f"{path}: the file is empty")
    return data


def read_text(path: Path) -> str:
    """Content of a text file; odd bytes in comments and names do no harm."""
    return read_bytes(path).decode("utf-8-sig", errors="replace")


def refuse_many(path: Path, count: int, what: str, most: int) -> None:
    """Refuse what is too much for any model, before time is spent on it."""
    if count > most:
        raise InputError(f"{path}: holds {count} {what}, more than {most}: leave out what is no block (slivers, "
                         "scans, terrain) or make its meshes coarser")


def need_library(path: Path, module: str, what: str):
    """Import an optional library, or say how to get it."""
    from importlib import import_module
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{path}: reading {what} needs pip install 'drystone[cad]'") from None

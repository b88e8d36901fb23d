"""A run for the page: poses in chunks of frames, so that the first is soon there and a run that goes on adds some."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import RLock

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.checks import check_count
from drystone.errors import InputError, StoreError
from drystone.model.tables import FRAMES, INTERFACES
from drystone.names import show_line
from drystone.results.record import RUNNING
from drystone.results.result import RunResult
from drystone.results.slabs import TableSlabs
from drystone.view.solids import Solids
from drystone.view.web.container import pack_part
from drystone.view.web.courses import encode_courses, encode_poses
from drystone.view.web.cracks_part import crack_arrays, crack_course
from drystone.view.web.joints_part import joints_arrays, spread, usual_force
from drystone.view.web.plots import plots_part
from drystone.view.web.run_plots import run_plots, tie_arrays
from drystone.view.web.scene import common_head
from drystone.view.web.solids_part import Drawn, draw_solids

#: Numbers (codes of poses and nodes) in one chunk, and in a whole page: those of a page take two bytes each there.
CHUNK_NUMBERS, MOST_NUMBERS = 4_000_000, 80_000_000
#: Interfaces in a whole page; openings of sub-contacts.
MOST_JOINTS, MOST_OPENINGS = 2_000_000, 20_000_000
_JOINTS = ("block_a", "block_b", "force", "point", "normal", "centroid", "opening", "eccentricity_share",
           "bonded_share", "joint_slip", "greatest_damage")
#: Frames whose openings are looked at for the greatest.
CRACK_FRAMES = 12
#: Table of sub-contacts, and its columns that are shown.
_POINTS, _OPENINGS = "points", ("relative", "damage")


class RunScene:
    """A run as it stood when `state` was last asked for."""

    def __init__(self, result: RunResult, every: int = 1) -> None:
        check_count("view: --every", every)
        self._result, self._lock = result, RLock()
        if FRAMES not in result.tables or not result.shapes.count:
            raise InputError(f"run '{result.directory}': no frame was kept, nothing to view")
        self._solids = Solids.of_run(result)
        self._check_arrays()
        numbers = 7 * len(self._solids.names) + (0 if result.shapes.is_rigid else 3 * len(self._drawn.node))
        self._every = max(every, -(-(result.shapes.count * numbers) // MOST_NUMBERS))
        self._chunk = max(8, CHUNK_NUMBERS // max(numbers, 1))
        self._joint_every = self._thin_joints()

    def _check_arrays(self) -> None:
        """A store may be anybody's: names, groups and supports must be those of the blocks."""
        count = self._result.tables[FRAMES].columns["position"].row_shape[0]
        for name, size in (("block_names", len(self._solids.names)), ("block_groups", len(self._solids.groups)),
                           ("is_support", len(self._solids.is_support))):
            if size != count:
                raise StoreError(f"run '{self._result.directory}': {name!r} must have a value for each of {count} "
                                 f"blocks, got {size}")

    # -- what there is -------------------------------------------------------------------------------

    def head(self) -> dict:
        """All that is no array."""
        with self._lock:
            resolved = self._result.inputs.resolved
            name = resolved.get("name") if isinstance(resolved.get("name"), str) else self._result.directory.name
            plots, _ = self._plots
            return common_head(self._result, self._solids, name) | {
                "origin": self._drawn.origin.tolist(), "box": self._drawn.box.tolist(),
                "frame": self._drawn.frame.tolist(),
                "camera": list(self._drawn.camera), "is_rigid": self._result.shapes.is_rigid,
                "every": self._every, "joint_every": self._joint_every, "has_joints": self._slabs is not None,
                "has_slip": self._slabs is not None and bool({"centroid", "joint_slip"} & set(self._columns)),
                "has_mortar": self._has_mortar,
                "has_wear": self._slabs is not None and "greatest_damage" in self._columns,
                "has_cracks": self._has_cracks, "crack_every": self._crack_every,
                "force_usual": self._force_usual, "crack_full": self._crack_full,
                "plots": plots, "ties": self._tie_names, "chunk": self._chunk,
                "state": self._state(), "words": [], "lines": []}

    def state(self) -> dict:
        """Look again at a run that goes on."""
        with self._lock:
            if self._result.status == RUNNING:
                self._result.refresh()
                for name in ("_slabs", "_plots", "_points", "_force_usual", "_crack_full"):
                    self.__dict__.pop(name, None)
            return self._state()

    def _state(self) -> dict:
        count, time = len(self._frames), self._result.shapes.time
        return {"summary": show_line(_outcome(self._result)), "frames": count, "chunks": -(-count // self._chunk), 
                "is_running": self._result.status == RUNNING, "end": float(time[self._frames[-1]])}

    def part_names(self) -> Sequence[str]:
        """Parts that there are now."""
        with self._lock:
            chunks = range(self._state()["chunks"])
            kinds = ["poses", *([] if self._result.shapes.is_rigid else ["nodes"]),
                     *(["joints"] if self._slabs is not None else []), *(["cracks"] if self._has_cracks else [])]
        return ["solids", "plots", *(f"{kind}-{k}" for k in chunks for kind in kinds)]

    def part(self, name: str) -> bytes:
        """One of `part_names`."""
        with self._lock:
            if name == "solids":
                return pack_part(self._drawn.arrays | tie_arrays(self._result)[1] | self._crack_arrays)
            if name == "plots":
                return pack_part(self._plots[1])
            kind, _, number = name.partition("-")
            make = {"poses": self._poses, "nodes": self._nodes, "joints": self._joints,
                    "cracks": self._cracks}[kind]
            return pack_part(make(int(number)))

    # -- parts ---------------------------------------------------------------------------------------

    @property
    def _frames(self) -> np.ndarray:
        """Numbers of the frames that the page gets; the last kept one is among them once the run has ended."""
        count = self._result.shapes.count
        chosen = np.arange(0, count, self._every)
        if self._result.status != RUNNING and chosen[-1] != count - 1:
            chosen = np.append(chosen, count - 1)
        return chosen

    def _rows(self, chunk: int) -> np.ndarray:
        return self._frames[chunk * self._chunk:(chunk + 1) * self._chunk]

    @cached_property
    def _drawn(self) -> Drawn:
        shapes = self._result.shapes
        position, orientation = (static_array(self._result, f"initial_{name}") for name in ("position", "orientation"))
        if not shapes.is_rigid:
            position, orientation, *_ = (values[0] for values in shapes.read_poses(np.array([0])))
        return draw_solids(self._solids, shapes.start, shapes.at(-1), position, orientation, shapes.is_rigid)

    def _poses(self, chunk: int) -> dict[str, np.ndarray]:
        rows = self._rows(chunk)
        position, orientation, _, active = self._result.shapes.read_poses(rows)
        active = active & np.isfinite(position).all(axis=2) & np.isfinite(orientation).all(axis=2)
        arrays = {"time": self._result.shapes.time[rows].astype("<f8"),
                  **encode_poses(position - self._drawn.origin, orientation)}
        return arrays if active.all() else arrays | {"active": active.astype("|u1")}

    def _nodes(self, chunk: int) -> dict[str, np.ndarray]:
        slab = self._result.shapes.read(self._rows(chunk))
        return encode_courses(np.moveaxis(slab.vertex[:, self._drawn.node] - self._drawn.origin, 2, 0))

    # -- interfaces ----------------------------------------------------------------------------------

    @cached_property
    def _slabs(self) -> TableSlabs | None:
        if INTERFACES not in self._result.tables:
            return None
        columns = self._result.tables[INTERFACES].columns
        if any(name not in columns for name in ("block_a", "block_b", "force", "point")):
            return None
        return TableSlabs(self._result, INTERFACES)

    @property
    def _columns(self) -> list[str]:
        known = self._result.tables[INTERFACES].columns
        return [name for name in _JOINTS if name in known]

    def _thin_joints(self) -> int:
        """Every how many of the frames have their interfaces in the page."""
        if self._slabs is None or not self._result.row_count(INTERFACES):
            return 1
        middle = self._slabs.read_ragged(["block_a"], np.array([len(self._slabs.step) // 2]))[0]
        return max(1, -(-int(middle[-1]) * len(self._frames) // MOST_JOINTS))

    @cached_property
    def _force_usual(self) -> float:
        """[N], of some frames from the whole run: the same whichever part of it the page has loaded."""
        if self._slabs is None or not len(self._slabs.step):
            return 0.0
        ptr, value = self._slabs.read_ragged(["force"], spread(len(self._slabs.step)))
        return usual_force(ptr, value["force"])

    @cached_property
    def _has_mortar(self) -> bool:
        """Whether any joint holds by strength when the run begins."""
        if self._slabs is None or "bonded_share" not in self._columns or not len(self._slabs.step):
            return False
        return bool((self._slabs.read_ragged(["bonded_share"], np.array([0]))[1]["bonded_share"] > 0.0).any())

    def _joints(self, chunk: int) -> dict[str, np.ndarray]:
        first, rows = chunk * self._chunk, self._rows(chunk)
        keep = (first + np.arange(len(rows))) % self._joint_every == 0
        numbers, rows = first + np.flatnonzero(keep), rows[keep]
        _, ours, theirs = np.intersect1d(self._result.shapes.step[rows], self._slabs.step, return_indices=True)
        ptr, value = self._slabs.read_ragged(self._columns, theirs)
        where = f"run '{self._result.directory}'"
        for given, name in (("joint_slip", "slip"), ("greatest_damage", "damage")):
            if given in value:
                value[name] = value.pop(given)
        if "centroid" in value and "slip" not in value:
            value["slip"] = self._slip(rows[ours], ptr, value)
        return joints_arrays(numbers[ours], ptr, value, self._drawn.origin, len(self._solids.names), where)

    def _slip(self, rows: np.ndarray, ptr: np.ndarray, value: dict[str, np.ndarray]) -> np.ndarray:
        """(i,) [m], since the start, as exports give it."""
        from drystone.export.polygons import measure_slips
        from drystone.geometry.rotation import quaternion_to_matrix
        count = len(self._solids.names)
        slip = np.zeros(int(ptr[-1]))
        if not len(rows) or min(value["block_a"].min(initial=0), value["block_b"].min(initial=0)) < 0 or max(
                value["block_a"].max(initial=0), value["block_b"].max(initial=0)) >= count:
            return slip                                     # numbers that point nowhere are refused with the others
        position, orientation, *_ = self._result.shapes.read_poses(rows)
        measure_slips(value["block_a"], value["block_b"], np.repeat(np.arange(len(rows)), np.diff(ptr)),
                      np.ascontiguousarray(value["normal"], float), np.ascontiguousarray(value["centroid"], float),
                      position, quaternion_to_matrix(orientation), static_array(self._result, "initial_position"),
                      quaternion_to_matrix(static_array(self._result, "initial_orientation")), slip)
        return slip

    # -- cracks --------------------------------------------------------------------------------------

    @cached_property
    def _crack_arrays(self) -> dict[str, np.ndarray]:
        """Of blocks that deform, where sub-contacts were kept."""
        columns = self._result.tables[_POINTS].columns if _POINTS in self._result.tables else {}
        if self._result.shapes.is_rigid or any(name not in columns for name in _OPENINGS):
            return {}
        found = crack_arrays(self._result.static, self._result.shapes.start.vertex[self._drawn.node],
                             self._drawn.node_block, len(self._solids.names), f"run '{self._result.directory}'")
        count = len(found.get("crack_node", ()))
        return found if columns["damage"].row_shape == (count,) and columns["relative"].row_shape == (3, count) else {}

    @property
    def _has_cracks(self) -> bool:
        return bool(len(self._crack_arrays.get("crack_edge", ())))

    @cached_property
    def _points(self) -> TableSlabs:
        return TableSlabs(self._result, _POINTS)

    @cached_property
    def _crack_every(self) -> int:
        """Every how many of the frames have their openings in the page."""
        return max(1, -(-len(self._crack_arrays.get("crack_node", ())) * len(self._frames) // MOST_OPENINGS))

    @cached_property
    def _crack_full(self) -> float:
        """Greatest opening of a sub-contact [mm], in some frames from the whole run, the last one among them."""
        if not self._has_cracks:
            return 0.0
        rows = spread(len(self._points.step), CRACK_FRAMES)
        across = self._points.read(_OPENINGS[:1], rows)[_OPENINGS[0]][:, 0]
        return 1e3 * float(np.nan_to_num(across, posinf=0.0).max(initial=0.0))

    def _cracks(self, chunk: int) -> dict[str, np.ndarray]:
        first, rows = chunk * self._chunk, self._rows(chunk)
        keep = (first + np.arange(len(rows))) % self._crack_every == 0
        numbers, rows = first + np.flatnonzero(keep), rows[keep]
        _, ours, theirs = np.intersect1d(self._result.shapes.step[rows], self._points.step, return_indices=True)
        value = self._points.read(_OPENINGS, theirs)
        return crack_course(numbers[ours], value["relative"], value["damage"])

    # -- plots ---------------------------------------------------------------------------------------

    @cached_property
    def _plots(self) -> tuple[list[dict], dict[str, np.ndarray]]:
        return plots_part(run_plots(self._result))

    @cached_property
    def _tie_names(self) -> list[str]:
        return tie_arrays(self._result)[0]


def _outcome(result: RunResult) -> str:
    """How the run ended, or stands, in words."""
    words = f"{result.status}: {result.message}" if result.message else result.status
    return words if result.message or not len(result.time) else f"{words} at {float(result.time[-1]):g} s"

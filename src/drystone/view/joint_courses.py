"""Joints over time, as a run kept them: force across and along, opening, slip and eccentricity of pairs of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import block_names, find_blocks, static_array
from drystone.errors import InputError
from drystone.extremes import MARCHED, greatest
from drystone.model.tables import INTERFACES
from drystone.results.result import RunResult
from drystone.results.slabs import TableSlabs

#: Frames that are read at once.
_CHUNK = 256
_NEEDED = ("block_a", "block_b", "force", "normal")
_MORE = ("opening", "eccentricity_share", "joint_slip", "centroid")


@dataclass(frozen=True)
class JointCourses:
    """Pairs of blocks over the kept frames; NaN where a pair does not touch."""

    time: np.ndarray                    #: (f,) [s]
    names: tuple[str, ...]              #: of the pairs, `a | b`
    across: np.ndarray                  #: (f, p) [N], normal force, > 0 presses
    along: np.ndarray                   #: (f, p) [N], size of the shear force
    opening: np.ndarray | None          #: (f, p) [m], greatest of the pair
    slip: np.ndarray | None             #: (f, p) [m], since the start, greatest of the pair
    share: np.ndarray | None            #: (f, p) eccentricity by the half length of the joint, greater of both ways


def has_joints(result: RunResult) -> bool:
    """Whether the run kept what joints carry."""
    return INTERFACES in result.tables and all(
        name in result.tables[INTERFACES].columns for name in _NEEDED) and result.row_count(INTERFACES) > 0


def joint_courses(result: RunResult, blocks: Sequence[str] | str | None = None, most: int = 4) -> JointCourses:
    """Joints of a run over time.

    Parameters
    ----------
    blocks : names of blocks or groups whose joints are meant: of one name all its joints, of several those between two
        of them; None: the joints that opened most, or carried most where none opened
    most : joints, where nobody says which
    """
    if not has_joints(result):
        raise InputError(f"joints: needs the table {INTERFACES!r}, which this run did not keep (output.interfaces)")
    slabs, names = TableSlabs(result, INTERFACES), block_names(result)
    columns = [*_NEEDED, *(name for name in _MORE if name in result.tables[INTERFACES].columns)]
    found = _Pairs(result, slabs, columns, _wanted(result, blocks, len(names)))
    if not found.number:
        of = "" if blocks is None else f" of {', '.join([blocks] if isinstance(blocks, str) else blocks)}"
        raise InputError(f"joints: no joint{of} was in contact at any frame that the run kept")
    chosen = np.arange(len(found.number)) if blocks is not None else found.telling(names, most)
    pairs = [list(found.number)[k] for k in chosen]
    value = {name: array[:, chosen] for name, array in found.value.items()}
    return JointCourses(slabs.time, tuple(f"{names[a]} | {names[b]}" for a, b in pairs), value["across"],
                        value["along"], value.get("opening"), value.get("slip"), value.get("share"))


def _wanted(result: RunResult, blocks: Sequence[str] | str | None, count: int) -> np.ndarray:
    """(b, b) which pairs count."""
    if blocks is None:
        return np.ones((count, count), bool)
    given = [blocks] if isinstance(blocks, str) else list(blocks)
    inside = np.zeros(count, bool)
    inside[find_blocks(result, given)] = True
    return inside[:, None] & inside if len(given) > 1 else inside[:, None] | inside


class _Pairs:
    """Courses of all pairs that are wanted, filled frame by frame."""

    def __init__(self, result: RunResult, slabs: TableSlabs, columns: Sequence[str], wanted: np.ndarray) -> None:
        self.number: dict[tuple[int, int], int] = {}
        self._result, self._rows = result, len(slabs.time)
        self.value: dict[str, np.ndarray] = {}
        for first in range(0, self._rows, _CHUNK):
            rows = np.arange(first, min(first + _CHUNK, self._rows))
            ptr, value = slabs.read_ragged(columns, rows)
            keep = wanted[value["block_a"], value["block_b"]]
            frame = np.repeat(rows, np.diff(ptr))[keep]
            self._add(frame, {name: array[keep] for name, array in value.items()}, slabs.step)

    def _add(self, frame: np.ndarray, value: dict[str, np.ndarray], step: np.ndarray) -> None:
        pair = np.array([self.number.setdefault(key, len(self.number))
                         for key in zip(value["block_a"].tolist(), value["block_b"].tolist())], np.int64)
        across = np.einsum("ij,ij->i", value["force"], value["normal"])
        along = value["force"] - across[:, None] * value["normal"]
        vector = np.zeros((self._rows, len(self.number), 3))
        np.add.at(vector, (frame, pair), along)          # a pair may meet in several interfaces
        self._put("across", frame, pair, across, np.add)
        touched = np.zeros(vector.shape[:2], bool)
        touched[frame, pair] = True
        at = np.nonzero(touched)
        self._put("along", *at, np.linalg.norm(vector[at], axis=1), np.add)
        if "opening" in value:
            self._put("opening", frame, pair, value["opening"], np.maximum)
        if "eccentricity_share" in value:
            self._put("share", frame, pair, value["eccentricity_share"].max(axis=1), np.maximum)
        slip = value["joint_slip"] if "joint_slip" in value else _slips(self._result, frame, value, step)
        if slip is not None:
            self._put("slip", frame, pair, slip, np.maximum)

    def _put(self, name: str, frame: np.ndarray, pair: np.ndarray, values: np.ndarray, join: np.ufunc) -> None:
        """Into the course of a quantity, which grows with the pairs; NaN where nothing was put."""
        old = self.value.get(name, np.full((self._rows, 0), np.nan))
        more = np.full((self._rows, len(self.number) - old.shape[1]), np.nan)
        course = np.hstack((old, more))
        course[frame, pair] = 0.0
        join.at(course, (frame, pair), values)
        self.value[name] = course

    def telling(self, names: Sequence[str], most: int) -> np.ndarray:
        """Numbers of the pairs that opened most, or that carried most where none did."""
        opening = np.nan_to_num(self.value.get("opening", np.zeros((1, len(self.number)))))
        size = opening.max(axis=0, initial=0.0)
        if not size.max(initial=0.0) > 0.0:
            size = np.nan_to_num(self.value["across"]).max(axis=0, initial=0.0)
        words = [f"{names[a]} | {names[b]}" for a, b in self.number]
        left, chosen = size.copy(), []
        while len(chosen) < min(most, len(size)):
            chosen.append(greatest(left, words, accuracy=MARCHED))
            left[chosen[-1]] = -1.0
        return np.array(sorted(chosen))


def _slips(result: RunResult, frame: np.ndarray, value: dict[str, np.ndarray], step: np.ndarray) -> np.ndarray | None:
    """(i,) [m], since the start, of rigid blocks whose poses were kept at these steps; NaN at others."""
    from drystone.export.polygons import measure_slips
    from drystone.geometry.rotation import quaternion_to_matrix
    if "centroid" not in value or not len(frame):
        return None
    rows, ours, theirs = np.intersect1d(step, result.shapes.step, return_indices=True)
    if not len(rows):
        return None
    place = np.full(len(step), -1)
    place[ours] = np.arange(len(ours))
    known = place[frame] >= 0
    slip = np.zeros(int(known.sum()))
    position, orientation, *_ = result.shapes.read_poses(theirs)
    measure_slips(*(np.ascontiguousarray(value[name][known]) for name in ("block_a", "block_b")), place[frame][known],
                  *(np.ascontiguousarray(value[name][known], float) for name in ("normal", "centroid")), position,
                  quaternion_to_matrix(orientation), static_array(result, "initial_position"),
                  quaternion_to_matrix(static_array(result, "initial_orientation")), slip)
    out = np.full(len(frame), np.nan)
    out[known] = slip
    return out

"""Results as plain lists, in the order and the unit of the meshes. Forces [N]; number -1: the ground, no mesh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.analysis.failure import failure_of
from drystone.analysis.outcome import outcome, run_warnings
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.limit.analysis import LimitResult
from drystone.limit.standing import Standing
from drystone.limit.statics_words import describe_standing
from drystone.limit.thrust_line import ThrustLine
from drystone.model.model import Model
from drystone.model.tables import FRAMES, INTERFACES
from drystone.results.record import COLLAPSED
from drystone.results.result import RunResult

#: How far the fastest corner of a mechanism goes in its poses, over the greatest extent of the blocks, if nobody says.
TRAVEL = 0.1


@dataclass(frozen=True)
class Drawn:
    """Which blocks of the model are meshes, and how they were drawn."""

    model: Model
    block: np.ndarray    #: (m,) block of each mesh
    scale: float         #: [m] of one unit of the drawing

    @cached_property
    def mesh(self) -> np.ndarray:
        """(b,) mesh of each block, -1 for the ground."""
        mesh = np.full(self.model.block_count, -1)
        mesh[self.block] = np.arange(len(self.block))
        return mesh

    def points(self, points: np.ndarray) -> list:
        """Points [m] in the unit of the drawing."""
        return _listed(points / self.scale if self.scale != 1.0 else points)

    def poses(self, position: np.ndarray, orientation: np.ndarray) -> list[list[float]]:
        """Rows of 4 x 4 matrices that move each mesh from where it was drawn.

        position : (b, 3) [m]; orientation : (b, 4)
        """
        turn = quaternion_to_matrix(orientation[self.block])
        shift = position[self.block] - np.einsum("mij,mj->mi", turn, self.model.reference_position[self.block])
        matrix = np.tile(np.eye(4), (len(self.block), 1, 1))
        matrix[:, :3, :3], matrix[:, :3, 3] = turn, shift / self.scale
        return _listed(matrix.reshape(-1, 16))

    def initial_poses(self) -> list[list[float]]:
        """At the start."""
        return self.poses(self.model.initial_position, self.model.initial_orientation)

    def mechanism_poses(self, twist: np.ndarray, travel: float | None) -> list[list[float]]:
        """After a motion with these twists (b, 6), the fastest corner by `travel` in the unit of the drawing."""
        way = self._reach() * TRAVEL if travel is None else travel * self.scale
        step = twist * (way / max(self._fastest(twist), 1e-300))
        turned = rotate_quaternion(self.model.initial_orientation, np.ascontiguousarray(step[:, 3:]))
        return self.poses(self.model.initial_position + step[:, :3], turned)

    def _fastest(self, twist: np.ndarray) -> float:
        """Speed of the fastest corner [m/s]."""
        parts = self.model.parts
        block = np.repeat(parts.block, np.diff(parts.vertex_ptr))
        arm = np.einsum("vij,vj->vi", quaternion_to_matrix(self.model.initial_orientation)[block], parts.vertex)
        return float(np.linalg.norm(twist[block, :3] + np.cross(twist[block, 3:], arm), axis=1).max(initial=0.0))

    def _reach(self) -> float:
        free = self.model.initial_position[~self.model.is_support]
        return float(np.ptp(free, axis=0).max(initial=0.0)) or 1.0


def statics_reply(standing: Standing, drawn: Drawn, travel: float | None) -> dict:
    """Verdict, poses and forces. Where it falls, poses are those of the motion with which it starts to."""
    result = standing.statics
    words = describe_standing(standing)
    verdict = next(line.removeprefix("stands").strip() for line in words if line.startswith("stands"))
    found = {"stands": result.stands, "verdict": verdict, "words": words, "load_factor": None,
             "names": [drawn.model.block_names[i] for i in drawn.block.tolist()]}
    if not result.stands:
        return found | {"poses": drawn.mechanism_poses(result.acceleration, travel), "poses_of": "first motion",
                        "moving": _moving(drawn, result.moving), **_no_joints()}
    joints = result.interfaces
    return found | {"poses": drawn.initial_poses(), "poses_of": "start", "moving": [],
                    **_joints(drawn, joints.block_a, joints.block_b, joints.force, joints.action_point,
                              joints.frame[:, 0]),
                    "joint_friction_use": _listed(result.friction_use)}


def limit_reply(result: LimitResult, drawn: Drawn, travel: float | None) -> dict:
    """Load factor, and the poses of the mechanism beyond it; null where the push has no limit."""
    found = {"load_factor": float(result.alpha) if result.is_bounded else None, "load_factor_unit": result.live.unit,
             "load_is_bounded": result.is_bounded}
    if not result.is_bounded:
        return found
    return found | {"poses": drawn.mechanism_poses(result.mechanism, travel), "poses_of": "mechanism of the push",
                    "moving": _moving(drawn, result.moving)}


def line_reply(lines: Mapping[str, ThrustLine | None], drawn: Drawn) -> dict:
    """Points of thrust lines from support to support; an empty list where no line fits within the joints."""
    found: dict[str, dict] = {kind: {"points": [], "forces": [], "thrust": None} if line is None else
             {"points": drawn.points(line.point), "forces": _listed(line.force), "thrust": float(line.thrust)}
             for kind, line in lines.items()}
    first: dict = next(iter(found.values()), {"points": [], "thrust": None})
    return {"thrust_line": first["points"], "thrust": first["thrust"], "thrust_lines": found}


def run_reply(result: RunResult, drawn: Drawn, frames: int) -> dict:
    """Outcome, poses of the end and of `frames` instants evenly among those kept, forces of the end."""
    kept = result.frames
    chosen = np.unique(np.linspace(0, len(kept.time) - 1, frames + 1).round().astype(int)[1:])
    failure = failure_of(result) if result.status == COLLAPSED else None
    found: dict = {"stands": None, "verdict": outcome(result), "collapsed": result.status == COLLAPSED,
             "words": [] if failure is None else [f"failure     {failure.words}"], "load_factor": None,
             "names": [drawn.model.block_names[i] for i in drawn.block.tolist()],
             "poses": drawn.poses(kept.position[-1], kept.orientation[-1]), "poses_of": "end of the run",
             "times": _listed(kept.time[chosen]),
             "frames": [drawn.poses(kept.position[i], kept.orientation[i]) for i in chosen.tolist()],
             "thrust_line": [], "thrust": None, "thrust_lines": {}, "notes": run_warnings(result)}
    if INTERFACES not in result.tables or not result.row_count(INTERFACES) or not result.row_count(FRAMES):
        return found | _no_joints()
    rows = result.rows(INTERFACES, -1)
    return found | _joints(drawn, rows["block_a"], rows["block_b"], rows["force"], rows["point"], rows["normal"])


def _joints(drawn: Drawn, block_a: np.ndarray, block_b: np.ndarray, force: np.ndarray, point: np.ndarray,
            normal: np.ndarray) -> dict:
    """Forces on the second block of each joint, where they act; the normal points from the first to the second."""
    names = drawn.model.block_names
    pairs = list(zip(np.asarray(block_a).tolist(), np.asarray(block_b).tolist()))
    return {"joint_blocks": [[int(drawn.mesh[a]), int(drawn.mesh[b])] for a, b in pairs],
            "joint_names": [[names[a], names[b]] for a, b in pairs], "joint_points": drawn.points(point),
            "joint_normals": _listed(normal), "joint_forces": _listed(force)}


def _no_joints() -> dict:
    return {key: [] for key in ("joint_blocks", "joint_names", "joint_points", "joint_normals", "joint_forces")}


def _moving(drawn: Drawn, blocks: np.ndarray) -> list[int]:
    return [int(i) for i in drawn.mesh[blocks] if i >= 0]


def _listed(values: np.ndarray | Sequence[float]) -> list:
    """Without -0.0, and null for what is no number."""
    array = np.asarray(values, dtype=float) + 0.0
    if np.isfinite(array).all():
        return array.tolist()
    mixed = array.astype(object)
    mixed[~np.isfinite(array)] = None
    return mixed.tolist()

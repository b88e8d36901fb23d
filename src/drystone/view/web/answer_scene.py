"""An answer of statics or limit analysis for the page: the mechanism as a motion that opens, forces, lines, curve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from drystone.errors import StoreError
from drystone.model.answer import STATICS, Answer
from drystone.names import show_line
from drystone.results.answer import DATA_NAME, AnswerResult
from drystone.view.limit_picture import SHOWN, displace
from drystone.view.solids import Solids
from drystone.view.web.container import pack_part
from drystone.view.web.courses import encode_poses
from drystone.view.web.joints_part import joints_arrays, usual_force
from drystone.view.web.plots import Line, Plot, plots_part
from drystone.view.web.scene import common_head
from drystone.view.web.solids_part import Drawn, draw_solids

#: Frames from the pose at rest to the one that pictures show; the page goes to and fro between them.
FRAMES = 25
_CARRIED = ("block_a", "block_b", "force", "normal", "opening", "eccentricity_share")


class AnswerScene:
    """An answer as it was kept."""

    def __init__(self, result: AnswerResult) -> None:
        self._result, self._answer = result, result.answer
        self._solids = Solids.of_model(self._answer.model)
        self._size = self._solids.extent(self._solids.place(*self._rest))

    @property
    def _rest(self) -> tuple[np.ndarray, np.ndarray]:
        model = self._answer.model
        return model.initial_position, model.initial_orientation

    def head(self) -> dict:
        """All that is no array."""
        plots, _ = self._plots
        name = self._answer.data.get("model")
        title = name if isinstance(name, str) else self._result.directory.name
        return common_head(self._result, self._solids, title) | {
            "origin": self._drawn.origin.tolist(), "box": self._drawn.box.tolist(),
            "frame": self._drawn.frame.tolist(), "camera": list(self._drawn.camera),
            "is_rigid": True, "every": 1, "joint_every": 1, "has_joints": self._answer.joints is not None,
            "has_slip": False, "has_mortar": False, "has_wear": False, "has_cracks": False, "crack_every": 1,
            "force_usual": self._force_usual, "crack_full": 0.0,
            "plots": plots, "ties": [], "chunk": FRAMES,
            "state": self.state(),
            "words": [show_line(line) for line in self._answer.words],
            "lines": self._lines(), "moves": self._answer.moves,
            "mechanism": "accelerations" if self._answer.kind == STATICS else "velocities"}

    def state(self) -> dict:
        """As ever."""
        return {"summary": show_line(_summary(self._answer)), "frames": self._count, "chunks": 1, "is_running": False,
                "end": 1.0 if self._answer.moves else 0.0}

    def part_names(self) -> Sequence[str]:
        """Parts that there are."""
        return ["solids", "plots", "poses-0", *(["joints-0"] if self._answer.joints is not None else [])]

    def part(self, name: str) -> bytes:
        """One of `part_names`."""
        make = {"solids": lambda: self._drawn.arrays, "plots": lambda: self._plots[1], "poses-0": self._poses,
                "joints-0": self._joints}
        return pack_part(make[name]())

    # -- parts ---------------------------------------------------------------------------------------

    @property
    def _count(self) -> int:
        return FRAMES if self._answer.moves else 1

    def _moved(self, share: float) -> tuple[np.ndarray, np.ndarray]:
        return displace(self._answer.model, share * SHOWN * self._size * self._answer.drawn_mechanism)

    @cached_property
    def _drawn(self) -> Drawn:
        rigid = self._solids.rigid
        return draw_solids(self._solids, rigid.shape(*self._rest), rigid.shape(*self._moved(1.0)), *self._rest, True)

    def _poses(self) -> dict[str, np.ndarray]:
        share = np.linspace(0.0, 1.0, self._count) if self._count > 1 else np.zeros(1)
        position, orientation = (np.stack(values) for values in zip(*(self._moved(s) for s in share)))
        return {"time": share.astype("<f8"), **encode_poses(position - self._drawn.origin, orientation)}

    def _joints(self) -> dict[str, np.ndarray]:
        joints = self._answer.joints
        value = {name: getattr(joints, name) for name in _CARRIED} | {"point": joints.action_point}
        return joints_arrays(np.zeros(1), np.array([0, joints.count]), value, self._drawn.origin,
                             len(self._solids.names), f"'{self._result.directory}'")

    @property
    def _force_usual(self) -> float:
        joints = self._answer.joints
        return 0.0 if joints is None else usual_force(np.array([0, joints.count]), joints.force)

    # -- lines and curve -----------------------------------------------------------------------------

    def _lines(self) -> list[dict]:
        """Thrust lines, from the origin of the page."""
        found = []
        try:
            for kind, line in (self._answer.data.get("thrust_lines") or {}).items():
                if line is not None:
                    points = np.array(line["points"], float).reshape(-1, 3) - self._drawn.origin
                    found.append({"kind": show_line(kind), "points": points.tolist(), "thrust": float(line["thrust"]),
                                  "blocks": [self._number(name) for name in line["blocks"]],
                                  "axis": np.array(line["axis"], float).reshape(3).tolist()})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._damaged(error) from error
        return found

    def _number(self, name: str) -> int:
        return self._answer.model.block_names.index(name)

    @cached_property
    def _plots(self) -> tuple[list[dict], dict[str, np.ndarray]]:
        return plots_part(_curve(self._answer, self._damaged))

    def _damaged(self, error: Exception) -> StoreError:
        return StoreError(f"'{self._result.directory / DATA_NAME}' is damaged: {type(error).__name__} {error}")


def _curve(answer: Answer, damaged) -> list[Plot]:
    """The pushover curve, where there is one."""
    found = answer.data.get("pushover")
    if found is None:
        return []
    try:
        x, y = np.array(found["displacement"], float), np.array(found["alpha"], float)
        order = np.argsort(x, kind="stable")
        unit = answer.data["unit"]
        return [Plot("pushover", f"Capacity, block {found['control']}", str(unit), x[order],
                     [Line("alpha", y[order])], "displacement", "m", False)]
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(error) from error


def _summary(answer: Answer) -> str:
    """What was found, in a few words."""
    data = answer.data
    if answer.kind == STATICS:
        return "stands under its dead load" if data.get("stands") else "falls under its dead load"
    if isinstance(data.get("angle_deg"), float):
        return f"tilt: falls at {data['angle_deg']:.4g} deg"
    if isinstance(data.get("settlement"), str):
        return f"settlement: {data['settlement']}"
    other = data.get("non_associative")
    alpha = other.get("alpha") if isinstance(other, dict) and other.get("alpha") is not None else data.get("alpha")
    if not isinstance(alpha, (int, float)):
        return "limit analysis"
    return f"limit analysis: alpha {alpha:.4g}{' g' if data.get('unit') == 'g' else ''}, {data.get('live', '')}"

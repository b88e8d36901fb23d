"""Cracks of a run of blocks that deform: interfaces with damaged sub-contacts, when, where, how wide, by which mode."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import block_names
from drystone.errors import InputError
from drystone.results.result import RunResult

POINTS, MOVING = "points", "sub_contacts"     #: tables of runs with small and with large displacements
MODES = ("opening", "sliding", "crushing")


@dataclass(frozen=True, slots=True)
class Crack:
    """One interface, or plane within a block, that is damaged."""

    blocks: tuple[str, str]   #: the same twice for a plane within a block
    joint: str
    time: float               #: [s], when its first point left the elastic range
    place: tuple[float, float, float]     #: [m], middle of what is damaged
    normal: tuple[float, float, float]
    mode: str                 #: that took most energy
    share: float              #: of its area that is damaged by more than a half [-]
    opening: float            #: [m], greatest
    slip: float               #: [m], greatest
    energy: float             #: [J]


def find_cracks(result: RunResult, frame: int = -1, least: float = 0.5) -> list[Crack]:
    """Cracks at a kept frame, by the time of their first point.

    With large displacements all planes between two blocks, or in one, are one crack, where it is then; what has come
    apart is told as it was when its blocks were last seen together.

    least : damage from which a point counts [-]
    """
    if MOVING in result.tables:
        return _find_moving(result, frame, least)
    if POINTS not in result.tables:
        raise InputError(f"run '{result.directory}' keeps no sub-contacts: engine {result.engine}")
    row = result.row(POINTS, frame)
    static, names = result.static, block_names(result)
    damage, energy = np.asarray(row["damage"]).reshape(-1), np.asarray(row["energy"]).reshape(3, -1)
    relative, since = np.asarray(row["relative"]).reshape(3, -1), np.asarray(row["since"]).reshape(-1)
    interface, area = static["points.interface"], static["points.area"]
    joints = [str(name) for name in static["joint_names"]]
    cracks = []
    for number in np.unique(interface[damage >= least]):
        own = interface == number
        bad = own & (damage >= least)
        lost = energy[:, own].sum(axis=1)
        a, b = static["points.blocks"][np.argmax(own)]
        middle = area[bad] @ static["points.place"][bad] / area[bad].sum()
        cracks.append(Crack((names[a], names[b]), joints[int(static["points.joint"][np.argmax(own)])],
                            float(np.nanmin(since[own])), tuple(middle.tolist()),
                            tuple(static["points.normal"][np.argmax(own)].tolist()), MODES[int(np.argmax(lost))],
                            float(area[bad].sum() / area[own].sum()), float(max(relative[0, own].max(), 0.0)),
                            float(np.hypot(relative[1, own], relative[2, own]).max()), float(lost.sum())))
    return sorted(cracks, key=lambda crack: (crack.time, crack.blocks))


def _find_moving(result: RunResult, frame: int, least: float) -> list[Crack]:
    """Of contacts that come and go: every frame up to the one asked for has its own."""
    count, names = result.row_count(MOVING), block_names(result)
    joints = [str(name) for name in result.static["joint_names"]]
    found: dict[tuple[int, int, int], Crack] = {}
    for k in range(frame % count + 1 if count else 0):
        row = result.rows(MOVING, k)
        blocks = np.sort(np.stack((row["block_a"], row["block_b"]), axis=1), axis=1)
        bad = (row["damage"] >= least) & ~row["is_new"]
        for a, b, joint in np.unique(np.column_stack((blocks, row["joint"]))[bad], axis=0).tolist():
            own = (blocks[:, 0] == a) & (blocks[:, 1] == b) & (row["joint"] == joint) & ~row["is_new"]
            worn, lost, relative = own & bad, row["energy"][own].sum(axis=0), row["relative"][own]
            area = row["area"]
            found[a, b, joint] = Crack(
                (names[a], names[b]), joints[joint], float(np.nanmin(row["since"][own])),
                tuple((area[worn] @ row["place"][worn] / area[worn].sum()).tolist()),
                tuple(row["normal"][np.argmax(worn)].tolist()), MODES[int(np.argmax(lost))],
                float(area[worn].sum() / area[own].sum()), float(max(relative[:, 0].max(), 0.0)),
                float(np.hypot(relative[:, 1], relative[:, 2]).max()), float(lost.sum()))
    return sorted(found.values(), key=lambda crack: (crack.time, crack.blocks))

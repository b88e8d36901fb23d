"""Runs for pictures; the runs themselves are made by the helper of the analysis tests."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))

from analysis_runs import ground_piece, turn_about, write_run

from drystone.patterns import circular_arch, single


def rocking_run(directory, count: int = 60, **more):
    """A block that swings about its lower edges, with energies and monitors."""
    pieces = [*single((0.5, 0.5, 2.0)), ground_piece()]
    time = np.linspace(0.0, 2.0, count)
    angle, rate = 0.15 * np.cos(np.pi * time), -0.15 * np.pi * np.sin(np.pi * time)
    position = np.tile([p.properties.centroid for p in pieces], (count, 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (count, 2, 1))
    drawn = position[0, 0].copy()
    for i, a in enumerate(angle):
        pivot = np.array([np.copysign(0.25, a), 0.0, 0.0])
        place, turned = turn_about(pivot, (0, 1, 0), np.array([a]), drawn)
        position[i, 0], orientation[i, 0] = place[0], turned[0]
    twist = np.zeros((count, 2, 6))
    twist[:, 0, 4] = rate
    energies = {"kinetic": rate ** 2, "potential": -rate ** 2, "balance": 1e-14 * rate}
    monitors = {"top.x": ("m", angle), "top.y": ("m", 0 * angle), "top.z": ("m", rate),
                "tilt": ("rad", angle)}
    return write_run(directory, pieces, {"ground"}, time, position=position, orientation=orientation,
                     twist=twist, energies=energies, monitors=monitors, **more)


def arch_run(directory):
    """A standing arch with forces at its joints."""
    pieces = circular_arch(2.0, 0.4, 150.0, 9, 0.6)
    middle = np.array([p.properties.centroid for p in pieces[:9]])
    point = 0.5 * (middle[1:] + middle[:-1])
    rows = {"block_a": np.arange(8), "block_b": np.arange(1, 9), "area": np.ones(8),
            "normal": np.tile((1.0, 0.0, 0.0), (8, 1)), "force": np.tile((-2.0, 0.0, 1.0), (8, 1)),
            "point": point, "opening": np.zeros(8), "slip_speed": np.zeros(8)}
    supports = {"abutment_left", "abutment_right"}
    return write_run(directory, pieces, supports, [0.0, 1.0], interfaces=[rows, rows])

"""Short real runs, and made-up motions of ten structures, for pictures and reports."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from view_runs import ground_piece, write_run

from drystone.cli.demo_command import bundled_model
from drystone.model.source import ModelSource
from drystone.patterns import (
    circular_arch,
    column,
    dome,
    house,
    pointed_arch,
    running_bond,
    segmental_arch,
    single,
    stack,
    tower,
)
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink

SHORT = {
    "arch": ("duration=0.06",),
    "lintel": ("stages[weight].duration=0.02", "stages[settlement].duration=0.04", "stages[after].duration=0.02",
               "output.frames=2"),
}
LONG = "a name of a group that somebody thought of on a long afternoon and that nobody ever shortened"

STRUCTURES = {
    "single": lambda: [*single((0.5, 0.5, 2.0)), ground_piece()],
    "stack with long names": lambda: [*(replace(p, name=f"{LONG} {i}", groups=(LONG,)) for i, p in
                                        enumerate(stack((0.4, 0.4, 0.5), 5))), ground_piece()],
    "arch": lambda: circular_arch(2.0, 0.4, 150.0, 9, 0.6),
    "pointed arch": lambda: pointed_arch(4.0, 2.6, 0.4, 8, 0.5),
    "flat arch": lambda: segmental_arch(8.0, 0.8, 0.5, 9, 0.5),
    "long wall": lambda: [*running_bond(9.0, 3, (0.6, 0.3), 0.3), ground_piece()],
    "column": lambda: [*column(0.4, 4.0, 6), ground_piece()],
    "house": lambda: [*house(), ground_piece()],
    "tower": lambda: [*tower(2.0, 3.0, 0.4, (0.6, 0.3)), ground_piece()],
    "dome": lambda: [*dome(4.0, 0.3, 4, 8), ground_piece()],
}


def short_run(name: str, directory: Path, *overrides: str):
    """A few steps of a bundled model, by the engine."""
    job = Job(ModelSource(bundled_model(name), f"{name}.yaml", (*SHORT[name], *overrides)))
    built = job.source.build()
    execute(job, store_sink(directory, built.settings), built=built)
    return open_result(directory)


def swaying_run(directory: Path, pieces: list, *, far: float = 0.3, count: int = 13, **more):
    """Blocks that sway to +x and -x by a share of their height and then go off, with a ground, stages and an event."""
    time = np.linspace(0.0, 3.0, count)
    drawn = np.array([p.properties.centroid for p in pieces])
    supports = {p.name for p in pieces if p.name == "ground" or p.name.startswith("abutment")}
    free = np.array([p.name not in supports for p in pieces])
    height = np.where(free, drawn[:, 2] - drawn[free, 2].min() + 0.1, 0.0)
    sway = far * (0.5 * np.sin(2.0 * np.pi * time) + (time / 3.0) ** 4)
    position = np.tile(drawn, (count, 1, 1))
    position[:, :, 0] += sway[:, None] * height
    ground = np.zeros((2, count, 3))
    ground[0, :, 0], ground[1, :, 1] = np.sin(5.0 * time), 0.1 * time
    swing = np.abs(sway)
    resolved = {"name": "swaying", "stages": [{"name": "calm", "duration": 1.0}, {"name": "quake", "duration": 2.0}],
                "events": [{"time": 1.5, "cut": ["rod"]}]}
    return write_run(directory, pieces, supports, time, position=position, ground=ground, resolved=resolved,
                     energies={"kinetic": swing, "potential": -swing, "friction": -0.1 * time},
                     monitors={"roof.x": ("m", sway), "roof.y": ("m", 0 * sway), "roof.z": ("m", 0 * sway),
                               "pull": ("N", 2e3 * swing), LONG: ("rad", sway)}, **more)

"""All benchmarks by name, and how a list of names and files is run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from drystone.bench.coulomb_rows import NAME as COULOMB
from drystone.bench.coulomb_rows import coulomb_rows, is_coulomb, scene_names
from drystone.bench.coulomb_steps import SHAKEN
from drystone.bench.dem import dem_rows, slow_rows
from drystone.bench.link import link_rows
from drystone.bench.march import MARCHES, march_row
from drystone.bench.measure import measure_steps
from drystone.bench.memory import memory_rows
from drystone.bench.mujoco_wall import is_there, mujoco_row
from drystone.bench.nasty_run import nasty_rows
from drystone.bench.options import Options
from drystone.bench.realtime import realtime_rows
from drystone.bench.regimes import plan
from drystone.bench.replay import FCLIB_ENDINGS, check_problem_file, replay_rows
from drystone.bench.row import Row
from drystone.bench.saved import saved_steps
from drystone.bench.scaling import scaling_rows
from drystone.bench.spectra import spectra_rows
from drystone.bench.split import split_row
from drystone.bench.startup import startup_rows
from drystone.bench.still_parts import still_rows
from drystone.bench.study_rows import study_rows
from drystone.bench.threads import thread_rows
from drystone.bench.uniqueness import NAME as UNIQUENESS
from drystone.bench.uniqueness import uniqueness_rows
from drystone.bench.viewer import viewer_rows
from drystone.bench.whole_run import HELD_STEPS, held_row, violent_row
from drystone.errors import InputError

EVERYTHING = "all"
QUICK = ("wall",)      #: what runs when nothing is named

#: Steps over which the time of a step is split.
_SPLIT_STEPS = {"wall": 20, "two-leaf": 5, "building": 2}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A named benchmark: `rows` runs it."""

    name: str
    description: str
    minutes: float                               #: expected run time on one core [min]
    rows: Callable[[Options], Iterable[Row]]


def _structure(name: str) -> Callable[[Options], Iterator[Row]]:
    def rows(options: Options) -> Iterator[Row]:
        for regime in ("quiet", "violent"):
            chosen = plan(name, regime)
            steps = saved_steps(chosen, options.folder, fresh=options.fresh, say=options.say)
            yield from measure_steps(name, regime, steps, options)
        for regime in ("quiet", "violent"):
            options.say(f"{name} {regime}: split of {_SPLIT_STEPS[name]} steps ...")
            yield split_row(plan(name, regime), _SPLIT_STEPS[name])

    return rows


def _hold(options: Options) -> Iterator[Row]:
    yield held_row(options)
    if is_there():
        options.say("dry-wall: MuJoCo ...")
        yield mujoco_row(HELD_STEPS)
    else:
        yield Row("dry-wall", "held", solver="mujoco",
                  more={"note": "MuJoCo is missing: pip install 'drystone[bench]'"})
    yield violent_row(options)


def _coulomb(names: tuple[str, ...]) -> Callable[[Options], Iterator[Row]]:
    return lambda options: coulomb_rows(options, names)


def _marches(options: Options) -> Iterator[Row]:
    for name, steps, reverse in MARCHES:
        yield march_row(name, steps, reverse, options)


BENCHMARKS = {item.name: item for item in (
    Benchmark("wall", "205 blocks, quiet and violent: time, error, ratio to Clarabel, split of a step", 1,
              _structure("wall")),
    Benchmark("two-leaf", "984 blocks, the same", 5, _structure("two-leaf")),
    Benchmark("building", "4968 blocks, the same", 30, _structure("building")),
    Benchmark(COULOMB, "whole steps by Coulomb's law in motion: wall (beside MuJoCo), two-leaf, building, house; "
              f"{COULOMB}-SCENE: one of them, or the church", 4, _coulomb(scene_names(COULOMB))),
    Benchmark("realtime", "wall with an arch, 201 blocks, joints that give, steps of 1, 5, 20 ms: beside the clock", 2,
              realtime_rows),
    Benchmark("hold", "dry wall of 210 blocks for 2 s beside MuJoCo, and the shaken wall: steps/s, drift", 2, _hold),
    Benchmark("scaling", "one kind of building with 240, 1012 and 4968 blocks: fitted exponent", 15, scaling_rows),
    Benchmark("threads", "two threads against one on 4968 blocks: time and bits", 5, thread_rows),
    Benchmark("marches", "2000 steps of 205 blocks, 300 of 984, 100 of 4968: failures, worst error", 120, _marches),
    Benchmark("still", "238 blocks of which 33 move: solved in one, and what stands still apart", 1, still_rows),
    Benchmark("nasty", "500 random nasty problems under both laws: statuses, errors, not-a-numbers", 10, nasty_rows),
    Benchmark(UNIQUENESS, "steps of house and wall solved from the step before and from nothing: how far apart", 6,
              uniqueness_rows),
    Benchmark("startup", "compiling in an empty cache, and the start of a run after that", 4, startup_rows),
    Benchmark("study", "10,032 runs of the house planned: time, memory; what a run costs beside itself; a commit; "
              "memory of a Dask scheduler", 2, study_rows),
    Benchmark("spectra", "response spectrum of 200 periods and 8,000 points", 0.2, spectra_rows),
    Benchmark("viewer", "the page of drystone view in headless Chromium, 5000 blocks x 500 frames, 200 x 2000: file, "
              "ready, pose, CPU a frame, frames/s", 2, viewer_rows),
    Benchmark("link", "statics of 100 blocks over the pipes of drystone link, new shapes each time: round trip", 1,
              link_rows),
    Benchmark("dem", "blocks that deform: step of a shear wall on four meshes, 50 to 5000 bricks, HIGH at 10 mm/s", 2,
              dem_rows),
    Benchmark("dem-slow", "blocks that deform: the wall HIGH at 1 mm/s to 4 mm", 4, slow_rows),
    Benchmark("memory", "peak of memory of a step of 4968 blocks", 3, memory_rows),
)}


def find_benchmarks(names: Iterable[str]) -> list[Benchmark]:
    """Benchmarks and files in the order asked for; the quick ones if nothing is. A file is read now, so that a bad
    one is refused before anything runs."""
    found: list[Benchmark] = []
    for name in list(names) or QUICK:
        if name == EVERYTHING:
            found += BENCHMARKS.values()
        elif name in BENCHMARKS:
            found.append(BENCHMARKS[name])
        elif is_coulomb(name):
            found.append(Benchmark(name, "one structure", 1, _coulomb(scene_names(name))))
        elif _looks_like_a_path(name):
            path = Path(name)
            check_problem_file(path)
            found.append(Benchmark(name, "a saved problem", 1, lambda options, path=path: replay_rows(path, options)))
        else:
            near = get_close_matches(name, [*BENCHMARKS, *(f"{COULOMB}-{scene}" for scene in SHAKEN)], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join((*BENCHMARKS, EVERYTHING))}"
            raise InputError(f"bench: no benchmark or file is called {name!r}{hint}")
    return found


def run_benchmark(item: Benchmark, options: Options, *, is_alone: bool) -> list[Row]:
    """Rows of a benchmark. Where others run too, one that raises becomes a failing row and keeps what it found."""
    rows: list[Row] = []
    try:
        for row in item.rows(options):
            rows.append(row)
    except Exception as error:
        if is_alone:
            raise
        text = " ".join(str(error).split()) or "no message"
        rows.append(Row(item.name, failed=True, more={"note": f"{type(error).__name__}: {text}"}))
    return rows


def _looks_like_a_path(name: str) -> bool:
    return Path(name).exists() or "/" in name or "\\" in name or name.endswith((".npz", *FCLIB_ENDINGS))


def list_text() -> str:
    """One line a benchmark."""
    width = max(map(len, BENCHMARKS))
    lines = [f"{item.name:<{width}}  {item.minutes:>4g} min  {item.description}" for item in BENCHMARKS.values()]
    files = "FILE.npz replays a saved problem, FILE.hdf5 grades one of FCLIB's"
    return "\n".join([*lines, f"{EVERYTHING:<{width}}            all of these; {files}"])


def exit_code(rows: Iterable[Row]) -> int:
    """1 if anything of ours failed; that Clarabel falls short is worth a line, not a failure."""
    return int(any(row.failed and row.solver != "clarabel" for row in rows))

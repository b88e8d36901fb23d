"""`drystone study`: many runs, none lost."""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from drystone.cli.show import show
from drystone.errors import InputError
from drystone.names import show_line
from drystone.process import usable_cores
from drystone.studies.conduct import Standing, in_shard
from drystone.studies.crew.crew import CrewGone
from drystone.studies.folder import TABLE_NAME, read_standing, read_status, rerun
from drystone.studies.forecast import forecast
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.merge import merge_studies
from drystone.studies.runs.maker import count_words, is_same_code
from drystone.studies.runs.outcome import Row
from drystone.studies.study import StudyResult, default_directory, plan_study, run_study

#: Folder of pictures within that of a study.
PICTURES = "pictures"

#: Wall time between two lines of progress where there is no terminal [s].
LINE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """How a study is run."""

    output: Path | None = None
    jobs: int | None = None
    shard: str | None = None
    scheduler: str | None = None
    insecure: bool = False
    retry: bool = False
    keep_rows: bool = False
    draw: bool = True


def check_one(paths: list[Path], *choices: object) -> None:
    """Refuse several studies at once, and several things to do."""
    if len(paths) != 1:
        raise InputError(f"study: must be one study file or folder, got {len(paths)}")
    if sum(bool(choice) for choice in choices) > 1:
        raise InputError("study: --status, --rerun and --dry-run exclude each other")


def study_command(path: Path, options: StudyOptions) -> StudyResult:
    """Run a study, or what is missing of it; prints progress and what was found."""
    if path.is_dir():
        raise InputError(f"study '{path}': a folder is looked at with --status or --rerun ID; to go on with it, name "
                         "its study file")
    if options.jobs is not None and options.jobs < 1:
        raise InputError(f"study: --jobs must be a whole number >= 1 [-], got {options.jobs}")
    shard, place = _shard(options.shard), options.output
    if options.shard is not None:
        study, _, _ = plan_study(path)
        place = (place or default_directory(study)) / f"shard-{options.shard.replace('/', '-of-')}"
    try:
        with study_progress(path.stem) as watch:
            result = run_study(path, place, jobs=options.jobs, crew=_crew(options), shard=shard, retry=options.retry,
                               keep_rows=options.keep_rows, watch=watch, say=show,
                               draw=_draw_quietly if options.draw else None)
    except (KeyboardInterrupt, CrewGone):
        with contextlib.suppress(OSError):
            show(f"continue   {shlex.join(_again(path, options))}")
        raise
    show("\n".join((f"study       {result.kind.study.file.name} ({result.kind.study.file.kind})", *result.lines())))
    show(f"table       {result.directory / TABLE_NAME}")
    if options.draw:
        _draw(result)
    return result


def _crew(options: StudyOptions):
    if options.scheduler is None:
        return None
    from drystone.studies.crew.dask import dask_crew  # an extra
    return dask_crew(options.scheduler, options.insecure)


def _draw_quietly(result: StudyResult) -> None:
    from drystone.view.study_pictures import draw_study  # slow to load
    draw_study(result, result.directory / PICTURES)


def _draw(result: StudyResult) -> None:
    from drystone.view.study_pictures import draw_study  # slow to load
    for picture in draw_study(result, result.directory / PICTURES):
        show(f"picture     {picture}")


def _again(path: Path, options: StudyOptions) -> list[str]:
    words = ["drystone", "study", str(path)]
    for flag, value in (("-o", options.output), ("--jobs", options.jobs), ("--shard", options.shard),
                        ("--scheduler", options.scheduler)):
        words += [] if value is None else [flag, str(value)]
    flags = {"--insecure": options.insecure, "--keep-rows": options.keep_rows}
    return words + [flag for flag, given in flags.items() if given]


def _shard(text: str | None):
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise InputError(f"study: --shard must read i/n with 1 <= i <= n, e.g. 3/8, got {text!r}")
    return in_shard(int(found[1]), int(found[2]))


def dry_run(path: Path, output: Path | None = None, keep_rows: bool = False) -> None:
    """What a study would take: runs, hours, disk; by its runs that are over, or by rule of thumb before."""
    study, kind, runs = plan_study(path)
    show(f"study       {study.file.name} ({study.file.kind}), model {study.file.model}")
    most = kind.most()
    searched = f", at most {most} with what is searched" if most > len(runs) else ""
    show(f"runs        {len(runs)} to begin with{searched}")
    place, cores = output or default_directory(study), usable_cores()
    rows, machines = _known(place)
    own = {name: row for name, row in rows.items() if keep_rows or is_same_code(machines[name])}
    others = [machines[run.id] for run in runs if run.id in rows and run.id not in own]
    if others:
        show(f"rows        {count_words(others)}, in '{place}': computed again, or reused with --keep-rows")
    known = [own[run.id] for run in runs if run.id in own]
    if not known:
        show("\n".join(forecast(study, runs).lines(cores)))
        return
    mean = sum(row.cpu for row in known) / len(known)
    left = max(len(runs) - len(known), 0)
    show(f"known       {len(known)} of these, in '{place}', {mean:.3g} s of one core each")
    show(f"hours       {left * mean / 3600.0 / cores:.3g} for the other {left} on {cores} cores, if they are alike")
    size = (place / LEDGER_NAME).stat().st_size / max(len(rows), 1)
    show(f"disk        {left * size / 1e6:.3g} MB more")


def _known(place: Path) -> tuple[dict[str, Row], dict[str, dict]]:
    """Rows of a study that was begun, and by whom they were made."""
    if not (place / LEDGER_NAME).is_file():
        return {}, {}
    with Ledger.open(place / LEDGER_NAME) as ledger:
        return ledger.rows(), ledger.machines()


def show_status(directory: Path) -> None:
    """How a study stands, from another terminal."""
    status = read_status(directory)
    show(f"study       {directory}: {status['state']}")
    if "wanted" not in status:
        return
    standing = read_standing(directory, status)
    show(standing_words(standing))
    if status["state"] == "running":
        for number, words in enumerate(standing.activity, 1):
            show(f"worker {number:<5}{words}")


def make_again(directory: Path, run: str, output: Path | None) -> None:
    """Make one run of a study again, with a whole store."""
    from drystone.cli.progress import make_progress
    with make_progress(run) as progress:
        run_id, place = rerun(directory, run, output, progress)
    show(f"run         {run_id}")
    show(f"written     {place}")


def merge(directories: list[Path], output: Path | None) -> None:
    """Join the ledgers of shards into one."""
    if output is None:
        raise InputError("study merge: say where to: drystone study merge DIR DIR ... -o DIR")
    for directory, new in zip(directories, merge_studies(directories, output)):
        show(f"merged      {directory}: {new} runs are new")
    show(f"written     {output}; tables and plots: drystone study STUDY.yaml -o {shlex.quote(str(output))}")


def standing_words(standing: Standing) -> str:
    """One line: done, how they ended, rate, time left."""
    counts = ", ".join(f"{count} {name}" for name, count in sorted(standing.counts.items()))
    words = f"{standing.known} of {standing.wanted} runs"
    words += f" ({counts})" if counts else ""
    if standing.made:
        words += f", {standing.rate:.0f} an hour"
    if standing.left is not None and standing.known < standing.wanted:
        words += f", {_clock(standing.left)} left"
    if standing.losses:
        words += f", {standing.losses} workers replaced"
    if standing.errors:
        words += f", {standing.errors} errors tried again"
    return words


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"


@contextmanager
def study_progress(name: str) -> Iterator[Callable[[Standing], None]]:
    """A moving bar on a terminal, a line every few seconds elsewhere."""
    if not sys.stdout.isatty():
        yield _Lines()
        return
    from rich.live import Live
    from rich.text import Text
    with Live(Text(name), refresh_per_second=4, transient=True) as live:
        def update(standing: Standing) -> None:
            lines = [standing_words(standing), *(f"  {k}  {words}" for k, words in enumerate(standing.activity, 1))]
            live.update(Text("\n".join(map(show_line, lines))))
        yield update


class _Lines:
    """Lines for logs and pipes."""

    def __init__(self) -> None:
        self._next = time.monotonic() + LINE_SECONDS

    def __call__(self, standing: Standing) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + LINE_SECONDS
            show(standing_words(standing))

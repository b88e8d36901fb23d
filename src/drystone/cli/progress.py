"""How far a run is: a moving bar on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from drystone.names import show_line
from drystone.simulation.execute import Progress

LINE_SECONDS = 5.0   #: between lines where there is no terminal
WORD_SECONDS = 10.0  #: between words of how far a pushover is


@contextmanager
def make_progress(name: str, *, err: bool = False) -> Iterator[Callable[[Progress], None]]:
    """What `run` calls a few times a second; `err` shows it on the error stream."""
    if (sys.stderr if err else sys.stdout).isatty():
        with _bar(name, err) as update:
            yield update
    else:
        yield PlainProgress(err=err)


class PlainProgress:
    """Lines for logs and pipes; nothing at all for runs shorter than the first interval."""

    def __init__(self, seconds: float = LINE_SECONDS, *, err: bool = False) -> None:
        self._seconds, self._err = seconds, err
        self._next = time.monotonic() + seconds

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._seconds
            print(describe(progress), file=sys.stderr if self._err else sys.stdout, flush=True)


def describe(progress: Progress) -> str:
    """One line: time simulated, steps, speed, contacts, time left."""
    share = 100.0 * progress.step / max(progress.step_count, 1)
    speed = f"{progress.steps_per_second:.0f} steps/s"
    return (f"t = {progress.time:.3f} of {progress.duration:g} s ({share:.0f} %), {speed}, "
            f"{_contacts(progress, ', ')}{remaining(progress)} left")


def _contacts(progress: Progress, end: str) -> str:
    """Words on contacts, where the engine has any."""
    return "" if progress.contact_count is None else f"{progress.contact_count} contacts{end}"


def remaining(progress: Progress) -> str:
    """Wall time until the end, at the speed so far."""
    if progress.steps_per_second <= 0.0:
        return "?"
    seconds = round((progress.step_count - progress.step) / progress.steps_per_second)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


class PoseWords:
    """How far a pushover is, on the error stream; nothing for short ones."""

    def __init__(self, seconds: float = WORD_SECONDS) -> None:
        self._seconds = seconds
        self._next = time.monotonic() + seconds

    def __call__(self, poses: int, alpha: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._seconds
            print(f"drystone: pushover, {poses} poses, alpha {alpha:.4g} ...", file=sys.stderr, flush=True)


class MarginWords:
    """How far the search for margins is, on the error stream; nothing for short ones."""

    def __init__(self, seconds: float = LINE_SECONDS) -> None:
        self._seconds = seconds
        self._next = time.monotonic() + seconds

    def __call__(self, what: str, least: float, greatest: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._seconds
            print(f"drystone: margins, {what} between {least:.4g} and {greatest:.4g} ...", file=sys.stderr, flush=True)


@contextmanager
def _bar(name: str, err: bool) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:3.0f} %"),
               TextColumn("{task.fields[state]}"))
    bar = RichProgress(*columns, console=Console(stderr=err))
    task = bar.add_task(show_line(name), total=1.0, state="")

    def update(progress: Progress) -> None:
        state = (f"t = {progress.time:.3f}/{progress.duration:g} s  {progress.steps_per_second:.0f} steps/s  "
                 f"{_contacts(progress, '  ')}{remaining(progress)} left")
        bar.update(task, completed=progress.step / max(progress.step_count, 1), state=state)

    bar.start()
    try:
        yield update
    finally:
        with suppress(OSError):   # a terminal that was closed takes no last line
            bar.stop()

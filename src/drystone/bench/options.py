"""What the person who asks for a benchmark may choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from drystone.bench.saved import cache_folder


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that all benchmarks share."""

    solvers: tuple[str, ...] = ("auto",)
    threads: int = 1
    folder: Path = field(default_factory=cache_folder)   #: of saved steps and of problems that failed
    fresh: bool = False                                  #: make saved steps again
    say: Callable[[str], None] = lambda text: None       #: takes lines of progress

    @property
    def failed_folder(self) -> Path:
        return self.folder / "failed"

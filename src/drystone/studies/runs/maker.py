"""By which code a run was made. It is kept beside each run and is no part of its name.

So a run keeps its name when drystone changes, and a study can say that rows of its folder are those of other code,
instead of taking them for its own or forgetting them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from drystone._version import VERSION
from drystone.process import machine_facts
from drystone.sources import digest_sources

#: Sources that decide what is kept of a run, below the package.
RUN_SOURCES = ("bundle.py", "extremes.py", "kernels.py", "plain.py", "quantities.py", "analysis/failure.py",
               "analysis/group_names.py", "analysis/joints.py", "analysis/layout.py", "analysis/part_motion.py",
               "contact", "engines", "geometry", "io", "model", "motion", "patterns", "rocking", "simulation",
               "solvers", "studies/runs/carry_out.py", "studies/runs/kept.py")

#: The same for static capacities.
CAPACITY_SOURCES = ("contact", "geometry", "io", "limit", "model", "patterns", "solvers",
                    "studies/findings/capacity.py")

VERSION_KEY, CODE_KEY = "drystone", "code"


def run_code() -> str:
    """Digest of the sources by which this process makes runs."""
    return digest_sources(RUN_SOURCES)


def capacity_code() -> str:
    """Digest of the sources by which this process computes capacities."""
    return digest_sources(CAPACITY_SOURCES)


def maker_facts() -> dict[str, str]:
    """What a worker tells of itself: processor, versions, code."""
    return machine_facts() | {CODE_KEY: run_code()}


def is_same_code(machine: Mapping[str, str]) -> bool:
    """Whether a run was made by the code of this process: then its version does not matter."""
    return machine.get(CODE_KEY) == run_code()


def maker_words(machine: Mapping[str, str]) -> str:
    """By what a run was made."""
    version = machine.get(VERSION_KEY, "a version that is not recorded")
    return f"other code of {version}" if version == VERSION else version


def count_words(machines: Iterable[Mapping[str, str]]) -> str:
    """By what runs were made, with their numbers."""
    counts = Counter(maker_words(machine) for machine in machines)
    return ", ".join(f"{count} made by {words}" for words, count in counts.most_common())

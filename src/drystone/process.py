"""What this process uses, and what it runs on."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO

from drystone._version import VERSION


def peak_memory(pid: int | None = None) -> float:
    """Greatest resident memory of a process so far [MB], None: of this one; nan where the system does not say."""
    status = Path(f"/proc/{'self' if pid is None else pid}/status")
    if status.exists():     # the figure of getrusage would start from that of the parent
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1e3
    if pid is not None:
        return float("nan")
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def usable_cores() -> int:
    """Cores that this process may use: its affinity, its control group, what Slurm gave it; the least of them."""
    found = [os.cpu_count() or 1]
    if hasattr(os, "sched_getaffinity"):
        found.append(len(os.sched_getaffinity(0)))
    given = os.environ.get("SLURM_CPUS_PER_TASK", "")
    if given.isascii() and given.isdigit() and int(given) > 0:
        found.append(int(given))
    quota = _control_group_cores()
    return max(1, min([*found, *([quota] if quota else [])]))


def _control_group_cores() -> int | None:
    """Whole cores that the control group of this process may use; None where nothing limits it."""
    try:
        limit, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return None if limit == "max" else max(1, int(int(limit) / int(period)))
    except (OSError, ValueError, ZeroDivisionError):
        return None


def machine_facts() -> dict[str, str]:
    """Processor and versions that the last bits of a result hang on."""
    facts = {"drystone": VERSION, "python": platform.python_version(), "cpu": _cpu_model(), "host": platform.node()}
    for name in ("numpy", "scipy", "numba"):
        try:
            facts[name] = version(name)
        except PackageNotFoundError:
            facts[name] = "?"
    return facts


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def private_output() -> BinaryIO:
    """The standard output for messages alone: whatever else prints from now on goes to the error stream."""
    handle = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(handle, "wb")

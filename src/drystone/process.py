"""What this process uses."""

from __future__ import annotations

import sys
from pathlib import Path


def peak_memory() -> float:
    """Greatest resident memory of this process so far [MB], nan where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():     # the figure of getrusage would start from that of the parent
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1e3
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)

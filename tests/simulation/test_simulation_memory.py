"""A long run takes no more memory than a short one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("memory_child.py")
MARKS = 1000, 4000      #: steps between which memory is compared
#: [bytes a step]. What was mended grows by 4,200 here; 1 MB that a process takes once and for all counts as 330.
ALLOWED = 1000.0


def growth(directory: Path, *words: str) -> float:
    """Resident memory that a run of cheap steps gains [bytes a step]."""
    done = subprocess.run([sys.executable, str(CHILD), str(directory), *map(str, MARKS), *words], text=True,
                          capture_output=True, check=True)
    first, last = json.loads(done.stdout.splitlines()[-1])
    return (last - first) / (MARKS[1] - MARKS[0])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no figure of resident memory on this system")
def test_memory_stays_flat_over_thousands_of_steps(tmp_path):
    """The same run with chunks of the store kept in memory grows many times faster: the figure can fail."""
    assert growth(tmp_path / "run") < ALLOWED
    assert growth(tmp_path / "cached", "--cached") > 2.0 * ALLOWED

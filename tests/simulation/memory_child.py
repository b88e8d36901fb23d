"""A long run of cheap steps in a process of its own; prints its resident memory [bytes] after some of them as JSON.

Usage: memory_child.py DIRECTORY STEP STEP ... ; `--cached` lets HDF5 keep the chunks it has written, as it does by
itself.
"""

import gc
import json
import os
import sys
from pathlib import Path

import h5py

from drystone.engines.nscd.engine import NscdEngine
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run

DT = 1e-3


def resident() -> int:
    """Resident memory of this process [bytes]."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def scene() -> Assembly:
    """Blocks that stand side by side, with a monitor each: quick steps, many columns."""
    a = Assembly("row", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    for k in range(12):
        a.add(f"block_{k}", box((0.4, 0.4, 0.4), center=(0.5 * k, 0.0, 0.2)), material="stone")
        a.monitor(f"watch_{k}", f"block_{k}", quantity="displacement")
    a.add_ground(0.0)
    return a


def main(directory: str, *marks: str) -> None:
    """Run to the last mark and tell the memory at each."""
    at, seen, taken = [int(mark) for mark in marks], [], 0
    advance = NscdEngine.advance

    def counted(self, *args, **keywords):
        nonlocal taken
        taken += 1
        if taken in at:
            seen.append(resident())
        return advance(self, *args, **keywords)

    NscdEngine.advance = counted
    run(scene(), dt=DT, duration=(at[-1] + 1) * DT, directory=directory, output={"frames": 1})
    print(json.dumps(seen))


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--cached"]
    if len(words) < len(sys.argv) - 1:
        plain = h5py.File.__init__
        h5py.File.__init__ = lambda self, *args, rdcc_nbytes=None, **more: plain(self, *args, **more)
    main(*words)

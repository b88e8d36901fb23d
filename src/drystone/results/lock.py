"""One writer a run: a lock that the operating system drops when its holder dies, however it dies."""

from __future__ import annotations

import json
import os
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from drystone.errors import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

LOCK_NAME = "lock"


@dataclass(frozen=True, slots=True)
class Owner:
    """Process that writes a run."""

    pid: int
    host: str
    started: int | None  #: start time of the process in clock ticks since boot; None where unknown

    @classmethod
    def this_process(cls) -> Owner:
        """The process that calls."""
        return cls(os.getpid(), socket.gethostname(), _start_ticks(os.getpid()))

    def is_alive(self) -> bool:
        """Whether the process still runs; True where that cannot be known (another host, Windows)."""
        if self.host != socket.gethostname() or os.name == "nt":
            return True
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        now = _start_ticks(self.pid)  # a number that was given to another process since then
        return self.started is None or now is None or now == self.started

    def __str__(self) -> str:
        return f"process {self.pid} on host {self.host!r}"


def _start_ticks(pid: int) -> int | None:
    """Start time of a process from /proc, or None."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rsplit(")", 1)[1].split()[19])
    except (OSError, IndexError, ValueError):
        return None


class WriterLock:
    """Held by the writer of a run from `acquire` to `release`, or until the process is gone."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def acquire(cls, directory: Path, patience: float = 0.2) -> WriterLock:
        """Take the lock of a run, or say who has it.

        A reader that looks whether the lock is held has it for an instant; hence `patience` [s].
        """
        handle = os.open(directory / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        deadline = time.monotonic() + patience
        while (state := _try_lock(handle, shared=False)) == "held" and time.monotonic() < deadline:
            time.sleep(0.02)
        owner = _read_owner(handle)
        if state == "held" or (state == "unsupported" and owner is not None and owner.is_alive()):
            os.close(handle)
            by = str(owner) if owner else "another process"
            hint = "" if state == "held" else f"; if it is gone, delete '{directory / LOCK_NAME}'"
            raise StoreError(f"run '{directory}' is being written by {by}{hint}")
        me = Owner.this_process()
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps({"pid": me.pid, "host": me.host, "started": me.started}).encode(), 0)
        return cls(handle)

    def release(self) -> None:
        """Give the lock back. The file stays: deleting it could take it from under the next holder."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = None


def find_writer(directory: Path) -> Owner | None:
    """The process that writes the run now, or None."""
    try:
        handle = os.open(directory / LOCK_NAME, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        state, owner = _try_lock(handle, shared=True), _read_owner(handle)
    finally:
        os.close(handle)
    if state == "held":
        return owner or Owner(0, "unknown", None)
    return owner if state == "unsupported" and owner is not None and owner.is_alive() else None


def _try_lock(handle: int, shared: bool) -> str:
    """"taken", "held" by somebody else, or "unsupported" by the system or the file system."""
    if fcntl is None:
        return "unsupported"
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return "held"
    except OSError:
        return "unsupported"
    return "taken"


def _read_owner(handle: int) -> Owner | None:
    """Owner named in the lock file, None if nobody is."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        content = json.loads(os.read(handle, 4096))
        return Owner(int(content["pid"]), str(content["host"]), content["started"])
    except (OSError, ValueError, KeyError, TypeError):
        return None

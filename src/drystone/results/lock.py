"""One writer a run: a lock that the operating system drops when its holder dies, however it dies."""

from __future__ import annotations

import errno
import json
import os
import socket
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from drystone.errors import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCK_NAME = "lock"

#: How long a lock may be busy without an owner who is alive [s]: readers that look whether it is held have it for an
#: instant.
PATIENCE = 1.0

#: A link is not followed, and a pipe of that name does not make us wait.
_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


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
        except (ProcessLookupError, OverflowError):
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
    """Held by the writer of a run from `acquire` to `release`, or until the process is gone.

    Attributes
    ----------
    directory : of the run; a new run that was put together elsewhere says here where it went
    """

    def __init__(self, handle: int, directory: Path) -> None:
        self.directory = directory
        self._handle: int | None = handle
        if os.name == "nt":  # an open file would hold the directory in its place; there the text alone locks
            os.close(handle)
            self._handle = None
        self._is_held = True

    @classmethod
    def acquire(cls, directory: Path, name: str | os.PathLike | None = None) -> WriterLock:
        """Take the lock of a run, or say who has it; `name` is how messages call the directory.

        FileNotFoundError where there is no such directory.
        """
        name = directory if name is None else name
        deadline = time.monotonic() + PATIENCE
        while True:
            handle = _open_to_write(directory, name)
            state, owner = _try_lock(handle, shared=False), _read_owner(handle)
            lives = owner is not None and owner.is_alive()
            if state == "held" and not lives and time.monotonic() < deadline:
                os.close(handle)
                time.sleep(0.02)
            elif state == "held" or (state == "unsupported" and lives):
                os.close(handle)
                hint = "" if state == "held" else f"; if it is gone, delete '{Path(name) / LOCK_NAME}'"
                raise StoreError(f"run '{name}' is being written by {owner or 'another process'}{hint}")
            elif _is_in_place(handle, directory):
                return cls._sign(handle, directory, name)
            else:  # the run was replaced by another one since we opened its lock
                os.close(handle)

    @classmethod
    def _sign(cls, handle: int, directory: Path, name: object) -> WriterLock:
        """Say in the file who holds it."""
        me = Owner.this_process()
        try:
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, json.dumps({"pid": me.pid, "host": me.host, "started": me.started}).encode())
        except OSError as error:
            os.close(handle)
            raise StoreError(f"run '{name}': cannot write its lock: {os.strerror(error.errno or 0)}") from error
        return cls(handle, directory)

    def release(self) -> None:
        """Give the lock back. The file stays: deleting it could take it from under the next holder."""
        if not self._is_held:
            return
        self._is_held = False
        if self._handle is None:
            try:
                os.truncate(self.directory / LOCK_NAME, 0)
            except FileNotFoundError:
                pass
            return
        try:
            os.ftruncate(self._handle, 0)
        finally:
            os.close(self._handle)


def find_writer(directory: Path) -> Owner | None:
    """The process that writes the run now, or None."""
    try:
        handle = os.open(directory / LOCK_NAME, os.O_RDONLY | _SAFELY)
    except OSError:  # no lock yet, or none that a writer of ours would hold
        return None
    try:
        state, owner = _try_lock(handle, shared=True), _read_owner(handle)
    finally:
        os.close(handle)
    if state == "held":
        return owner or Owner(0, "unknown", None)
    return owner if state == "unsupported" and owner is not None and owner.is_alive() else None


def hold_folder(folder: Path) -> int | None:
    """Lock a folder itself for as long as the handle is open; None where somebody else has it or the system cannot."""
    if fcntl is None:
        return None
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    if _try_lock(handle, shared=False) == "taken":
        return handle
    os.close(handle)
    return None


def _open_to_write(directory: Path, name: object) -> int:
    """Handle of the lock file, made if need be: a plain file that has no other name, as we are going to write it."""
    path = directory / LOCK_NAME
    try:
        if path.is_symlink():  # Windows cannot refuse it when it opens the file
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        handle = os.open(path, os.O_RDWR | os.O_CREAT | _SAFELY, 0o644)
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StoreError(f"run '{name}': its file {LOCK_NAME!r} must be a plain file, got a link") from None
        raise StoreError(f"run '{name}': cannot open its lock: {os.strerror(error.errno or 0)}") from error
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        os.close(handle)
        raise StoreError(f"run '{name}': its file {LOCK_NAME!r} must be a plain file with no other name (hard link)")
    return handle


def _is_in_place(handle: int, directory: Path) -> bool:
    """Whether the file behind `handle` is still the lock of the run in `directory`."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(directory / LOCK_NAME))
    except FileNotFoundError:
        return False


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

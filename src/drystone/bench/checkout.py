"""Two checkouts of drystone, this one and one of an earlier commit: each is asked in processes of its own.

They are asked by the command line alone, so that their modules may differ in any way; or by a script of this checkout
that needs little of them, for what an earlier command line does not know.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from drystone.errors import DrystoneError, InputError

PACKAGE = Path(__file__).resolve().parents[1]   #: of the process that asks
#: What a command ends with that did its work; 1: something failed, and its output says what.
GOOD_CODES = (0, 1)
_WARM_UP = "housner"                            #: bundled model whose run compiles all kernels


class CheckoutError(DrystoneError):
    """A checkout that gave no answer: neither same nor different, neither good nor failed."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Checkout:
    """A tree of files with drystone in `src`."""

    root: Path
    label: str      #: what people call it: the commit, and whether there are changes

    @property
    def environment(self) -> dict[str, str]:
        """Of its processes: its sources before all others, and its own cache of compiled kernels."""
        own = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
        path = os.pathsep.join([str(self.root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        return own | {"PYTHONPATH": path}

    def ask(self, *words: str, folder: Path, codes: tuple[int, ...] = GOOD_CODES) -> str:
        """What `drystone WORDS` of this checkout prints, run in `folder`; other exit codes than `codes` are errors."""
        return self._answer(["-m", "drystone", *words], f"drystone {' '.join(words)}", folder, codes)

    def ask_script(self, script: Path, *words: str, folder: Path) -> str:
        """What the file `script`, which need not be of this checkout, prints with the drystone of this checkout."""
        return self._answer(["-", *words], f"{script.name} {' '.join(words)}", folder, GOOD_CODES, script.read_text())

    def _answer(self, command: list[str], name: str, folder: Path, codes: tuple[int, ...], text: str = "") -> str:
        done = subprocess.run([sys.executable, *command], cwd=folder, env=self.environment, input=text,
                              capture_output=True, text=True, check=False)
        if done.returncode not in codes or (done.returncode and not done.stdout.strip()):
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise CheckoutError(f"bench: '{name}' of {self.label} ended with code {done.returncode}: {last}")
        return done.stdout

    def warm_up(self, folder: Path) -> None:
        """Compile all kernels: a process that compiles is slow, and may give other bits than one that loads them."""
        found = subprocess.run([sys.executable, "-c", "import drystone; print(drystone.__file__)"], cwd=folder,
                               env=self.environment, capture_output=True, text=True, check=False).stdout.strip()
        if Path(found or ".").resolve().parent != (self.root / "src" / "drystone").resolve():
            raise CheckoutError(f"bench: python must find drystone of {self.label} in its own sources, got {found!r}")
        with tempfile.TemporaryDirectory(dir=folder) as place:
            self.ask("example", _WARM_UP, folder=Path(place), codes=(0,))
            self.ask("run", f"{_WARM_UP}.yaml", "--set", "duration=5e-3", folder=Path(place), codes=(0,))


def this_checkout(package: Path = PACKAGE) -> Checkout:
    """The checkout that `package` belongs to, with its changes; InputError where it is no git checkout of drystone."""
    root = package.parents[1]
    try:
        top = _git(root, "rev-parse", "--show-toplevel")
    except FileNotFoundError:
        raise InputError("bench: two commits are compared by git, got no such program") from None
    if top is None or Path(top).resolve() != root.resolve() or package.parent.name != "src":
        raise InputError(f"bench: two commits can be compared in a git checkout of drystone only, "
                         f"got a package in '{package.parent}'")
    label = _git(root, "rev-parse", "--short", "HEAD") or "no commit"
    return Checkout(root, f"{label} with changes" if _git(root, "status", "--porcelain", "--", "src") else label)


@contextmanager
def earlier_checkout(here: Checkout, revision: str, say: Callable[[str], None]) -> Iterator[Checkout]:
    """A checkout of the commit `revision` in a temporary folder, gone at the end; all kernels of both are compiled.

    revision : any name that git knows for a commit
    """
    commit = _git(here.root, "rev-parse", "--verify", "-q", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise InputError(f"bench: what is compared with must be a commit that git knows, got {revision!r}")
    if _git(here.root, "cat-file", "-e", f"{commit}:src/drystone/__main__.py") is None:
        raise InputError(f"bench: commit {revision!r} must hold src/drystone/__main__.py, got none")
    if here.label.endswith("with changes"):
        say("bench: this checkout has uncommitted changes in src, which take part")
    with tempfile.TemporaryDirectory(prefix="drystone-compare-") as folder:
        place = Path(folder) / "earlier"
        if _git(here.root, "worktree", "add", "--detach", str(place), commit) is None:
            raise CheckoutError(f"bench: git cannot check out {revision!r} in {str(place)!r}")
        try:
            earlier = Checkout(place, _git(here.root, "rev-parse", "--short", commit))
            for one in (earlier, here):
                say(f"bench: compiling {one.label} where need be ...")
                one.warm_up(Path(folder))
            yield earlier
        finally:
            _git(here.root, "worktree", "remove", "--force", str(place))


def _git(root: Path, *words: str) -> str | None:
    """What git prints in `root`; None where it refuses."""
    # a caller inside a hook of git has set these for its own repository
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False, env=own)
    return done.stdout.strip() if done.returncode == 0 else None

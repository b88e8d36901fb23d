"""A git repository with a stand-in for drystone: it answers at once, with what its commit was made to say."""

from __future__ import annotations

import subprocess

#: Bundled models, runs that copy a store, load factors and benchmarks; each call is noted in the log of the repository.
MAIN = '''
import json, pathlib, shutil, sys
FACTOR, ALPHA, STORE, LOG = {factor!r}, {alpha!r}, {store!r}, pathlib.Path({log!r})
words = sys.argv[1:]
with LOG.open("a") as log:
    log.write(f"{label} {{' '.join(words)}}\\n")
if words[0] == "example":
    pathlib.Path(words[1] + ".yaml").write_text("name: " + words[1])
elif words[0] == "run" and "-o" in words:
    shutil.copytree(STORE, words[words.index("-o") + 1])
elif words[0] == "limit":
    print(json.dumps({{"model": "x", "alpha": ALPHA, "codes": {{"alpha": ALPHA}}}}))
elif words[0] == "bench":
    if words[1] == "scaling":
        print("drystone: no such benchmark", file=sys.stderr)
        sys.exit(2)
    rows = [{{"problem": "wall", "regime": "quiet", "solver": "auto", "ms": 2.0 * FACTOR, "clarabel_ms": 100.0,
              "ratio": 50.0, "error": 1e-7, "failed": False}},
            {{"problem": "startup", "regime": None, "cpu_s": 3.0, "note": "text", "failed": FACTOR > 2.0}}]
    print(json.dumps(rows))
    sys.exit(1 if FACTOR > 2.0 else 0)
'''


class StubRepository:
    """Commits of the stand-in; `log` is the file of all calls."""

    def __init__(self, root):
        self.root, self.log = root, root.parent / "calls.txt"
        self.package = root / "src" / "drystone"
        self.package.mkdir(parents=True)
        self.git("init", "-q")
        (root / ".gitignore").write_text("__pycache__\n")

    def git(self, *words):
        own = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", "-C", str(self.root), *own, *words], check=True, capture_output=True,
                              text=True).stdout.strip()

    def write(self, label, factor=1.0, alpha=0.25, store=""):
        """Let the files say this, without a commit."""
        (self.package / "__init__.py").write_text("")
        (self.package / "__main__.py").write_text(MAIN.format(label=label, factor=factor, alpha=alpha, store=str(store),
                                                              log=str(self.log)))

    def commit(self, label, **what):
        """A commit that says this; returns its short name."""
        self.write(label, **what)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", label)
        return self.git("rev-parse", "--short", "HEAD")

    def calls(self, first):
        """All calls so far that begin with the word `first`, each with the label of who was called."""
        lines = [line.split() for line in self.log.read_text().splitlines()]
        return [(line[0], *line[2:]) for line in lines if line[1] == first]

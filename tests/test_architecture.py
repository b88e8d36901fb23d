"""Imports go down: the layer table of ARCHITECTURE.md is the law."""

import ast
import re
from pathlib import Path

import pytest

from drystone.engines.registry import ENGINES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "drystone"
#: The engine that serves the solution of `rocking`; nothing else that is judged by it may know it.
ROCKING_ENGINE = PACKAGE / "engines" / "rocking"


def read_layers() -> dict[str, int]:
    """Layer number of each top-level module, from the table in ARCHITECTURE.md."""
    layers = {}
    for line in (ROOT / "ARCHITECTURE.md").read_text().splitlines():
        row = re.match(r"\|\s*(\d+)\s*\|([^|]+)\|", line)
        if row:
            layers |= {name.strip(): int(row[1]) for name in row[2].split(",")}
    return layers


def imported_modules(path: Path) -> set[str]:
    """Top-level drystone modules that a file imports, at module level or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module]
            if node.module == "drystone":
                names = [f"drystone.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("drystone.")}
    return found


def modules() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if p != PACKAGE / "__init__.py"]


def own_module(path: Path) -> str:
    part = path.relative_to(PACKAGE).parts[0]
    return part.removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down(path):
    layers = read_layers()
    own = own_module(path)
    for name in imported_modules(path) - {own}:
        if own == "rocking":
            assert name in {"motion", "errors", "checks"}, f"{path}: rocking must stand apart, imports {name}"
        elif name == "rocking":
            is_its_engine = ROCKING_ENGINE in path.parents
            assert is_its_engine or layers[own] >= layers["analysis"], f"{path}: only judges may import rocking"
        else:
            assert name in layers, f"{path} imports drystone.{name}, which ARCHITECTURE.md does not place"
            assert layers[name] <= layers[own], f"{path}: layer {layers[own]} imports {name} of layer {layers[name]}"


def test_references_do_not_pass_through_an_engine():
    """What judges the engines calls `drystone.rocking` itself; the registry finds engines by the names of folders."""
    texts = {path: path.read_text() for path in modules() if ROCKING_ENGINE not in path.parents}
    assert [str(p.relative_to(PACKAGE)) for p, text in texts.items() if "drystone.engines.rocking" in text] == []
    assert ENGINES["rocking"].load().__module__ == "drystone.engines.rocking.engine"


def test_the_time_loop_and_what_reads_results_know_no_engine_by_name():
    """Above the registry an engine is what `engines/engine.py` says; benchmarks look into one on purpose."""
    common = {"simulation", "results", "analysis", "export", "view", "cli"}
    named = [str(p.relative_to(PACKAGE)) for p in modules() if own_module(p) in common
             and re.search(r"drystone\.engines\.(?!engine\b|registry\b)\w", p.read_text())]
    assert named == []


def test_every_module_has_a_layer():
    placed = set(read_layers()) | {"rocking"}
    assert {own_module(p) for p in modules()} <= placed


def test_the_check_can_fail(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from drystone.cli import main\n    return main\n")
    assert imported_modules(bad) == {"cli"}


#: Calls that read a clock: in a test, whatever follows from them differs on a busy machine.
CLOCKS = re.compile(r"\b(perf_counter|perf_counter_ns|process_time|monotonic|time\.time)\(|\bdeadline=\d")


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda p: p.stem)
def test_no_test_reads_a_clock(path):
    """Growth is counted, time is measured by `drystone bench`; a test that waits, waits for an event."""
    assert not CLOCKS.findall(path.read_text(encoding="utf-8"))

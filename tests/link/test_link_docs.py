"""docs/link.md does what it says; the sources that need other programs are checked as far as they can be here."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.link import component
from drystone.link.question import answer_question
from drystone.link.small import SMALL

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "link.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "link"


def fenced(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_script_prints_what_the_page_shows(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (shown,), (script,) = fenced("console"), fenced("python")
    command, output = shown.removeprefix("$ drystone ").split("\n", 1)
    assert CliRunner().invoke(app, command.split()).stdout == output
    monkeypatch.syspath_prepend(str(tmp_path))
    own = script.replace('connect("/path/to/drystone")', "connect(COMMAND, environment=ENVIRONMENT)")
    assert own != script
    try:
        exec(compile(own, "docs/link.md", "exec"),
             {"COMMAND": [sys.executable, "-m", "drystone"], "ENVIRONMENT": dict(os.environ)})
    finally:
        sys.modules.pop("drystone_link").disconnect()
    assert capsys.readouterr().out == fenced("text")[0]


def test_every_key_that_comes_back_is_in_the_table():
    table = PAGE.split("## What comes back")[1].split("## Grasshopper")[0]
    keys = set(answer_question(SMALL)) | {"seconds", "cpu_seconds"}
    assert keys - set(re.findall(r"`(\w+)`", table)) == set()


def test_the_source_for_grasshopper():
    """Python 3.9; takes what the page lists, gives what it says, and asks the component for what it has."""
    tree = ast.parse((EXAMPLES / "grasshopper_statics.py").read_text(encoding="utf-8"), feature_version=(3, 9))
    page = PAGE.split("## Grasshopper")[1].split("## Blender")[0]
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for name in ("folder", "command", "unit", "meshes", "supports", "density", "friction", "gravity", "push"):
        assert name in read and f"`{name}`" in page
    written = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for name in ("stands", "verdict", "factor", "moved", "points", "forces", "line", "notes"):
        assert name in written and f"`{name}`" in page
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name) and node.value.id == "drystone_link"}
    assert used and all(hasattr(component, name) for name in used)
    keys = {node.slice.value for node in ast.walk(tree) if isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name) and node.value.id == "found"}
    assert keys <= set(answer_question(SMALL))


def python_with_compas() -> str | None:
    """This one, or that of DRYSTONE_COMPAS_PYTHON: COMPAS is no dependency, not even of the tests."""
    if importlib.util.find_spec("compas") is not None:
        return sys.executable
    return os.environ.get("DRYSTONE_COMPAS_PYTHON")


@pytest.mark.skipif(python_with_compas() is None,
                    reason="no COMPAS: pip install compas, or set DRYSTONE_COMPAS_PYTHON to a Python that has it")
def test_the_example_of_compas(tmp_path):
    component_file = tmp_path / "drystone_link.py"
    component_file.write_bytes(Path(component.__file__).read_bytes())
    words = [sys.executable, "-m", "drystone"]
    own = os.pathsep.join(sys.path)
    script = (f"import os, runpy, sys, drystone_link\n"
              f"drystone_link.connect({words!r}, environment=dict(os.environ, PYTHONPATH={own!r}))\n"
              f"sys.argv[1:] = {words!r}\n"
              f"runpy.run_path({str(EXAMPLES / 'compas_arch.py')!r}, run_name='__main__')\n")
    done = subprocess.run([python_with_compas(), "-c", script], cwd=tmp_path, capture_output=True, text=True,
                          check=False, env=dict(os.environ, PYTHONPATH=str(tmp_path)))
    assert done.returncode == 0, done.stderr
    assert "stands yes, takes 0.4280 g towards +x" in done.stdout


def test_the_example_of_compas_says_what_it_needs():
    source = (EXAMPLES / "compas_arch.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 9))
    assert "drystone link --component" in source and "assert " in source

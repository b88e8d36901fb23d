"""The component is one file of the standard library, for Python 3.9 and later."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from link_scenes import box
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.link import component

SOURCE = Path(component.__file__)
TREE = ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 9))


def test_it_imports_nothing_but_the_standard_library():
    names = set()
    for node in ast.walk(TREE):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module
            names.add(node.module.split(".")[0])
    assert names <= set(sys.stdlib_module_names)


def test_it_has_no_match_and_no_unions_at_run_time():
    """What `feature_version` does not see: names of 3.10 and later."""
    assert not any(isinstance(node, ast.Match) for node in ast.walk(TREE))
    assert not any(keyword.arg == "strict" for node in ast.walk(TREE) if isinstance(node, ast.Call)
                   for keyword in node.keywords)
    assert SOURCE.read_bytes().isascii()


def test_it_is_written_as_it_is(tmp_path):
    path = tmp_path / "drystone_link.py"
    found = CliRunner().invoke(app, ["link", "--component", str(path)])
    assert found.exit_code == 0 and found.stdout.startswith(f"{path}: the component")
    assert path.read_bytes() == SOURCE.read_bytes()
    assert CliRunner().invoke(app, ["link", "--component", str(path)]).exit_code == 0      # the same again
    path.write_text("mine")
    found = CliRunner().invoke(app, ["link", "--component", str(path)])
    assert found.exit_code == 2
    assert found.stderr == (f"drystone: link: '{path}' is there already and is another file: use --overwrite to "
                            "replace it\n")
    assert path.read_text() == "mine"
    assert CliRunner().invoke(app, ["link", "--component", str(path), "--overwrite"]).exit_code == 0


@pytest.mark.parametrize("words", [[], ["--stdio", "--component", "x.py"]])
def test_one_of_two_is_asked_for(words):
    found = CliRunner().invoke(app, ["link", *words])
    assert found.exit_code == 2
    assert found.stderr == ("drystone: link: give either --component FILE, which writes the component, or --stdio, "
                            "which it uses\n")


def find_python39() -> str | None:
    """One on the path, or of pyenv, whose word on the path may point nowhere."""
    found = [shutil.which("python3.9"), *sorted((Path.home() / ".pyenv" / "versions").glob("3.9.*/bin/python3.9"))]
    return next((str(path) for path in found if path is not None
                 and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0), None)


@pytest.mark.skipif(find_python39() is None, reason="there is no python3.9 on the path")
def test_it_asks_from_python39(tmp_path):
    """The oldest Python that it says it runs in, for real: a block of 2000 kg on another."""
    (tmp_path / "drystone_link.py").write_bytes(SOURCE.read_bytes())
    script = f"""
import os, sys, drystone_link
assert sys.version_info[:2] == (3, 9)
with drystone_link.Link([{sys.executable!r}, "-m", "drystone"], environment=dict(os.environ)) as link:
    found = link.statics([{box((1, 1, 1))}, {box((1, 1, 1), (0, 0, 1))}], unit="m", density=2000, friction=0.7,
                         gravity=9.81, supports=[0])
print(found["stands"], round(found["joint_forces"][0][2], 3))
"""
    done = subprocess.run([find_python39(), "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True 19620.0\n", 0), done.stderr


def test_meshes_of_rhino():
    """Of rhino3dm, whose faces are four numbers; Rhino itself has faces with A, B, C, D, which was not run."""
    rhino3dm = pytest.importorskip("rhino3dm")
    mesh = rhino3dm.Mesh()
    vertices, faces = box((1, 2, 3))
    for point in vertices:
        mesh.Vertices.Add(*point)
    mesh.Faces.AddFace(*faces[0])
    mesh.Faces.AddFace(4, 5, 6)
    assert component.rhino_mesh(mesh) == ([tuple(p) for p in vertices], [faces[0], [4, 5, 6]])


def test_a_pose_moves_vertices():
    """A quarter turn about z, then a shift: (1, 0, 0) goes to (0, 1, 0) and on by (5, 6, 7)."""
    quarter = [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1]
    assert component.moved([(1, 0, 0), (0, 0, 2)], quarter) == [[5, 7, 7], [5, 6, 9]]

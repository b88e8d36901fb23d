"""What is on disk after errors, Ctrl-C, a full disk, and where something stands already."""

import os
import socket
import subprocess
import sys

import pytest
from vtkhdf_reader import read_grids

from drystone.errors import InputError
from drystone.export import FORMATS, gltf, pvd, tables, vtkhdf
from drystone.export import run as run_module
from drystone.export.run import export_run
from drystone.export.target import new_output


def message(result, *args, **more) -> str:
    with pytest.raises(InputError) as caught:
        export_run(result, *args, **more)
    return str(caught.value)


def name_of(format: str) -> str:
    return "out.glb" if format == "gltf" else "out"


@pytest.mark.parametrize("format", FORMATS)
def test_existing_output_is_refused_without_force(tower, tmp_path, format):
    path = tmp_path / name_of(format)
    assert export_run(tower, format, path) == path
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")}
    assert message(tower, format, path) == (f"export: '{path}' is there already: use --force to replace it, or -o for "
                                            "another place")
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*")} == before
    files = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    export_run(tower, format, path, force=True)
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == files
    assert path.stat().st_mtime_ns > before[path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
@pytest.mark.parametrize(("format", "module", "name"), [
    ("vtkhdf", vtkhdf, "interface_fields"), ("pvd", pvd, "interface_fields"), ("csv", tables, "interface_fields"),
    ("gltf", gltf, "_write_keys")])
def test_nothing_half_written_stays(tower, tmp_path, monkeypatch, format, module, name, error):
    def fail(*args):
        raise error

    path = tmp_path / "new" / "deep" / name_of(format)
    monkeypatch.setattr(module, name, fail)
    with pytest.raises(error):
        export_run(tower, format, path)
    assert not list(tmp_path.iterdir())


def test_an_old_export_survives_a_failed_replacement(tower, tmp_path, monkeypatch):
    path = export_run(tower, "vtkhdf", tmp_path / "out")
    count = len(read_grids(path / "blocks.vtkhdf"))
    monkeypatch.setattr(run_module, "_writer", lambda format: lambda frames, partial: os.mkdir(tmp_path))
    assert message(tower, "vtkhdf", path, force=True) == f"export: cannot write '{path}': File exists"
    assert len(read_grids(path / "blocks.vtkhdf")) == count
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_an_old_export_comes_back_if_the_new_one_cannot_take_its_place(tower, tmp_path, monkeypatch):
    path = export_run(tower, "csv", tmp_path / "out")
    replace, calls = os.replace, []

    def fail_once(source, target):
        calls.append(target)
        if len(calls) == 2:     # the first puts the old one aside
            raise PermissionError(13, "Permission denied")
        replace(source, target)

    monkeypatch.setattr("drystone.export.target.os.replace", fail_once)
    assert message(tower, "csv", path, force=True) == f"export: cannot write '{path}': Permission denied"
    assert [p.name for p in tmp_path.iterdir()] == ["out"] and (path / "blocks.csv").exists()


def test_a_folder_with_other_things_is_never_replaced(tower, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.tex").write_text("years")
    (tmp_path / "home" / "blocks.csv").write_text("mine")
    expected = (f"export: '{tmp_path / 'home'}' holds other things than an export ('thesis.tex'): "
                "use -o for another place")
    assert message(tower, "csv", tmp_path / "home", force=True) == expected
    assert message(tower, "csv", tmp_path / "home") == expected
    assert (tmp_path / "home" / "blocks.csv").read_text() == "mine"


def test_an_empty_folder_is_taken(tower, tmp_path):
    (tmp_path / "out").mkdir()
    export_run(tower, "csv", tmp_path / "out")
    assert (tmp_path / "out" / "blocks.csv").exists()


def test_a_folder_where_a_file_is_wanted_and_the_other_way_round(tower, tmp_path):
    (tmp_path / "a.glb").mkdir()
    (tmp_path / "b").write_text("text")
    assert message(tower, "gltf", tmp_path / "a.glb", force=True) == (
        f"export: '{tmp_path / 'a.glb'}' is a folder, a file is to be written")
    assert message(tower, "pvd", tmp_path / "b", force=True) == (
        f"export: '{tmp_path / 'b'}' is a file, a folder is to be written")


@pytest.mark.parametrize(("format", "name", "expected"), [
    ("vtkhdf", "wall.vtkhdf", "export: -o must be a folder for vtkhdf, which has several files, got 'wall.vtkhdf'"),
    ("csv", "wall.CSV", "export: -o must be a folder for csv, which has several files, got 'wall.CSV'"),
    ("gltf", "wall", "export: -o must end in .glb for gltf, got 'wall'"),
    ("stl", "wall", "export: --to must be one of vtkhdf, pvd, csv, gltf, got 'stl'"),
])
def test_names_that_do_not_fit(tower, format, name, expected):
    assert message(tower, format, name) == expected


def test_a_place_that_cannot_be_written(tower, tmp_path):
    (tmp_path / "file").write_text("text")
    assert message(tower, "csv", tmp_path / "file" / "deep" / "out") == (
        f"export: cannot write '{tmp_path / 'file' / 'deep' / 'out'}': Not a directory")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_file_is_renamed_only_when_it_is_complete(tmp_path):
    with new_output(tmp_path / "out.glb", False) as partial:
        partial.write_text("half")
        assert not (tmp_path / "out.glb").exists() and partial.parent.parent == tmp_path
    assert [p.name for p in tmp_path.iterdir()] == ["out.glb"]


def test_what_a_killed_export_left_is_cleared_by_the_next(tower, tmp_path):
    """Only what is provably of a dead process of ours: not a living one's, nor another host's, nor another place's."""
    code = ("import os, signal, sys\nfrom pathlib import Path\n"
            "from drystone.export.target import new_output\n"
            "with new_output(Path(sys.argv[1]), True) as partial:\n"
            "    (partial / 'blocks.csv').write_text('half')\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n")
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "out")], check=False)
    left, = tmp_path.iterdir()
    assert left.name.startswith(f".out.partial-{socket.gethostname()}-")
    others = [f".out.partial-elsewhere-{os.getpid()}-00000000", f".out.partial-{socket.gethostname()}-1-00000000",
              f".out2.partial-{socket.gethostname()}-999999999-00000000", ".out.1.partial"]
    for name in others:
        (tmp_path / name).mkdir()
    (tmp_path / f".out.partial-{socket.gethostname()}-999999999-00000000").symlink_to(tmp_path / others[0])
    export_run(tower, "csv", tmp_path / "out")
    assert not left.exists() and all((tmp_path / name).is_dir() for name in others)


def test_a_linked_export_stays_a_link(tower, tmp_path):
    (tmp_path / "disk").mkdir()
    export_run(tower, "csv", tmp_path / "disk" / "out")
    (tmp_path / "out").symlink_to(tmp_path / "disk" / "out")
    (tmp_path / "disk" / "out" / "energies.csv").write_text("old")
    export_run(tower, "csv", tmp_path / "out", force=True)
    assert (tmp_path / "out").is_symlink() and (tmp_path / "disk" / "out" / "energies.csv").read_text() != "old"
    (tmp_path / "scene.glb").symlink_to(tmp_path / "disk" / "scene.glb")
    export_run(tower, "gltf", tmp_path / "scene.glb", force=True)
    assert (tmp_path / "scene.glb").is_symlink() and (tmp_path / "disk" / "scene.glb").stat().st_size > 1000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits on the size of files are a matter of Unix")
@pytest.mark.parametrize("format", FORMATS)
def test_a_full_disk_is_one_line(tower, tmp_path, format):
    """A limit on the size of files stands for the disk; in a child, which HDF5 could bring down."""
    code = ("import resource, signal, sys\n"
            "from drystone.errors import InputError\nfrom drystone.results.result import open_result\n"
            "from drystone.export.run import export_run\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))\n"
            "try: export_run(open_result(sys.argv[1]), sys.argv[2], sys.argv[3])\n"
            "except InputError as error: print(error)\n")
    path = tmp_path / name_of(format)
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code, str(tower.directory), format, str(path)], capture_output=True,
                          text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"export: cannot write '{path}': File too large\n"
    assert not list(tmp_path.iterdir())

"""Where compiled kernels are kept: nobody else can write there, and one process compiles for all."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drystone import kernel_cache

PACKAGE = Path(kernel_cache.__file__).parent

posix_only = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes of this kind are POSIX")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package on a read-only disk, used by somebody whose home has no cache either: only a shared folder is left."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a_file" / "home"))
    (tmp_path / "a_file").touch()
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__pycache__").touch()       # not a folder: nothing can be made in it
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setattr(kernel_cache.tempfile, "gettempdir", lambda: str(shared))
    return tmp_path / "package"


def shared_root(package):
    return package.parent / "shared" / f"drystone-{os.getuid()}"


@posix_only
def test_the_cache_in_a_shared_folder_is_private(package):
    folder = kernel_cache.choose_cache_dir(package)
    assert folder.parent == shared_root(package)
    assert [f"{path.stat().st_mode & 0o777:o}" for path in (folder, folder.parent)] == ["700", "700"]
    assert kernel_cache.choose_cache_dir(package) == folder


@posix_only
@pytest.mark.parametrize("level", ["root", "folder"])
@pytest.mark.parametrize("trap", ["link", "others may write", "another owner", "file"])
def test_what_somebody_else_may_have_placed_is_not_used(package, monkeypatch, level, trap):
    good = kernel_cache.choose_cache_dir(package)
    place = good if level == "folder" else good.parent
    if trap == "link":
        place.rename(package / "elsewhere")
        place.symlink_to(package / "elsewhere")
    elif trap == "others may write":
        place.chmod(0o777)
    elif trap == "file":
        place.rename(package / "elsewhere")
        place.touch()
    else:
        real, place = place.lstat(), str(place)

        def not_ours(path):
            return os.stat_result([*real[:4], real.st_uid + 1, *real[5:]]) if str(path) == place else lstat(path)

        lstat = Path.lstat
        monkeypatch.setattr(Path, "lstat", not_ours)
    assert kernel_cache.choose_cache_dir(package) is None


@posix_only
def test_a_folder_that_others_could_only_read_is_closed(package):
    folder = kernel_cache.choose_cache_dir(package)
    folder.chmod(0o755)
    assert kernel_cache.choose_cache_dir(package) == folder
    assert f"{folder.stat().st_mode & 0o777:o}" == "700"


def test_constants_of_kernels_come_from_files_in_the_fingerprint():
    """A kernel holds the values of constants: the file of each must count, or an old value would go on."""
    files = set(kernel_cache.kernel_files(PACKAGE))
    assert PACKAGE / "contact" / "shape.py" in files      # constants only
    assert PACKAGE / "cli" / "main.py" not in files
    left_out = []
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("drystone."):
                source = PACKAGE / (node.module.removeprefix("drystone.").replace(".", "/") + ".py")
                constants = [name.name for name in node.names if name.name.isupper()]
                if constants and source.exists() and source not in files:
                    left_out.append((path.name, source.name, constants))
    assert left_out == []


def test_the_mark_of_a_full_cache_knows_the_processor(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "cache_folder", tmp_path)
    kernel_cache.mark_cache_full("nscd")
    assert kernel_cache.is_cache_full("nscd")
    monkeypatch.setattr(kernel_cache.numba.config, "CPU_NAME", "another-kind")
    assert not kernel_cache.is_cache_full("nscd")


COMPILER = """
import sys, time
from pathlib import Path
from drystone import kernel_cache
from drystone.simulation import warmup

kernel_cache.cache_folder = Path(sys.argv[1])

def compile_all(engine):
    with open(sys.argv[1] + "/compiled", "a") as file:
        file.write("once\\n")
    time.sleep(1.0)
    kernel_cache.mark_cache_full("nscd")

warmup._compile_all = compile_all
print("ready", flush=True)
sys.stdin.readline()
warmup.compile_for_first_run()
"""


@pytest.mark.skipif(kernel_cache.fcntl is None, reason="the system has no locks of this kind")
def test_cold_processes_that_start_together_compile_once(tmp_path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])}
    pipe = subprocess.PIPE
    started = [subprocess.Popen([sys.executable, "-c", COMPILER, str(tmp_path)], env=environment, stdin=pipe,
                                stdout=pipe, stderr=pipe, text=True) for _ in range(4)]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0] * 4
    assert (tmp_path / "compiled").read_text() == "once\n"
    assert set(said) <= {"", "drystone: waiting for another process that compiles kernels ...\n"}

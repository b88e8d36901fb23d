"""The vendored page is what its source gives, and a wheel carries it."""

import filecmp
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from web_runs import boxes_run

from drystone.bench.browser import MISSING, Browser, find_browser

ROOT = Path(__file__).resolve().parent.parent.parent
VENDORED = ROOT / "src" / "drystone" / "view" / "web" / "page"
FILES = ("index.html", "page.js", "page.css", "LICENSES.txt")
LONG = 900    #: [s] that a download may take

pytestmark = pytest.mark.slow


@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm on PATH: install Debian's packages nodejs and npm")
def test_make_page_gives_the_same_bytes(tmp_path):
    """From the lock file alone, in a folder of its own."""
    shutil.copytree(ROOT / "page", tmp_path / "page", ignore=shutil.ignore_patterns("node_modules"))
    for words in (["npm", "ci", "--no-audit", "--no-fund"], ["node", "build.mjs", str(tmp_path / "made")]):
        subprocess.run(words, cwd=tmp_path / "page", check=True, capture_output=True, timeout=LONG)
    same, other, failed = filecmp.cmpfiles(VENDORED, tmp_path / "made", FILES, shallow=False)
    assert (sorted(same), other, failed) == (sorted(FILES), [], [])
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == sorted(FILES)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Python of an empty environment with the wheel of this checkout; what drystone needs is borrowed from ours."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", "build", "*.egg-info",
                                                                "__pycache__", "tests"))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder / "dist"),
                    str(source)], check=True, capture_output=True, timeout=LONG)
    wheel, = (folder / "dist").glob("drystone-*.whl")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True, capture_output=True,
                   timeout=LONG)
    place = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True,
                           capture_output=True, text=True).stdout.strip()
    (Path(place) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def ask(python, *words, cwd):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([python, *map(str, words)], cwd=cwd, env=environment, capture_output=True, text=True,
                          timeout=LONG)


def test_a_wheel_opens_a_view(installed, tmp_path):
    where = ask(installed, "-c", "import drystone; print(drystone.__file__)", cwd=tmp_path).stdout
    assert where.startswith(str(installed.parent.parent)), where
    boxes_run(tmp_path / "run")
    made = ask(installed, "-m", "drystone", "view", "run", "--html", "page.html", cwd=tmp_path)
    assert (made.returncode, made.stdout.strip()) == (0, "page.html"), made.stderr
    if find_browser() is None:
        pytest.skip(MISSING)
    with Browser() as browser:
        page = browser.open((tmp_path / "page.html").as_uri())
        page.wait("document.body && document.body.dataset.ready === 'yes'", "ready")
        assert page.evaluate("drystone.stages[0].head.names[0]") == "mover"
        assert page.listen().errors == []


def test_a_wheel_serves_a_view(installed, tmp_path):
    """The real command, started as people start it and ended by its signal."""
    boxes_run(tmp_path / "run")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.Popen([installed, "-m", "drystone", "view", "run", "--no-browser"], cwd=tmp_path,
                               env=environment | {"PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True)
    try:
        words = process.stdout.readline().split()
        assert words[0] == "view" and words[1].startswith("http://127.0.0.1:")
        if find_browser() is None:
            pytest.skip(MISSING)
        with Browser() as browser:
            page = browser.open(words[1])
            page.wait("document.body && document.body.dataset.ready === 'yes'", "ready")
            assert page.listen().errors == []
    finally:
        process.terminate()
        process.wait(60)

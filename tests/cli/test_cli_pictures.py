"""`plot`, `render` and `report` from outside: files, one line for what is refused, nothing left behind."""

import sys

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

from drystone.cli.main import app


def call(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A block that rides a pulse."""
    folder = tmp_path_factory.mktemp("pictures")
    text = BLOCK.replace("{checkpoints: 5}", "{frames: 1}").replace("ground: {level: 0.0}", """\
ground: {level: 0.0}
motions:
  - {name: push, kind: one_sine, parameters: {amplitude: 8.0, half_period: 0.01}, direction: [1, 0, 0]}
""")
    assert call("run", write(folder, text), "-o", folder / "run").exit_code == 0
    return folder / "run"


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    assert call("limit", write(folder), "--direction", "+x", "-o", folder / "lim").exit_code == 0
    return folder / "lim"


def test_every_kind_of_picture_can_be_asked_for(run, tmp_path):
    drawn = call("plot", run, "-o", tmp_path).stdout.split()
    kinds = [path.rsplit("/", 1)[1].removesuffix(".png") for path in drawn]
    assert kinds == ["scene", "histories", "monitors", "phase", "energies"]
    for kind in kinds:
        assert call("plot", run, "--kind", kind, "-o", tmp_path / kind).stdout == f"{tmp_path}/{kind}/{kind}.png\n"


def test_options_of_the_scene(run, tmp_path):
    done = call("plot", run, "--kind", "scene", "--at", "0.02,0.04", "--camera", "corner", "--scale", "10", "--hide",
                "ground", "--colour", "group", "--forces", "-o", tmp_path)
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize(("words", "message"), [
    (["plot", "{run}", "--camera", "frnt"], "camera: must be one of front, right, back, left, top, corner, below, or "
                                            "AZIMUTH,ELEVATION [deg] with an elevation of -90 to 90, got 'frnt'"),
    (["plot", "{run}", "--scale", "-1"], "plot: --scale must be auto or a number > 0, got '-1'"),
    (["plot", "{run}", "--scale", "much"], "plot: --scale must be auto or a number > 0, got 'much'"),
    (["plot", "{run}", "--colour", "red"], "scene: colour must be one of displacement, stone, group, got 'red'"),
    (["plot", "{run}", "--hide", "blok"], "hide: no block or group is called 'blok'; did you mean 'block'?"),
    (["plot", "{run}", "--kind", "limit"],
     "plot: kind must be one of scene, histories, monitors, phase, energies, thrust, cracks, ratio, joints, "
     "got 'limit'"),
    (["plot", "{run}", "--overlay", "{here}/no.csv"], "overlay '{here}/no.csv': cannot be read: No such file or "
                                                      "directory"),
    (["plot", "{lim}", "--scale", "2"], "plot: --scale is for runs; '{lim}' holds an answer of kind 'limit', without "
                                        "time"),
    (["plot", "{lim}", "--overlay", "x.csv"], "plot: --overlay is for runs; '{lim}' holds an answer of kind 'limit', "
                                              "without time"),
    (["render", "{run}", "--at", "0.5;1"], "render: --at must be times [s], or displacements such as 1mm, with commas "
                                           "between them, got '0.5;1'"),
    (["render", "{run}", "--at", "5"], "scene: time must lie within the run, 0 to 0.04 s, got 5"),
    (["render", "{run}", "--film", "{here}/a.avi"], "film: format must be one of gif, mp4, got 'avi'"),
    (["render", "{run}", "--at", "0.02", "--film", "{here}/a.gif", "--frames", "99"],
     "film: frames must be from 2 to 21, which the run kept from 0 to 0.04 s (output.frames), got 99"),
    (["render", "{run}", "--film", "{here}/a.gif", "--frames", "1"], "film: frames must be a whole number >= 2 [-], "
                                                                     "got 1"),
    (["render", "{run}", "--film", "{here}/a.gif", "--fps", "0"], "film: fps must be finite and >= 1 and <= 100 [1/s], "
                                                                  "got 0.0"),
    (["render", "{lim}"], "render: an answer has no time: give --film FILE, or use drystone plot {lim}"),
    (["render", "{lim}", "--at", "1"], "render: --at is for runs; '{lim}' holds an answer of kind 'limit', without "
                                       "time"),
    (["report", "{run}", "-o", "{here}/r.doc"], "report: the file must end in .html or .pdf, got 'r.doc'"),
    (["report", "{run}", "--pdf", "-o", "{here}/r.html"], "report: --pdf and -o {here}/r.html do not go together: the "
                                                          "file must end in .pdf"),
    (["report", "{here}/nothing"], "'{here}/nothing' is not a run: it has no run.json"),
])
def test_refusals_are_one_line_and_leave_nothing(run, answer, tmp_path, words, message):
    names = {"run": run, "lim": answer, "here": tmp_path}
    place = ["-o", tmp_path / "out"] if words[0] == "plot" else []
    before = sorted(path for folder in (run, answer) for path in folder.rglob("*"))
    found = call(*(word.format(**names) for word in words), *place)
    assert found.exit_code == 2 and found.stdout == ""
    assert found.stderr == f"drystone: {message.format(**names)}\n"
    assert not list(tmp_path.iterdir())
    assert sorted(path for folder in (run, answer) for path in folder.rglob("*")) == before


def test_films_and_pictures(run, answer, tmp_path):
    done = call("render", run, "--at", "0.02", "--film", tmp_path / "a.gif", "--frames", "4", "--width", "200", "-o",
                tmp_path)
    assert done.stdout.split() == [f"{tmp_path}/blocks_0.02s.png", f"{tmp_path}/a.gif"]
    assert call("render", answer, "--film", tmp_path / "b.gif", "--frames", "4").stdout == f"{tmp_path}/b.gif\n"
    assert all((tmp_path / name).read_bytes().startswith(b"GIF89a") for name in ("a.gif", "b.gif"))


def test_films_and_reports_without_their_extras(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setitem(sys.modules, "typst", None)
    film, report = call("render", run, "--film", tmp_path / "a.mp4"), call("report", run, "--pdf")
    assert film.stderr == ("drystone: film: MP4 needs imageio-ffmpeg, which is missing: pip install "
                           "'drystone[film]', or write a .gif\n")
    assert report.stderr == ("drystone: report: PDF needs typst, which is missing: pip install 'drystone[pdf]', or "
                             "write HTML without --pdf\n")
    assert film.exit_code == report.exit_code == 2 and not list(tmp_path.iterdir())


def test_a_report_lies_beside_its_result(run, answer, tmp_path):
    for place in (run, answer):
        done = call("report", place, "--project", "A <b>", "--author", "N. N.", "--note", "seen on site")
        assert done.stdout == f"{place}/report.html\n"
        text = (place / "report.html").read_text()
        assert "A &lt;b&gt;" in text and "seen on site" in text
        (place / "report.html").unlink()


def test_a_study_that_is_damaged_gives_one_line_and_no_report(tmp_path):
    (tmp_path / "ledger.sqlite").write_bytes(b"")
    found = call("report", tmp_path)
    assert found.exit_code == 2 and str(tmp_path) in found.stderr and found.stderr.count("\n") == 1
    assert not (tmp_path / "report.html").exists()

"""Reports: all that they must hold, nothing from elsewhere, nobody's words as markup."""

import base64
import hashlib
import json
import re
import sys
from html.parser import HTMLParser

import pytest
from cli_call import call
from view_models import short_run
from view_runs import rocking_run

from drystone._version import VERSION
from drystone.cli.demo_command import bundled_model
from drystone.errors import InputError
from drystone.limit.question import LimitQuestion, answer_limit
from drystone.model.source import ModelSource
from drystone.results.answer import write_answer
from drystone.results.inputs import source_inputs
from drystone.results.rebuild import changes, rebuild
from drystone.view.report.content import Labels
from drystone.view.report.html_file import html_text
from drystone.view.report.make import make_report, write_report
from drystone.view.report.pdf_file import _TEMPLATE, _data

EVIL = "<script>alert('x')</script> & \"quoted\" #panic[*b*] $1$"


@pytest.fixture(scope="module")
def arch(tmp_path_factory):
    """The bundled arch with another pulse and a name that is markup."""
    return short_run("arch", tmp_path_factory.mktemp("report") / "arch", "motions[pulse].parameters.amplitude_1=-8.5",
                     f"name={json.dumps(EVIL)}")


@pytest.fixture(scope="module")
def text(arch):
    return html_text(make_report(arch, Labels(EVIL, EVIL, f"{EVIL}\nsecond line")))


class Reader(HTMLParser):
    """Tags with their attributes, and all text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data)


def test_nothing_is_asked_from_anywhere(text):
    tags = Reader(text).tags
    assert not {tag for tag, _ in tags} & {"script", "link", "iframe", "object", "embed", "form", "a", "base"}
    for tag, attributes in tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("href", "style", "srcset")]
        if "src" in attributes:
            assert tag == "img" and attributes["src"].startswith("data:image/png;base64,")
            assert base64.b64decode(attributes["src"].split(",", 1)[1]).startswith(b"\x89PNG")
    style = re.search(r"<style>(.*?)</style>", text, re.S).group(1)
    assert "url(" not in style and "@import" not in style
    policy = next(a["content"] for tag, a in tags if a.get("http-equiv") == "Content-Security-Policy")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == (f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; "
                      "form-action 'none'")


def test_names_and_notes_are_text(text):
    shown = "".join(Reader(text).texts)
    assert shown.count(EVIL) >= 4                           # title twice, project, author, note
    assert "<script" not in text


def test_a_report_holds_what_it_must(text):
    shown = "".join(Reader(text).texts)
    for title in ("Result", "Pictures", "Key results", "Capacity and margins", "Checks of the run itself",
                  "Assumed, and not checked", "Warnings and notes", "Inputs", "Where this comes from", "Materials",
                  "Joints", "Supports", "Loads (SI units)", "Motions (SI units)", "Monitors", "Peaks of the ground"):
        assert title in shown, title
    for words in ("finished after 0.06 s", "balance closes to", "joints without stiffness are rigid: dry",
                  "dt = 0.001 s: a run with half of it was not compared here", f"drystone {VERSION}",
                  "amplitude_1 -8.5", "give the same model bit by bit"):
        assert words in shown, words


def test_the_command_makes_the_same_result_again(arch, text, tmp_path, monkeypatch):
    """What differs from the file that is kept is set again: the same hash of inputs."""
    assert changes(arch)[0] == "duration=0.06"
    assert "motions[pulse].parameters.amplitude_1=-8.5" in changes(arch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.yaml").write_text(arch.inputs_text)
    done = call("run", "model.yaml", "-o", "again", *(word for change in changes(arch) for word in ("--set", change)))
    assert done.exit_code == 0, done.stderr
    assert json.loads((tmp_path / "again" / "run.json").read_text())["hash"] == arch.hash
    assert arch.hash in "".join(Reader(text).texts)


def test_warnings_and_notes_of_run_and_check_are_told(tmp_path):
    text = bundled_model("arch").replace("density: 1800", "density: 1.8").replace("friction: 2.0", "friction: 2.0, "
                                                                                  "compression: 5e6")
    (tmp_path / "model.yaml").write_text(text)
    done = call("run", tmp_path / "model.yaml", "-o", tmp_path / "run", "--set", "duration=0.01", "--set",
                "analysis.ignore=compression")
    assert done.exit_code == 0, done.stderr
    told = call("check", tmp_path / "model.yaml", "--no-picture", "--set", "analysis.ignore=compression").stdout
    doubts = [line.split("WARNING: ")[1] for line in told.splitlines() if "WARNING: " in line]
    shown = "".join(Reader((write_report(_open(tmp_path / "run"), tmp_path / "r.html")).read_text()).texts)
    assert doubts and all(doubt in shown for doubt in doubts)
    assert "not used by the rigid-block engine: compression" in shown or "compression" in shown.split("Warnings")[1]


def _open(path):
    from drystone.results.result import open_result
    return open_result(path)


def test_an_answer_has_a_report_too(tmp_path):
    source = ModelSource(bundled_model("arch"), "arch.yaml")
    built = source.build()
    answer = answer_limit(built.model, LimitQuestion(direction="+x", solver="clarabel"))
    result = write_answer(tmp_path / "lim", answer, source_inputs(source, built.resolved))
    shown = "".join(Reader(html_text(make_report(result))).texts)
    assert f"load factor {answer.data['alpha']:.4g} g" in shown and "load factor alpha, associative" in shown
    assert "drystone limit model.yaml --direction +x --solver clarabel -o lim_again" in shown
    assert "sliding goes with dilatancy" in shown


def test_a_script_has_no_file_to_show(tmp_path):
    result = rocking_run(tmp_path / "run")
    assert rebuild(result) is None and changes(result) is None
    shown = "".join(Reader(html_text(make_report(result))).texts)
    assert "A script made the model: run that script again." in shown


def test_texts_reach_the_typesetter_as_data(arch, tmp_path):
    data = _data(make_report(arch, Labels(EVIL, "", EVIL)), tmp_path)
    assert data["title"] == EVIL and f"Project: {EVIL}" in data["labels"]
    assert "script" not in _TEMPLATE and EVIL not in _TEMPLATE
    files = [piece["file"] for section in data["sections"] for piece in section["pieces"] if piece["kind"] == "picture"]
    assert files == [f"picture_{k}.png" for k in range(len(files))] and len(files) >= 6


def test_pdf_by_the_extra(arch, tmp_path):
    pytest.importorskip("typst")
    assert write_report(arch, tmp_path / "r.pdf", Labels(EVIL, EVIL, EVIL)).read_bytes().startswith(b"%PDF")


def test_pdf_without_the_extra_says_how_to_get_it(arch, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(InputError) as error:
        write_report(arch, tmp_path / "r.pdf")
    assert str(error.value) == ("report: PDF needs typst, which is missing: pip install 'drystone[pdf]', or write HTML "
                                "without --pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "message"), [
    ("r.txt", "report: the file must end in .html or .pdf, got 'r.txt'"),
    ("none/r.html", "report: '{here}/none' is no folder")])
def test_refusals_leave_nothing_behind(arch, tmp_path, name, message):
    with pytest.raises(InputError) as error:
        write_report(arch, tmp_path / name)
    assert str(error.value) == message.format(here=tmp_path)
    assert not list(tmp_path.iterdir())

"""All pages: links lead somewhere, commands and options exist, snippets have a test; the quick start says the truth."""

import re
import shlex
import shutil
import signal
import sys
import types
from functools import cache
from importlib.resources import files

import pytest
from docs_text import ROOT, blocks, commands
from typer.main import get_command
from typer.testing import CliRunner

import drystone as ds
from drystone.cli.main import app
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data

DOCS = ROOT / "docs"
SITE = sorted(path for path in DOCS.rglob("*.md") if "gallery" not in path.relative_to(DOCS).parts)
PAGES = [*SITE, *sorted(ROOT.glob("*.md")), *sorted((ROOT / "src").rglob("README.md"))]
QUICK_START = DOCS / "quickstart.md"
COMMANDS = get_command(app).commands


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def prose(path) -> str:
    return re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(path) -> set[str]:
    """Of all headings, as hosts of repositories make them."""
    text, made = prose(path), {}
    for file in re.findall(r"^```\{include\} (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE):
        text += prose((path.parent / file).resolve())
    found = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        slug = re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")
        made[slug] = made.get(slug, -1) + 1
        found.add(f"{slug}-{made[slug]}" if made[slug] else slug)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target in re.findall(r"(?<!`)\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        place = (page.parent / file).resolve() if file else page
        assert place.exists(), target
        assert place.is_relative_to(ROOT), target
        if anchor:
            assert anchor in anchors(place), target


@pytest.mark.parametrize("page", SITE, ids=name_of)
def test_pages_have_one_title_and_a_place(page):
    """One heading of the first order, or that of the file it includes; the toctrees name it, or take what is left."""
    text = page.read_text(encoding="utf-8")
    if not text.startswith("```{include}"):
        assert len(re.findall(r"^# ", prose(page), re.MULTILINE)) == 1 and text.startswith("# ")
    sys.path.insert(0, str(DOCS / "_extensions"))
    pytest.importorskip("pygments")
    from repository_pages import named_pages
    assert page in named_pages(DOCS) or "\n@rest\n" in (DOCS / "howto" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_options_exist(page):
    """Every line that begins with `drystone`, or `$ drystone`, in a fenced block."""
    for body in re.findall(r"^```\w*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in re.findall(r"^(?:\$ |exec )?drystone ([^#\n|]+)", body, re.MULTILINE):
            words = line.split()
            if words[0].startswith("-") or not re.fullmatch(r"[a-z-]+", words[0]):
                continue
            assert words[0] in COMMANDS, line
            command = COMMANDS[words[0]]
            if hasattr(command, "commands") and words[1:] and words[1] in command.commands:
                command = command.commands[words[1]]
            options = {option for given in command.params for option in (*given.opts, *given.secondary_opts)}
            asked = {word.partition("=")[0] for word in words[1:] if word.startswith("--") and len(word) > 2}
            assert asked <= options | {"--help"}, line


def test_every_page_with_snippets_has_a_test():
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    told = [page.name for page in SITE if any(blocks(page, kind) for kind in ("python", "yaml", "console", "csv"))]
    assert len(told) > 15
    assert [name for name in told if not re.search(rf'["/]{re.escape(name)}"', tests)] == []


def test_quick_start_has_ten_questions_with_one_command_each():
    text = QUICK_START.read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(r"^## (\d+)\. .*\?$", text, re.MULTILINE)] == list(range(1, 11))
    assert len(commands(QUICK_START)) == 10


def say(words: list[str], output: str) -> None:
    """Run a command of the quick start; the lines shown are beginnings of lines that it prints, in this order."""
    done = CliRunner().invoke(app, words[1:])
    assert done.exit_code == 0, done.stderr
    lines = iter(done.stdout.splitlines())
    for shown in output.splitlines():
        assert any(line.startswith(shown) for line in lines), f"{shown!r} of {shlex.join(words)}"


def test_quick_start_says_what_happens(tmp_path, monkeypatch, capsys):
    """What takes a moment only: the file, limits, and the lines of Python."""
    monkeypatch.chdir(tmp_path)
    for words, output in commands(QUICK_START):
        if words[1] in ("--version", "example", "limit"):
            say([*words, "--no-picture"] if words[1] == "limit" else words, output.partition("picture")[0])
    (script,) = blocks(QUICK_START, "python")
    exec(compile(script, str(QUICK_START), "exec"), {})
    assert capsys.readouterr().out == "0.444 g\n"


@pytest.mark.slow
def test_quick_start_from_beginning_to_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, output in commands(QUICK_START):
        say(words, output)


def test_wall_of_the_page_on_deformable_blocks_builds():
    wall, *rest = (text for text in blocks(DOCS / "dem.md", "yaml") if text.startswith("drystone: 1"))
    for text in (wall, *rest):
        assembly, _, _ = model_from_data(parse_yaml(text).data)
        assert assembly.build().block_count > 2


def test_scripts_of_export_and_view(tmp_path, monkeypatch):
    """Both with a short run in place of theirs."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(str(files("drystone") / "examples_data" / "arch.yaml"), tmp_path / "arch.yaml")
    done = CliRunner().invoke(app, ["run", "arch.yaml", "--set", "duration=0.02", "-o", "runs/house"])
    assert done.exit_code == 0, done.stderr
    names = {"result": ds.open_result("runs/house")}
    for page in (DOCS / "export.md", DOCS / "view.md"):
        for script in blocks(page, "python"):
            exec(compile(script.replace("start=0.5", "start=0.0"), str(page), "exec"), dict(names))
    assert (tmp_path / "out" / "arch" / "blocks.vtkhdf").is_file() and (tmp_path / "house.html").is_file()


def test_script_of_the_page_on_clusters(monkeypatch, capsys):
    """Its keys are those of Dask's own Security; the queue is Slurm's, so a note takes its place."""
    pytest.importorskip("distributed")
    made = []

    class Queue:
        scheduler_address = "tls://10.0.0.1:8786"

        def __init__(self, **given):
            made.append(given)

        def scale(self, jobs):
            made.append(jobs)

    monkeypatch.setitem(sys.modules, "dask_jobqueue", types.SimpleNamespace(SLURMCluster=Queue))
    monkeypatch.setattr(signal, "pause", lambda: None, raising=False)
    (script,) = blocks(DOCS / "cluster.md", "python")
    exec(compile(script, "cluster.md", "exec"), {})
    assert capsys.readouterr().out.startswith("tls://") and made[1] == 64 and made[0]["security"].require_encryption
    (text,) = blocks(DOCS / "cluster.md", "yaml")
    assert parse_yaml(text).data["distributed"]["comm"]["tls"]["ca-file"].endswith("ca.pem")

"""docs/limit.md: its commands say what it shows, its script runs, its options are those of the command."""

import re
import shutil
from importlib.resources import files

from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

from drystone.cli.main import app

PAGE = ROOT / "docs" / "limit.md"


def test_the_page_does_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copy(str(files("drystone") / "examples_data" / "arch.yaml"), tmp_path)
    shown = commands(PAGE)
    assert len(shown) == 4
    for words, output in shown:
        found = CliRunner().invoke(app, words[1:])
        assert found.exit_code == 0, found.stderr
        if "--pushover" in words:                   # shown without some of its lines
            lines = iter(found.stdout.splitlines())
            assert all(line in lines for line in output.splitlines())
        else:
            assert found.stdout.startswith(output)  # lines with residuals and times follow
    elastic, script = blocks(PAGE, "python")
    exec(compile(elastic, str(PAGE), "exec"), {})
    assert capsys.readouterr().out == ("stands only if it was pressed together "
                                       "[(0.4, 'falls'), (0.2, 'falls'), (1.0, 'falls')]\n")
    exec(compile(script, str(PAGE), "exec"), {})
    first, second, third = capsys.readouterr().out.splitlines()
    assert f"{float(third.split()[1]):.3f}" == first[:5] and (tmp_path / "lim" / "answer.json").is_file()
    assert re.fullmatch(r"0\.\d{3} g, \d+ blocks move", first)
    associative, flat = (float(word) for word in second.split()[:2])
    assert 0.0 < flat <= associative * (1 + 1e-6)


def test_options_are_those_of_the_command():
    told = set(re.findall(r"`(--[a-z-]+)", PAGE.read_text(encoding="utf-8")))
    known = set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["limit", "--help"], env={"COLUMNS": "200"}).stdout))
    known |= set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["statics", "--help"],
                                                             env={"COLUMNS": "200"}).stdout))
    assert told <= known and known - told <= {"--help", "--set"}

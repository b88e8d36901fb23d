"""docs/studies.md: its reference is the schema's, its studies plan and run, its commands say what it shows."""

import csv
import re
import shutil
from importlib.resources import files

import pytest
from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.io.yaml_reader import parse_yaml
from drystone.studies.file import reference
from drystone.studies.study import plan_study, run_study
from drystone.view.study_pictures import draw_study

PAGE = ROOT / "docs" / "studies.md"
STUDIES = {parse_yaml(text).data["name"]: text for text in blocks(PAGE, "yaml")}
LARGE = sorted((ROOT / "examples" / "studies").glob("*.yaml"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A directory with the bundled models that the page shakes."""
    for name in ("block3d", "arch", "house"):
        shutil.copy(str(files("drystone") / "examples_data" / f"{name}.yaml"), tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_reference_of_the_page_is_up_to_date():
    text = PAGE.read_text(encoding="utf-8")
    assert reference.refresh_page(text) == text, "run: python -m drystone.studies.file.reference docs/studies.md"


def test_reference_has_every_key_of_the_schema_once_per_section():
    schema = reference.json_schema()
    keys = [key for part in (schema, *schema["$defs"].values()) for key in part["properties"]]
    assert sorted(re.findall(r"^\| `(\w+)` \|", reference.markdown_reference(), re.MULTILINE)) == sorted(keys)


def test_links_lead_to_headings_and_files():
    text = re.sub(r"^```.*?^```$", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    anchors = [re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")
               for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert link[1:] in anchors if link.startswith("#") else (PAGE.parent / link).exists(), link


def test_every_kind_has_its_example():
    kinds = {parse_yaml(text).data["kind"] for text in STUDIES.values()}
    assert kinds == set(reference.json_schema()["properties"]["kind"]["enum"])


@pytest.mark.parametrize("name", STUDIES)
def test_every_example_plans(folder, name):
    (folder / "study.yaml").write_text(STUDIES[name])
    _, _, runs = plan_study("study.yaml")
    assert 6 <= len(runs) <= 100


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_every_example_runs_and_is_drawn(folder, name):
    (folder / "study.yaml").write_text(STUDIES[name])
    result = run_study("study.yaml", "kept", jobs=2)
    assert result.standing.counts["failed"] == 0 and draw_study(result, "pictures")


def test_commands_say_what_the_page_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = commands(PAGE)
    assert len(shown) == 2
    for words, output in shown:
        found = CliRunner().invoke(app, words[1:])
        assert found.exit_code == 0 and found.stdout == output


def test_options_are_those_of_the_command():
    rows = re.findall(r"^\|.*\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = set(re.findall(r"--[a-z][a-z-]+", " ".join(rows)))
    shown = CliRunner().invoke(app, ["study", "--help"], env={"COLUMNS": "200"}).stdout
    known = set(re.findall(r"--[a-z][a-z-]+", shown))
    assert known - {"--help", "--output"} == told - {"--set"}


def test_the_script_of_the_page(folder, capsys):
    small = STUDIES["domain"].replace("[0.2 s, 0.3 s, 0.45 s, 0.7 s, 1.0 s]", "[0.45 s]")
    (folder / "domain.yaml").write_text(small)
    (script,) = blocks(PAGE, "python")
    exec(compile(script, str(PAGE), "exec"), {})
    assert re.search(r"^\d+ runs, least amplitude that collapses 0\.4\d* g$", capsys.readouterr().out, re.MULTILINE)
    assert (folder / "domain.csv").read_text().startswith("id,direction,half_period [s],amplitude [g],outcome")


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem,
                                               marks=[pytest.mark.slow] if "synthetic" in path.stem else [])
                                  for path in LARGE])
def test_large_studies_plan(folder, path):
    (folder / "records").mkdir()
    for name in range(20):
        rows = "".join(f"{0.01 * k:.2f} {(-1) ** k * 0.1 * (k % (7 + name)):.3f}\n" for k in range(100))
        (folder / "records" / f"A_{name}.txt").write_text(rows)
    shutil.copy(path, folder)
    study, kind, runs = plan_study(path.name)
    assert study.file.set["joints.base.friction"] == 0.9
    assert next(combination["mu"] for combination in kind.combos) == 0.7
    expected = {"house_domain": 3 * 2 * 11 * 11, "house_domain_coarse": 2 * 8 * 6, "house_domain_three": 3 * 2 * 8 * 7,
                "house_stripes_synthetic": 3 * 6 * 56, "house_stripes_records": 3 * 6 * 20, "house_sample": 3 * 6 * 5,
                "house_steps": 20 * 4}
    assert len(runs) == expected[path.stem]


def test_table_of_the_coarse_domain_holds_what_was_published():
    """0.8 g towards -y first: recovers from 0.20 s, collapses at 0.40 s; nothing moves below the capacity."""
    with (ROOT / "examples" / "studies" / "house_domain_coarse.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first = {(row["half_period [s]"], row["amplitude [g]"]): row["outcome"] for row in rows
             if row["direction"] == "'+" and not row.get("dt [s]")}
    assert (first["0.2", "0.8"], first["0.4", "0.8"]) == ("rested", "collapsed")
    assert all(float(row["kinetic greatest [J]"]) == 0.0 for row in rows if row["amplitude [g]"] == "0.3")

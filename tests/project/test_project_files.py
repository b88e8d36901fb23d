"""Files for those who join, cite and install: they say what the project does."""

import re
import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import drystone
from drystone import __version__
from drystone.io.yaml_reader import parse_yaml

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_yaml(name: str) -> dict:
    return parse_yaml((ROOT / name).read_text(encoding="utf-8")).data


def test_the_citation_is_of_this_version():
    citation = read_yaml("CITATION.cff")
    assert str(citation["version"]) == __version__ and citation["license"] == PROJECT["project"]["license"]["text"]
    assert citation["abstract"] == PROJECT["project"]["description"]
    assert citation["authors"] == [{"name": "The drystone developers"}]


def test_the_changelog_begins_with_what_is_new_or_this_version():
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert __version__ in heads[:2] or heads[0] == "Unreleased"


def test_types_are_shipped():
    assert files("drystone").joinpath("py.typed").is_file()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["drystone"]
    assert all((ROOT / path).exists() for path in PROJECT["tool"]["mypy"]["files"])


def test_types_of_what_a_script_calls_are_checked():
    """The home of every public name, also of those of `drystone.view`, is among the files that mypy is given."""
    homes = {*drystone._HOME.values(), *import_module("drystone.view")._HOME.values(), "drystone.results.block_result",
             "drystone.results.joint_result", "drystone.results.tie_result", "drystone.view.notebook"}
    given = [ROOT / path for path in PROJECT["tool"]["mypy"]["files"]]
    left_out = set()
    for home in homes:
        path = Path(import_module(home).__file__)
        if not any(path == ROOT / one or path.is_relative_to(one) for one in given):
            left_out.add(home)
    assert left_out == set()


def test_linux_runs_what_ci_runs_and_others_may_fail():
    jobs = read_yaml(".github/workflows/tests.yml")["jobs"]
    assert [step["run"] for step in jobs["linux"]["steps"] if "run" in step] == [".ci/run"]
    assert "continue-on-error" not in jobs["linux"] and jobs["others"]["continue-on-error"] is True
    assert sorted(jobs["others"]["strategy"]["matrix"]["os"]) == ["macos-latest", "windows-latest"]
    assert any("pytest" in step.get("run", "") for step in jobs["others"]["steps"])


def test_docs_and_wheel_are_made_by_their_own_commands():
    jobs = read_yaml(".github/workflows/tests.yml")["jobs"]
    said = {name: [step["run"] for step in jobs[name]["steps"] if "run" in step] for name in ("docs", "wheel")}
    assert said["docs"][0] == "make docs" and "DRYSTONE_SITE=build/docs/html" in said["docs"][1]
    assert said["wheel"] == ["make wheel"]
    pythons = next(step["with"]["python-version"] for step in jobs["wheel"]["steps"] if "with" in step)
    (tried,) = re.findall(r"VERSIONS:-([\d. ]+)\}", (ROOT / ".ci" / "wheel").read_text(encoding="utf-8"))
    assert pythons.split() == tried.split()


def test_commands_for_those_who_join_exist():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = set(re.findall(r"^make ([\w-]+)", page, re.MULTILINE))
    assert wanted >= {"setup", "test", "lint", "wheel"}
    targets = set(re.findall(r"^([\w-]+(?: [\w-]+)*):", makefile, re.MULTILINE))
    assert wanted <= {word for target in targets for word in target.split()}
    for path in re.findall(r"`((?:src|model|limit|engines|cli|tests|examples)/[\w/.]+)`", page):
        assert (ROOT / path).exists() or (ROOT / "src" / "drystone" / path).exists(), path


def test_pythons_claimed_are_those_that_the_wheel_is_tried_with():
    claimed = [row.rpartition(" ")[2] for row in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", row)]
    (tried,) = re.findall(r"VERSIONS:-([\d. ]+)\}", (ROOT / ".ci" / "wheel").read_text(encoding="utf-8"))
    assert claimed == tried.split()

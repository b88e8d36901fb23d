"""The page on pictures: its images are there and small, the options it names exist, its kinds are all there are."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.view.figures import KINDS

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "pictures.md").read_text(encoding="utf-8")
IMAGES = re.findall(r"\]\((images/[^)]+)\)", TEXT)


@pytest.mark.parametrize("name", IMAGES)
def test_images_are_there_and_small(name):
    assert (DOCS / name).stat().st_size < 150_000


def test_no_image_is_left_over():
    assert {f"images/pictures/{path.name}" for path in (DOCS / "images" / "pictures").iterdir()} == set(IMAGES)


@pytest.mark.parametrize("command", ["plot", "render", "report"])
def test_options_exist(command):
    shown = CliRunner().invoke(app, [command, "--help"]).stdout
    for line in TEXT.splitlines():
        for words in re.findall(rf"drystone {command} ([^`|#]*)", line):
            for option in re.findall(r"--[a-z]+", words):
                assert option in shown, f"{command} {option}"


def test_all_kinds_are_named():
    for kind in KINDS:
        assert f"`{kind}`" in TEXT

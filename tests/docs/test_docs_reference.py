"""docs/model_file.md: its reference is the schema's, its models read and build, its commands say what it shows."""

import inspect
import re
import subprocess
import sys

import pytest
from docs_text import GUIDE, ROOT, blocks, commands, overrides
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.errors import InputError
from drystone.io.yaml_reader import parse_yaml
from drystone.model import reference
from drystone.model.docstrings import read_docstring
from drystone.model.file import model_from_data, read_model
from drystone.model.schema import json_schema, pattern_kinds
from drystone.motion import KINDS

MODELS = blocks(GUIDE, "yaml")
COMMANDS = commands(GUIDE)


def complete(text: str) -> dict:
    """Data of a block of the guide; a section takes the place of that of the first model."""
    data, base = parse_yaml(text).data, parse_yaml(MODELS[0]).data
    if "drystone" in data:
        return data
    if "stages" in data:
        del base["duration"]
    return base | data


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A directory with the first model of the guide and the record that another one reads."""
    (tmp_path / "portal.yaml").write_text(MODELS[0])
    (tmp_path / "quake.csv").write_text("time,acceleration\n0,0.1\n0.01,0.9\n0.02,-0.4\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- the generated part -------------------------------------------------------------------------

def test_reference_in_the_guide_is_up_to_date():
    text = GUIDE.read_text(encoding="utf-8")
    assert reference.refresh(text) == text, "run: python -m drystone.model.reference docs/model_file.md"


def test_reference_has_every_key_of_the_schema_once_per_section():
    text = reference.markdown_reference()
    schema = json_schema()
    keys = [key for part in (schema, *schema["$defs"].values()) for key in part["properties"]]
    parameters = [name for kinds in (KINDS, pattern_kinds()) for make in kinds.values()
                  for name in inspect.signature(make).parameters]
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert sorted(rows) == sorted(keys + parameters)


def test_reference_says_type_unit_default_and_meaning():
    lines = reference.markdown_reference().splitlines()
    for line in (
            "| `density` | number > 0 | kg/m3 | **required** | density |",
            "| `friction_sliding` | number >= 0 | - | none | coefficient while sliding |",
            "| `size` | 3 numbers | m | **required** | lengths along x, y, z |",
            "| `supports` | name or list of names |  | none | blocks or groups that do not move by themselves |",
            "| `scheme` | `midpoint`, `euler` or `theta` |  | `midpoint` | time-stepping scheme |",
            "| `half_period` | number | s | **required** | half the period of the sine |",
            "| `thickness` | number | m | **required** | of the wall |"):
        assert line in lines
    assert any(line.endswith("It needs exactly one of box, hull, mesh, prism, parts.") for line in lines)


def test_rows_of_every_table_have_five_cells_and_none_lacks_its_meaning():
    rows = [line for line in reference.markdown_reference().splitlines() if line.startswith("| `")]
    for row in rows:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        assert len(cells) == 5 and cells[0] and cells[1] and cells[3] and cells[4], row


def test_links_lead_to_headings_and_headings_are_unique():
    text = re.sub(r"^```.*?^```$", "", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = [re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert len(anchors) == len(set(anchors)), sorted(a for a in anchors if anchors.count(a) > 1)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)


def test_refresh_replaces_what_stands_between_the_markers_only():
    text = f"above\n{reference.BEGIN}\nold\n{reference.END}\nbelow\n"
    fresh = reference.refresh(text)
    assert fresh.startswith(f"above\n{reference.BEGIN}\n") and fresh.endswith(f"{reference.END}\nbelow\n")
    assert "old" not in fresh.splitlines() and reference.refresh(fresh) == fresh


@pytest.mark.parametrize("text", ["", reference.BEGIN, f"{reference.END}\n{reference.BEGIN}"])
def test_refresh_needs_both_markers_in_order(text):
    with pytest.raises(InputError, match="must hold the markers"):
        reference.refresh(text)


def test_command_rewrites_a_file(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text(f"{reference.BEGIN}\n{reference.END}\n")
    assert reference.main([str(page)]) == 0
    assert reference.markdown_reference() in page.read_text()
    page.write_text("no markers")
    assert reference.main([str(page)]) == 2
    assert capsys.readouterr().err.startswith(f"{page}: reference: the text must hold the markers")
    assert page.read_text() == "no markers"
    assert reference.main([]) == 2


def test_docstrings_are_split_into_prose_and_parameters():
    def arch(a, b):
        """One line.

        More
        prose.

        Parameters
        ----------
        a, b : lengths [m],
            both
        c : other

        Returns
        -------
        Blocks.
        """
    text = read_docstring(arch)
    assert text.prose == ("One line.", "More prose.", "Gives blocks.")
    assert text.parameters == {"a": "lengths [m], both", "b": "lengths [m], both", "c": "other"}


# --- the guide ----------------------------------------------------------------------------------

@pytest.mark.parametrize("text", MODELS, ids=lambda text: text.split(":")[0])
def test_models_of_the_guide_read_and_build(text, folder):
    assembly, settings, _ = model_from_data(complete(text), folder=folder)
    model = assembly.build()
    model.loads.check_duration(model.loads.duration)
    assert settings is not None


def test_joints_are_chosen_as_the_guide_says():
    text = next(block for block in MODELS if block.startswith("joints:"))
    model = model_from_data(complete(text))[0].build()

    def joint(a: str, b: str) -> str:
        i, j = (model.joint_class[model.block_index(name)] for name in (a, b))
        return model.joints[model.joint_table[i, j]].name

    assert joint("lintel", "left/block_4") == "seat" and joint("lintel", "right/block_4") == "pin"
    assert joint("left/block_1", "ground") == "base" and joint("right/block_1", "ground") == "any"


@pytest.mark.parametrize("words, shown", COMMANDS, ids=[" ".join(words[-1:]) for words, _ in COMMANDS])
def test_commands_of_the_guide(words, shown, folder):
    """`check` is run and must print what is shown; of `run` the overrides must read."""
    assert words[0] == "drystone" and words[2] == "portal.yaml"
    if words[1] == "run":
        read_model("portal.yaml", overrides(words))[0].build()
        return
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == (2 if shown.startswith("drystone: ") else 0)
    assert _without_rounding(result.output) == _without_rounding(shown)
    assert {path.name for path in folder.iterdir()} == {"portal.yaml", "quake.csv"}


def _without_rounding(text: str) -> str:
    """How close to zero a difference is depends on the machine."""
    return re.sub(r"difference \S+ %", "difference %", text)


def test_python_of_the_guide_runs(folder, capsys):
    (source,) = blocks(GUIDE, "python")
    exec(compile(source, str(GUIDE), "exec"), {})
    assert capsys.readouterr().out.startswith("finished -")


def test_reference_module_runs_as_a_command():
    done = subprocess.run([sys.executable, "-m", "drystone.model.reference"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == "usage: python -m drystone.model.reference FILE.md ...\n"

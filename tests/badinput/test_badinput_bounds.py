"""Input without measure: huge numbers, texts that unfold, counts of millions, files that never end. One line each."""

import os
from pathlib import Path

import pytest

from drystone import patterns
from drystone.checks import MOST_BLOCKS, MOST_SHOWN, check_count, check_number, check_vector, show
from drystone.errors import MOST_OF_LINE, InputError
from drystone.io import read_blocks
from drystone.io.bounded import MOST_OF_DRAWING, MOST_OF_MODEL, MOST_OF_RECORD
from drystone.io.yaml_reader import MOST_REPEATED, parse_yaml, read_yaml
from drystone.model.file import read_model
from drystone.motion.records import read_record

MODEL = """\
drystone: 1
name: x
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.5}}
blocks:
  - {name: a, box: {size: [1, 1, 1], center: [0, 0, 0.5]}, material: stone}
ground: {level: 0}
"""


def complaint(tmp_path, text, *overrides):
    """The one line that a model file is refused with, without its folder."""
    path = tmp_path / "m.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_model(path, overrides)
    assert "\n" not in str(error.value)
    return str(error.value).replace(f"{tmp_path}/", "")


# --- numbers ------------------------------------------------------------------------------------

@pytest.mark.parametrize("digits", [400, 5000])
@pytest.mark.parametrize(("old", "line"), [("2000", 4), ("9.81", 3), ("[1, 1, 1]", 7), ("0.5}}", 5)])
def test_numbers_of_many_digits(tmp_path, digits, old, line):
    number = "9" * digits
    new = {"[1, 1, 1]": f"[1, {number}, 1]", "0.5}}": f"{number}}}}}"}.get(old, number)
    assert complaint(tmp_path, MODEL.replace(old, new, 1)) == (
        f"m.yaml:{line}: a number must be below 1.8e308, got one of {digits} digits")


def test_numbers_of_many_digits_in_a_change(tmp_path):
    assert complaint(tmp_path, MODEL, f"blocks[0].mass={'9' * 5000}") == (
        "--set blocks[0].mass: a number must be below 1.8e308, got one of 5000 digits")
    assert "blocks has 1 items, numbered from 0, got 999" in complaint(tmp_path, MODEL, f"blocks[{'9' * 5000}].mass=1")


def test_whole_numbers_up_to_18_digits_stay_whole():
    data = parse_yaml("[999999999999999999, 9999999999999999999, 1e3]").data
    assert data == [999999999999999999, 1e19, 1000.0] and [type(x) for x in data] == [int, float, float]


@pytest.mark.parametrize("digits", [400, 5000])
def test_checks_take_huge_whole_numbers(digits):
    huge = 10**digits
    with pytest.raises(InputError, match=rf"must be finite \[m\], got (a whole number of about {digits + 1}|10+)"):
        check_number("length", huge, "m")
    with pytest.raises(InputError, match="must be 3 finite numbers"):
        check_vector("size", [1, 1, huge], "m")
    with pytest.raises(InputError, match="must be a whole number from 1 to 5"):
        check_count("count", huge, most=5)


# --- texts --------------------------------------------------------------------------------------

def laughs(levels):
    """YAML whose last line stands for 9**levels values."""
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]" for k in range(1, levels)]
    return "\n".join(lines)


def test_aliases_that_multiply(tmp_path):
    """About 9 ** 11 values, from 38 nodes: 12 keys, 12 lists, 9 numbers, the mapping, name and version."""
    message = complaint(tmp_path, "drystone: 1\nname: x\n" + laughs(12))
    assert message == (f"m.yaml: aliases may repeat at most {MOST_REPEATED} values, got 3.57e+11 from the 38 that are "
                       "written")


def test_aliases_that_do_not_multiply_are_read():
    data = parse_yaml(laughs(4)).data
    assert data["a3"][8][8][8] == [1] * 9 and data["a3"][0] is data["a2"]


def test_a_value_shown_is_short_however_large_it_is():
    value = 1
    for _ in range(60):
        value = [value] * 9            # 9**60 numbers, were anybody to write them down
    text = show(value)
    assert len(text) == MOST_SHOWN and text.startswith("[[[[") and text.endswith("...")
    assert len(show("x" * 10**6)) == MOST_SHOWN


@pytest.mark.parametrize("value", [1, 2.5, "it's", None, True, [], [1, [2.0, "a"]], (1,), (1, 2), {},
                                   {"a": [1], "b": {}}])
def test_a_short_value_is_shown_as_python_writes_it(value):
    assert show(value) == repr(value)


def test_a_line_of_a_message_is_cut_in_its_middle():
    text = str(InputError("begin " + "x" * 10**6 + " end"))
    assert len(text) < MOST_OF_LINE and text.startswith("begin xxx") and text.endswith("xxx end")


@pytest.mark.parametrize("text", ["a: " + "[" * 100_000, "a: " + "{b: " * 20_000,
                                  "\n".join(" " * k + "a:" for k in range(1500))])
def test_nesting_without_end(text):
    with pytest.raises(InputError, match="nested too deeply"):
        parse_yaml(text, "m.yaml")


@pytest.mark.parametrize(("text", "message"), [
    ('a: "\\U00110000"', "m.yaml: not valid YAML: chr() arg not in range(0x110000)"),
    ('a: "\\ud800"', "m.yaml:1: a text must not hold half a character, got '\\ud800'"),
    ("a: 1e999", "m.yaml:1: a number must be below 1.8e308, got '1e999'")])
def test_what_the_parser_lets_through(text, message):
    with pytest.raises(InputError) as error:
        parse_yaml(text, "m.yaml")
    assert str(error.value) == message


# --- counts -------------------------------------------------------------------------------------


def with_pattern(kind, parameters):
    """The model with a pattern in its line 9."""
    return MODEL + f"patterns: [{{kind: {kind}, name: p, material: stone, parameters: {{{parameters}}}}}]\n"


@pytest.mark.parametrize(("kind", "parameters", "label"), [
    ("stack", "size: [1, 1, 1], count: 1000000000", "stack"),
    ("column", "radius: 1, height: 3, drums: 1000000000", "column"),
    ("circular_arch", "mid_radius: 3, thickness: 0.5, embrace_deg: 150, count: 1000000000, width: 1", "arch"),
    ("pointed_arch", "span: 6, rise: 5, thickness: 0.5, count: 1000000000, width: 1", "arch"),
    ("basket_arch", "span: 6, rise: 2, thickness: 0.5, count: 1000000001, width: 1", "arch"),
    ("barrel_vault", "span: 5, thickness: 0.4, length: 4, count: 11, blocks_along: 1000000000", "vault"),
    ("barrel_vault", "span: 5, thickness: 0.4, length: 4, count: 10001, blocks_along: 10000", "vault"),
    ("cross_vault", "span: 5, thickness: 0.4, count: 11, block_length: 1e-9", "vault"),
    ("pavilion_vault", "span: 5, thickness: 0.4, courses: 1000000000, block_length: 0.8", "vault"),
    ("dome", "span: 6, thickness: 0.5, rings: 10000, sides: 10000", "dome"),
    ("corbelled_dome", "span: 4, rise: 4, thickness: 1e9, courses: 10, block_length: 0.5", "dome"),
    ("cylinder_wall", "diameter: 3, courses: 1000000000, course_height: 0.3, ring_width: 0.5, block_length: 0.5",
     "cylinder"),
    ("running_bond", "length: 1.2, courses: 1000000000, block: [0.4, 0.2], thickness: 0.2", "wall"),
    ("stack_bond", "length: 4e8, courses: 1, block: [0.4, 0.2], thickness: 0.2", "wall"),
    ("masonry_wall", "length: 2e9, height: 1, thickness: 0.3, block: [0.4, 0.2]", "plan"),
    ("spandrel_arch", "courses: 1000000000", "spandrel_arch"),
    ("church", "courses: 1000000000", "church"),
])
def test_every_pattern_knows_how_many_blocks_are_too_many(tmp_path, kind, parameters, label):
    message = complaint(tmp_path, with_pattern(kind, parameters))
    assert message.startswith(f"m.yaml:9: patterns[0]: {label}: must have at most {MOST_BLOCKS} blocks, got about ")


@pytest.mark.parametrize(("kind", "parameters", "message"), [
    ("column", "radius: 1, height: 3, drums: 3, sides: 1000000000",
     "column: sides must be a whole number from 3 to 1000 [-], got 1000000000"),
    ("church", "buttresses: 1000000000",
     "church: buttresses must be a whole number from 0 to 1000 [-], got 1000000000"),
    ("corbelled_dome", "span: 4, rise: 1e300, thickness: 1, courses: 10, block_length: 0.5",
     "pattern corbelled_dome: its numbers are too large or too small to reckon with, got "
     "{'span': 4, 'rise': 1e+300, 'thickness': 1, 'courses': 10, 'block_length': 0.5}"),
])
def test_other_counts_of_patterns(tmp_path, kind, parameters, message):
    assert complaint(tmp_path, with_pattern(kind, parameters)) == f"m.yaml:9: patterns[0]: {message}"


def test_a_shape_without_thickness_is_refused():
    with pytest.raises(InputError, match=r"thickness|volume|not convex"):
        patterns.barrel_vault(5.0, 1e-9, 4.0, 11, 4)


# --- files that never end -----------------------------------------------------------------------

def readers(path: Path):
    """Every reader that takes a path; those of drawings by the ending of a link to it."""
    yield lambda: read_yaml(path)
    yield lambda: read_record(path, units="g", format="columns")
    for ending in ("obj", "stl", "ply", "csv", "json", "dxf", "3dm"):
        link = path.parent / f"link.{ending}"
        link.symlink_to(path)
        yield lambda link=link: read_blocks(link, unit="m")


def expect_all(path, message):
    count = 0
    for read in readers(path):
        with pytest.raises(InputError) as error:
            read()
        if "needs pip install" not in str(error.value):
            assert message in str(error.value)
            count += 1
    assert count >= 7


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_a_pipe_that_nobody_writes_into(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    expect_all(tmp_path / "pipe", "must be a file on disk, got a pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_a_device_without_end(tmp_path):
    (tmp_path / "zero").symlink_to("/dev/zero")
    expect_all(tmp_path / "zero", "must be a file on disk, got a device")


def test_a_file_of_ten_gigabytes(tmp_path):
    with open(tmp_path / "large", "wb") as file:
        file.truncate(10_000_000_000)        # a hole: takes no room on disk
    if (tmp_path / "large").stat().st_blocks > 1000:
        pytest.skip("no files with holes here")
    expect_all(tmp_path / "large", " MB, got 1e+04 MB")
    assert MOST_OF_MODEL <= MOST_OF_RECORD <= MOST_OF_DRAWING


def test_accelerations_that_are_dirt(tmp_path):
    (tmp_path / "r.txt").write_text("0 1\n0.01 1e300\n")
    with pytest.raises(InputError, match=r"acceleration must be below 1e\+09 \[g\], got 1e\+300 at 0.01 s"):
        read_record(tmp_path / "r.txt", units="g")

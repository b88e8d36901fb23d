"""Rows, verdicts, tables and the runner of validation cases."""

import io
import json
import math

import pytest
from rich.console import Console

from drystone.errors import InputError
from drystone.validate import case as frame
from drystone.validate import cases, parts
from drystone.validate.case import CASES, Case, Row, find_cases
from drystone.validate.runner import exit_code, run_cases
from drystone.validate.search import bisect_threshold
from drystone.validate.table import JSON_KEYS, rich_table, summary, to_json, to_markdown

NAMES = ("housner", "block3d", "oppenheim-arch", "wall-pulse", "restitution-step", "portioli-block",
         "ferris-tinloi-3", "sliding-wall", "spandrel-arch", "spandrel-arch-1hz", "stone-house", "house-pulses",
         "house-pulses-convex", "exact-rest", "church", "irregular-wall", "natural-arch", "corbelled-dome",
         "limit-block", "limit-ferris-tinloi-3", "limit-oppenheim", "limit-arch-thickness", "limit-stone-house",
         "limit-spandrel-arch", "limit-church", "limit-arch-loads", "limit-vs-dynamics", "fragility-fit",
         "motion-measures", "failure-domain", "overturning-spectrum", "dem-law", "dem-elastic", "dem-couplet",
         "dem-bending", "dem-prism", "dem-wall-low", "dem-wall-mid", "dem-wall-high", "dem-cyclic",
         "dem-out-of-plane", "dem-opening", "dem-random", "dem-vs-nscd")


def rows_of_all_kinds() -> list[Row]:
    return [
        frame.within_relative("period", 2.0, 2.03, 0.02, "book", "s"),
        frame.within_absolute("time", 1.0, 1.06, 0.05, "book", "s"),
        frame.worst_relative("worst", 0.001, 0.002, "book"),
        frame.in_range("order", 0.85, 1.15, 1.14, "theory"),
        frame.at_least("gain", 20.0, 19.0, "required"),
        frame.at_most("bound", 0.97, 0.965, "formula"),
        frame.same_word("outcome", "falls", "falls", "book"),
        frame.reported("later peak", 2.7, 2.75, "book", "s"),
    ]


def test_verdicts_follow_their_rule():
    assert [row.ok for row in rows_of_all_kinds()] == [True, False, True, True, False, True, True, None]


def test_a_numeric_verdict_is_error_within_tolerance():
    for row in rows_of_all_kinds():
        if row.tolerance is not None:
            assert row.ok == (row.error <= row.tolerance)


@pytest.mark.parametrize("make", [
    lambda x: frame.within_relative("q", 1.0, x, 1.0, "s"),
    lambda x: frame.within_absolute("q", 1.0, x, 1.0, "s", "m"),
    lambda x: frame.at_least("q", 1.0, x, "s"),
    lambda x: frame.in_range("q", 0.0, 1.0, x, "s"),
])
def test_not_a_number_is_never_a_pass(make):
    assert make(math.nan).ok is False


def test_json_has_exactly_the_promised_keys_and_survives_nan():
    rows = [*rows_of_all_kinds(), frame.reported("lost", 1.0, math.nan, "book")]
    content = json.loads(to_json(rows))
    assert all(tuple(item) == JSON_KEYS for item in content)
    assert JSON_KEYS == ("case", "quantity", "reference", "computed", "error", "tolerance", "ok", "source")
    assert content[7]["ok"] is None and content[7]["quantity"] == "later peak [s]"
    assert content[-1]["computed"] == "nan"


def test_tables_name_every_quantity_and_verdict():
    rows, paper = rows_of_all_kinds(), io.StringIO()
    Console(width=200, file=paper).print(rich_table(rows))
    text = paper.getvalue()
    assert "later peak [s]" in text and "FAIL" in text and "reported" in text and "<= 2 %" in text
    told = Case("x", "What it is.", 1.0, list, notes="Why it is so.")
    page = to_markdown([Row("x", "q", 1.0, 1.0, 0.0, 0.1, True, "a|b")], {"x": told})
    assert page.startswith("# Validation") and "1 pass, 0 fail, 0 reported" in page
    assert "## x" in page and "What it is." in page and "a\\|b" in page and "Why it is so." in page
    assert summary(rows) == "5 pass, 2 fail, 1 reported"


def test_a_case_that_raises_is_a_failing_row_and_the_next_one_still_runs():
    def broken():
        yield frame.same_word("first", "a", "a", "s")
        raise RuntimeError("solver gave\nup")

    def sound():
        yield frame.same_word("second", "a", "a", "s")

    rows = run_cases([Case("broken", "", 0, broken), Case("sound", "", 0, sound)])
    assert [row.ok for row in rows] == [True, False, True]
    assert rows[1].case == "broken" and rows[1].computed == "RuntimeError: solver gave up"
    assert exit_code(rows) == 1 and exit_code(rows[:1]) == 0
    assert exit_code([frame.reported("q", 1.0, 2.0, "s")]) == 0


def parted():
    for part in ("short pulse", "long pulse", "long"):
        if parts.is_chosen(part):
            yield frame.same_word(f"{part}, outcome", "a", "a", "s")


@pytest.mark.parametrize(("words", "run"), [
    ((), ["short pulse", "long pulse", "long"]), (("pulse",), ["short pulse", "long pulse"]),
    (("long",), ["long"]), (("PULSE long",), ["long pulse"]), (("long", "short"), ["short pulse", "long"])])
def test_parts_of_a_case_are_chosen_by_words_of_their_name_and_marked(words, run):
    """The name of a part means that part alone, even where other names have the same words."""
    told = Case("x", "", 0, parted, parts=("short pulse", "long pulse", "long"))
    rows = run_cases([told], words=words)
    assert [row.quantity for row in rows] == [f"{part}, outcome" for part in run]
    assert parts.is_chosen("anything")          # nothing is left behind
    mark = f"x (only: {' | '.join(words)})" if words else "x"
    assert {item["case"] for item in json.loads(to_json(rows))} == {mark}
    page = to_markdown(rows, {"x": told})
    assert ("Not the whole case" in page) == bool(words) and "## x\n" in page


@pytest.mark.parametrize(("told", "text"), [
    (Case("x", "", 0, parted, parts=("short pulse", "long")),
     "validate: --only: no part of case 'x' has the words 'quake'; there are short pulse; long"),
    (Case("x", "", 0, parted), "validate: --only: case 'x' has no parts, got 'quake'")])
def test_words_that_mean_no_part_are_refused(told, text):
    with pytest.raises(InputError) as error:
        run_cases([told], words=("quake",))
    assert str(error.value) == text


def test_all_cases_of_the_documentation_are_registered():
    assert cases and tuple(CASES) == NAMES
    assert all(case.description and case.minutes > 0 for case in CASES.values())


def test_an_unknown_case_is_refused_with_the_nearest_name():
    with pytest.raises(InputError) as error:
        find_cases(["housnr"])
    assert str(error.value) == "validate: no case is called 'housnr'; did you mean 'housner'?"
    assert [case.name for case in find_cases(["wall-pulse", "housner"])] == ["wall-pulse", "housner"]
    assert len(find_cases([])) == len(NAMES)


def test_bisection_finds_the_threshold_and_refuses_a_span_without_one():
    found = bisect_threshold(lambda x: x > math.pi, 3.0, 4.0, 1e-6)
    assert abs(found - math.pi) <= 0.5e-6
    with pytest.raises(ValueError, match="lies below 4"):
        bisect_threshold(lambda x: x > math.pi, 4.0, 5.0, 1e-3)
    with pytest.raises(ValueError, match="lies above 3"):
        bisect_threshold(lambda x: x > math.pi, 2.0, 3.0, 1e-3)

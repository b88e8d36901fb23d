"""docs/evidence.md: it is what the validation tables say today, and what it calls published is what they call so."""

import re
import sys

import pytest
from docs_text import ROOT

sys.path.insert(0, str(ROOT / "docs"))
from make_evidence import PAGE, Evidence, is_published

EVIDENCE = Evidence()
NUMBERS = [number for paper in EVIDENCE.data["papers"] for number in paper["numbers"]]


def test_the_page_is_what_the_tables_say():
    assert PAGE.read_text(encoding="utf-8") == EVIDENCE.page(), "run: python docs/make_evidence.py"


@pytest.mark.parametrize("number", [number for number in NUMBERS if "rows" in number], ids=lambda n: n["what"][:60])
def test_published_is_the_reference_of_the_tables(number):
    """Where a row of the tables is about a published number, it must be the one on the page, and so for tests."""
    known = set(map(float, re.findall(r"\d+\.?\d*", f"{number['published']} {number.get('test', '')}")))
    for name in number["rows"]:
        row = EVIDENCE.row(number["case"], name)
        if is_published(row) or row["source"].startswith("test, Table"):
            try:
                assert float(row["reference"]) in known
            except ValueError:
                assert row["reference"] in ("", number["published"])


def test_a_missing_row_and_a_missing_quote_are_told():
    with pytest.raises(KeyError, match="no row 'nothing' in case 'housner'"):
        EVIDENCE.row("housner", "nothing")
    with pytest.raises(KeyError, match=r"benchmarks\.md does not say 'nothing at all'"):
        EVIDENCE.check_quote("benchmarks.md", "nothing at all")


def key(case: str, name: str, reference: str) -> tuple[str, str, str]:
    """What a row compares with: case, reference, unit."""
    return case, reference, "".join(re.findall(r"\[[^\]]*\]$", name))


#: Case, name and reference of rows whose reference is a number or a word of a paper or of its tests.
PUBLISHED = {(case, name, row["reference"]) for case, rows in EVIDENCE.tables.items() for name, found in rows.items()
             for row in found if row["reference"] and (is_published(row) or row["source"].startswith("test, "))}
SHOWN = {key(number["case"], name, row["reference"]) for number in NUMBERS for name in number.get("rows", ())
         for row in EVIDENCE.tables[number["case"]][name]}


def test_no_published_number_of_the_tables_is_left_out():
    """A miss that the tables state must not be absent from the page."""
    assert {where for where in PUBLISHED if key(*where) not in SHOWN} == set()


def hidden(number: dict, shown: set) -> list[tuple[str, str, str]]:
    """Rows of the tables that have a published value of a number which says that there is none."""
    if "rows" in number and "no row" not in number.get("why", ""):
        return []
    values, units = set(re.findall(r"\d+\.?\d*", number["published"])), set(re.findall(r"\[[^\]]*\]", number["what"]))
    return [where for where in PUBLISHED
            if where[2] in values and key(*where) not in shown and (key(*where)[2] in units or not units)]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda n: n["what"][:60])
def test_what_is_called_absent_is_in_no_table(number):
    assert hidden(number, SHOWN) == []


@pytest.mark.parametrize("number", [
    {"what": "displacement at the peak [mm]", "published": "1.73, 1.74, 1.73", "why": "no row for these speeds"},
    {"what": "... displacement at the peak [mm], energy [kN mm]", "published": "1.11, 128.07", "case": "dem-wall-high",
     "rows": ["variant: joints that break at once, energy to 3 mm [kN mm]"], "why": "no row for the displacement"},
    {"what": "at crushed toes [mm]", "published": "2.9"},
])
def test_a_false_absence_is_found(number):
    """As the page once had them."""
    assert hidden(number, set())


def test_peers_stand_nearest_first_and_are_those_of_the_tables():
    known = re.compile(r"(.+): ([\d.]+)")
    with_test = [number for number in NUMBERS if "test" in number]
    assert len(with_test) == 9
    in_tables = 0
    for number in with_test:
        peers = [known.fullmatch(words).groups() for words in number["peers"].split("; ")]
        misses = [abs(float(value) - float(number["test"])) for _, value in peers]
        assert misses == sorted(misses), number["what"]
        for name, value in peers:
            kind = re.search(r"(peak|energy) \[", number["what"])
            row = f"{kind[1]} of {name} {number['what'].partition(';')[0][kind.end() - 1:]}" if kind else ""
            if row in EVIDENCE.tables[number["case"]]:
                in_tables += 1
                assert float(EVIDENCE.row(number["case"], row)["computed"]) == float(value)
    assert in_tables == 16                       # peaks and energies, of which MID has one less


def test_all_five_papers_and_every_gap_have_their_place():
    assert len(EVIDENCE.data["papers"]) == 5
    assert all(gap.get("case", "housner") in EVIDENCE.tables for gap in EVIDENCE.data["gaps"])
    assert all((ROOT / "examples" / "studies" / number["study"]).is_file() for number in NUMBERS if "study" in number)

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


def test_a_missing_row_is_told():
    with pytest.raises(KeyError, match="no row 'nothing' in case 'housner'"):
        EVIDENCE.row("housner", "nothing")


def test_all_five_papers_and_every_gap_have_their_place():
    assert len(EVIDENCE.data["papers"]) == 5
    assert all(gap.get("case", "housner") in EVIDENCE.tables for gap in EVIDENCE.data["gaps"])
    assert all((ROOT / "examples" / "studies" / number["study"]).is_file() for number in NUMBERS if "study" in number)

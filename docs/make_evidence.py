"""Makes docs/evidence.md of docs/evidence.yaml and the validation tables: `python docs/make_evidence.py`.

A test compares the page with what this makes, so that it cannot drift from the tables.
"""

from __future__ import annotations

import re
from pathlib import Path

from ruamel.yaml import YAML

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "evidence.md"
_ROW = re.compile(r"(?<!\\)\|")

HEAD = """# Published numbers beside ours

Every number of five papers, what this program gives for the same model, and what peers gave, the nearest first, where
anyone is known to have tried. Ours are those of the [validation tables](validation/README.md), which
`drystone validate CASE` makes again, and so are the verdicts: *pass* is within the tolerance stated there, against the
published number where nothing else is named; *reported* judges nothing, since the source does not state enough to build
its model, or has no number. *none*: we have no figure. *curve only*: the paper has no number in its text. Inputs of the
papers, times of their pictures, and errors that they compute from these numbers, are left out; so is what they say in
words, but for outcomes and for the failure domain. Where several figures of ours stand in a row, number or remark says
of what.

A test fails where the validation tables have a published number that this page does not set beside ours, and where it
says that we have none.

This page is made by `python docs/make_evidence.py`; a test keeps it and the tables together.
"""

#: what PEERS and its first row say of the wall
HELD = "| drystone | 0.68 | 0 |\n| MuJoCo 4.0, stiff | 2.21 | 8.7e-5 m |"

PEERS = """## Beside general engines

Block of 0.6 x 2.0 m rocking freely from 15 degrees at a step of 1 ms: worst error of the first six impact times and the
first five peaks. Block of 0.2 x 1.0 m under a rectangular pulse of 1 s: acceleration that overturns it (exact: 0.2045
g). A dry wall of 210 blocks at rest for 2 s: how far it creeps (exact: not at all). Rows of other engines were measured
once, by ourselves; of these MuJoCo on the wall alone is repeated by a command of this repository, `drystone bench
hold`, which gave 0.087 mm.

| engine | impact times [%] | peaks [%] | overturns [g] | drift of the wall |
|---|--:|--:|--:|---|
"""


def read_tables(path: Path) -> dict[str, dict[str, list[dict[str, str]]]]:
    """Rows of all validation tables by case and quantity; some quantities have a row for each of several sources."""
    cases: dict[str, dict[str, list[dict[str, str]]]] = {}
    head: list[str] = []
    rows: dict[str, list[dict[str, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = cases.setdefault(line[3:].strip(), {})
            head = []
        elif line.startswith("|") and not line.startswith("|--"):
            cells = [cell.strip() for cell in _ROW.split(line)[1:-1]]
            if not head:
                head = cells
            elif len(cells) == len(head):
                rows.setdefault(cells[0], []).append(dict(zip(head, cells)))
    return cases


def is_published(row: dict[str, str]) -> bool:
    """Whether the reference of a row is a number or a statement of one of the papers, in words or figures."""
    return bool(re.match(r"(Nodargi|Beatini|Oktiovan|Gagliardo|Portioli|Ferris)", row["source"]))


class Evidence:
    """The page, and what it is made of."""

    def __init__(self, docs: Path = DOCS) -> None:
        self.data = YAML(typ="safe").load((docs / "evidence.yaml").read_text(encoding="utf-8"))
        self.tables = read_tables(docs / "validation" / "README.md")
        self.docs = docs

    def row(self, case: str, name: str) -> dict[str, str]:
        """One row of a table; KeyError names what is missing."""
        if name not in self.tables.get(case, {}):
            raise KeyError(f"validation/README.md has no row {name!r} in case {case!r}")
        rows = self.tables[case][name]
        return next((row for row in rows if is_published(row)), rows[0])

    def check_quote(self, page: str, text: str) -> None:
        """KeyError unless a page of docs has these words, however its lines are broken."""
        if " ".join(text.split()) not in " ".join((self.docs / page).read_text(encoding="utf-8").split()):
            raise KeyError(f"{page} does not say {text!r}")

    def ours(self, number: dict) -> tuple[str, str, str]:
        """What we found, its verdict, and the command that makes it."""
        if "rows" in number:
            rows = [self.row(number["case"], name) for name in number["rows"]]
            words = "; ".join(row["computed"] for row in rows)
            if "unit" in number:
                words += f" {number['unit']}"
            return words, self.verdict(rows), f"`drystone validate {number['case']}`"
        if "quote" in number:
            quote = number["quote"]
            self.check_quote(quote["page"], quote["text"])
            return quote["value"], "reported", f"`{quote['by']}`"
        command = f"`drystone study examples/studies/{number['study']}`" if "study" in number else ""
        return "", "none", command

    @staticmethod
    def verdict(rows: list[dict[str, str]]) -> str:
        """Of some rows, with what they were judged against if that is not the published number."""
        words = list(dict.fromkeys(row["verdict"] for row in rows))
        other = [row for row in rows if row["verdict"] == "pass" and not is_published(row)]
        if other:
            values = ", ".join(dict.fromkeys(row["reference"] for row in other))
            words[words.index("pass")] = f"pass, against {values} ({other[0]['source']})"
        return ", ".join(words)

    def page(self) -> str:
        """The whole text."""
        parts = [HEAD]
        for paper in self.data["papers"]:
            parts.append(f"## {paper['name']}\n\n{paper['title'].capitalize()}. {paper['source']}.\n")
            lines = ["| where | number | published | ours | verdict | peers | made by | remark |",
                     "|---|---|---|---|---|---|---|---|"]
            for number in paper["numbers"]:
                ours, verdict, command = self.ours(number)
                cells = (number["where"], number["what"], number["published"], ours, verdict, number.get("peers", ""),
                         command, number.get("why", ""))
                lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
            parts.append("\n".join(lines) + "\n")
        self.check_quote("benchmarks.md", HELD)
        parts += [PEERS + self._peer_rows(), self._gaps()]
        return "\n".join(parts)

    def _peer_rows(self) -> str:
        times, peaks = (100 * float(self.row("housner", f"default dt 0.001, {name}, worst of 8 angles")["computed"])
                        for name in ("impact times 1-6", "peak angles 1-5"))
        overturns = self.row("portioli-block", "default, rectangular 1 s overturns [g]")["computed"]
        lines = [f"| drystone (worst of eight releases) | {times:.2g} | {peaks:.2g} | {overturns} | 0 |"]
        lines += ["| {engine} | {times} | {peaks} | {overturns} | {wall} |".format(**peer)
                  for peer in self.data["peers"]]
        return "\n".join(lines) + "\n"

    def missed(self, cases: dict[str, list[str]]) -> str:
        """By how much rows miss their references, in words."""
        rows = [self.row(case, name) for case, names in cases.items() for name in names]
        shares = [abs(100 * (float(row["computed"]) / float(row["reference"]) - 1)) for row in rows]
        low, high = f"{min(shares):.0f}", f"{max(shares):.0f}"
        return f"{low} %" if low == high else f"{low} to {high} %"

    def _gaps(self) -> str:
        lines = ["## What we cannot reproduce, and why\n"]
        for gap in self.data["gaps"]:
            link = f" [{gap['case']}](validation/README.md#{gap['case']})" if "case" in gap else ""
            missed = {name: self.missed(cases) for name, cases in gap.get("missed", {}).items()}
            lines.append(f"- **{gap['what']}.** {gap['text'].strip().format(**missed)}{link}")
        return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(Evidence().page(), encoding="utf-8")

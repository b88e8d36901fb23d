"""The gallery as files: where examples are, and what each must look like."""

from __future__ import annotations

import ast
from pathlib import Path

from docs_text import ROOT

GALLERY = ROOT / "examples" / "gallery"
EXAMPLES = sorted(GALLERY.glob("*/plot_*.py"))

#: Lines that an example may have, and examples that there must be.
MOST_LINES, LEAST_EXAMPLES = 60, 25


def name_of(path: Path) -> str:
    """Of an example, in the names of tests."""
    return f"{path.parent.name}/{path.stem}"


def faults(path: Path) -> list[str]:
    """What is wrong with the form of an example; empty if nothing is."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    title, line, blank, *rest = [*(ast.get_docstring(tree) or "").split("\n"), "", "", ""]
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    wrong = {
        f"has {len(text.splitlines())} lines, {MOST_LINES} or more": len(text.splitlines()) >= MOST_LINES,
        "its docstring has no title underlined with ===": not title or line != "=" * len(title) or blank != "",
        "its docstring does not say what is checked": not any(row.startswith("Checked: ") for row in rest),
        "has no assert": not any(isinstance(node, ast.Assert) for node in ast.walk(tree)),
        "shows no picture by ds.view.show": "ds.view.show" not in called,
        "prints nothing": "print" not in called,
        "does not import drystone as ds": "import drystone as ds\n" not in text,
    }
    return [words for words, holds in wrong.items() if holds]

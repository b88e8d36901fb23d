"""What a docstring in NumPy's style says: prose, and one text a parameter. The reference of the model file needs it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_RULE = re.compile(r"-{3,}$")
_PARAMETER = re.compile(r"(?P<names>\w+(?:, \w+)*) : (?P<text>.+)")
_PARAMETER_SECTIONS = ("Parameters", "Attributes")


@dataclass(frozen=True)
class Docstring:
    """Parts of a docstring; line breaks within a paragraph are gone."""

    prose: tuple[str, ...]       #: paragraphs before the sections, and what Returns says
    parameters: dict[str, str]   #: text of each parameter


def read_docstring(described: Callable) -> Docstring:
    """Split the docstring of a class or function."""
    prose: list[str] = []
    parameters: dict[str, str] = {}
    for title, lines in _sections(inspect.getdoc(described) or ""):
        if title in _PARAMETER_SECTIONS:
            parameters |= _parameters(lines)
        elif title == "Returns":
            prose += [f"Gives {text[0].lower()}{text[1:]}" for text in _paragraphs(lines)]
        elif not title:
            prose += _paragraphs(lines)
    return Docstring(tuple(prose), parameters)


def parameter_texts(described: Callable, kinds: Mapping[str, Callable]) -> dict[str, str]:
    """What is said of each parameter: in its own line, in the one of a kind that is referred to, or in the prose."""
    text = read_docstring(described)
    prose = " ".join(text.prose)
    told = dict(text.parameters)
    for other in re.findall(r"Parameters as `(\w+)`", prose):
        told |= read_docstring(kinds[other]).parameters
    for key in inspect.signature(described).parameters:
        if key not in told:      # only the prose explains it, as in "`size` [m]"
            found = re.search(rf"`{key}`( \[[^\]]+\])?", prose)
            told[key] = f"see above{found[1] or ''}" if found else ""
    return told


def _sections(text: str) -> list[tuple[str, list[str]]]:
    """Title and lines of each section; the first has no title."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if _RULE.match(line):
            continue
        if i + 1 < len(lines) and _RULE.match(lines[i + 1]):
            sections.append((line.strip(), []))
        else:
            sections[-1][1].append(line)
    return sections


def _paragraphs(lines: list[str]) -> list[str]:
    blocks = "\n".join(lines).strip().split("\n\n")
    return [" ".join(block.split()) for block in blocks if block.strip()]


def _parameters(lines: list[str]) -> dict[str, str]:
    """`a, b : text` gives the text to both; indented lines continue it."""
    found: dict[str, str] = {}
    names: list[str] = []
    for line in lines:
        match = _PARAMETER.match(line)
        if match:
            names = match["names"].split(", ")
            found |= dict.fromkeys(names, match["text"])
        elif line.startswith(" "):
            found |= {name: f"{found[name]} {line.strip()}" for name in names}
    return found

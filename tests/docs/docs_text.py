"""Fenced blocks of the project's Markdown files, and what the shell commands in them say."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "model_file.md"
README = ROOT / "README.md"

_FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path: Path, language: str) -> list[str]:
    """Bodies of the fenced blocks of one language."""
    found = _FENCE.finditer(path.read_text(encoding="utf-8"))
    return [match["body"] for match in found if match["language"] == language]


def commands(path: Path) -> list[tuple[list[str], str]]:
    """Words of every `$ command` of the console blocks, and the output shown below it."""
    found = []
    for body in blocks(path, "console"):
        for piece in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, _, output = piece.partition("\n")
            found.append((shlex.split(line), output))
    return found


def overrides(words: list[str]) -> list[str]:
    """Values of --set."""
    return [value for flag, value in pairwise(words) if flag == "--set"]

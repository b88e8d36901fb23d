"""YAML with a memory of lines: plain data, and for every key and item the place where it was written.

Scalars follow YAML 1.2: `1e-3` is a number, `yes` and `on` are words. A key given twice is an error.
"""

from __future__ import annotations

import io
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from drystone.checks import MOST_SHOWN, show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_MODEL, read_bounded

#: Values that aliases may add to those that are written: text of a few lines can stand for thousands of millions.
MOST_REPEATED = 1_000_000
#: Whole numbers with more digits become floats: no count is so large.
_MOST_DIGITS = 18

#: Keys and indices that lead from the top of a document to a value, e.g. ("blocks", 0, "name").
KeyPath = tuple[str | int, ...]

_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_SPECIAL = {"null": None, "Null": None, "NULL": None, "~": None, "": None,
            "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NOT_FINITE = re.compile(r"(?P<sign>[-+]?)\.(?P<word>inf|Inf|INF|nan|NaN|NAN)\Z")


#: So many brackets in a row: the parser would find that out as well, but slowly.
_DEEP = re.compile(r"(?:[\[{]\s*){300}")
#: Escapes of JSON can name the halves of a character; no file or terminal takes one alone.
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class YamlDocument:
    """Data of a file and the nodes that know its lines."""

    path: str
    text: str
    data: object
    _root: Node | None

    def line(self, path: KeyPath) -> int:
        """Line (from 1) of the key or item at `path`, or of its nearest parent that was written."""
        return self.place(path)[0]

    def place(self, path: KeyPath) -> tuple[int, int]:
        """Line and column, both from 1, of the key or item at `path` or of its nearest written parent."""
        node, mark = self._root, self._root.start_mark if self._root is not None else None
        for part in path:
            found = _child(node, part)
            if found is None:
                break
            mark, node = found
        return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def read_yaml(path: str | Path) -> YamlDocument:
    """Read a file; errors carry `file:line:`."""
    try:
        text = read_bounded(path, MOST_OF_MODEL).decode("utf-8").replace("\r\n", "\n")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise InputError(f"{path}: cannot be read: {reason}") from None
    return parse_yaml(text, str(path))


def parse_yaml(text: str, path: str = "<text>") -> YamlDocument:
    """Parse text as `read_yaml` does; `path` is only named in errors."""
    try:
        if _DEEP.search(text):
            raise RecursionError
        root = YAML(typ="safe", pure=True).compose(io.StringIO(text))
        if root is not None:
            _check_aliases(root, path)
        data = _construct(root, path, {}) if root is not None else None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{path}:{mark.line + 1}" if mark is not None else path
        raise InputError(f"{where}: not valid YAML: {error.problem or error.context}{_hint(error)}") from None
    except YAMLError as error:
        raise InputError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise InputError(f"{path}: nested too deeply") from None
    except ValueError as error:          # the parser lets some through, e.g. of an escape that names no character
        raise InputError(f"{path}: not valid YAML: {str(error)[:MOST_SHOWN]}") from None
    return YamlDocument(path, text, data, root)


def _hint(error: MarkedYAMLError) -> str:
    """Where the thing began that does not end well, and what `block end` means to people."""
    hint = "; look at the indentation" if "<block end>" in (error.problem or "") else ""
    begin, end = error.context_mark, error.problem_mark
    if begin is not None and end is not None and begin.line != end.line:
        hint += f" ({error.context} that begins on line {begin.line + 1})"
    return hint


def parse_value(text: str) -> object:
    """Value of a short YAML text such as `5e-4`, `[1, 2]` or a word."""
    found = _read_json(text)
    return parse_yaml(text, "value").data if found is _NOT_JSON else found


_NOT_JSON = object()


def _read_json(text: str) -> object:
    """Value of a text that is plain JSON, which is YAML too and a hundred times as fast to read; else _NOT_JSON.

    Whatever JSON would read otherwise than YAML, or would not refuse, is left to YAML: escapes, keys given twice, very
    long whole numbers, numbers beyond all bounds, deep nesting.
    """
    if not (text.isascii() and text.isprintable()) or "\\" in text or _DEEP.search(text):
        return _NOT_JSON
    try:
        return json.loads(text, parse_int=_short_int, parse_float=_finite_float, parse_constant=_refuse,
                          object_pairs_hook=_distinct)
    except (ValueError, RecursionError):
        return _NOT_JSON


def _short_int(text: str) -> int:
    return int(text) if len(text) <= _MOST_DIGITS else _refuse(text)


def _finite_float(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _refuse("a key twice")


def _refuse(text: str):
    raise ValueError(text)


def format_path(path: KeyPath) -> str:
    """People's spelling of a path: blocks[0].name."""
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else (f".{part}" if out else str(part))
    return out


def _check_aliases(root: Node, path: str) -> None:
    """Refuse aliases of aliases that multiply: each list of ten of the list before it has ten times its values."""
    sizes: dict[int, int] = {}
    written = _count_values(root, sizes)
    repeated = sizes[id(root)] - written
    if repeated > MOST_REPEATED:
        raise InputError(f"{path}: aliases may repeat at most {MOST_REPEATED} values, got {repeated:.3g} from the "
                         f"{written} that are written")


def _count_values(node: Node, sizes: dict[int, int]) -> int:
    """Values written in a node that were not counted yet; `sizes` gets those that it stands for, by node."""
    if id(node) in sizes:
        return 0
    sizes[id(node)] = 1             # an alias that contains itself is refused elsewhere
    if isinstance(node, ScalarNode):
        return 1
    items = node.value if isinstance(node, SequenceNode) else [item for pair in node.value for item in pair]
    written = 1 + sum(_count_values(item, sizes) for item in items)
    sizes[id(node)] = 1 + sum(sizes[id(item)] for item in items)
    return written


def _construct(node: Node, path: str, done: dict[int, object]):
    """Plain data of a node; an alias gives the same object again."""
    if id(node) in done:
        if done[id(node)] is _OPEN:
            raise InputError(f"{path}:{node.start_mark.line + 1}: an alias must not contain itself")
        return done[id(node)]
    done[id(node)] = _OPEN
    if isinstance(node, ScalarNode):
        value = _scalar(node, path)
    elif isinstance(node, SequenceNode):
        value = [_construct(item, path, done) for item in node.value]
    else:
        value = _mapping(node, path, done)
    done[id(node)] = value
    return value


_OPEN = object()


def _mapping(node: MappingNode, path: str, done: dict[int, object]) -> dict:
    out: dict = {}
    lines: dict = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = key_node.value if isinstance(key_node, ScalarNode) else None
        if not isinstance(key, str):
            raise InputError(f"{path}:{line}: a key must be a word, got a list or mapping")
        if key in out:
            raise InputError(f"{path}:{line}: key {show(key)} is given twice, first on line {lines[key]}")
        lines[key] = line
        out[key] = _construct(value_node, path, done)
    return out


def _scalar(node: ScalarNode, path: str):
    text = node.value
    if not text.isascii() and _HALF_CHARACTER.search(text):
        raise InputError(f"{path}:{node.start_mark.line + 1}: a text must not hold half a character, got {show(text)}")
    if node.style in ("'", '"', "|", ">"):
        return text
    if node.tag is not None and str(node.tag).startswith("!"):
        raise InputError(f"{path}:{node.start_mark.line + 1}: tags are not supported, got {str(node.tag)[:MOST_SHOWN]}")
    if text in _SPECIAL:
        return _SPECIAL[text]
    if _INT.match(text) and len(text) <= _MOST_DIGITS:
        return int(text)
    if _FLOAT.match(text):
        value = float(text)
        if math.isinf(value):
            shown = f"one of {len(text)} digits" if _INT.match(text) else show(text)
            raise InputError.of(f"{path}:{node.start_mark.line + 1}", f"a number must be below 1.8e308, got {shown}",
                                subject=("number",))
        return value
    odd = _NOT_FINITE.match(text)
    return float(odd["sign"] + odd["word"]) if odd else text


def _child(node: Node | None, part: str | int):
    """(mark, node) of the entry `part`, or None."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == part:
                return key_node.start_mark, value_node
    elif isinstance(node, SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part].start_mark, node.value[part]
    return None

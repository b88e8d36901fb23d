"""Reference of the model file in Markdown, written from its schema.

``python -m drystone.model.reference docs/model_file.md`` rewrites the part of that file between the two markers.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticCustomError

from drystone.errors import InputError
from drystone.model import schema as entries
from drystone.model import schema_properties, schema_records, settings
from drystone.model.answer import ANSWERS
from drystone.model.docstrings import parameter_texts, read_docstring
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.properties import properties_of
from drystone.model.uses import PROPERTIES, USES
from drystone.motion import KINDS

BEGIN = "<!-- reference: begin; written by python -m drystone.model.reference -->"
END = "<!-- reference: end -->"

_UNIT = re.compile(r" ?\[([^\]\d][^\]]*)\]")
_SHAPE = re.compile(r" ?\(\w,\),?")            # (3,) says nothing that "3 numbers" does not
_REF = "#/$defs/"
_REQUIRED, _NONE = "**required**", "none"
#: Words for annotations of patterns and motions; file types, not Python's.
_WORDS = {"float": "number", "int": "whole number", "bool": "true or false", "str": "word", "str | Path": "path",
          "Sequence[float]": "numbers", "Vector": "3 numbers", "np.ndarray": "numbers",
          "Motion": "mapping of `kind` and its parameters", "Sequence[Sequence[float]]": "lists of numbers",
          "Sequence[Mapping[str, Any]]": "list of mappings", "tuple[str | int, str | int]": "two words or numbers",
          "Mapping[str, object]": "mapping", "tuple[Motion, ...]": "list of mappings of `kind` and its parameters"}
_PYTHON = {"None": _NONE, "True": "true", "False": "false"}


def markdown_reference() -> str:
    """Every section of a model file with its keys, then every kind of pattern and of motion."""
    lines = ["## Reference", "",
             "All keys, in the order of the file. `[]` stands for an item of a list, `<name>` for a name of your "
             "choice. Where the default is *none*, the key may be left out.", "",
             *describe_sections(entries.ModelFile, (entries, schema_records, schema_properties, settings))]
    lines += _describe_uses()
    lines += ["", "### Kinds of patterns", "", "`kind` and `parameters` of an item of `patterns`."]
    lines += _describe_kinds(entries.pattern_kinds())
    lines += ["", "### Kinds of motions", "", "`kind` and `parameters` of an item of `motions`, or of one of its "
              "`components`."]
    lines += _describe_kinds(KINDS)
    return "\n".join(lines) + "\n"


def describe_sections(file: type[BaseModel], modules: Sequence[object]) -> list[str]:
    """Lines for every section of a file with its keys; modules : that hold the entries of its schema"""
    schema = file.model_json_schema()
    places = _find_places(schema)
    lines = ["### Top level", "", *_table(schema, schema, places)]
    for name, paths in places.items():
        entry = next(getattr(module, name) for module in modules if hasattr(module, name))
        lines += ["", f"### `{paths[0]}`", "", _describe(entry, schema["$defs"][name], paths)]
        lines += ["", *_table(schema["$defs"][name], schema, places)]
    return lines


def refresh(text: str, write: Callable[[], str] = markdown_reference, begin: str = BEGIN) -> str:
    """`text` with the reference between the markers; write : makes it, begin : the first marker"""
    if text.count(begin) != 1 or text.count(END) != 1 or text.index(END) < text.index(begin):
        raise InputError(f"reference: the text must hold the markers {begin!r} and {END!r} once each, in this order")
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n\n{write()}\n{END}{rest.partition(END)[2]}"


# --- sections -----------------------------------------------------------------------------------

def _find_places(schema: dict) -> dict[str, list[str]]:
    """Where each part of the schema is used, e.g. BoxEntry: blocks[].box, blocks[].parts[].box; in file order."""
    places: dict[str, list[str]] = {}

    def look(node: dict, path: str) -> None:
        for key, field in node["properties"].items():
            place = f"{path}.{key}" if path else key
            for suffix, name in _references(field, schema):
                is_new = name not in places
                places.setdefault(name, []).append(place + suffix)
                if is_new:
                    look(schema["$defs"][name], place + suffix)

    look(schema, "")
    return places


def _references(field: dict, schema: dict) -> Iterator[tuple[str, str]]:
    """Parts of the schema that a field holds: how to get there from the field, and their name."""
    if "$ref" in field:
        yield "", field["$ref"].removeprefix(_REF)
    for option in field.get("anyOf", ()):
        yield from _references(option, schema)
    for option in field.get("oneOf", ()):      # chosen by the engine that they name
        name = option["$ref"].removeprefix(_REF)
        yield f" (engine: {schema['$defs'][name]['properties']['engine']['const']})", name
    if isinstance(field.get("items"), dict):
        yield from (("[]" + suffix, name) for suffix, name in _references(field["items"], schema))
    if isinstance(field.get("additionalProperties"), dict):
        yield from ((".<name>" + suffix, name) for suffix, name in _references(field["additionalProperties"], schema))


def _describe(entry: type[BaseModel], part: dict, paths: list[str]) -> str:
    text, name = " ".join(part["description"].split()), entry.__name__
    rule = _whole_rule(entry)
    if rule:
        text += f" It {rule}."
    if len(paths) > 1:
        text += f" Also at {', '.join(f'`{path}`' for path in paths[1:])}."
    named: dict[str, Iterable[str]] = {"PatternEntry": entries.pattern_kinds(), "MotionEntry": KINDS,
                                       "ComponentEntry": KINDS}
    kinds = named.get(name)
    if kinds:
        text += f" Kinds: {', '.join(_link(kind) for kind in kinds)}."
    return text


def _whole_rule(entry: type[BaseModel]) -> str | None:
    """The rule of `one_of` in words, as the entry's own check says it of an entry without any key."""
    check = getattr(entry, "_one", None)
    if check is None:
        return None
    try:
        check(entry.model_construct())
    except PydanticCustomError as error:
        return (error.context or {})["rule"]
    return None


def _table(part: dict, schema: dict, places: Mapping[str, list[str]]) -> list[str]:
    rows = _head("key")
    required = part.get("required", ())
    for key, field in part["properties"].items():
        meaning, unit = _split_unit(field.get("description", ""))
        if not meaning:   # the part says what it is
            words = " ".join(schema["$defs"][name]["description"] for _, name in _references(field, schema)).split()
            meaning = " ".join(words).rstrip(".")
            meaning = meaning[:1].lower() + meaning[1:]
        default = _REQUIRED if key in required else _show_default(field.get("default"))
        rows.append(_row(key, _type_words(field, places), unit, default, meaning))
    return rows


def _type_words(field: dict, places: Mapping[str, list[str]]) -> str:
    """What may stand there: number > 0, 3 numbers, name or list of names, ..."""
    if "$ref" in field:
        return _link(places[field["$ref"].removeprefix(_REF)][0])
    if "anyOf" in field or "oneOf" in field:
        options = [_type_words(option, places) for option in field.get("anyOf", field.get("oneOf", ()))
                   if option.get("type") != "null"]
        return " or ".join(options)
    if "enum" in field or "const" in field:
        *first, last = (f"`{word}`" for word in field.get("enum", [field.get("const")]))
        return f"{', '.join(first)} or {last}" if first else last
    kind = field.get("type")
    if kind in ("number", "integer"):
        return ("number" if kind == "number" else "whole number") + _bounds(field)
    if kind == "array":
        return _list_words(field, places)
    if kind == "object":
        inner = field.get("additionalProperties")
        return f"mapping of {_type_words(inner, places)}" if isinstance(inner, dict) else "mapping"
    words: dict[Any, str] = {"string": "name", "boolean": "true or false", "number": "number", "array": "list",
                             "object": "mapping"}
    return ", ".join(words[one] for one in kind) if isinstance(kind, list) else words[kind]


def _list_words(field: dict, places: Mapping[str, list[str]]) -> str:
    """3 numbers, 3 rows of 3 numbers, list of (2 numbers), list of names."""
    inner, count = _type_words(field["items"], places), field.get("minItems")
    if inner in ("number", "whole number", "name"):
        inner += "s"
    nested = field["items"].get("type") == "array"
    if count is not None and count == field.get("maxItems"):
        return f"{count} rows of {inner}" if nested else f"{count} {inner}"
    least = f", {count} or more" if count is not None and count > 1 else ""
    return f"list of ({inner}){least}" if nested else f"list of {inner}{least}"


def _bounds(field: dict) -> str:
    signs = {"exclusiveMinimum": ">", "minimum": ">=", "exclusiveMaximum": "<", "maximum": "<="}
    found = [f"{sign} {field[key]:g}" for key, sign in signs.items() if key in field]
    return f" {', '.join(found)}" if found else ""


def _show_default(default: Any) -> str:
    if isinstance(default, dict):
        return "as below"
    return _NONE if default is None else f"`{_plain(default)}`"


def _plain(value: Any) -> str:
    """A value as a model file would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_plain(item) for item in value)}]"
    if isinstance(value, str):
        return f'"{value}"' if value == "*" else value
    return re.sub(r"e-0(\d)$", r"e-\1", f"{value:g}")


def _describe_uses() -> list[str]:
    """Who reads which property of joints and materials, and what is refused for want of being read."""
    shown = (*settings.ENGINE_SETTINGS, *ANSWERS)
    rows = {kind: properties_of(made) for kind, made in (("joint", Joint), ("material", Material))}
    lines = ["", "### Who reads which property", "",
             "A property that an engine or analysis does not read is *unused*, which one line tells; or it is "
             "*refused*, because the answer could be unsafe without it, unless `analysis.ignore` (or `--ignore` of "
             "`drystone limit` and `drystone statics`) names it.", "",
             f"| property | group | unit | {' | '.join(shown)} |",
             "|---|---|---|" + "---|" * len(shown)]
    for name, kind in PROPERTIES.items():
        row = rows[kind][name]
        cells = ["reads" if name in USES[own].reads else "refused" if name in USES[own].unsafe else "unused"
                 for own in shown]
        lines.append(f"| {kind}: `{name}` | {row.group} | {row.unit} | {' | '.join(cells)} |")
    lines += ["", "Why:", ""]
    for uses in USES.values():
        reasons = [f"`{name}`: {why}" for name, why in uses.unsafe.items()]
        lines.append(f"- {uses.label} refuses {'; '.join(reasons)}")
    return lines


# --- kinds --------------------------------------------------------------------------------------

def _describe_kinds(kinds: Mapping[str, Callable]) -> list[str]:
    """A heading, what the docstring says, and a table of parameters for each kind."""
    lines: list[str] = []
    for name, make in kinds.items():
        prose = [_SHAPE.sub("", paragraph) for paragraph in read_docstring(make).prose]
        told = parameter_texts(make, kinds)
        lines += ["", f"#### `{name}`", ""]
        for paragraph in prose:
            lines += [paragraph, ""]
        lines += _head("parameter")
        for key, parameter in inspect.signature(make).parameters.items():
            meaning, unit = _split_unit(_SHAPE.sub("", told[key]))
            meaning = re.sub(r"\b(None|True|False)\b", lambda word: _PYTHON[word[0]], meaning)
            default = _REQUIRED if parameter.default is parameter.empty else _show_default(parameter.default)
            lines.append(_row(key, _annotation_words(parameter.annotation), unit, default, meaning))
    return lines


def _annotation_words(annotation: str) -> str:
    plain = annotation.removesuffix(" | None")
    return _WORDS.get(plain, plain)


# --- Markdown -----------------------------------------------------------------------------------

def _split_unit(text: str) -> tuple[str, str]:
    """Meaning without its unit, and the unit."""
    found = _UNIT.search(text)
    if found is None:
        return text.strip(), ""
    return (text[:found.start()] + text[found.end():]).strip(" ,;"), found[1]


def _head(first: str) -> list[str]:
    return [f"| {first} | value | unit | default | meaning |", "|---|---|---|---|---|"]


def _row(key: str, value: str, unit: str, default: str, meaning: str) -> str:
    """A row of a table; a key that nothing explains explains itself."""
    cells = (f"`{key}`", value, unit, default, meaning or key.replace("_", " "))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _link(heading: str) -> str:
    """Link to the section of a path or kind; GitHub's anchor is the heading without signs."""
    return f"[`{heading}`](#{re.sub(r'[^a-z0-9_-]', '', heading.lower().replace(' ', '-'))})"


def main(arguments: list[str], rewrite: Callable[[str], str] = refresh, module: str = "model.reference") -> int:
    """Rewrite the reference in the files named; exit code."""
    if not arguments:
        print(f"usage: python -m drystone.{module} FILE.md ...", file=sys.stderr)
        return InputError.exit_code
    for name in arguments:
        path = Path(name)
        try:
            path.write_text(rewrite(path.read_text(encoding="utf-8")), encoding="utf-8")
        except InputError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

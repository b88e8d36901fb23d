"""The report of an answer without time: limit analysis, tilt, settlement or statics."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from drystone.model.answer import LIMIT, STATICS
from drystone.results.answer import AnswerResult
from drystone.view.answers import answer_figure, picture_names
from drystone.view.report.assumed import answer_assumptions
from drystone.view.report.content import Labels, Picture, Piece, Report, Section, Table, Text, table_of
from drystone.view.report.model_part import (
    ModelPart,
    inputs_section,
    origin_section,
    set_options,
    to_png,
    warnings_section,
)

CAPTIONS = {
    "limit": "The mechanism, exaggerated, and the forces in the joints when it begins.",
    "tilt": "The mechanism, exaggerated, and the forces in the joints when it begins.",
    "statics": "Forces in the joints, or how the structure begins to fall.",
    "thrust": "Thrust lines in elevation.",
    "pushover": "Load factor against the displacement of the control block.",
}
#: Labels of words that say how well equations are met.
_CHECKS = ("checks", "solver")
#: Columns that the label of a line of words takes.
_LABEL = 12


def answer_report(result: AnswerResult, labels: Labels) -> Report:
    """All that there is to know of an answer."""
    part, answer = ModelPart.of(result), result.answer
    resolved = result.inputs.resolved
    question = resolved.get("answer") or {}
    words = _grouped(result.words)
    found = [(label, lines) for label, lines in words if label not in _CHECKS]
    checks = [(label, lines) for label, lines in words if label in _CHECKS]
    warned = [line for _, lines in words for line in lines if "WARNING" in line]
    noted = [" ".join(lines) for label, lines in words if label == "note"]
    pictures = [Picture(CAPTIONS[name], to_png(answer_figure(answer, name))) for name in picture_names(answer)]
    return Report(str(resolved.get("name", answer.data.get("model", ""))), _verdict(result), labels, (
        Section("Result", (Text(_verdict(result)), _words_table("What was found", found))),
        Section("Pictures", tuple(pictures) or (Text("There is neither a mechanism nor a flow of forces to draw."),)),
        Section("Capacity and margins", tuple(_margins(result.kind, answer.data))),
        Section("Checks of the answer itself", (_words_table("How well the equations are met", checks),) if checks else
                (Text("The answer names no checks."),)),
        answer_assumptions(resolved, result.kind),
        warnings_section([*warned, *part.doubts(None)], [*noted, *result.notes]),
        inputs_section(result, part),
        origin_section(result, _command(result, question), question.get("digest"), part)))


def _verdict(result: AnswerResult) -> str:
    """One line."""
    data = result.data
    if result.kind == STATICS:
        elastic = [line for label, lines in _grouped(result.words) if label == "elastic" for line in lines[:1]]
        verdict = "it stands under its dead load" if data.get("stands") else "it falls under its dead load"
        return "; elastic joints: ".join((verdict, *elastic))
    if "angle_deg" in data:
        return f"it falls when the ground is tilted by {data['angle_deg']:.4g} deg"
    if "settlement" in data:
        return f"settlement: {data['settlement']}"
    if data.get("bounded") is False or data.get("alpha") is None:
        return "the load factor has no bound: no mechanism under this load"
    unit = " g" if data.get("unit") == "g" else ""
    return f"load factor {data['alpha']:.4g}{unit}, {data.get('live', '')}"


def _grouped(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Lines by their labels; a line without label belongs to the one before."""
    out: list[tuple[str, list[str]]] = []
    for line in words:
        label, text = line[:_LABEL].strip(), line[_LABEL:].strip()
        if label or not out:
            out.append((label, [text]))
        else:
            out[-1][1].append(text)
    return out


def _words_table(title: str, found: Sequence[tuple[str, list[str]]]) -> Table:
    return Table(title, ("", ""), tuple((label, "; ".join(lines)) for label, lines in found))


def _margins(kind: str, data: Mapping) -> list[Piece]:
    """Factors that an engineer compares with demands."""
    rows: list[list[object]] = []
    if kind == LIMIT and data.get("alpha") is not None:
        rows.append(["load factor alpha, associative", data["alpha"], data.get("unit", "-")])
    without = (data.get("non_associative") or {}).get("alpha")
    if without is not None:
        rows.append(["load factor alpha, without dilatancy", without, data.get("unit", "-")])
    if "angle_deg" in data:
        rows.append(["angle of the ground at which it falls", data["angle_deg"], "deg"])
    for name, unit, label in (("base_activation", "m/s2", "alpha g / FC: activates it if all its weight takes part"),
                              ("activation", "m/s2", "spectral acceleration a0* that activates it"),
                              ("capacity", "m", "displacement capacity d_u*"),
                              ("zero_displacement", "m", "displacement d0* at which alpha is zero"),
                              ("secant_period", "s", "secant period")):
        value = (data.get("codes") or {}).get(name)
        if isinstance(value, (int, float)):
            rows.append([label, value, unit])
    for name, value in (data.get("margins") or {}).items() if isinstance(data.get("margins"), Mapping) else ():
        if isinstance(value, (int, float)):
            rows.append([name.replace("_", " "), value, "-"])
    known = table_of("Capacity", ["of", "value", "unit"], rows)
    if known:
        return [*known, Text("The demand is not in this answer: compare with the action that a code asks for.")]
    return [Text("This answer holds no factor of capacity: drystone limit gives one, and drystone statics --margins "
                 "the reserves of friction and geometry.")]


def _command(result: AnswerResult, question: Mapping) -> str:
    """The command that asks the same."""
    options = []
    for key, value in question.items():
        name = {"lines": "thrust-line"}.get(key, key)
        if key == "elastic" and value is False:
            options.append("--no-elastic")
        if key in ("kind", "digest", "overlap_tolerance") or value in (None, [], False) or value == _USUAL.get(key):
            continue
        if value is True:
            options.append(f"--{name}")
        elif isinstance(value, list) and key not in ("direction", "tilt"):
            options += [f"--{name} {shlex.quote(','.join(item) if isinstance(item, list) else str(item))}"
                        for item in value]
        else:
            text = ",".join(f"{v:g}" for v in value) if isinstance(value, list) else str(value)
            options.append(f"--{name} {shlex.quote(text)}")
    more = "".join(f" {option}" for option in options)
    return (f"drystone {result.kind} {shlex.quote(result.inputs.text_name)}{more} "
            f"-o {shlex.quote(result.directory.name + '_again')}{set_options(result)}")


#: Values of options that need not be said.
_USUAL = {"flow": "associative", "starts": 4, "solver": "auto", "confidence": 1.0}

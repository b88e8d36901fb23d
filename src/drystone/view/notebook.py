"""How models and results show themselves in a notebook: a table and a picture; the page of `drystone view` in a frame.

Nothing is asked of any network: pictures are data in the page, and the frame holds the whole page as its text.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from drystone.checks import check_choice, check_number
from drystone.errors import DrystoneError, InputError
from drystone.model.answer import Answer
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.summary import describe, summarize
from drystone.results.answer import AnswerResult
from drystone.results.result import RunResult
from drystone.results.words import run_rows
from drystone.studies.study import StudyResult
from drystone.view.answers import answer_figure, main_picture, picture_names
from drystone.view.figures import KINDS, PlotOptions, run_figures
from drystone.view.model_picture import model_figure

#: Dots an inch of pictures, which a notebook keeps in its file.
_DPI = 80


def result_figure(result: RunResult | AnswerResult, kind: str | None = None, **options):
    """A picture of a run or an answer, as a figure."""
    if isinstance(result, AnswerResult):
        if options:
            raise InputError(f"plot: {next(iter(options))!r} is for runs; '{result.directory}' holds an answer of kind "
                             f"{result.kind!r}, without time")
        return one_answer_figure(result.answer, kind)
    kind = check_choice("plot: kind", kind or KINDS[0], KINDS)
    known = PlotOptions.__dataclass_fields__
    for name in options:
        if name not in known:
            raise InputError(f"plot: no option is called {name!r}; there are {', '.join(known)}")
    names, overlay = options.get("blocks", ()), options.get("overlay")
    given: dict[str, Any] = {"blocks": (names,) if isinstance(names, str) else tuple(names or ())}
    given |= {} if overlay is None else {"overlay": Path(overlay)}
    given |= {} if options.get("times") is None else {"times": tuple(options["times"])}
    return run_figures(result, (kind,), replace(PlotOptions(**given), **{
        name: value for name, value in options.items() if name == "scene" and value is not None}))[kind]()


def one_answer_figure(answer: Answer, kind: str | None = None):
    """A picture of an answer, as a figure; None: mechanism and forces."""
    known = picture_names(answer)
    if not known:
        raise InputError(f"plot: the answer of kind {answer.kind!r} has nothing to draw: nothing moves, and no forces "
                         "are known")
    return answer_figure(answer, check_choice("plot: kind", kind or main_picture(answer), known))


# -- as HTML ---------------------------------------------------------------------------------------------


def result_html(result: RunResult | AnswerResult) -> str:
    """A run or an answer: what it is, and its picture."""
    if isinstance(result, AnswerResult):
        return answer_html(result.answer, f"{result.kind} {result.directory}")
    return _card(f"run {result.directory}", _table(run_rows(result)), lambda: result_figure(result))


def answer_html(answer: Answer, title: str = "") -> str:
    """The words of an answer, and the picture of mechanism and forces."""
    words = "\n".join(answer.words)
    return _card(title or f"{answer.kind} of {answer.data.get('model', 'a model')}", f"<pre>{html.escape(words)}</pre>",
                 lambda: one_answer_figure(answer) if picture_names(answer) else None)


def assembly_html(assembly: Assembly) -> str:
    """A structure under construction; where it cannot be built yet, why."""
    try:
        model = assembly.build()
    except DrystoneError as error:
        rows = [("model", assembly.name), ("blocks", str(len(assembly.blocks))), ("not yet", str(error))]
        return _card(f"assembly {assembly.name}", _table(rows), None)
    return model_html(model, "assembly")


def model_html(model: Model, kind: str = "model") -> str:
    """A model before any run."""
    return _card(f"{kind} {model.name}", _table(describe(summarize(model))[1:]), lambda: model_figure(model))


def study_html(result: StudyResult) -> str:
    """A study: how it stands, and what was found so far."""
    return _card(f"study {result.directory}", f"<pre>{html.escape(str(result))}</pre>", None)


def _card(title: str, body: str, draw) -> str:
    picture = "" if draw is None else _picture(draw)
    return f"<div class=\"drystone\"><p><b>{html.escape(title)}</b></p>{body}{picture}</div>"


def _table(rows: Iterable[tuple[str, str]]) -> str:
    lines = (f"<tr><th style=\"text-align:left\">{html.escape(what)}</th><td style=\"text-align:left\">"
             f"{html.escape(value)}</td></tr>" for what, value in rows)
    return f"<table>{''.join(lines)}</table>"


def _picture(draw) -> str:
    """A figure as data within the page; words where it cannot be drawn, since the table above is worth more."""
    try:
        figure = draw()
    except DrystoneError as error:
        return f"<p>no picture: {html.escape(str(error))}</p>"
    if figure is None:
        return ""
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=_DPI, bbox_inches="tight")
    text = base64.b64encode(data.getvalue()).decode()
    return f"<img alt=\"\" style=\"max-width:100%\" src=\"data:image/png;base64,{text}\">"


# -- the page --------------------------------------------------------------------------------------------


class NotebookPage:
    """The page of `drystone view` within a notebook."""

    def __init__(self, content: str, title: str, height: int) -> None:
        self.content, self.title, self.height = content, title, height

    def _repr_html_(self) -> str:
        """A frame that holds the whole page; it may run its own script, and reach nothing outside."""
        return (f"<iframe title=\"{html.escape(self.title)}\" sandbox=\"allow-scripts\" width=\"100%\" "
                f"height=\"{self.height}\" style=\"border:0\" srcdoc=\"{html.escape(self.content)}\"></iframe>")

    def __repr__(self) -> str:
        return f"<page of {self.title}: {len(self.content) / 1e6:.1f} MB, shown by a notebook>"


def result_page(result: RunResult | AnswerResult, *, every: int = 1, height: int = 560) -> NotebookPage:
    """The page of a result; every : every so many frames; height : of its window [pixels]"""
    from drystone.view.web.page_file import MOST_BYTES, check_assets, whole_page  # slow to load
    from drystone.view.web.scene import open_scene

    height = int(check_number("view: height", height, "pixels", least=100, most=10_000))
    check_assets()
    content = whole_page({"a": open_scene(result, every)}).decode()
    if len(content) > MOST_BYTES:
        raise InputError(f"view: the page has {len(content) / 1e6:.0f} MB, a notebook takes {MOST_BYTES / 1e6:.0f} at "
                         "most: choose fewer frames with every")
    return NotebookPage(content, f"{result.kind} {result.directory}", height)

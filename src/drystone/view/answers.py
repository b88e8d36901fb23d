"""Pictures of an answer without time, from the answer alone: found just now or read from a store."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from drystone.checks import check_choice
from drystone.errors import InputError, StoreError
from drystone.limit.thrust_line import Chain, ThrustLine
from drystone.model.answer import STATICS, Answer
from drystone.results.answer import DATA_NAME, AnswerResult
from drystone.view.camera import Camera
from drystone.view.film import FilmOptions, check_film, even_sides, write_film
from drystone.view.folders import make_folder
from drystone.view.limit_picture import animate_limit, limit_figure, mechanism_pictures
from drystone.view.pushover_picture import pushover_figure
from drystone.view.style import FORMATS, save_figure
from drystone.view.thrust_picture import thrust_figure


@dataclass(frozen=True, slots=True)
class AnswerView:
    """How blocks of an answer are seen."""

    camera: Camera | None = None   #: None: chosen from the structure; of thrust lines always their elevation
    hide: tuple[str, ...] = ()     #: blocks or groups that are left out


@dataclass(frozen=True, slots=True)
class Curve:
    """A pushover curve as plain data keep it; names of fields as in `Pushover`."""

    control_name: str
    unit: str                   #: of alpha
    displacement: np.ndarray    #: (k,) [m]
    alpha: np.ndarray           #: (k,)
    balanced: np.ndarray        #: (k,) bool


def picture_names(answer: Answer) -> tuple[str, ...]:
    """Pictures that an answer has: pushover, thrust, and last limit, tilt or statics; none of an unbounded limit."""
    names = ["pushover"] if "pushover" in answer.data else []
    lines: Any = answer.data.get("thrust_lines") or {}
    names += ["thrust"] if any(lines.values()) else []
    return (*names, *([main_picture(answer)] if answer.has_picture else []))


def main_picture(answer: Answer) -> str:
    """Name of the picture of mechanism and forces."""
    if answer.kind == STATICS:
        return "statics"
    return "tilt" if "angle_deg" in answer.data else "limit"


def answer_figure(answer: Answer, name: str, view: AnswerView | None = None):
    """One of the pictures, see `picture_names`."""
    view = view or AnswerView()
    if name == "pushover":
        data = answer.data
        return pushover_figure(_curve(data), title=f"{data['model']}: {data['live']}", capacity=_capacity(data))
    if name == "thrust":
        return thrust_figure(answer.model, _lines(answer), title=f"{answer.data['model']}: thrust lines")
    return limit_figure(answer.model, answer.drawn_mechanism, answer.joints, title=_title(answer), camera=view.camera,
                        hide=view.hide)


def draw_answer(answer: Answer, name: str, path: str | os.PathLike) -> Path:
    """Write one picture to `path` (.png or .pdf)."""
    return save_figure(answer_figure(answer, name), Path(path))


def animate_answer(answer: Answer, path: str | os.PathLike) -> Path:
    """Write the mechanism in motion to `path` (.gif)."""
    return animate_limit(answer.model, Path(path), answer.drawn_mechanism, title=_title(answer))


def film_answer(answer: Answer, path: Path, film: FilmOptions) -> Path:
    """Write the mechanism in motion to `path` (.gif or .mp4)."""
    check_film(path)
    if not answer.has_picture or not answer.moves:
        raise InputError("film: nothing moves in this answer")
    pictures = mechanism_pictures(answer.model, answer.drawn_mechanism, title=_title(answer), frames=film.frames or 48)
    write_film(path, (even_sides(np.asarray(picture.convert("RGB"))) for picture in pictures), film)
    return path


def plot_answer(result: AnswerResult, directory: str | os.PathLike, kinds: Sequence[str] = (),
                format: str = "png", view: AnswerView | None = None) -> list[Path]:
    """Draw pictures of an answer into `directory`, which is made if need be; returns the files written.

    Parameters
    ----------
    kinds : which of `picture_names`; all by default
    format : png or pdf
    view : from where, and what is left out
    """
    check_choice("plot: format", format, FORMATS)
    known = picture_names(result.answer)
    if not known:
        raise InputError(f"plot: '{result.directory}' has nothing to draw: nothing moves, and no forces are known")
    for kind in kinds:
        check_choice("plot: kind", kind, known)
    try:
        figures = {name: answer_figure(result.answer, name, view) for name in dict.fromkeys(kinds or known)}
        folder = make_folder(directory)
        return [save_figure(figure, folder / f"{name}.{format}") for name, figure in figures.items()]
    except (KeyError, TypeError) as error:   # what the store holds is not what an answer of its kind has
        raise StoreError(f"'{result.directory / DATA_NAME}' is damaged: {type(error).__name__} {error}") from error


# -- from plain data -------------------------------------------------------------------------------------


def _title(answer: Answer) -> str:
    data = answer.data
    if answer.kind == STATICS:
        return f"{data['model']}: {'forces' if data['stands'] else 'falls'} under dead load"
    if "angle_deg" in data:
        return f"{data['model']}: falls at {data['angle_deg']:.4g} deg"
    if "settlement" in data:
        return f"{data['model']}: {data['settlement']}"
    other: Any = data.get("non_associative") or {}
    without = other.get("alpha")
    alpha = data["alpha"] if without is None else without
    return f"{data['model']}: alpha {alpha:.4g}{' g' if data['unit'] == 'g' else ''}, {data['live']}"


def _curve(data: Mapping) -> Curve:
    found = data["pushover"]
    return Curve(found["control"], data["unit"], np.array(found["displacement"], float),
                 np.array(found["alpha"], float), np.array(found["balanced"], bool))


def _capacity(data: Mapping) -> float | None:
    """Displacement of the control block that a code allows [m]."""
    codes = data.get("codes")
    if codes is None or codes["capacity"] is None:
        return None
    return data["pushover"]["zero_displacement"] * codes["capacity"] / codes["zero_displacement"]


def _lines(answer: Answer) -> list[ThrustLine]:
    """Thrust lines as far as a picture needs them: without the numbers of their joints."""
    number = {name: i for i, name in enumerate(answer.model.block_names)}
    lines = []
    kept: Any = answer.data["thrust_lines"]
    for kind, found in kept.items():
        if found is not None:
            chain = Chain(tuple(number[name] for name in found["blocks"]), (), (), np.array(found["axis"], float))
            use = np.array([np.inf if value is None else value for value in found["friction_use"]], float)
            lines.append(ThrustLine(kind, chain, np.array(found["points"], float), np.array(found["forces"], float),
                                    use, np.array(found["eccentricity"], float), found["thrust"]))
    return lines

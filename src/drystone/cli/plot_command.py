"""`drystone plot`: pictures of a run, of an answer or of a study."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import typer

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.io.units import parse_length
from drystone.results.answer import AnswerResult
from drystone.results.result import open_result
from drystone.studies.ledger import LEDGER_NAME


@dataclass(frozen=True, slots=True)
class SceneWishes:
    """Options of pictures of blocks as they are typed, for plot and render."""

    at: str | None = None
    camera: str | None = None
    scale: str | None = None
    hide: tuple[str, ...] = ()
    colour: str | None = None
    forces: bool = False

    @property
    def given(self) -> list[str]:
        """Names of those that were given."""
        return [f"--{name}" for name in ("at", "camera", "scale", "hide", "colour", "forces") if getattr(self, name)]

    def options(self):
        """Checked, as `SceneOptions`."""
        from drystone.view.camera import parse_camera
        from drystone.view.scene import SceneOptions
        more = {} if self.colour is None else {"colour": self.colour}
        return SceneOptions(camera=None if self.camera is None else parse_camera(self.camera),
                            scale=parse_scale(self.scale), hide=self.hide, forces=self.forces, **more)


def draw_run(directory: Path, kinds: list[str], blocks: list[str], wishes: SceneWishes, overlay: Path | None,
             output: Path | None, format: str) -> None:
    """Draw the run, the answer or the study in `directory` and say where the pictures are."""
    check_choice("plot: --format", format, ("png", "pdf"))
    wanted = parse_instants(wishes.at)
    target = output or directory / "pictures"
    if (directory / LEDGER_NAME).is_file():
        if blocks or overlay or wishes.given:
            raise InputError(f"plot: only --kind, -o and --format go with a study, which '{directory}' holds")
        _draw_study(directory, target, format, kinds)
        return
    result = open_result(directory)
    if isinstance(result, AnswerResult):
        given = [*(["--block"] if blocks else []), *(["--overlay"] if overlay else []),
                 *(name for name in wishes.given if name not in ("--camera", "--hide"))]
        if given:
            raise InputError(f"plot: {given[0]} is for runs; '{directory}' holds an answer of kind "
                             f"{result.kind!r}, without time")
        from drystone.view.answers import AnswerView, plot_answer  # slow to load: after all that may be refused
        from drystone.view.camera import parse_camera
        view = AnswerView(None if wishes.camera is None else parse_camera(wishes.camera), wishes.hide)
        paths = plot_answer(result, target, kinds, format, view)
    else:
        times = find_times(result, wanted)
        from drystone.view.figures import KINDS, plot_run
        paths = plot_run(result, target, kinds or KINDS, blocks or None, times, format, wishes.options(), overlay)
    for path in paths:
        typer.echo(str(path))


def _draw_study(directory: Path, target: Path, format: str, kinds: list[str]) -> None:
    from drystone.studies.study import StudyResult
    result = StudyResult.open(directory)
    if not result.standing.known:
        raise InputError(f"plot: study '{directory}' has no run yet that is over")
    from drystone.view.study_pictures import draw_study  # slow to load: after all that may be refused
    for path in draw_study(result, target, format, kinds):
        typer.echo(str(path))


def parse_scale(text: str | None) -> float | None:
    """Factor of displacements; None: chosen from them."""
    if text is None or text == "auto":
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0.0):
        raise InputError(f"plot: --scale must be auto or a number > 0, got {text!r}")
    return value


@dataclass(frozen=True, slots=True)
class Instants:
    """Which instants pictures show."""

    times: tuple[float, ...] = ()      #: [s]
    travels: tuple[float, ...] = ()    #: [m], of the support that is moved farthest; one of both is empty


def parse_instants(text: str | None, command: str = "plot") -> Instants | None:
    """Times [s] of a list such as `0.5,1,2`, or displacements of the support that is moved: `1mm,2mm`."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    try:
        if all(part[-1:] == "m" for part in parts):
            return Instants(travels=tuple(parse_length(f"{command}: --at", part) for part in parts))
        return Instants(times=tuple(float(part) for part in parts))
    except (ValueError, InputError):
        raise InputError(f"{command}: --at must be times [s], or displacements such as 1mm, with commas between them, "
                         f"got {text!r}") from None


def find_times(result, wanted: Instants | None) -> list[float] | None:
    """Times [s] of instants in a run."""
    if wanted is None:
        return None
    if wanted.travels:
        from drystone.analysis.capacity import times_of_travel
        return times_of_travel(result, wanted.travels)
    return list(wanted.times)

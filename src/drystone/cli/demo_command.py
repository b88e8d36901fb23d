"""`drystone demo`: the main job on the bundled models, with pictures and a comparison with the exact solution."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import typer

from drystone.analysis.peaks import find_zero_crossings, peak_angles
from drystone.cli.run_command import run_model
from drystone.cli.summary import outcome
from drystone.errors import InputError
from drystone.results.files import write_atomically
from drystone.results.result import RunResult
from drystone.rocking import RockingBlock, rock

#: Bundled models in the order in which they run, and what each shows.
MODELS = {
    "housner": "a block released at 15 degrees rocks from corner to corner",
    "block3d": "a prism under a pulse at 44 degrees rocks on its corners",
    "arch": "an arch of seven voussoirs falls under two opposite pulses",
    "wall": "a dry wall of twenty courses stands still",
}
#: The one that gets a page, a report and all pictures.
SHOWN = "arch"
#: Changes by which the demo is over soon; the models that it writes are the whole ones.
SHORTER = {"housner": ("duration=3.0",), "block3d": ("duration=2.0",)}
#: Pictures of the other models.
FEW = ("scene", "monitors")


def run_demo(output: Path) -> None:
    """Run all bundled models into `output`, draw them, report on one of them, and say what to try next."""
    from drystone.view.figures import KINDS, plot_run
    from drystone.view.report.make import write_report
    from drystone.view.web.page_file import write_page
    from drystone.view.web.scene import open_scene

    models = output / "models"
    models.mkdir(parents=True, exist_ok=True)
    for name, story in MODELS.items():
        path = models / f"{name}.yaml"
        write_atomically(path, bundled_model(name).encode())
        typer.echo(f"\n{name}: {story}")
        changes = SHORTER.get(name, ())
        result = run_model(path, output / name, list(changes), overwrite=True, quiet=True)
        wall = result.totals.get("wall_seconds", 0.0)
        typer.echo(f"  {outcome(result)}; {result.step_count} steps in {wall:g} s"
                   + (f", with --set {' --set '.join(changes)}" if changes else ""))
        pictures = plot_run(result, output / "pictures" / name, KINDS if name == SHOWN else _few(result))
        typer.echo(f"  {len(pictures)} pictures in {output / 'pictures' / name}")
        if name == "housner":
            typer.echo("\n".join("  " + line for line in compare_with_exact(result)))
        if name == SHOWN:
            page = write_page({"a": open_scene(result)}, output / f"{name}.html", overwrite=True)
            typer.echo(f"  page in {page}, report in {write_report(result, output / 'report.html')}")
    typer.echo("\n".join(closing_words(output)))


def _few(result: RunResult) -> tuple[str, ...]:
    """Pictures of a model that is not the one to look at closely."""
    return FEW if result.monitors else FEW[:1]


def bundled_model(name: str) -> str:
    """Text of a model that comes with the package."""
    file = resources.files("drystone") / "examples_data" / f"{name}.yaml"
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"demo: the bundled model {name!r} is missing from this installation") from None


def compare_with_exact(result: RunResult) -> list[str]:
    """Impact times and peaks of the rocking block beside the exact ones."""
    time, angle = result.time, result.monitor("rotation")
    impacts = find_zero_crossings(time, angle, method="extrapolated").time
    peaks = np.degrees(peak_angles(time, angle).height)
    exact = rock(RockingBlock(0.6, 2.0, 9.81), duration=10.0, theta0=float(angle[0]))
    exact_peaks = np.degrees(np.abs(exact.peak_angle))
    lines = ["impact   time [s]    exact   error      next peak [deg]   exact   error"]
    for k in range(min(5, len(impacts), len(peaks))):
        time_error = 100 * (impacts[k] / exact.impact_time[k] - 1)
        peak_error = 100 * (peaks[k] / exact_peaks[k] - 1)
        lines.append(f"{k + 1:>6}  {impacts[k]:>9.4f} {exact.impact_time[k]:>8.4f} {time_error:>+6.3f} %"
                     f"  {peaks[k]:>16.4f} {exact_peaks[k]:>7.4f} {peak_error:>+6.3f} %")
    return lines


def closing_words(output: Path) -> list[str]:
    """Where everything is, and what to try next."""
    return [
        "",
        f"results   {', '.join(str(output / name) for name in MODELS)}",
        f"pictures  {output / 'pictures'}",
        f"report    {output / 'report.html'}: open it in any browser; it needs no network",
        f"models    {output / 'models'}",
        f"page      {output / f'{SHOWN}.html'}: open it in a browser",
        "",
        "Try next:",
        f"  drystone check {output / 'models' / 'arch.yaml'}",
        f"  drystone run {output / 'models' / 'block3d.yaml'} -o {output / 'fall'} \\",
        "      --set 'motions[pulse].parameters.amplitude=9.5'",
        f"  drystone plot {output / 'fall'}",
        f"  drystone view {output / 'fall'}",
        f"  drystone render {output / 'fall'} --film {output / 'fall.gif'}",
        f"  drystone report {output / 'fall'} --project 'my first block'",
        "  drystone validate --list",
    ]

"""Energies per unit weight over time: each term, what was put in and dissipated, and the error of their balance."""

from __future__ import annotations

import numpy as np

from drystone.analysis.course import Course, course_of
from drystone.analysis.energy import balance_error, energies_per_weight, energy_flow, largest_term
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.timeline import mark_course

#: Terms with a line of their own: name in the store, words, number of the colour.
_SHOWN = (("kinetic", "kinetic", 0), ("potential", "potential, change", 2), ("loads", "work of loads", 3),
          ("supports", "work of moved supports", 5), ("friction", "friction", 1), ("impact", "impact", 4),
          ("removed", "taken out with removed blocks", 7), ("bonds", "mortar", 6), ("ties", "ties", 5),
          ("elastic", "joints with stiffness", 6))
_NUMERICAL = ("integration", "inertia", "rotation", "solver")
#: A term below this share of the largest is not drawn; kinetic and potential always are.
_NOTHING = 1e-4


@style.styled
def energies_figure(result: RunResult, course: Course | None = None):
    """Kinetic energy, change of potential energy and works, by weight [m]; below them the total that blocks hold, what
    was put in and what was dissipated; and the error of the balance.

    Works are positive where they give energy to the blocks. What the step itself adds or takes (integration,
    inertia, rotation, solver) is one dashed line; what pushes blocks out of penetrations (`recovery`) is a dotted one.
    Terms that only some engine has are dash-dotted, under their own name.
    """
    terms, time, course = energies_per_weight(result), result.time, course or course_of(result)
    lines = _lines(terms, len(time))
    flow = energy_flow(terms)
    factor, unit = style.length_unit([values for values, *_ in lines])
    figure = style.new_figure(9.0, 7.2)
    upper, middle, lower = figure.subplots(3, 1, sharex=True, height_ratios=(3.0, 2.2, 1.0))
    for axes in (upper, middle):
        axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    for values, words, colour, dashes in lines:
        upper.plot(time, factor * values, dashes, color=colour, label=words)
    upper.set_title("Energy per unit weight")
    style.finish_axes(upper, f"energy / weight  [{unit}]", bottom=False)
    for values, words, colour, width in ((flow.total, "total: kinetic and potential", style.INK, 1.6),
                                         (flow.put_in, "put in", style.PALETTE[2], 1.2),
                                         (flow.dissipated, "dissipated", style.ACCENT, 1.2)):
        middle.plot(time, factor * values, color=colour, linewidth=width, label=words)
    middle.set_title("Total = put in - dissipated, since the start")
    style.finish_axes(middle, f"energy / weight  [{unit}]", bottom=False)
    _draw_balance(lower, result, terms)
    for axes in (upper, middle, lower):
        mark_course(axes, course, names=axes is upper)
    style.legend_below(figure, [upper, middle], columns=4)
    return figure


def _lines(terms: dict[str, np.ndarray], count: int) -> list[tuple]:
    """Values, words, colour and dashes of each term that is drawn."""
    size = {name: float(np.abs(values).max(initial=0.0)) for name, values in terms.items()}
    largest = max((s for name, s in size.items() if name != "balance"), default=0.0)
    lines = [(terms[name], words, style.PALETTE[colour], "-") for name, words, colour in _SHOWN
             if name in terms and (name in ("kinetic", "potential") or size[name] > _NOTHING * largest)]
    known = {*(name for name, *_ in _SHOWN), *_NUMERICAL, "recovery", "balance"}
    more = [name for name in terms if name not in known]        # of an engine that has more
    lines += [(terms[name], style.plain(name), style.PALETTE[at % len(style.PALETTE)], "-.")
              for at, name in enumerate(more) if size[name] > _NOTHING * largest]
    if size.get("recovery", 0.0) > _NOTHING * largest:
        lines.append((terms["recovery"], "pushed out of penetrations", style.PALETTE[4], ":"))
    numerical = sum((terms[name] for name in _NUMERICAL if name in terms), np.zeros(count))
    if np.abs(numerical).max(initial=0.0) > _NOTHING * largest:
        lines.append((numerical, "error of the time stepping", style.PALETTE[7], "--"))
    return lines


def _draw_balance(axes, result: RunResult, terms: dict[str, np.ndarray]) -> None:
    """Error of the balance by the greatest term of the run, on a logarithmic scale; rounding is its floor."""
    style.finish_axes(axes, "error / largest\nterm  [-]")
    axes.set_yscale("log")
    if "balance" not in terms:
        axes.set_title("Balance was not kept")
        return
    scale = largest_term(result)
    share = np.abs(result.energy("balance")) / (scale if scale > 0.0 else 1.0)
    axes.plot(result.time, np.maximum(share, 1e-17), color=style.PALETTE[7], linewidth=0.9)
    top = max(float(share.max(initial=0.0)), 1e-14)
    axes.set_ylim(1e-17, 10.0 ** np.ceil(np.log10(top) + 0.5))
    axes.set_title(f"Error of the balance (greatest {balance_error(result):.1e})")

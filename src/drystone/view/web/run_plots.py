"""Plots of a run: the ground as it moved, monitors, ties, energies; and where the ties are."""

from __future__ import annotations

import numpy as np

from drystone.analysis.energy import energy_terms
from drystone.model.static import TIE_ARRAYS
from drystone.model.tables import GROUND_ACCELERATION, GROUND_DISPLACEMENT, MONITOR, STEPS, TIES
from drystone.names import show_line
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.web.plots import Line, Plot, energy_scale, force_scale

#: Terms of the energy with words of their own; others keep their name.
_WORDS = {"kinetic": "kinetic", "potential": "potential, change", "loads": "work of loads",
          "supports": "work of moved supports", "friction": "friction", "impact": "impact",
          "removed": "taken out with removed blocks", "bonds": "mortar", "ties": "ties",
          "elastic": "joints with stiffness", "recovery": "pushed out of penetrations"}
#: A term below this share of the largest has no line; kinetic and potential always have one.
_NOTHING = 1e-3
#: Beginning of columns with forces of supports; supports that get a plot, at most.
_REACTION, _MOST_REACTIONS = "reaction:", 6


def run_plots(result: RunResult) -> list[Plot]:
    """All plots of a run, in the order in which they are shown."""
    if STEPS not in result.tables or not result.row_count(STEPS):
        return []
    return [*_ground(result), *_monitors(result), *_ties(result), *_reactions(result),
            *_energies(result)]


def _ground(result: RunResult) -> list[Plot]:
    plots, columns = [], result.tables[STEPS].columns
    for column, key, title in ((GROUND_ACCELERATION, "ground_acceleration", "Ground acceleration"),
                               (GROUND_DISPLACEMENT, "ground_displacement", "Ground displacement")):
        if column not in columns or columns[column].row_shape != (3,):
            continue
        value = result.column(STEPS, column)
        moving = [k for k in range(3) if np.abs(value[:, k]).max(initial=0.0) > 0.0]
        factor, unit = (1.0, "m/s²") if key == "ground_acceleration" else style.length_unit([value])
        if moving:
            plots.append(Plot(key, title, unit, result.time,
                              [Line("xyz"[k], factor * value[:, k]) for k in moving]))
    return plots


def _monitors(result: RunResult) -> list[Plot]:
    units, names, groups = result.units[STEPS], result.monitors, {}
    for name in names:
        stem, dot, component = name.rpartition(".")
        whole = stem if dot and component in ("x", "y", "z") and f"{stem}.x" in names else name
        groups.setdefault(whole, []).append(name)
    plots = []
    for whole, members in groups.items():
        values, unit = [result.monitor(member) for member in members], units[MONITOR + members[0]]
        values = [value for value in values if value.ndim == 1]
        scale = {"m": style.length_unit, "N": force_scale}.get(unit)
        factor, shown = scale(values) if scale else (180.0 / np.pi, "deg") if unit == "rad" else (1.0, unit)
        lines = [Line(member.removeprefix(whole).removeprefix(".") or whole, factor * value)
                 for member, value in zip(members, values)]
        plots.append(Plot(f"monitor:{whole}", f"Monitor {whole}", shown, result.time, lines))
    return plots


def _ties(result: RunResult) -> list[Plot]:
    names = tie_arrays(result)[0]
    if not names or TIES not in result.tables or not result.row_count(TIES):
        return []
    force = result.column(TIES, "force")
    factor, unit = force_scale([force])
    return [Plot("ties", "Forces of ties", unit, result.column(TIES, "time"),
                 [Line(name, factor * force[:, k]) for k, name in enumerate(names)])]


def _reactions(result: RunResult) -> list[Plot]:
    """Forces with which supports act on blocks, where the engine keeps them: components that are not rounding."""
    columns = result.tables[STEPS].columns
    values = {name.removeprefix(_REACTION): result.column(STEPS, name) for name, column in columns.items()
              if name.startswith(_REACTION) and column.row_shape == (3,)}
    plots = []
    for name, value in list(values.items())[:_MOST_REACTIONS]:
        size = np.abs(value).max(axis=0, initial=0.0)
        factor, unit = force_scale([value])
        plots.append(Plot(f"reaction:{name}", f"Force of support {name}", unit, result.time,
                          [Line("xyz"[k], factor * value[:, k]) for k in range(3) if size[k] > _NOTHING * size.max()]))
    return [plot for plot in plots if plot.lines]


def _energies(result: RunResult) -> list[Plot]:
    terms = energy_terms(result)
    size = {name: float(np.abs(values).max(initial=0.0)) for name, values in terms.items()}
    largest = max(size.values(), default=0.0)
    shown = [name for name in terms if name in ("kinetic", "potential") or size[name] > _NOTHING * largest]
    if not shown:
        return []
    factor, unit = energy_scale([terms[name] for name in shown])
    return [Plot("energies", "Energies", unit, result.time,
                 [Line(_WORDS.get(name, name), factor * terms[name], name not in _WORDS) for name in shown])]


def tie_arrays(result: RunResult) -> tuple[list[str], dict[str, np.ndarray]]:
    """Names of the ties whose places are known, and arrays of part `solids`: blocks, points in their frames [m], and
    since when each is broken [s], inf for never."""
    static = result.static
    arrays = [static.get(f"ties.{name}") for name in TIE_ARRAYS]
    names = [text.decode(errors="replace") if isinstance(text, bytes) else str(text)
             for text in static.get("tie_names", np.zeros(0)).tolist()]
    count, blocks = len(names), len(static["block_names"])
    fits = all(a is not None for a in arrays) and all(
        array.shape == shape for array, shape in zip(arrays, [(count,), (count,), (count, 3), (count, 3)]))
    if not count or not fits or min(arrays[0].min(), arrays[1].min()) < 0 or max(
            arrays[0].max(), arrays[1].max()) >= blocks:
        return [], {}
    broken = np.full(count, np.inf)
    if TIES in result.tables and result.row_count(TIES) and "is_intact" in result.tables[TIES].columns:
        intact, time = result.column(TIES, "is_intact").astype(bool), result.column(TIES, "time")
        for k in range(min(count, intact.shape[1])):
            gone = np.flatnonzero(~intact[:, k])
            broken[k] = time[gone[0]] if len(gone) else np.inf
    return [show_line(name) for name in names], {
        "tie_block": np.stack(arrays[:2]).astype("<u4"), "tie_point": np.stack(arrays[2:]).astype("<f4"),
        "tie_broken": broken.astype("<f8")}

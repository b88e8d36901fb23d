"""Everything that was monitored, named by its quantity, below the ground's acceleration; with curves from elsewhere."""

from __future__ import annotations

import numpy as np

from drystone.analysis.course import Course, course_of, ground_of
from drystone.errors import InputError
from drystone.model.tables import MONITOR, STEPS
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.overlay import Overlaid
from drystone.view.timeline import OTHER, Panel, colour, ground_panels, lay_out, level_axis

_OF_UNIT = {"m": "length", "m/s": "velocity", "rad": "rotation", "N": "force"}
#: Most panels on one sheet.
MOST = 24


@style.styled
def monitors_figure(result: RunResult, overlay: Overlaid | None = None, course: Course | None = None):
    """One panel a monitor, components together; None where nothing was monitored.

    Parameters
    ----------
    overlay : curves from elsewhere, drawn dashed over those of the same name
    """
    groups = monitor_groups(result)
    if not groups:
        return None
    if len(groups) > MOST:
        raise InputError(f"monitors: panels must be <= {MOST} in one picture, got {len(groups)}: see drystone export "
                         "--to csv")
    panels = ground_panels(ground_of(result))[:1]
    panels += [_panel(result, name, members, overlay) for name, members in groups.items()]
    return lay_out(panels, course or course_of(result))


def monitor_groups(result: RunResult) -> dict[str, list[str]]:
    """Monitor -> its columns: `roof.x`, `roof.y`, `roof.z` are one monitor, `roof`."""
    names = result.monitors
    groups: dict[str, list[str]] = {}
    for name in names:
        stem, dot, component = name.rpartition(".")
        whole = stem if dot and component in ("x", "y", "z") and f"{stem}.x" in names else name
        groups.setdefault(whole, []).append(name)
    return groups


def _panel(result: RunResult, name: str, members: list[str], overlay: Overlaid | None) -> Panel:
    unit = result.units[STEPS][MONITOR + members[0]]
    values = [result.monitor(member) for member in members]
    given = [None if overlay is None else overlay.values.get(member) for member in members]
    factor, shown = shown_unit(unit, [*values, *(np.nan_to_num(v) for v in given if v is not None)])
    time = result.time

    def draw(axes) -> None:
        for k, (member, value, other) in enumerate(zip(members, values, given)):
            component = member.removeprefix(name).removeprefix(".")
            axes.plot(time, factor * value, color=colour(k), label=f"along {component}" if component else None)
            if other is not None and overlay is not None:
                axes.plot(overlay.time, factor * other, label=style.plain(overlay.name), **OTHER)
        level_axis(axes, [factor * v for v in values])

    return Panel(f"{_quantity(result, name, unit)}  [{shown}]", draw, name)


def _quantity(result: RunResult, name: str, unit: str) -> str:
    """What a monitor measures, in the words of the model file; by its unit where a script made the model."""
    given = result.inputs.resolved.get("monitors")
    for entry in given if isinstance(given, list) else ():
        if isinstance(entry, dict) and entry.get("name") == name and isinstance(entry.get("quantity"), str):
            component = entry.get("component")
            along = f" along {component}" if component in ("x", "y", "z") else ""
            return style.plain(entry["quantity"].replace("_", " ") + along)
    return _OF_UNIT.get(unit, "value")


def shown_unit(unit: str, values: list[np.ndarray]) -> tuple[float, str]:
    """Factor and unit on paper: lengths in mm or m, angles in degrees, forces in N or kN."""
    if unit == "m":
        return style.length_unit(values)
    if unit == "N":
        largest = max((float(np.abs(v).max(initial=0.0)) for v in values), default=0.0)
        return (1e-3, "kN") if largest >= 1e3 else (1.0, "N")
    return (180.0 / np.pi, "deg") if unit == "rad" else (1.0, unit)

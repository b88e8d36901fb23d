"""Tables of what went into a result, from the resolved model that its store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from drystone.analysis.course import event_words
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.properties import properties_of
from drystone.view.report.content import Piece, Text, table_of, write_value

#: Most single blocks that are listed; more are in the drawing.
_MOST_BLOCKS = 30
_MONITOR = ("name", "quantity", "block", "tie", "joint", "point", "component", "relative_to")


def input_tables(resolved: Mapping) -> list[Piece]:
    """Materials, joints, blocks, supports, ties, loads, motions, stages, events and what is watched."""
    if "drystone" not in resolved:
        return [Text("The model was built by a script: the store keeps its blocks, not the calls that made them.")]
    return [*_properties("Materials", resolved.get("materials"), Material, ()),
            *_properties("Joints", resolved.get("joints"), Joint, ("between",)), *_variations(resolved),
            *_blocks(resolved), *_supports(resolved), *_ties(resolved), *_masses(resolved), *_loads(resolved),
            *_motions(resolved), *_stages(resolved), *_monitors(resolved)]


def _properties(title: str, given: object, kind: type, more: tuple[str, ...]) -> list[Piece]:
    """One row a name, one column a property with its unit."""
    rows_of = properties_of(kind)
    names = [item.name for item in fields(kind) if item.name in rows_of]
    head = ["name", *more, *(f"{name} [{rows_of[name].unit}]" for name in names)]
    entries = given if isinstance(given, Mapping) else {}
    return table_of(title, head, [[name, *(_pairs(entry.get(key)) for key in more), *(entry.get(key) for key in names)]
                                  for name, entry in entries.items()])


def _pairs(value: object) -> object:
    """Pairs of names as words."""
    return "; ".join(" and ".join(map(str, pair)) for pair in value) if isinstance(value, list) else value


def _variations(resolved: Mapping) -> list[Piece]:
    return table_of("Values of single interfaces or blocks", ["name", "property", "places"],
                    [[entry.get("name"), entry.get("property"), len(entry.get("values") or ())]
                     for entry in resolved.get("variations") or ()])


def _blocks(resolved: Mapping) -> list[Piece]:
    patterns = table_of("Patterns of blocks", ["kind", "name", "parameters", "material", "offset [m]"],
                        [[entry.get("kind"), entry.get("name"), entry.get("parameters"), entry.get("material"),
                          entry.get("offset")] for entry in resolved.get("patterns") or ()])
    drawings = table_of("Drawings", ["path", "unit", "material", "mortar [m]", "trim [m]"],
                        [[entry.get(key) for key in ("path", "unit", "material", "mortar", "trim")]
                         for entry in resolved.get("files") or ()])
    blocks = resolved.get("blocks") or ()
    shapes = ("box", "hull", "mesh", "prism", "parts")
    single = table_of("Single blocks", ["name", "shape", "material", "mass [kg]", "groups"],
                      [[entry.get("name"), next((shape for shape in shapes if entry.get(shape) is not None), None),
                        entry.get("material"), entry.get("mass"), entry.get("groups")]
                       for entry in blocks[:_MOST_BLOCKS]])
    if len(blocks) > _MOST_BLOCKS:
        single.append(Text(f"... and {len(blocks) - _MOST_BLOCKS} more single blocks."))
    return [*patterns, *drawings, *single]


def _supports(resolved: Mapping) -> list[Piece]:
    ground = resolved.get("ground")
    rows = [["ground", f"level {write_value(ground.get('level'))} m"]] if isinstance(ground, Mapping) else []
    rows += [[name, "held, or moved as motions say"] for name in resolved.get("supports") or ()]
    if resolved.get("free"):
        rows.append(["none", "the blocks are free: nothing supports them"])
    return table_of("Supports", ["block or group", "how"], rows)


def _ties(resolved: Mapping) -> list[Piece]:
    keys = ("stiffness", "prestress", "yield_force", "rupture_force", "rupture_elongation")
    head = ["name", "between", "stiffness [N/m]", "prestress [N]", "yields at [N]", "breaks at [N]",
            "breaks at elongation [m]"]
    return table_of("Ties", head, [
        [entry.get("name"), " and ".join(f"{end.get('block')} at {write_value(end.get('point'))} m"
                                         for end in entry.get("ends") or ()), *(entry.get(key) for key in keys)]
        for entry in resolved.get("ties") or ()])


def _masses(resolved: Mapping) -> list[Piece]:
    entries = [entry for entry in resolved.get("masses") or () if isinstance(entry, Mapping)]
    names = list(dict.fromkeys(key for entry in entries for key in entry))
    return table_of("Lumped masses", names, [[entry.get(name) for name in names] for entry in entries])


def _loads(resolved: Mapping) -> list[Piece]:
    kinds = ("point", "line", "area", "acceleration")
    rows = [["self-weight", "gravity", f"{write_value(resolved.get('gravity'))} m/s2", None]]
    for entry in resolved.get("loads") or ():
        kind = next((key for key in kinds if entry.get(key) is not None), None)
        others = {key: entry[key] for key in entry if key not in ("name", "history", kind) and entry[key] is not None}
        rows.append([entry.get("name"), kind or "load", entry.get(kind) if kind else others, entry.get("history")])
    return table_of("Loads (SI units)", ["name", "kind", "what", "history: time [s], factor"], rows)


def _motions(resolved: Mapping) -> list[Piece]:
    rows = []
    for entry in resolved.get("motions") or ():
        what = next((entry[key] for key in ("parameters", "displacement", "angle_deg", "record", "components")
                     if entry.get(key)), None)
        kind = entry.get("kind") or ("record" if entry.get("record") else "prescribed")
        target = entry.get("supports") or f"ground, by {str(entry.get('applied', '')).replace('_', ' ')}"
        ways = [entry[key] for key in ("direction", "direction_deg", "axis") if entry.get(key) is not None]
        rows.append([entry.get("name"), kind, target, ways[0] if ways else None, what])
    return table_of("Motions (SI units)", ["name", "kind", "of", "direction", "what"], rows)


def _stages(resolved: Mapping) -> list[Piece]:
    stages = table_of("Stages", ["name", "duration [s]", "loads", "motions"],
                      [[entry.get(key) for key in ("name", "duration", "loads", "motions")]
                       for entry in resolved.get("stages") or ()])
    events = table_of("Events", ["time [s]", "what"],
                      [[entry.get("time"), event_words(entry)] for entry in resolved.get("events") or ()])
    initial = table_of("At the start", ["what"], [[{key: value for key, value in entry.items() if value is not None}]
                                                  for entry in resolved.get("initial") or ()])
    return [*stages, *events, *initial]


def _monitors(resolved: Mapping) -> list[Piece]:
    return table_of("Monitors", ["name", "quantity", "block", "tie", "joint", "point [m]", "component", "relative to"],
                    [[entry.get(key) for key in _MONITOR] for entry in resolved.get("monitors") or ()])

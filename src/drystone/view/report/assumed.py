"""What a result takes for granted and what nobody has checked, read from the settings and joints in force."""

from __future__ import annotations

from collections.abc import Mapping

from drystone.model.answer import LIMIT, STATICS
from drystone.view.report.content import Items, Section, Text

ALWAYS_OPEN = (
    "dimensions, the bond of the stones and their contacts are those of the drawing; other layouts were not tried",
    "friction, strength and density are single values unless variations are listed; their scatter was not studied",
    "soil, foundations and what else surrounds the structure are not in the model, beyond the motions listed",
    "ageing, water, temperature and earlier damage are not in the model, beyond what the drawing shows")


def run_assumptions(resolved: Mapping, engine: str) -> Section:
    """Of a run."""
    settings = (resolved.get("run") or {}).get("settings", {}).get("analysis", {})
    joints = resolved.get("joints") or {}
    dt = settings.get("dt")
    taken = [*_of_engine(engine, settings), *_of_joints(joints), *_of_impacts(joints), *_of_motion(resolved)]
    opened = [f"one time step, dt = {dt:g} s: a run with half of it was not compared here" if isinstance(dt, float) else
              "one time step: a run with half of it was not compared here",
              "one record and one scale: how much more the structure takes is not known from one run",
              *ALWAYS_OPEN]
    return _section(taken, opened)


def study_assumptions(resolved: Mapping, engine: str, settings: Mapping, kind: str) -> Section:
    """Of a study: those of its runs; settings : of their analysis"""
    joints = resolved.get("joints") or {}
    taken = [*_of_engine(engine, settings), *_of_joints(joints), *_of_impacts(joints), *_of_motion(resolved)]
    opened = ["one time step for all runs, where no run of finer steps is listed",
              *(["a motion is scaled as a whole: its frequencies and its length stay the same"]
                if kind in ("stripes", "ida", "cloud") else []),
              *(["pulses stand for ground motions; records were not run"] if kind == "failure-domain" else []),
              "structures, motions and values other than those that the study lists", *ALWAYS_OPEN]
    return _section(taken, opened)


def answer_assumptions(resolved: Mapping, kind: str) -> Section:
    """Of limit analysis or statics."""
    question, joints = resolved.get("answer") or {}, resolved.get("joints") or {}
    taken = ["blocks are rigid", *_of_joints(joints),
             "forces balance on the drawing as it stands: displacements are small"]
    if kind == LIMIT:
        flow = question.get("flow", "associative")
        taken.append("sliding goes with dilatancy (associative), which bounds the load factor from above"
                     if flow == "associative" else "sliding without dilatancy, by a sequence of convex problems")
        opened = ["time: the load grows slowly and stays; an earthquake may push beyond it for an instant",
                  "directions and patterns of load other than the one asked for"]
    else:
        opened = ["where several systems of forces balance, the one shown is one of them",
                  "loads other than the dead load"]
    return _section(taken, [*opened, *ALWAYS_OPEN] if kind in (LIMIT, STATICS) else list(ALWAYS_OPEN))


def _section(taken: list[str], opened: list[str]) -> Section:
    return Section("Assumed, and not checked", (Text("Assumed:"), Items(tuple(taken)), Text("Not checked here:"),
                                                Items(tuple(opened))))


def _of_joints(joints: Mapping) -> list[str]:
    """From the properties that joints have or lack."""
    if not joints:
        return []
    rigid = [name for name, law in joints.items() if isinstance(law, Mapping) and law.get("normal_stiffness") is None]
    strong = [name for name, law in joints.items() if isinstance(law, Mapping) and law.get("cohesion")]
    soft = [name for name, law in joints.items() if isinstance(law, Mapping) and law.get("compression") is None]
    lines = ["friction is Coulomb's; contacts do not pull" + (" except where mortar holds" if strong else "")]
    if rigid:
        lines.append(f"joints without stiffness are rigid: {', '.join(rigid)}; where several systems of forces "
                     "balance, rigid joints do not tell which one is there")
    if strong:
        lines.append(f"mortar breaks at once and for good: {', '.join(strong)}")
    if soft:
        lines.append(f"joints do not crush: {', '.join(soft)}")
    return lines


def _of_impacts(joints: Mapping) -> list[str]:
    if all(isinstance(law, Mapping) and law.get("restitution") for law in joints.values()):
        return []
    return ["blocks do not bounce where restitution is 0: an impact takes all of the normal speed"]


def _of_engine(engine: str, settings: Mapping) -> list[str]:
    if engine == "nscd":
        return [f"blocks are rigid; time-stepping scheme {settings.get('scheme', 'midpoint')}, engine nscd"]
    if engine == "rocking":
        return ["one rigid block on rigid ground, by the exact equation of rocking"]
    return [f"engine {engine}"]


def _of_motion(resolved: Mapping) -> list[str]:
    motions = [entry for entry in resolved.get("motions") or () if isinstance(entry, Mapping)]
    if all(entry.get("supports") for entry in motions):
        return []
    return ["the ground moves as one rigid body: no waves along the structure, no soil between"]

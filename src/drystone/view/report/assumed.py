"""What a result takes for granted and what nobody has checked, read from the settings and joints in force."""

from __future__ import annotations

from collections.abc import Mapping

from drystone.model.answer import LIMIT, STATICS
from drystone.model.uses import USES
from drystone.view.report.assumed_dem import dem_lines, dem_open
from drystone.view.report.assumed_joints import answer_joint_lines, joint_lines
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
    taken = [*_of_engine(engine, settings), *joint_lines(joints, engine), *_of_motion(resolved)]
    if not joints and "drystone" not in resolved:
        taken.append("joints are those of the script that made the model; the store does not keep their properties")
    opened = [*_open_of_engine(engine, settings, resolved),
              "one record and one scale: how much more the structure takes is not known from one run"
              if _shakes(resolved) else
              "one programme of loads: how much more the structure takes is not known from one run", *ALWAYS_OPEN]
    return _section(taken, opened)


def study_assumptions(resolved: Mapping, engine: str, settings: Mapping, kind: str) -> Section:
    """Of a study: those of its runs; settings : of their analysis"""
    joints = resolved.get("joints") or {}
    taken = [*_of_engine(engine, settings), *joint_lines(joints, engine), *_of_motion(resolved)]
    own = _open_of_engine(engine, settings, resolved) if engine != "nscd" else [
        "one time step for all runs, where no run of finer steps is listed"]
    opened = [*own,
              *(["a motion is scaled as a whole: its frequencies and its length stay the same"]
                if kind in ("stripes", "ida", "cloud") else []),
              *(["pulses stand for ground motions; records were not run"] if kind == "failure-domain" else []),
              "structures, motions and values other than those that the study lists", *ALWAYS_OPEN]
    return _section(taken, opened)


def answer_assumptions(resolved: Mapping, kind: str) -> Section:
    """Of limit analysis or statics."""
    question, joints = resolved.get("answer") or {}, resolved.get("joints") or {}
    reads = USES[_analysis(kind, question)].reads
    taken = ["blocks are rigid",
             *answer_joint_lines(joints, crushes="compression" in reads, springs="normal_stiffness" in reads,
                                 asked=question.get("crushing")),
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


def _analysis(kind: str, question: Mapping) -> str:
    """Name of an answer's analysis in `USES`, from what was asked."""
    if kind != LIMIT:
        return "statics"
    for key, name in (("tilt", "tilt"), ("settle", "settlement"), ("pushover", "pushover")):
        if question.get(key):
            return name
    return "limit" if question.get("flow", "associative") == "associative" else "non-associative"


def _section(taken: list[str], opened: list[str]) -> Section:
    return Section("Assumed, and not checked", (Text("Assumed:"), Items(tuple(taken)), Text("Not checked here:"),
                                                Items(tuple(opened))))


def _of_engine(engine: str, settings: Mapping) -> list[str]:
    if engine == "nscd":
        scheme = settings.get("scheme") or "midpoint"
        flow = settings.get("flow") or ("coulomb" if scheme == "midpoint" else "associative")
        lifts = ["sliding lifts a joint as in convex models (flow: associative); Coulomb's law does not"]
        own = [f"blocks are rigid; time-stepping scheme {scheme}, engine nscd"]
        return own + (lifts if flow == "associative" else [])
    if engine == "rocking":
        given = settings.get("restitution")
        loss = "Housner's, from the shape of the block" if given is None else f"{given:g}, as was asked"
        return ["one rigid block on rigid ground, in one plane, by the exact equation of rocking, engine rocking",
                f"at an impact the block goes on about its other edge; angular speed after it over that before: {loss}"]
    if engine == "dem":
        return dem_lines(settings)
    return [f"engine {engine}"]


def _open_of_engine(engine: str, settings: Mapping, resolved: Mapping) -> list[str]:
    """What the engine leaves unchecked."""
    if engine == "dem":
        return dem_open(settings, any(entry.get("supports") for entry in _motions(resolved)))
    if engine == "rocking":
        return ["sliding, flight and motion out of the plane: the equation knows none of them",
                "how much an impact takes: tests of real blocks differ from Housner's value"]
    dt = settings.get("dt")
    return [f"one time step, dt = {dt:g} s: a run with half of it was not compared here" if isinstance(dt, float) else
            "one time step: a run with half of it was not compared here"]


def _motions(resolved: Mapping) -> list[Mapping]:
    return [entry for entry in resolved.get("motions") or () if isinstance(entry, Mapping)]


def _shakes(resolved: Mapping) -> bool:
    """Whether the ground moves; a script's motions are not known."""
    return "drystone" not in resolved or any(not entry.get("supports") for entry in _motions(resolved))


def _of_motion(resolved: Mapping) -> list[str]:
    if all(entry.get("supports") for entry in _motions(resolved)):
        return []
    return ["the ground moves as one rigid body: no waves along the structure, no soil between"]

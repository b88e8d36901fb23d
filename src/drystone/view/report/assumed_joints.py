"""What joints are taken to be, by the engine or analysis that reads them and by the law that each states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: Name -> properties, as the resolved model has them.
Joints = Mapping[str, Mapping]


def joint_lines(joints: Mapping, engine: str) -> list[str]:
    """Lines about the joints of a run."""
    laws: Joints = {name: law for name, law in joints.items() if isinstance(law, Mapping)}
    lines_of = {"nscd": _of_nscd, "dem": _of_dem, "rocking": _of_rocking}.get(engine)
    return lines_of(laws) if laws and lines_of is not None else []


# -- rigid blocks in time --------------------------------------------------------------------------------

def _of_nscd(laws: Joints) -> list[str]:
    rigid = _without(laws, "normal_stiffness")
    strong = _with(laws, "cohesion")
    dead = [name for name in rigid if not laws[name].get("restitution")]
    lines = [_pull("friction is Coulomb's; contacts do not pull", strong)]
    if rigid:
        lines.append(_indeterminate("joints without stiffness are rigid", rigid))
    if strong:
        lines.append(f"mortar breaks at once and for good, point by point: {_list(strong)}")
    lines.append(f"joints do not crush: {_list(laws)}" + _left_out(laws, "compression", "damage", "law"))
    if dead:
        lines.append(f"blocks do not bounce where restitution is 0: an impact takes all of the normal speed "
                     f"({_list(dead)})")
    return lines


def _of_rocking(laws: Joints) -> list[str]:
    return ["the block neither slides nor leaves the ground: the friction that this needs was found from the motion, "
            f"and joints have it ({_list(laws)}); the ground does not pull and does not crush"]


# -- without time ----------------------------------------------------------------------------------------

def answer_joint_lines(joints: Mapping, *, crushes: bool, springs: bool, asked: float | None = None) -> list[str]:
    """Of an answer without time.

    Parameters
    ----------
    crushes : whether the analysis reads compressive strength
    asked : compressive strength that was asked for in place of that of the joints [Pa]
    springs : whether it reads the stiffness of joints
    """
    laws: Joints = {name: law for name, law in joints.items() if isinstance(law, Mapping)}
    if not laws:
        return []
    rigid, strong = _without(laws, "normal_stiffness"), _with(laws, "cohesion")
    lines = [_pull("friction is Coulomb's; contacts do not pull", strong)]
    if not springs:
        lines.append("joints are rigid")
    elif rigid:
        lines.append(_indeterminate("joints without stiffness are rigid", rigid))
    if strong:
        lines.append("mortar has its full strength everywhere at once, and loses none as it gives way: "
                     f"{_list(strong)}")
    hard = _without(laws, "compression") if crushes else list(laws)
    if asked is not None:
        lines.append(f"joints crush at {asked:g} Pa, as was asked")
    elif hard:
        lines.append(f"joints do not crush: {_list(hard)}" + ("" if crushes else _left_out(laws, "compression")))
    return lines


# -- blocks that deform ----------------------------------------------------------------------------------

def _of_dem(laws: Joints) -> list[str]:
    """One line a law, and what all of them have in common."""
    glue = [name for name, law in laws.items() if law.get("law") == "elastic"]
    worn = [name for name, law in laws.items() if name not in glue and law.get("damage")]
    rest = [name for name in laws if name not in glue and name not in worn]
    strong = [name for name in rest if laws[name].get("cohesion")]
    dry = [name for name in rest if name not in strong]
    lines = ["joints are springs per area, normal and tangential, of linear stiffness; blocks rebound by them"]
    if dry:
        lines.append(f"dry joints open without pull and slide by Coulomb's friction; they do not crush: {_list(dry)}")
    if strong:
        lines.append("mortar breaks at once and for good, sub-contact by sub-contact, by tension or by shear "
                     f"(Mohr-Coulomb); from then on friction alone; it does not crush: {_list(strong)}")
    lines += [_damage_line(name, laws[name]) for name in worn]
    if glue:
        lines.append(f"glue neither opens nor slides nor crushes, whatever it carries: {_list(glue)}")
    return lines


def _damage_line(name: str, law: Mapping) -> str:
    """How one joint with damage loses its strength."""
    damage = law["damage"]
    parts = [f"{words} {_curve(damage[key])}" for key, words in (("tension", "opening"), ("shear", "sliding"))
             if damage.get(key)]
    shear = damage.get("shear") or {}
    words = [f"joint {name}: strength is lost step by step by {' and by '.join(parts)}" if parts else
             f"joint {name}: friction without mortar"]
    if shear:
        friction, cohesion = (_number(shear.get(f"residual_{key}")) for key in ("friction", "cohesion"))
        words.append(f"friction {friction} and cohesion {cohesion} Pa stay; dilation {_number(shear.get('dilation'))}, "
                     f"{shear.get('dilation_rule') or 'fading'}")
        words.append(f"damage by sliding goes by {_DRIVERS.get(str(damage.get('driver') or 'plastic'), 'its driver')}")
        words.append(f"cracks unload {_UNLOADINGS.get(str(damage.get('unloading') or 'secant'), 'as stated')}")
    crushing = damage.get("crushing")
    words.append(f"it crushes at {_number(law.get('compression'))} Pa with {_number(crushing.get('energy'))} N/m, "
                 f"{_number(crushing.get('residual'))} Pa stay" if crushing else "it does not crush")
    return "; ".join(words)


_DRIVERS = {"plastic": "plastic slip", "ratio": "the ratio of displacements under the pressure of now",
            "frozen_ratio": "the ratio of displacements under the pressure of the first yield"}
_UNLOADINGS = {"secant": "along the secant", "elastic": "with the first stiffness",
               "degraded": "with (1 - damage) of the first stiffness"}


def _curve(softening: Mapping) -> str:
    """How a strength softens, in brackets."""
    if softening.get("energy") is not None:
        return f"({_number(softening['energy'])} N/m, {softening.get('shape')})"
    return "(by a table of damage)" if softening.get("table") is not None else "(by a measured curve)"


# -- words -----------------------------------------------------------------------------------------------

def _pull(words: str, strong: list[str]) -> str:
    return words + (" except where mortar holds" if strong else "")


def _indeterminate(words: str, names: Iterable[str]) -> str:
    return (f"{words}: {_list(names)}; where several systems of forces balance, rigid joints do not tell which one is "
            "there")


def _left_out(laws: Joints, *keys: str) -> str:
    """Of properties that joints have and that were left out."""
    given = [key for key in keys if any(law.get(key) for law in laws.values())]
    return f"; {', '.join(given)} of the model file {'is' if len(given) == 1 else 'are'} left out" if given else ""


def _with(laws: Joints, key: str) -> list[str]:
    return [name for name, law in laws.items() if law.get(key)]


def _without(laws: Joints, key: str) -> list[str]:
    return [name for name, law in laws.items() if law.get(key) is None]


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(str, names))


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)

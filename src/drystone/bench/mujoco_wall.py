"""The dry wall in MuJoCo, with contacts as stiff as its time step bears; needs the extra `bench`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as xml

import numpy as np

from drystone.bench.regimes import DT, PLANS, violent_history
from drystone.bench.row import Row
from drystone.bench.scenes import DENSITY, FRICTION, GRAVITY, SCENES, Scene, corners
from drystone.errors import InputError

#: Contact as a damped spring: its time constant cannot be below two steps, and the constraint is nearly hard from the
#: first penetration on.
STIFF = {"solref": f"{2 * DT:g} 1", "solimp": "0.99 0.999 0.0001"}
#: As MuJoCo comes.
DEFAULT: dict[str, str] = {}
GRAVITY_ALONE = np.array([0.0, 0.0, -GRAVITY])   #: [m/s2]


def wall_xml(scene: Scene, contact: dict[str, str]) -> str:
    """Model file of MuJoCo for the blocks of `scene` on a plane."""
    root = xml.Element("mujoco")
    xml.SubElement(root, "option", timestep=f"{DT:g}", gravity=f"0 0 {-GRAVITY:g}", cone="elliptic", solver="Newton",
                   tolerance="1e-10", iterations="100")
    xml.SubElement(root, "size", memory="256M")
    geom = {"condim": "3", "friction": f"{FRICTION:g} 0 0", "density": f"{DENSITY:g}", **contact}
    xml.SubElement(xml.SubElement(root, "default"), "geom", geom)
    world = xml.SubElement(root, "worldbody")
    xml.SubElement(world, "geom", type="plane", size="50 50 1")
    for lower, upper in corners(scene):
        body = xml.SubElement(world, "body", pos=_words(0.5 * (lower + upper)))
        xml.SubElement(body, "freejoint")
        xml.SubElement(body, "geom", type="box", size=_words(0.5 * (upper - lower)))
    return xml.tostring(root, encoding="unicode")


def _words(vector: np.ndarray) -> str:
    return " ".join(f"{value:.12g}" for value in vector)


def is_there() -> bool:
    """True where MuJoCo can be imported."""
    try:
        import mujoco
    except ImportError:
        return False
    return mujoco is not None


def mujoco_row(steps: int, contact: dict[str, str] | None = None, scene: str = "dry-wall") -> Row:
    """`steps` steps of the wall under gravity in MuJoCo, on one thread."""
    contact = STIFF if contact is None else contact
    found = _run(SCENES[scene], contact, [GRAVITY_ALONE] * steps, 1)
    return Row(scene, "held", len(SCENES[scene].boxes()), found.contacts, f"mujoco {'stiff' if contact else 'default'}",
               1e3 * found.cpu / steps, found.iterations / steps,
               more={"steps": steps, "steps_per_s": steps / max(found.cpu, 1e-9), "drift_m": found.drift})


def shaken_mujoco_row(scene: str, first: int, count: int) -> Row:
    """The violent regime of `scene` in MuJoCo with stiff contacts, on the clock for `count` steps from step `first` on.

    The push on all blocks is a gravity that leans to and fro.
    """
    plan = PLANS[f"{scene}-violent"]
    push = plan.level * GRAVITY * np.asarray(plan.scene.direction)
    factors = [value for _, value in violent_history(first + count - 1, plan.reverse)[::2]]
    found = _run(plan.scene, STIFF, [GRAVITY_ALONE + factor * push for factor in factors], first)
    return Row(f"{scene} steps", "coulomb", len(plan.scene.boxes()), found.contacts, "mujoco stiff",
               1e3 * found.cpu / count, found.iterations / count,
               more={"steps": count, "from_step": first, "drift_m": found.drift})


@dataclass(frozen=True, slots=True)
class _Run:
    cpu: float          #: [s], of the steps on the clock
    iterations: int     #: of these
    contacts: int       #: of the last step
    drift: float        #: greatest displacement of a centre of mass from the start [m]


def _run(scene: Scene, contact: dict[str, str], gravity: Sequence[np.ndarray], first: int) -> _Run:
    """A step for each `gravity` (3,) [m/s2], on the clock from step `first` on."""
    if not is_there():
        raise InputError("bench: MuJoCo is missing: pip install 'drystone[bench]'")
    import mujoco

    model = mujoco.MjModel.from_xml_string(wall_xml(scene, contact))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    start, iterations, before = data.xipos.copy(), 0, 0.0
    for number, now in enumerate(gravity, 1):
        if number == first:
            iterations, before = 0, time.process_time()
        model.opt.gravity[:] = now
        mujoco.mj_step(model, data)
        iterations += int(np.sum(data.solver_niter))
    cpu = time.process_time() - before
    return _Run(cpu, iterations, int(data.ncon), float(np.linalg.norm(data.xipos - start, axis=1).max()))

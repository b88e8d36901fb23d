"""The dry wall in MuJoCo, with contacts as stiff as its time step bears; needs the extra `bench`."""

from __future__ import annotations

import time
from xml.etree import ElementTree as xml

import numpy as np

from drystone.bench.regimes import DT
from drystone.bench.row import Row
from drystone.bench.scenes import DENSITY, FRICTION, GRAVITY, SCENES, Scene, corners
from drystone.errors import InputError

#: Contact as a damped spring: its time constant cannot be below two steps, and the constraint is nearly hard from the
#: first penetration on.
STIFF = {"solref": f"{2 * DT:g} 1", "solimp": "0.99 0.999 0.0001"}
#: As MuJoCo comes.
DEFAULT: dict[str, str] = {}


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
    if not is_there():
        raise InputError("bench: MuJoCo is missing: pip install 'drystone[bench]'")
    import mujoco

    contact = STIFF if contact is None else contact
    model = mujoco.MjModel.from_xml_string(wall_xml(SCENES[scene], contact))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    start = data.xipos.copy()
    iterations = 0
    before = time.process_time()
    for _ in range(steps):
        mujoco.mj_step(model, data)
        iterations += int(np.sum(data.solver_niter))
    cpu = time.process_time() - before
    drift = float(np.linalg.norm(data.xipos - start, axis=1).max())
    kind = "stiff" if contact else "default"
    return Row(scene, "held", len(SCENES[scene].boxes()), int(data.ncon), f"mujoco {kind}", 1e3 * cpu / steps,
               iterations / steps,
               more={"steps": steps, "steps_per_s": steps / max(cpu, 1e-9), "drift_m": drift})

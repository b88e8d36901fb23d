"""Engine dem beside engine nscd where both apply: a block that slides, a block about to turn over."""

from __future__ import annotations

import time
from collections.abc import Iterable

from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import DemSettings, EngineSettings, NscdSettings
from drystone.simulation.march import take_steps
from drystone.validate.case import Row, case, reported, same_word, within_relative

GRAVITY = 9.81                         #: [m/s2]
STIFF = {"normal_stiffness": 1e11, "shear_stiffness": 5e10}     #: [Pa/m]
SPEED, FRICTION = 0.5, 0.5             #: [m/s] and coefficient of the block that slides
HEIGHT, WIDTH = 1.0, 0.2               #: [m], of the block that is tilted
RAMP, HOLD = 0.2, 0.6                  #: [s], in which the acceleration grows, and acts
MOVED = 5e-4                           #: [m], from which the block has given way
DESCRIPTION = (
    "The same models in both engines, joints of 1e11 Pa/m. A block of 0.4 x 0.4 x 0.1 m that slides to rest: "
    "v^2 / (2 mu g). A block of 0.2 x 1.0 m under a horizontal acceleration of 0.98 and 1.02 times width over height: "
    "it stands, or its top has moved by 0.5 mm. Displacements of dem are small, so that rocking and impacts are not "
    "compared. Steps and CPU time, compiled already, stand beside each other.")


def block_scene(name: str, **law) -> Assembly:
    """Stone and dry joints."""
    scene = Assembly(name, gravity=GRAVITY)
    scene.material("stone", density=2000.0, young=20e9, poisson=0.2)
    scene.joint("dry", **({"friction": FRICTION} | STIFF | law))
    return scene


def sliding() -> Model:
    """A flat block with a velocity."""
    scene = block_scene("sliding")
    scene.add("block", box_between((0.0, 0.0, 0.0), (0.4, 0.4, 0.1)), material="stone")
    scene.add("ground", box_between((-1.0, -1.0, -0.2), (2.0, 1.5, 0.0)))
    scene.support("ground")
    scene.velocity("block", linear=(SPEED, 0.0, 0.0))
    return scene.build()


def tilted(share: float) -> Model:
    """A slender block under a share of the acceleration that turns it over."""
    scene = block_scene("tilted", friction=0.75)
    scene.add("block", box_between((0.0, 0.0, 0.0), (WIDTH, WIDTH, HEIGHT)), material="stone")
    scene.add("ground", box_between((-1.0, -1.0, -0.2), (3.0, 1.5, 0.0)))
    scene.support("ground")
    scene.body_acceleration("push", (share * WIDTH / HEIGHT * GRAVITY, 0.0, 0.0), history=[(0.0, 0.0), (RAMP, 1.0)])
    return scene.build()


def settings_of(engine: str, local: bool) -> EngineSettings:
    """Settings of either engine."""
    if engine == "nscd":
        return NscdSettings(dt=1e-3)
    damping = {"local": 0.8} if local else {"stiffness": 2e-6}
    return DemSettings.model_validate({"engine": "dem", "dt": 1e-3, "mesh": [{"size": 0.1}], "damping": damping})


def run(model: Model, settings: EngineSettings, duration: float) -> tuple[float, float, float]:
    """How far the block went along x [m], step [s], CPU time of the steps but the first [s]."""
    made = make_engine(model, settings, duration)
    start = make_engine(model, settings, duration).start()
    made.advance(start)                       # compiles what is not compiled yet
    before = time.process_time()
    taken = list(take_steps(model, made, start, round(duration / settings.dt)))
    moved = taken[-1].state.position[0, 0] - model.initial_position[0, 0]
    return float(moved), getattr(made, "step", made.dt), time.process_time() - before


@case("dem-vs-nscd", DESCRIPTION, minutes=1.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    expected = SPEED**2 / (2.0 * FRICTION * GRAVITY)
    for engine in ("dem", "nscd"):
        moved, step, spent = run(sliding(), settings_of(engine, local=False), 0.16)
        yield within_relative(f"sliding block, {engine}, distance", expected, moved, 0.02, "v^2 / (2 mu g)", "m")
        yield reported(f"sliding block, {engine}, step and CPU time [s]", None, f"{step:.2g}, {spent:.2g}", "-")
    for share, outcome in ((0.98, "stands"), (1.02, "gives way")):
        for engine in ("dem", "nscd"):
            moved, step, spent = run(tilted(share), settings_of(engine, local=True), RAMP + HOLD)
            found = "gives way" if abs(moved) > MOVED else "stands"
            yield same_word(f"slender block at {share:g} of width over height, {engine}", outcome, found, "equilibrium")
            yield reported(f"... {engine}, step and CPU time [s]", None, f"{step:.2g}, {spent:.2g}", "-")

"""`DemEngine`: blocks that deform, joints that crack, behind the interface of all engines."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from drystone.engines.dem import checks
from drystone.engines.dem.critical import highest_frequency, scale_masses, stable_step
from drystone.engines.dem.heads import Heads
from drystone.engines.dem.interfaces import Interfaces
from drystone.engines.dem.joints.registry import MAX_STATE
from drystone.engines.dem.loads import IntervalLoads, NodeLoads
from drystone.engines.dem.points import DemPoints
from drystone.engines.dem.state import DemState
from drystone.engines.dem.stepping import integrate as sums
from drystone.engines.dem.stepping.bundles import Motion
from drystone.engines.dem.stepping.forces import JOINT_WORK
from drystone.engines.dem.tables import engine_rows, engine_tables, static_arrays, step_row
from drystone.engines.dem.threads import one_thread
from drystone.engines.dem.world import build_structure
from drystone.errors import InputError
from drystone.model.loads import Event
from drystone.model.model import Model
from drystone.model.report import Report
from drystone.model.settings import DemSettings
from drystone.model.tables import STEPS


class DemEngine:
    """Explicit steps of all nodes. An interval takes as many of them as stability asks for."""

    #: What loads and moved supports do, what damping and opening, sliding and crushing joints take, and by how much
    #: the joints' own account of that differs from the work of their stresses.
    works = ("loads", "supports", "damping", "opening", "sliding", "crushing", "integration")

    def __init__(self, model: Model, settings: DemSettings, end_time: float) -> None:
        checks.check_model(model)
        self.model, self.settings, self.dt = model, settings, settings.dt
        structure = build_structure(model, settings)
        checks.check_drawing(model, structure, settings.touching, face_to_face=settings.displacements == "small")
        self.structure = scale_masses(structure, settings.mass_scaling)
        with one_thread():
            self.omega = highest_frequency(self.structure, self.structure.bodies.free)
        self.limit = stable_step(self.omega, settings.damping)          #: [s], largest stable inner step
        self.inner = self._count_steps()                                #: inner steps of an interval
        self.step = self.dt / self.inner                                #: [s], inner step
        self.loads, self.heads = NodeLoads(model, self.structure), Heads(model, self.structure)
        self.interfaces = Interfaces(self.structure.mesh, self.structure.contacts)
        self.tables = engine_tables(model, self.structure)
        self.accuracy = self._words()

    def _count_steps(self) -> int:
        """Inner steps of an interval; refuses a step that is not stable."""
        given = self.settings.step
        if given is None:
            return max(1, math.ceil(self.dt / (self.settings.safety * self.limit) - 1e-9))
        if given > self.limit:
            raise InputError(f"analysis.step must be <= {self.limit:.4g} s, the largest stable step with this mesh, "
                             f"joints "
                             f"and damping, got {given!r}", subject=("analysis", "step"))
        return max(1, math.ceil(self.dt / given - 1e-9))

    def _words(self) -> str:
        contacts, mesh = self.structure.contacts, self.structure.mesh
        words = (f"{mesh.elastic_nodes} nodes, {contacts.count} sub-contacts, inner step {self.step:.3g} s, "
                 f"{self.step / self.limit:.2f} of the largest stable one")
        added = self.structure.added_mass
        words += "; displacements are small: contacts stay where they are"
        return words + (f"; {100 * added / self.structure.true_mass.sum():.3g} % of mass added" if added else "")

    # --- states -----------------------------------------------------------------------------------------

    def start(self) -> DemState:
        """At rest in the drawing, or with the initial velocities; joints without stress."""
        model, mesh, contacts = self.model, self.structure.mesh, self.structure.contacts
        block = mesh.node_block
        twist = model.initial_twist[block]
        speed = twist[:, :3] + np.cross(twist[:, 3:], mesh.node - model.initial_position[block])
        speed[mesh.elastic_nodes:] = 0.0
        nodes, points, bodies = mesh.node.size, contacts.count, self.structure.bodies.count
        state = self._new_state(
            displacement=np.zeros(nodes), velocity=np.ascontiguousarray(speed.ravel()),
            force=np.zeros(nodes), relative=np.zeros((3, points)), stress=np.zeros((3, points)),
            memory=np.zeros((MAX_STATE, points)), touched=np.zeros(points, np.int64), since=np.full(points, np.nan),
            offset=np.zeros((bodies, 3)), body_velocity=np.zeros((bodies, 3)), book=np.zeros(sums.BOOKS),
            sums=np.zeros(sums.SUMS))
        motion = self._motion(state, self.loads.over(0.0, self.dt))
        return self._summed(state, motion, self.structure.bodies.free_in(0))

    def _new_state(self, **own) -> DemState:
        return DemState.start(self.model, len(self.works), **own)

    def restore(self, arrays: Mapping[str, np.ndarray]) -> DemState:
        """State of a checkpoint."""
        return DemState.from_arrays(padded(arrays))

    def advance(self, state: DemState) -> tuple[DemState, Report]:
        """One interval."""
        time, program = (state.step + 1) * self.dt, self.model.loads
        t0, t1 = program.clock(state), program.clock(state, time)
        free = self.structure.bodies.free_in(state.stage)
        loads, path = self.loads.over(t0, t1), self.loads.path(t0, t1)
        motion = self._motion(state, loads)
        self._stop_guides(motion, free)
        damping = self.settings.damping
        with one_thread():
            sums.take_steps(self.structure.world, motion, path, free, state.time, self.step, self.inner,
                            damping.local or 0.0, damping.mass, damping.stiffness)
            motion.load[:], motion.body_load[:] = loads.end, loads.body_end       # without the rounding of the sums
        place = path[-1].copy()
        place[:, :3] += motion.offset
        rate = (path[-1] - path[-2]) * (len(path) - 1) / self.dt
        rate[:, :3] += motion.body_velocity
        heads = self.heads.of(motion.displacement, motion.velocity, place, rate)
        new = self._summed(state.with_(time=time, step=state.step + 1, **heads), motion, free)
        numbers = step_row(self.model, self.structure, new, self._held_load(motion))
        return new, Report(numbers=numbers, counts={"inner_steps": self.inner},
                           contact_count=self.structure.contacts.count)

    def apply(self, state: DemState, events: tuple[Event, ...]) -> DemState:
        """Events that this engine takes change loads only, which the program knows."""
        return state

    def _motion(self, state: DemState, loads: IntervalLoads) -> Motion:
        """A copy of the state for kernels to write in."""
        held = self.structure.bodies.held
        changes = not np.array_equal(loads.start, loads.end)
        rate = (loads.end - loads.start) / self.inner if changes else np.zeros(0)
        names = ("displacement", "velocity", "force", "relative", "stress", "memory", "touched", "since", "offset",
                 "body_velocity", "book")
        return Motion(**{name: getattr(state, name).copy() for name in names}, load=loads.start.copy(), load_rate=rate,
                      body_load=loads.body_start.copy(),
                      body_load_rate=(loads.body_end - loads.body_start) / self.inner,
                      held_force=np.zeros(len(held)), drag=np.zeros(len(self.structure.world.mass)))

    def _stop_guides(self, motion: Motion, free: np.ndarray) -> None:
        """Bodies that are no longer free stand still; what they had of kinetic energy goes to the supports."""
        stopped = (free == 0) & (motion.body_velocity != 0.0)
        if stopped.any():
            mass = self.structure.world.body_mass[stopped]
            motion.book[sums.SUPPORTS] -= 0.5 * float(mass @ motion.body_velocity[stopped] ** 2)
            motion.body_velocity[stopped] = 0.0

    def _held_load(self, motion: Motion) -> np.ndarray:
        return motion.load[self.structure.bodies.held[:, 0]]

    def _summed(self, state: DemState, motion: Motion, free: np.ndarray) -> DemState:
        """State with the arrays of `motion`, the energies at its time and its works."""
        out, damping = sums.empty_sums(), self.settings.damping
        with one_thread():
            sums.sum_up(self.structure.world, motion, free, self.step, damping.local or 0.0, damping.mass,
                        damping.stiffness, self.loads.weight, np.zeros(len(motion.displacement)),
                        np.zeros(len(self.structure.mesh.node)), out)
            fallen = float(self.loads.weight @ motion.displacement[:len(self.structure.world.mass)])
        book = motion.book
        lost = out[sums.OPENING] + out[sums.SLIDING] + out[sums.CRUSHING]
        work = np.array((book[sums.LOADS] + out[sums.PENDING_LOADS] - fallen,
                         book[sums.SUPPORTS] + out[sums.PENDING_SUPPORTS],
                         book[sums.DAMPING] + out[sums.PENDING_DAMPING],
                         -out[sums.OPENING], -out[sums.SLIDING], -out[sums.CRUSHING],
                         out[sums.TOUCHED_STORED] + lost - book[JOINT_WORK]))
        names = ("displacement", "velocity", "force", "relative", "stress", "memory", "touched", "since", "offset",
                 "body_velocity", "book")
        return state.with_(**{name: getattr(motion, name) for name in names}, work=work, sums=out)

    # --- what is told -----------------------------------------------------------------------------------

    def energies(self, state: DemState) -> dict[str, float]:
        """Kinetic, potential against the origin, strain of the blocks and of the joints [J]."""
        count = len(self.structure.world.mass)
        height = self.structure.mesh.node.ravel()[:count] + state.displacement[:count]
        with one_thread():
            weight = float(self.loads.weight @ height)
        return {"kinetic": float(state.sums[sums.KINETIC]), "potential": -weight,
                "strain": float(state.sums[sums.STRAIN]), "joints": float(state.sums[sums.JOINT_STORED])}

    def points(self, block: np.ndarray, drawn: np.ndarray) -> DemPoints:
        """Points (k, 3) [m] of the drawing in their blocks (k,)."""
        return DemPoints(self.structure.mesh, block, drawn)

    def static(self) -> dict[str, np.ndarray]:
        """Mesh, surface and sub-contacts."""
        return static_arrays(self.model, self.structure) | {"inner_step": np.array(self.step)}

    def rows(self, state: DemState, report: Report | None, due: frozenset[str]) -> dict[str, dict[str, object]]:
        """Columns by table."""
        rows = engine_rows(self.structure, self.interfaces, state, due)
        if STEPS in due:
            held = np.zeros(len(self.structure.bodies.held))
            rows[STEPS] = dict(report.numbers) if report else step_row(self.model, self.structure, state, held)
        return rows


def padded(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Arrays of a checkpoint, with room for sums that an older run did not keep."""
    longer = {name: np.concatenate((arrays[name], np.zeros(size)))[:size] for name, size in
              (("book", sums.BOOKS), ("sums", sums.SUMS)) if name in arrays}
    return dict(arrays) | longer


def make(model: Model, settings: DemSettings, end_time: float) -> DemEngine:
    """The engine for small or for large displacements."""
    if settings.displacements == "small":
        return DemEngine(model, settings, end_time)
    from drystone.engines.dem.large.engine import LargeEngine  # its kernels load only where they are asked for

    return LargeEngine(model, settings, end_time)


#: What the registry of engines looks for.
ENGINE = make

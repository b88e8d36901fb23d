"""`LargeEngine`: blocks that deform, turn by any angle, part and meet again."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from drystone.engines.dem.critical import highest_frequency, stable_step
from drystone.engines.dem.engine import DemEngine, padded
from drystone.engines.dem.joints import elastic
from drystone.engines.dem.joints.registry import law_of
from drystone.engines.dem.large.bundle import Turned
from drystone.engines.dem.large.dry import DRY_LAW, with_dry
from drystone.engines.dem.large.heads import LargeHeads
from drystone.engines.dem.large.look import MARGIN, REACH, Memory, Scene, look_again
from drystone.engines.dem.large.met import Met, first_met
from drystone.engines.dem.large.state import LargeState
from drystone.engines.dem.large.steps import (
    change_step,
    compute_forces,
    put_places,
    sum_up_turned,
    take_turned_steps,
    turn_bodies,
)
from drystone.engines.dem.large.surface import build_surface
from drystone.engines.dem.large.tables import large_rows, large_static, large_tables
from drystone.engines.dem.large.turning import turn_pieces, turned_product
from drystone.engines.dem.stepping import integrate as sums
from drystone.engines.dem.stepping.bundles import Motion, World
from drystone.engines.dem.stepping.forces import LAW_NUMBERS
from drystone.engines.dem.tables import step_row
from drystone.engines.dem.threads import one_thread
from drystone.errors import SolveError
from drystone.model.model import Model
from drystone.model.report import Report
from drystone.model.settings import DemSettings
from drystone.model.tables import STEPS

#: Stiffness of the joints at a node may grow by this share before the stable step is estimated again.
SLACK = 0.05

_POINT_FIELDS = ("relative", "stress", "memory", "touched", "since")


class LargeEngine(DemEngine):
    """Explicit steps as for small displacements, in pieces between looks at the contacts."""

    #: As for small displacements; and what contacts give or take when they are found anew.
    works = (*DemEngine.works, "contacts")

    def __init__(self, model: Model, settings: DemSettings, end_time: float) -> None:
        super().__init__(model, settings, end_time)
        mesh = self.structure.mesh
        self.surface = build_surface(mesh)
        edge = float(self.surface.edge.min())
        self.margin, self.reach = MARGIN * edge, REACH * edge          #: [m]
        self._laws = np.array([LAW_NUMBERS[law_of(joint).name] for joint in model.joints]
                              + [DRY_LAW] * len(model.joints), np.int64)
        self._world = with_dry(self.structure.world, list(model.joints))
        self.heads = LargeHeads(model, self.structure)
        self.tables = large_tables(model, self.structure)
        self._pieces = self._piece_arrays()

    def _words(self) -> str:
        return super()._words().replace("displacements are small: contacts stay where they are",
                                        "displacements are large: blocks turn, contacts are found again")

    def _piece_arrays(self) -> dict[str, np.ndarray]:
        """What `Turned` has of the pieces that never changes."""
        mesh, bodies, count = self.structure.mesh, self.structure.bodies, self.structure.mesh.elastic_nodes
        piece = np.repeat(np.arange(len(mesh.pieces)), np.diff(mesh.node_ptr))[:count]
        mass = mesh.mass[:count]
        whole = np.bincount(piece, mass)
        centre = np.stack([np.bincount(piece, mass * mesh.node[:count, k]) / whole for k in range(3)], axis=1)
        body = np.searchsorted(bodies.node_ptr, mesh.node_ptr[:-1], side="right") - 1
        return {"start": np.ascontiguousarray(mesh.node), "home": mesh.node[:count] - centre[piece],
                "node_mass": np.ascontiguousarray(mass), "piece_ptr": mesh.node_ptr,
                "piece_body": np.where(np.arange(len(mesh.pieces)) < mesh.elastic_pieces, -1, body).astype(np.int64)}

    # --- states -----------------------------------------------------------------------------------------

    def _new_state(self, **own) -> LargeState:
        """With the contacts of the drawing; the first step looks for those that it has not."""
        mesh = self.structure.mesh
        is_glue = np.array([law_of(joint).name == elastic.NAME for joint in self.model.joints])
        met = first_met(self.structure.contacts, mesh, self.surface, is_glue)
        turn = np.zeros((len(mesh.pieces), 4))
        turn[:, 0] = 1.0
        return LargeState.start(self.model, len(self.works), **own, met=met, turn=turn,
                                seen=np.full(mesh.node.shape, np.inf), rated=self._stiffness_at_nodes(met),
                                largest=self.limit, inner_step=self.step)

    def restore(self, arrays: Mapping[str, np.ndarray]) -> LargeState:
        """State of a checkpoint."""
        met = {name.partition(".")[2]: value for name, value in arrays.items() if name.startswith("met.")}
        return LargeState.from_arrays(padded(arrays), met=Met(**met))

    def advance(self, state: LargeState) -> tuple[LargeState, Report]:
        """One interval: steps until contacts are due, a look at them, and on."""
        time, program = (state.step + 1) * self.dt, self.model.loads
        t0, t1 = program.clock(state), program.clock(state, time)
        free = self.structure.bodies.free_in(state.stage)
        loads, path = self.loads.over(t0, t1), self.loads.path(t0, t1)
        motion = self._motion(state, loads)
        self._stop_guides(motion, free)
        with one_thread():
            walk = _Walk(self, state, motion, free, loads, path)
            walk.go()
            motion = walk.motion
            motion.load[:], motion.body_load[:] = loads.end, loads.body_end       # without the rounding of the sums
        place = path[-1].copy()
        place[:, :3] += motion.offset
        rate = (path[-1] - path[-2]) * (len(path) - 1) / self.dt
        rate[:, :3] += motion.body_velocity
        heads = self.heads.placed(motion.displacement, motion.velocity, place, rate, state.orientation)
        moved = state.with_(time=time, step=state.step + 1, met=walk.met, turn=walk.turned.turn, seen=walk.turned.seen,
                            rated=walk.rated, largest=walk.largest, inner_step=walk.h, **heads)
        new = self._summed(moved, motion, free)
        numbers = step_row(self.model, self.structure, new, self._held_load(motion)) | {"inner_step": walk.h}
        return new, Report(numbers=numbers, counts={"inner_steps": walk.taken, "looks": walk.looks},
                           contact_count=len(new.met.area))

    # --- arrays of kernels ------------------------------------------------------------------------------

    def world_of(self, met: Met) -> World:
        """The world with the contacts of a state."""
        interface = np.stack((self._laws[met.joint], met.joint, met.ptr[:-1], met.ptr[1:],
                              np.zeros(len(met.joint), np.int64)), axis=1)
        return self._world.replace(interface=np.ascontiguousarray(interface), frame=np.zeros((len(met.joint), 9)),
                                   area=met.area, node_a=met.node_a, node_b=met.node_b, weight_a=met.weight_a,
                                   weight_b=met.weight_b)

    def turned_of(self, state: LargeState, motion: Motion, path: np.ndarray, share: float) -> Turned:
        """Frames and contacts of a state for kernels to write in, with everything at its place."""
        count, met = len(self.structure.mesh.pieces), state.met
        turned = Turned(**self._pieces, turn=state.turn.copy(), rotation=np.zeros((count, 9)),
                        place=np.zeros_like(state.seen), seen=state.seen.copy(), local=np.zeros(state.seen.size),
                        inner=np.zeros(state.seen.size), **self.contact_fields(met))
        put_places(motion, turned)
        turn_bodies(turned, path, share)
        turn_pieces(turned)
        return turned

    @staticmethod
    def contact_fields(met: Met) -> dict[str, np.ndarray]:
        """What `Turned` has of the contacts."""
        return {"base": np.ascontiguousarray(met.piece[:, 0]), "own_frame": met.own_frame, "limit": met.limit,
                "anchor": met.anchor}

    def _stiffness_at_nodes(self, met: Met) -> np.ndarray:
        """(n,) [N/m], of all joints at each node, both along and across."""
        world = self._world
        first = world.parameter_ptr[met.joint[met.interface]]
        stiff = met.area * np.maximum(world.parameter[first], world.parameter[first + 1])
        out = np.zeros(len(self.structure.mesh.node))
        for node, weight in ((met.node_a, met.weight_a), (met.node_b, met.weight_b)):
            for k in range(4):
                out += np.bincount(node[:, k], stiff * weight[:, k], len(out))
        return out

    def largest_step(self, met: Met, world: World, turned: Turned, rated: np.ndarray, free: np.ndarray,
                     time: float) -> tuple[np.ndarray, float] | None:
        """Stiffness at the nodes and the largest stable step [s] that goes with it; None where what was known holds."""
        now, count = self._stiffness_at_nodes(met), self.structure.mesh.elastic_nodes
        if not (now[:count] > (1.0 + SLACK) * rated[:count] + 1e-12 * now.max(initial=0.0)).any():
            return None
        omega = highest_frequency(self.structure, free, world, lambda world, x, f: turned_product(world, turned, x, f))
        largest = stable_step(omega, self.settings.damping)
        given = self.settings.step
        if given is not None and given > largest:
            raise SolveError(f"analysis.step {given!r} s is no longer stable at {time:.6g} s: contacts that have "
                             f"appeared allow at most {largest:.4g} s")
        return now, largest

    def steps_in(self, time: float, largest: float) -> int:
        """Inner steps in a time [s]."""
        given = self.settings.step or self.settings.safety * largest
        return max(1, math.ceil(time / given - 1e-9))

    def _summed(self, state: LargeState, motion: Motion, free: np.ndarray) -> LargeState:
        """State with the arrays of `motion`, the energies at its time and its works."""
        out, damping = sums.empty_sums(), self.settings.damping
        world = self.world_of(state.met)
        path = self.loads.path(self.model.loads.clock(state), self.model.loads.clock(state) + self.dt)
        with one_thread():
            turned = self.turned_of(state, motion, path, 0.0)
            sum_up_turned(world, motion, turned, free, state.inner_step, damping.local or 0.0, damping.mass,
                          damping.stiffness, self.loads.weight, np.zeros(len(motion.displacement)),
                          np.zeros(len(self.structure.mesh.node)), out)
            fallen = float(self.loads.weight @ motion.displacement[:len(self.structure.world.mass)])
        book = motion.book
        lost = out[[sums.OPENING, sums.SLIDING, sums.CRUSHING]] + book[sums.GONE:sums.GONE + 3]
        internal = book[sums.INTERNAL] + out[sums.PENDING_INTERNAL]
        work = np.array((book[sums.LOADS] + out[sums.PENDING_LOADS] - fallen,
                         book[sums.SUPPORTS] + out[sums.PENDING_SUPPORTS],
                         book[sums.DAMPING] + out[sums.PENDING_DAMPING], *-lost,
                         out[sums.STRAIN] + out[sums.JOINT_STORED] + lost.sum() - book[sums.FOUND] + internal,
                         book[sums.FOUND]))
        names = ("displacement", "velocity", "force", *_POINT_FIELDS, "offset", "body_velocity", "book")
        return state.with_(**{name: getattr(motion, name) for name in names}, work=work, sums=out)

    # --- what is told -----------------------------------------------------------------------------------

    def static(self) -> dict[str, np.ndarray]:
        """Mesh and surface."""
        return large_static(self.model, self.structure) | {"inner_step": np.array(self.step)}

    def rows(self, state: LargeState, report: Report | None, due: frozenset[str]) -> dict[str, dict[str, object]]:
        """Columns by table."""
        clock = self.model.loads.clock(state)
        motion = self._motion(state, self.loads.over(clock, clock + self.dt))
        turned = self.turned_of(state, motion, self.loads.path(clock, clock + self.dt), 0.0)
        rows = large_rows(self.model, self.structure.mesh, state, state.met.frames(turned.rotation), due)
        if STEPS in due:
            held = np.zeros(len(self.structure.bodies.held))
            rows[STEPS] = dict(report.numbers) if report else (
                step_row(self.model, self.structure, state, held) | {"inner_step": state.inner_step})
        return rows


class _Walk:
    """The inner steps of one interval, with all that changes on the way."""

    def __init__(self, engine: LargeEngine, state: LargeState, motion: Motion, free: np.ndarray, loads,
                 path: np.ndarray) -> None:
        self.engine, self.motion, self.free, self.path, self.loads = engine, motion, free, path, loads
        self.met, self.rated, self.largest, self.h = state.met, state.rated, state.largest, state.inner_step
        self.world, self.time = engine.world_of(state.met), state.time
        self.turned = engine.turned_of(state, motion, path, 0.0)
        self.taken, self.looks = 0, 0

    def go(self) -> None:
        """To the end of the interval."""
        engine, damping, left = self.engine, self.engine.settings.damping, self.engine.dt
        count = engine.steps_in(left, self.largest)
        self._step_of(left / count, self.h)
        while count:
            taken, is_due = take_turned_steps(
                self.world, self.motion, self.turned, self.path, self.free, self.time + engine.dt - left, self.h, count,
                1.0 - left / engine.dt, self.h / engine.dt, damping.local or 0.0, damping.mass, damping.stiffness,
                engine.margin)
            self.taken += taken
            count -= taken
            left = count * self.h
            if is_due and self._look(self.time + engine.dt - left) and count:
                count = engine.steps_in(left, self.largest)
                self._step_of(left / count, self.h)

    def _step_of(self, new: float, old: float) -> None:
        """Go on with another inner step [s]; loads then grow by as much less or more in each."""
        if new != old:
            change_step(self.world, self.motion, self.free, old, new)
        loads, share = self.loads, new / self.engine.dt
        changes = not np.array_equal(loads.start, loads.end)
        self.h = new
        self.motion = self.motion.replace(
            load_rate=(loads.end - loads.start) * share if changes else np.zeros(0),
            body_load_rate=(loads.body_end - loads.body_start) * share)

    def _look(self, time: float) -> bool:
        """Look for contacts; whether the largest stable step has changed."""
        engine, turned, motion = self.engine, self.turned, self.motion
        if not np.isfinite(turned.place).all():
            return False                                 # the run ends at this state: what is no number is refused
        self.looks += 1
        turned.seen[:] = turned.place
        scene = Scene(engine.model, engine.structure.mesh, engine.surface, turned.place, turned.rotation, engine.reach)
        found = look_again(scene, self.met, Memory(*(getattr(motion, name) for name in _POINT_FIELDS)))
        if found is None:
            return False
        met, memory = found
        world, force, before = engine.world_of(met), motion.force.copy(), _joint_sums(self.world, motion)
        motion = motion.replace(**memory._asdict())
        turned = turned.replace(**engine.contact_fields(met))
        carried = _joint_sums(world, motion)
        compute_forces(world, motion, turned, time)
        after = _joint_sums(world, motion)
        book, kinds = motion.book, slice(sums.OPENING, sums.CRUSHING + 1)
        book[sums.GONE:sums.GONE + 3] += before[kinds] - carried[kinds]
        book[sums.FOUND] += (after[sums.JOINT_STORED] - before[sums.JOINT_STORED] + (after - carried)[kinds].sum()
                             + 0.5 * self.h * float((motion.force - force) @ motion.velocity))
        self.met, self.world, self.turned, self.motion = met, world, turned, motion
        known = engine.largest_step(met, world, turned, self.rated, self.free, time)
        if known is None:
            return False
        self.rated, self.largest = known
        return True


def _joint_sums(world: World, motion: Motion) -> np.ndarray:
    """Energies of the joints at the places in `SUMS`."""
    out = sums.empty_sums()
    sums.sum_joints(world, motion, out)
    return out

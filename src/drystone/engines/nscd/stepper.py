"""One step of non-smooth contact dynamics: detect, constrain, solve one convex problem, move, account.

The pipeline is `Stepper.step`; each stage lives in its own file. Equations: README.md of this folder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.contact.detect import OnDetect
from drystone.contact.finder import ContactFinder
from drystone.engines.nscd import bonds as bonding
from drystone.engines.nscd import constraints as rows
from drystone.engines.nscd import ledger, soft_contacts
from drystone.engines.nscd.cone_step import Answer, ConeStep, OnSolve, StepData, locked_directions
from drystone.engines.nscd.law import JointLaws
from drystone.engines.nscd.memory import NEVER, Recollection, local_points, recall, remember
from drystone.engines.nscd.report import StepReport
from drystone.engines.nscd.restitution import ImpactScene, Rebound, find_rebound
from drystone.engines.nscd.rotation import drift, is_fast, world_inertia
from drystone.engines.nscd.state import ContactMemory, NscdState
from drystone.engines.nscd.supports import jump_instants, take_jumps
from drystone.engines.nscd.ties import TieRows, after_ties, make_tie_laws, make_tie_rows
from drystone.errors import InputError, SolveError
from drystone.extremes import SOLVED, greatest
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.solvers.cone.parts import mark_moving
from drystone.solvers.cone.problem import SolveStatus

STANDARD_GRAVITY = 9.81   #: [m/s2], scale of accelerations where a model has no gravity
SLIDING_SPEED = 1e-3      #: a contact faster than this slides, in units of a0 dt
INHERIT_REACH = 0.01      #: a new contact point inherits within this share of the smaller part
JUST_BEFORE = 1e-6        #: share of the step by which velocities of supports are taken before its end
ROUNDING = 64 * np.finfo(float).eps


@dataclass(frozen=True, slots=True)
class _Pose:
    """Where all blocks are at one instant."""

    position: np.ndarray     #: (b, 3)
    orientation: np.ndarray  #: (b, 4)


class Stepper:
    """Rigid blocks, stepped through time. Holds no state between steps: all of it is in the state.

    on_solve, on_detect : None, or who is told of every solve (see `ConeStep`) and of every detection (see `Detector`)
    split : whether what stands still is solved apart from what moves
    """

    def __init__(self, model: Model, settings: AnalysisSettings, *, on_solve: OnSolve | None = None,
                 on_detect: OnDetect | None = None, split: bool = True) -> None:
        self.model = model
        self.settings = settings
        self.laws = JointLaws(model, settings.scheme)
        self._finder = ContactFinder(model, on_detect)
        gravity = float(np.linalg.norm(model.gravity))
        self.acceleration_scale = gravity if gravity > 0.0 else STANDARD_GRAVITY
        self._speed_scale = self.acceleration_scale * settings.dt
        # supports may come without mass; they are prescribed, so any positive inertia serves
        massless = ~(model.mass > 0.0)
        self._mass = np.where(massless, 1.0, model.mass)
        self._inertia = np.where(massless[:, None, None], np.eye(3), model.inertia)
        self._cone = ConeStep(model.block_names, settings, self._mass, self._inertia, model.planar_axis,
                              self.acceleration_scale, model.initial_position, on_solve=on_solve, split=split)
        self._locked = locked_directions(model.planar_axis)
        self._radius, self._extent = self._finder.reach, self._finder.extent
        # energies below this are rounding: pushes that come from it are no gain
        self._energy_rounding = float(ROUNDING * self._extent * self.acceleration_scale
                                      * self._mass[~model.is_support].sum())
        self._felt_mass = np.where(model.is_support, np.inf, self._mass)
        self._has_springs = self.laws.has_compliance and settings.scheme == "midpoint"
        self._mean_mass = float(self._mass[~model.is_support].mean()) if not model.is_support.all() else 1.0
        self._tie_laws = make_tie_laws(model.ties)
        self._bonds = self._make_bonds() if self.laws.has_strength else None

    # --- start ----------------------------------------------------------------------------------

    def start(self) -> NscdState:
        """Initial state; overlaps of the drawing within tolerance become offsets, larger ones an error."""
        state = self._first_state()
        contacts = self._detect(state, _Pose(state.position, state.orientation), self.settings.overlap_tolerance)
        self._check_overlaps(contacts)
        keep = contacts.gap < 0.0
        points = local_points(contacts.block_a, contacts.point_a, state.position,
                              quaternion_to_matrix(state.orientation))
        count = int(keep.sum())
        memory = ContactMemory(
            key=contacts.key[keep], point=points[keep], impulse=np.zeros((count, 3)),
            impulse_older=np.zeros((count, 3)),
            frame=contacts.frame[keep], closed_step=np.full(count, -NEVER), seen_step=np.full(count, -NEVER),
            gap_offset=contacts.gap[keep], slip=np.zeros((count, 2)), is_sliding=np.zeros(count, bool),
            push=np.zeros(count))
        intact = np.ones(0 if self._bonds is None else self._bonds.count, bool)
        return replace(state, memory=memory, bond_intact=intact)

    def _first_state(self) -> NscdState:
        ties = self.model.ties.count
        return NscdState.start(self.model, ledger.COUNT, tie_intact=np.ones(ties, bool), tie_yielded=np.zeros(ties),
                               tie_impulse=np.zeros(ties))

    def _make_bonds(self) -> bonding.Bonds | None:
        """Bonds of the points that touch at the start; the same for every run of the model with these settings."""
        state, tolerance = self._first_state(), self.settings.overlap_tolerance
        found = self._detect(state, _Pose(state.position, state.orientation), tolerance)
        return bonding.make_bonds(found, self.laws.joint_of(found), self.model.joints, tolerance, state.position,
                                  quaternion_to_matrix(state.orientation), self._felt_mass)

    def _check_overlaps(self, contacts: ContactSet) -> None:
        if not contacts.count:
            return
        if contacts.pair_depth.max() > self.settings.overlap_tolerance:
            first, names = contacts.pair_ptr[:-1], self.model.block_names
            pairs = [(names[a], names[b]) for a, b in zip(contacts.block_a[first], contacts.block_b[first])]
            pair = greatest(contacts.pair_depth, pairs, accuracy=SOLVED)
            (a, b), depth = pairs[pair], float(contacts.pair_depth[pair])
            raise InputError(f"blocks {a!r} and {b!r} overlap by {depth:.3g} m at the start, more than "
                             f"overlap_tolerance {self.settings.overlap_tolerance:g} m", subject=("block", a))

    # --- a step ---------------------------------------------------------------------------------

    def step(self, state: NscdState, time_new: float) -> tuple[NscdState, StepReport]:
        """NscdState and report after one step that ends at `time_new` [s]."""
        model = self.model
        free = state.is_active & ~state.is_support

        # detect, on the pose of the middle or of the start
        begin, end = model.loads.clock(state), model.loads.clock(state, time_new)
        support_end = self._support_motion(end)
        jumps = self._jumps(state, support_end)
        pose = self._detection_pose(state, 0.5 * (begin + end), jumps)
        matrices = quaternion_to_matrix(pose.orientation)
        found = self._detect(state, pose, 0.0)
        found, bond, intact = self._join_bonds(state, found, pose, matrices)
        known = self._recall(state, found, pose, matrices, bond)
        held = None if (bond < 0).all() else bonding.hold(self._bonds, bond, intact, known.last,
                                                          self.acceleration_scale, self.settings.dt)

        # loads and inertia
        inertia_old = world_inertia(self._inertia, quaternion_to_matrix(state.orientation))
        load = model.loads.impulse(begin, end, pose.position, matrices)

        # constrain
        joint = self.laws.joint_of(found)
        friction = self._friction(state, found, pose, joint, known)
        compliance = self.laws.compliance(joint, found, self.settings.dt, self._felt_mass, known.last[:, 0],
                                          self.acceleration_scale)
        ties = self._tie_rows(state, pose, matrices, inertia_old, free)
        if model.planar_axis is not None:
            load[:, self._locked] = 0.0

        # solve, again where bonds break
        prescribed, solve_count = self._prescribed_twist(state, support_end), 0
        for _ in range(bonding.ROUNDS):
            tried = held
            limits, soft, lent, springs = self._constrain(state, found, pose, free, known, friction, joint, compliance,
                                                          bond, tried, ties)
            if jumps is not None:
                limits = take_jumps(limits, jumps, found, free, state.twist, prescribed, self._speed_scale)
            rebound = self._rebound(state, found, pose, free, known, friction, joint, bond, tried, limits, load,
                                    prescribed, inertia_old) if self.laws.has_restitution else None
            limits = self._cap_push(state, known, limits if rebound is None else rebound.limits)
            carried = self._carried_wrench(found, limits)
            answer = self._cone.solve(StepData(state, free, found, limits, friction, soft, known.last, load + carried,
                                               inertia_old, prescribed, tried, ties, lent, rebound))
            solve_count += answer.solve_count
            impulse, tie_impulse = self._impulses(answer, limits, ties)
            if tried is not None:
                held = tried.after(self._bonds, impulse + limits.carried, self.settings.dt)
            if held is tried:
                break
        held = tried          # what is overloaded after the last round breaks in the next step
        self._cone.accept()

        # move
        twist = self._end_twist(answer, state.twist, free, support_end)
        twist_move = self._moving_twist(state.twist, twist, limits.instant)
        if rebound is not None:
            rebound.set_moving_twist(state.twist, twist, twist_move)
        pose_new = self._move(state, twist_move, free, support_end)
        if self.settings.rotation_rule == "predicted":
            self._move_fast(state, free, twist, pose_new, rebound)

        # account and remember
        self._check_finite(state.step + 1, time_new, twist, found, impulse, compliance)
        problem, solution = answer.problem, answer.solution
        work, velocity = ledger.step_work(
            free, self._mass, model.gravity * self.settings.dt, self._locked, state.twist, twist, twist_move, load,
            inertia_old, world_inertia(self._inertia, quaternion_to_matrix(pose_new.orientation)), problem.inertia,
            solution.twist, problem.free_twist,
            *_rows_of(found, limits, soft, held, ties, impulse, tie_impulse, known.push), carried)
        after = None
        if springs is not None:
            after = springs.after(impulse[springs.at], velocity[springs.at], friction[springs.at], self.settings.dt)
            after.account(work, springs.is_bond)
        memory = self._remember(state, found, known, limits, impulse, velocity, soft, held, springs, after)
        new = replace(state, time=time_new, step=state.step + 1, position=pose_new.position,
                      orientation=pose_new.orientation, twist=twist, solver=self._cone.solver_memory(),
                      memory=memory, bond_intact=bonding.still_intact(intact, bond, held))
        new = after_ties(new, model.ties, self._tie_laws, ties, tie_impulse, solution.twist, self.settings.dt)
        return new, StepReport(
            contacts=found, impulse=impulse + limits.carried, velocity=velocity[:found.count], work=work,
            solver=solution.solver, is_solved=solution.status == SolveStatus.SOLVED, solve_count=solve_count,
            iterations=solution.iterations,
            velocity_bound=solution.residuals.velocity_bound if solution.residuals else 0.0,
            flow_residual=answer.flow_residual, flow_converged=answer.flow_converged,
            closed_count=int(np.count_nonzero(limits.is_closed)), impact_count=int(np.count_nonzero(limits.is_impact)),
            settled_count=answer.settled_count,
            bonded=np.zeros(found.count, bool) if held is None else held.holds,
            broken_count=int(state.bond_intact.sum() - new.bond_intact.sum()),
            tie_force=new.tie_impulse / self.settings.dt,
            unsolved=None if solution.status == SolveStatus.SOLVED else self._cone.unsolved)

    # --- supports -------------------------------------------------------------------------------

    def _support_motion(self, time: float) -> tuple[_Pose, np.ndarray] | None:
        """Pose and twist of prescribed supports at `time`; None where none ever moves."""
        moved = self.model.loads.support_motion(time)
        if moved is None:
            return None
        displacement, turn, _ = moved
        # where the velocity jumps at the end of a step, the step has seen only what was before the jump
        twist = self.model.loads.support_motion(time - JUST_BEFORE * self.settings.dt)[2]
        return _Pose(self.model.initial_position + displacement,
                     rotate_quaternion(self.model.initial_orientation, turn)), twist

    def _prescribed_twist(self, state: NscdState, support_end) -> np.ndarray:
        """(b, 6) twist of supports in the constraints: the mean one at position level, else that at the end."""
        if support_end is None:
            return np.zeros_like(state.twist)
        pose, twist = support_end
        if self.settings.scheme == "midpoint":
            return twist
        mean = twist.copy()
        mean[:, :3] = (pose.position - state.position) / self.settings.dt
        return mean

    def _jumps(self, state: NscdState, support_end) -> np.ndarray | None:
        """(b,) instants at which supports change their velocity at once, nan for all others; None where none does."""
        if support_end is None or self.settings.scheme != "midpoint":
            return None
        pose, twist = support_end
        return jump_instants(state.is_support, self.settings.dt, self._speed_scale,
                             (state.position, state.orientation, state.twist), (pose.position, pose.orientation, twist),
                             self._radius)

    # --- detection ------------------------------------------------------------------------------

    def _detection_pose(self, state: NscdState, middle: float, jumps: np.ndarray | None) -> _Pose:
        """Pose of the start, or of the middle of the step; a support that jumps is where it would be without."""
        if self.settings.scheme != "midpoint":
            return _Pose(state.position, state.orientation)
        half = 0.5 * self.settings.dt
        position = state.position + half * state.twist[:, :3]
        orientation = rotate_quaternion(state.orientation, half * state.twist[:, 3:])
        moved = self._support_motion(middle)
        if moved is not None:
            mask = state.is_support if jumps is None else state.is_support & np.isnan(jumps)
            position[mask], orientation[mask] = moved[0].position[mask], moved[0].orientation[mask]
        return _Pose(position, orientation)

    def _detect(self, state: NscdState, pose: _Pose, floor: float) -> ContactSet:
        """Contacts within the distance that the blocks can cover in a step, at least `floor` [m]."""
        dt, twist = self.settings.dt, state.twist
        speed = np.sqrt((twist[:, :3] ** 2).sum(1)) + self._radius * np.sqrt((twist[:, 3:] ** 2).sum(1))
        distance = 2.0 * dt * speed + 10.0 * self.acceleration_scale * dt * dt
        distance = np.maximum(distance, max(floor, self.settings.contact_distance or 0.0) / 2.0)
        return self._finder.finish(self._finder.detect(pose.position, pose.orientation, state.is_support,
                                                       state.is_active, distance))

    def _join_bonds(self, state: NscdState, found: ContactSet, pose: _Pose,
                    matrices: np.ndarray) -> tuple[ContactSet, np.ndarray, np.ndarray]:
        """Contacts with the bonds of pairs that hold somewhere, the bond of each contact or -1, which are intact."""
        if self._bonds is None or not state.bond_intact.any():
            return found, np.full(found.count, -1), state.bond_intact
        intact = self._bonds.not_turned(state.bond_intact, matrices)
        return *self._bonds.join(found, intact, state.is_active, pose.position, matrices), intact

    def _recall(self, state: NscdState, found: ContactSet, pose: _Pose, matrices: np.ndarray,
                bond: np.ndarray) -> Recollection:
        size = self.model.parts.part_size
        reach = INHERIT_REACH * np.minimum(size[found.pair_part_a], size[found.pair_part_b])
        known = recall(found, state.memory, pose.position, matrices, reach, ROUNDING * self._extent, state.step)
        known.gap[bond >= 0] = found.gap[bond >= 0]   # measured from where the points coincided: no offset
        return known

    # --- constraints ----------------------------------------------------------------------------

    def _friction(self, state: NscdState, found: ContactSet, pose: _Pose, joint: np.ndarray, known: Recollection):
        """(c,) friction in force, from the slip speed at the start of the step."""
        speed = np.zeros(0)
        if self.laws.has_sliding_friction:
            middle = 0.5 * (found.point_a + found.point_b)
            relative = ledger.contact_velocity(found.block_a, found.block_b, found.frame,
                                               middle - pose.position[found.block_a],
                                               middle - pose.position[found.block_b], state.twist)
            speed = np.hypot(relative[:, 1], relative[:, 2])
        return self.laws.friction(joint, known.is_sliding, speed)

    def _constrain(self, state, found, pose, free, known, friction, joint, compliance, bond, held,
                   ties) -> tuple[rows.Constraints, np.ndarray | None, np.ndarray | None, soft_contacts.Springs | None]:
        """Constraints of all contacts, their compliance where some have any, what of it is lent to ties, and springs.

        Broken points of a pair that still holds elsewhere keep the spring in compression: rigid ones would pry the
        others open. bond : (c,) or -1, broken ones included
        """
        if (bond < 0).all():
            limits = self._constrain_contacts(state, found, pose, free, known.gap, known, friction, joint, compliance)
            springs, lent = None, None
            if ties is not None or self._has_springs:
                compliance = np.zeros((found.count, 3)) if compliance is None else compliance.copy()
            if self._has_springs:
                springs = self._soften(state, found, free, known, joint, bond >= 0, limits, compliance)
            if ties is not None:
                lent = self._give_beside(state, found, free, known, ~self.laws.is_soft(joint), ties.block_a,
                                         ties.block_b, compliance)
            return limits, compliance, lent, springs
        dt, a0 = self.settings.dt, self.acceleration_scale
        is_midpoint = self.settings.scheme == "midpoint"
        share = bonding.FEEDBACK if is_midpoint else 1.0
        holds = np.zeros(found.count, bool) if held is None else held.holds
        pressed = (bond >= 0) & ~holds & (known.gap <= rows.CLOSED_BAND * a0 * dt * dt)
        on_spring = holds | pressed
        gap = np.where(on_spring, 0.0, known.gap)
        limits = self._constrain_contacts(state, found, pose, free, gap, known, friction, joint, compliance)
        stretch = self._bonds.stretch(found.frame, found.point_a, found.point_b)
        if not is_midpoint:
            limits.bias[on_spring] = 0.0
        limits.bias[holds] += share * stretch[holds] / dt
        limits.bias[pressed, 0] += share * stretch[pressed, 0] / dt
        limits.is_used[on_spring] = True
        limits.is_impact[holds] = False
        limits.slip_old[holds] = 0.0
        compliance = np.zeros((found.count, 3)) if compliance is None else compliance.copy()
        rigid = ~self.laws.is_soft(joint)
        spring = self._bonds.compliance[np.maximum(bond, 0)]
        compliance[holds & rigid] = spring[holds & rigid, None]
        compliance[pressed & rigid, 0] = spring[pressed & rigid]
        compliance[on_spring] *= share
        springs, lent = None, None
        if self._has_springs:
            springs = self._soften(state, found, free, known, joint, holds, limits, compliance)
        if ties is not None:
            lent = self._give_beside(state, found, free, known, rigid & ~on_spring, ties.block_a, ties.block_b,
                                     compliance)
        return limits, compliance, lent, springs

    def _soften(self, state, found, free, known, joint, holds, limits, compliance) -> soft_contacts.Springs | None:
        """Rows of the joints with stiffness in scheme midpoint, put into limits and compliance; holds : (c,) bonds."""
        at = np.flatnonzero(self.laws.is_soft(joint))
        if not len(at):
            return None
        dt = self.settings.dt
        slip = soft_contacts.transport_slip(known.slip[at], known.rows[at], state.memory.frame, found.frame[at])
        deformation = np.column_stack([known.gap[at], slip])
        bonded = holds[at]
        if bonded.any():
            stretch = self._bonds.stretch(found.frame[at], found.point_a[at], found.point_b[at])
            deformation[bonded] = stretch[bonded]
        springs = soft_contacts.make_springs(at, holds, self.laws.point_stiffness(joint, found), found, limits,
                                             deformation, state.twist, np.where(free, 1.0 / self._mass, 0.0), dt)
        soft_contacts.soften(limits, springs, known.is_sliding, self.acceleration_scale, dt)
        compliance[at] = springs.compliance(dt)
        return springs

    def _give_beside(self, state, found, free, known, chosen, block_a, block_b, compliance) -> np.ndarray:
        """Let the chosen (c,) rigid contacts give that are solved together with the ties of these blocks.

        Returns what was lent along n, (c,) [m/s per N s]: `ConeStep` sees to it that nothing moves by it.
        """
        joined = np.zeros(self.model.block_count, bool)
        joined[block_a] = joined[block_b] = True
        solved = np.empty_like(joined)          # islands that have some, or move
        mark_moving(~free, found.block_a, found.block_b, ~(joined | state.twist.any(axis=1)), solved)
        chosen = chosen & (solved[found.block_a] | solved[found.block_b])
        give = bonding.give_beside(known.last[chosen, 0], self._mean_mass, self.acceleration_scale, self.settings.dt)
        lent = np.zeros(found.count)
        lent[chosen] = np.where(give > compliance[chosen, 0], give, 0.0)    # joints that give by themselves need none
        compliance[:, 0] = np.maximum(compliance[:, 0], lent)
        return lent

    def _constrain_contacts(self, state, found, pose, free, gap, known, friction, joint,
                            compliance) -> rows.Constraints:
        dt, a0 = self.settings.dt, self.acceleration_scale
        geometry = (found.block_a, found.block_b, found.frame, found.point_a, found.point_b, gap, pose.position,
                    state.twist)
        if self.settings.scheme == "midpoint":
            lag = 0.0 if self.settings.flow_rule == "associative" else 1.0
            has_history = known.has_history
            if self._has_springs:      # springs have no impacts and lose nothing at those of others: `_soften`
                soft = self.laws.is_soft(joint)
                geometry = (*geometry[:5], np.where(soft, soft_contacts.FAR_GAP, gap), *geometry[6:])
                has_history = has_history & ~soft
            return rows.Constraints(*rows.impact_resolving(
                *geometry, free, friction, known.age, known.last, known.older, has_history, dt, a0, lag))
        closed, arm_a, arm_b, bias, slip, push = rows.position_level(*geometry, dt, a0)
        if compliance is not None:
            soft = compliance[:, 0] > 0.0
            bias[soft, 0] = gap[soft] / dt             # the penetration is the spring's own
            bias[soft, 1:] = known.slip[soft] / dt
            push[soft] = 0.0
        none = np.zeros(found.count, bool)
        return rows.Constraints(~none, closed, none, arm_a, arm_b, bias, slip, np.zeros((found.count, 3)),
                                np.full(len(free), 0.5), push)

    def _rebound(self, state, found, pose, free, known, friction, joint, bond, held, limits, load, prescribed,
                 inertia_old) -> Rebound | None:
        """Impacts with restitution of the step, carried out."""
        settings = self.settings
        return find_rebound(ImpactScene(
            state, free, found, pose.position, known, friction, self.laws.restitution(joint), ~self.laws.is_soft(joint),
            bond >= 0, held, load, prescribed, self._mass, self._inertia, inertia_old, self._locked,
            self.model.planar_axis, settings.flow_rule, settings.dt, self.acceleration_scale), limits)

    def _cap_push(self, state: NscdState, known: Recollection, limits: rows.Constraints) -> rows.Constraints:
        """Pushing out of penetrations gives back no more than what sinking in and impacts have taken."""
        taken = -(state.work[ledger.IMPACT] + state.work[ledger.RECOVERY])
        return rows.cap_push(limits, known.last[:, 0], max(taken, self._energy_rounding))

    def _carried_wrench(self, found: ContactSet, limits: rows.Constraints) -> np.ndarray:
        """(b, 6) of the impulses that contacts carried until an impact."""
        carried = ledger.contact_wrench(found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b,
                                        limits.carried, self.model.block_count)
        if self.model.planar_axis is not None:
            carried[:, self._locked] = 0.0
        return carried

    # --- ties -----------------------------------------------------------------------------------

    def _tie_rows(self, state: NscdState, pose: _Pose, matrices: np.ndarray, inertia: np.ndarray,
                  free: np.ndarray) -> TieRows | None:
        ties = self.model.ties
        if not state.tie_intact.any():
            return None
        a, b = ties.block_a, ties.block_b
        acts = state.tie_intact & state.is_active[a] & state.is_active[b] & (free[a] | free[b])
        return make_tie_rows(ties, self._tie_laws, acts, state.tie_yielded, state.tie_impulse, pose.position, matrices,
                             state.twist, 1.0 / self._mass, inertia, free, self.settings.dt, self.model.planar_axis,
                             self.settings.scheme == "midpoint")

    @staticmethod
    def _impulses(answer: Answer, limits: rows.Constraints, ties: TieRows | None) -> tuple[np.ndarray, np.ndarray]:
        """(c, 3) impulses of the contacts and (r,) pulls of the ties that acted [N s]."""
        impulse = np.zeros((len(limits.is_used), 3))
        count = int(np.count_nonzero(limits.is_used))
        impulse[limits.is_used] = answer.solution.impulse[:count]
        return impulse, np.zeros(0) if ties is None else answer.solution.impulse[count:, 0]

    # --- move -----------------------------------------------------------------------------------

    def _end_twist(self, answer: Answer, twist_old: np.ndarray, free: np.ndarray, support_end) -> np.ndarray:
        twist = self._cone.end_twist(answer.solution.twist, twist_old)
        twist[~free] = 0.0 if support_end is None else support_end[1][~free]
        return twist

    def _check_finite(self, step: int, time: float, twist: np.ndarray, found: ContactSet, impulse: np.ndarray,
                      compliance: np.ndarray | None) -> None:
        """A step whose answer is no number must not pass for one: neither motion nor forces, nor what they store."""
        names, where = self.model.block_names, f"step {step} (t = {time:.6g} s)"
        is_number = np.isfinite(twist)
        if not is_number.all():
            block = int(np.argmin(is_number.all(axis=1)))
            raise SolveError(f"{where}: the velocity of block {names[block]!r} is not finite")
        for what, values in (("impulse", impulse), ("compliance", compliance)):
            if values is not None and not np.isfinite(values).all():
                c = int(np.argmin(np.isfinite(values).all(axis=1)))
                raise SolveError(f"{where}: the {what} between blocks {names[found.block_a[c]]!r} and "
                                 f"{names[found.block_b[c]]!r} is not finite")

    def _moving_twist(self, twist_old: np.ndarray, twist_new: np.ndarray, instant: np.ndarray) -> np.ndarray:
        """Twist with which the pose moves over the step."""
        if self.settings.scheme == "euler":
            return twist_new
        if self.settings.scheme == "theta":
            return self.settings.theta * twist_new + (1.0 - self.settings.theta) * twist_old
        return instant[:, None] * twist_old + (1.0 - instant)[:, None] * twist_new

    def _move(self, state: NscdState, twist_move: np.ndarray, free: np.ndarray, support_end) -> _Pose:
        dt, move = self.settings.dt, free[:, None]
        position = np.where(move, state.position + dt * twist_move[:, :3], state.position)
        orientation = np.where(move, rotate_quaternion(state.orientation, dt * twist_move[:, 3:]), state.orientation)
        if support_end is not None:
            mask = state.is_support
            position[mask], orientation[mask] = support_end[0].position[mask], support_end[0].orientation[mask]
        return _Pose(position, orientation)

    def _move_fast(self, state: NscdState, free: np.ndarray, twist: np.ndarray, pose_new: _Pose,
                   rebound: Rebound | None) -> None:
        """Blocks that turn much in a step: drift to its middle, take the solved spin there, drift to its end.

        Blocks that rebound take it at the instant of their impact.
        """
        dt = self.settings.dt
        fast = free & (is_fast(state.twist[:, 3:], dt) | is_fast(twist[:, 3:], dt))
        if not fast.any():
            return
        share = np.full(len(free), 0.5)
        if rebound is not None:
            share[rebound.blocks] = rebound.limits.instant[rebound.blocks]
        orientation = pose_new.orientation
        for tau in np.unique(share[fast]):
            some = np.flatnonzero(fast & (share == tau))
            orientation[some], _ = drift(self._inertia, state.orientation, np.ascontiguousarray(state.twist[:, 3:]),
                                         some, tau * dt)
            orientation[some], twist[some, 3:] = drift(self._inertia, orientation, np.ascontiguousarray(twist[:, 3:]),
                                                       some, (1.0 - tau) * dt)

    # --- memory ---------------------------------------------------------------------------------

    def _remember(self, state, found, known, limits, impulse, velocity, compliance, held, springs,
                  after) -> ContactMemory:
        step = state.step
        slow = SLIDING_SPEED * self.acceleration_scale * self.settings.dt
        slip = known.slip
        if compliance is not None:
            slip = -impulse[:, 1:] * compliance[:, 1:] * self.settings.dt
        is_sliding = (impulse[:, 0] > 0.0) & (np.hypot(velocity[:found.count, 1], velocity[:found.count, 2]) > slow)
        if springs is not None:
            slip[springs.at] = after.slip
            is_sliding[springs.at] = (impulse[springs.at, 0] > 0.0) & (after.sliding > slow)
        if held is not None:
            is_sliding &= ~held.holds
        now = ContactMemory(
            key=found.key, point=known.point_local, impulse=impulse, impulse_older=known.last, frame=found.frame,
            closed_step=np.where(limits.is_closed, step, step - known.age), seen_step=np.full(found.count, step),
            gap_offset=known.offset, slip=slip, is_sliding=is_sliding, push=limits.push)
        return remember(state.memory, known.rows, now, step)


def _rows_of(found: ContactSet, limits: rows.Constraints, soft: np.ndarray | None, held: bonding.Held | None,
             ties: TieRows | None, impulse: np.ndarray, tie_impulse: np.ndarray, push_old: np.ndarray) -> tuple:
    """Contacts and ties as the ledger takes them: blocks, frames, arms, kinds, impulses, carried impulses, pushes."""
    kind = np.zeros(found.count, np.int64)
    if soft is not None:
        kind[soft[:, 0] > 0.0] = ledger.SOFT_ROW
    if held is not None:
        kind[held.holds] = ledger.BOND_ROW
    of_contacts = (found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b, kind, impulse, limits.carried,
                   push_old, limits.push)
    if ties is None:
        return of_contacts
    pull = np.zeros((len(ties.tie), 3))
    pull[:, 0] = tie_impulse
    of_ties = (ties.block_a, ties.block_b, ties.frame, ties.arm_a, ties.arm_b,
               np.full(len(pull), ledger.TIE_ROW, np.int64), pull, np.zeros_like(pull), np.zeros(len(pull)),
               np.zeros(len(pull)))
    return tuple(np.concatenate(both) for both in zip(of_contacts, of_ties))

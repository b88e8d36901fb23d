"""One step of non-smooth contact dynamics: detect, constrain, solve one convex problem, move, account.

The pipeline is `NscdEngine.step`; each stage lives in its own file. Equations: README.md of this folder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.contact.detect import Detector
from drystone.engines.nscd import constraints as rows
from drystone.engines.nscd import ledger
from drystone.engines.nscd import rotation as rot
from drystone.engines.nscd.law import JointLaws
from drystone.engines.nscd.memory import local_points, match_contacts, remember
from drystone.engines.nscd.planar import flatten_contacts
from drystone.engines.nscd.report import StepReport
from drystone.errors import InputError, SolveError
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.model.state import ContactMemory, State
from drystone.solvers.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.residuals import judge
from drystone.solvers.settle import settle
from drystone.solvers.solve import solve_contact_problem

STANDARD_GRAVITY = 9.81   #: [m/s2], scale of accelerations where a model has no gravity
NEVER = -(1 << 40)        #: step number of what never happened
FLOW_TOLERANCE = 1e-5     #: flow rule coulomb: change of the shift that ends the iteration, in units of a0 dt
REST_SPEED = 1e-2         #: blocks slower than this are tried for exact rest, in units of a0 dt
SLIDING_SPEED = 1e-3      #: a contact faster than this slides, in units of a0 dt
INHERIT_REACH = 0.01      #: a new contact point inherits within this share of the smaller part
ROUNDING = 64 * np.finfo(float).eps


@dataclass(frozen=True, slots=True)
class _Pose:
    """Where all blocks are at one instant."""

    position: np.ndarray     #: (b, 3)
    orientation: np.ndarray  #: (b, 4)


@dataclass(frozen=True, slots=True)
class _Contacts:
    """Contacts of a step with what the joint laws and the memory say of them."""

    found: ContactSet
    rows: np.ndarray          #: (c,) row in the memory, -1 if new
    gap: np.ndarray           #: (c,) [m], without the offset of the drawing
    offset: np.ndarray        #: (c,) [m]
    point_local: np.ndarray   #: (c, 3) [m], in the frame of block a
    friction: np.ndarray      #: (c,)
    restitution: np.ndarray   #: (c,)
    compliance: np.ndarray | None
    last: np.ndarray          #: (c, 3) [N s], impulse of the last step
    older: np.ndarray         #: (c, 3) [N s]
    slip: np.ndarray          #: (c, 2) [m], elastic slip stored
    closed_step: np.ndarray   #: (c,)
    has_history: np.ndarray   #: (c,) bool, seen in the last step too


class NscdEngine:
    """Rigid blocks, stepped through time. Holds no state between steps: all of it is in `State`."""

    def __init__(self, model: Model, settings: AnalysisSettings) -> None:
        self.model = model
        self.settings = settings
        self.laws = JointLaws(model, settings.scheme)
        self._detector = Detector(model.parts)
        gravity = float(np.linalg.norm(model.gravity))
        self.acceleration_scale = gravity if gravity > 0.0 else STANDARD_GRAVITY
        # supports may come without mass; they are prescribed, so any positive inertia serves
        massless = ~(model.mass > 0.0)
        self._mass = np.where(massless, 1.0, model.mass)
        self._inertia = np.where(massless[:, None, None], np.eye(3), model.inertia)
        parts = model.parts
        self._radius = np.zeros(model.block_count)
        np.maximum.at(self._radius, parts.block, parts.part_radius)
        extent = np.abs(model.initial_position).max() + self._radius.max()
        self._extent = float(extent)
        self._locked = [] if model.planar_axis is None else [
            model.planar_axis, *(3 + i for i in range(3) if i != model.planar_axis)]

    # --- start ----------------------------------------------------------------------------------

    def start(self) -> State:
        """Initial state; overlaps of the drawing within tolerance become offsets, larger ones an error."""
        state = State.start(self.model)
        pose = _Pose(state.position, state.orientation)
        contacts = self._detect(state, pose, max(self.settings.overlap_tolerance, 1e-9 * self._extent))
        self._check_overlaps(contacts)
        offset = np.minimum(contacts.gap, 0.0)
        keep = offset < 0.0
        rotation = quaternion_to_matrix(state.orientation)
        points = local_points(contacts.block_a, contacts.point_a, state.position, rotation)
        count = int(keep.sum())
        memory = replace(
            ContactMemory.empty(), key=contacts.key[keep], point=points[keep], impulse=np.zeros((count, 3)),
            impulse_older=np.zeros((count, 3)), frame=contacts.frame[keep], gap_offset=offset[keep],
            closed_step=np.full(count, NEVER), seen_step=np.full(count, NEVER), slip=np.zeros((count, 2)),
            is_sliding=np.zeros(count, bool))
        moved = self.model.loads.support_motion(0.0)
        twist = state.twist.copy()
        if moved is not None:
            twist[state.is_support] = 0.0  # a displacement-driven motion starts with a jump, taken in step one
        return replace(state, memory=memory, twist=twist)

    def _check_overlaps(self, contacts: ContactSet) -> None:
        if not contacts.count:
            return
        worst = int(np.argmin(contacts.gap))
        depth = max(-float(contacts.gap[worst]), 0.0)
        if len(contacts.pair_depth) and contacts.pair_depth.max() > depth:
            depth = float(contacts.pair_depth.max())
            worst = int(contacts.pair_ptr[int(np.argmax(contacts.pair_depth))])
        if depth > self.settings.overlap_tolerance:
            names = self.model.block_names
            pair = f"{names[contacts.block_a[worst]]!r} and {names[contacts.block_b[worst]]!r}"
            raise InputError(f"blocks {pair} overlap by {depth:.3g} m at the start, more than overlap_tolerance "
                             f"{self.settings.overlap_tolerance:g} m")

    # --- a step ---------------------------------------------------------------------------------

    def step(self, state: State, time_new: float) -> tuple[State, StepReport]:
        """State and report after one step that ends at `time_new` [s]."""
        model, settings = self.model, self.settings
        midpoint = settings.scheme == "midpoint"
        free = state.is_active & ~state.is_support
        twist_old = state.twist

        # detect
        support_end = self._support_motion(state, time_new)
        pose = self._detection_pose(state, time_new, midpoint)
        contacts = self._look_up(state, self._detect(state, pose, 0.0), pose)
        found = contacts.found

        # loads and inertia
        matrices = quaternion_to_matrix(state.orientation)
        load = model.loads.impulse(state.time, time_new, pose.position, matrices)
        load[:, self._locked] = 0.0
        inertia_old = rot.world_inertia(self._inertia, matrices)
        prescribed_twist = self._prescribed_twist(state, support_end)

        # constrain
        limits = self._constrain(state, contacts, pose, free)
        carried = contacts.last * 0.0 if limits.carried is None else limits.carried
        carried_wrench = ledger.contact_wrench(found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b,
                                               carried, model.block_count)
        carried_wrench[:, self._locked] = 0.0

        # solve
        answer = self._solve(state, contacts, limits, free, load + carried_wrench, inertia_old, prescribed_twist)

        # move
        twist_new = self._end_twist(answer, twist_old, free, support_end)
        twist_move = self._moving_twist(twist_old, twist_new, limits.instant, free)
        pose_new = self._move(state, twist_move, free, support_end)

        # account and remember
        impulse = np.zeros((found.count, 3))
        impulse[limits.is_used] = answer.solution.impulse
        total = impulse + carried
        work = self._account(state, free, twist_new, twist_move, pose_new, load, inertia_old, answer, contacts, limits,
                             impulse, carried_wrench)
        velocity = ledger.contact_velocity(found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b, twist_new)
        memory = self._remember(state, contacts, limits, impulse, velocity)
        new = replace(state, time=time_new, step=state.step + 1, position=pose_new.position,
                      orientation=pose_new.orientation, twist=twist_new, memory=memory)
        solution = answer.solution
        report = StepReport(
            contacts=found, impulse=total, velocity=velocity, work=work, solver=solution.solver,
            is_solved=solution.status == SolveStatus.SOLVED, solve_count=answer.solve_count,
            iterations=solution.iterations, velocity_bound=solution.residuals.velocity_bound if solution.residuals else 0.0,
            flow_residual=answer.flow_residual, flow_converged=answer.flow_converged,
            closed_count=int(np.count_nonzero(limits.is_closed)),
            impact_count=int(np.count_nonzero(limits.is_impact)), settled_count=answer.settled_count)
        return new, report

    # --- detection ------------------------------------------------------------------------------

    def _detection_pose(self, state: State, time_new: float, midpoint: bool) -> _Pose:
        if not midpoint:
            return _Pose(state.position, state.orientation)
        half = 0.5 * self.settings.dt
        position = state.position + half * state.twist[:, :3]
        orientation = rotate_quaternion(state.orientation, half * state.twist[:, 3:])
        moved = self._support_motion(state, 0.5 * (state.time + time_new))
        if moved is not None:
            mask = state.is_support
            position[mask], orientation[mask] = moved[0].position[mask], moved[0].orientation[mask]
        return _Pose(position, orientation)

    def _support_motion(self, state: State, time: float) -> tuple[_Pose, np.ndarray] | None:
        """Pose and twist of prescribed supports at `time`; None where none ever moves."""
        moved = self.model.loads.support_motion(time)
        if moved is None:
            return None
        displacement, turn, twist = moved
        return _Pose(self.model.initial_position + displacement,
                     rotate_quaternion(self.model.initial_orientation, turn)), twist

    def _prescribed_twist(self, state: State, support_end) -> np.ndarray:
        """(b, 6) twist of supports in the constraints: the mean one at position level, else that at the end."""
        if support_end is None:
            return np.zeros_like(state.twist)
        pose, twist = support_end
        if self.settings.scheme == "midpoint":
            return twist
        mean = twist.copy()
        mean[:, :3] = (pose.position - state.position) / self.settings.dt
        return mean

    def _detect(self, state: State, pose: _Pose, floor: float) -> ContactSet:
        """Contacts within the distance that the blocks can cover in a step, at least `floor` [m]."""
        dt = self.settings.dt
        twist = state.twist
        speed = np.sqrt((twist[:, :3] ** 2).sum(1)) + self._radius * np.sqrt((twist[:, 3:] ** 2).sum(1))
        distance = 2.0 * dt * speed + 10.0 * self.acceleration_scale * dt * dt
        distance = np.maximum(distance, max(floor, self.settings.contact_distance or 0.0) / 2.0)
        contacts = self._detector.detect(pose.position, pose.orientation, state.is_support, state.is_active, distance)
        if self.model.planar_axis is not None:
            contacts = flatten_contacts(contacts, self.model.planar_axis, self._extent, self.model.block_names)
        return contacts

    def _look_up(self, state: State, found: ContactSet, pose: _Pose) -> _Contacts:
        """Join detected contacts with memory and joint laws."""
        memory = state.memory
        matrices = quaternion_to_matrix(pose.orientation)
        point_local = local_points(found.block_a, found.point_a, pose.position, matrices)
        size = self.model.parts.part_size
        reach = INHERIT_REACH * np.minimum(size[found.pair_part_a], size[found.pair_part_b])
        match = match_contacts(found, point_local, reach, memory)
        known = match >= 0
        count = found.count
        last, older = np.zeros((count, 3)), np.zeros((count, 3))
        slip, offset = np.zeros((count, 2)), np.zeros(count)
        closed_step = np.full(count, NEVER)
        has_history, is_sliding = np.zeros(count, bool), np.zeros(count, bool)
        if len(memory.key):
            old = match[known]
            last[known], older[known] = memory.impulse[old], memory.impulse_older[old]
            slip[known], offset[known] = memory.slip[old], memory.gap_offset[old]
            closed_step[known] = memory.closed_step[old]
            has_history[known] = memory.seen_step[old] == state.step - 1
            is_sliding[known] = memory.is_sliding[old]
        gap = found.gap - offset
        gap[np.abs(gap) < ROUNDING * self._extent] = 0.0
        joint = self.laws.joint_of(found)
        speed = np.zeros(count)
        if self.laws.has_sliding_friction:
            middle = 0.5 * (found.point_a + found.point_b)
            relative = ledger.contact_velocity(found.block_a, found.block_b, found.frame,
                                               middle - pose.position[found.block_a],
                                               middle - pose.position[found.block_b], state.twist)
            speed = np.hypot(relative[:, 1], relative[:, 2])
        return _Contacts(found, match, gap, offset, point_local, self.laws.friction(joint, is_sliding, speed),
                         self.laws.restitution(joint), self.laws.compliance(joint, found, self.settings.dt),
                         last, older, slip, closed_step, has_history)

    # --- constraints ----------------------------------------------------------------------------

    def _constrain(self, state: State, contacts: _Contacts, pose: _Pose, free: np.ndarray) -> rows.Constraints:
        found, dt, a0 = contacts.found, self.settings.dt, self.acceleration_scale
        if self.settings.scheme != "midpoint":
            closed, arm_a, arm_b, bias, slip = rows.position_level(
                found.block_a, found.block_b, found.frame, found.point_a, found.point_b, contacts.gap, pose.position,
                state.twist, dt, a0)
            if contacts.compliance is not None:
                soft = contacts.compliance[:, 0] > 0.0
                bias[soft, 0] = contacts.gap[soft] / dt       # the penetration is the spring's own
                bias[soft, 1:] = contacts.slip[soft] / dt
            none = np.zeros(found.count, bool)
            return rows.Constraints(~none, closed, none, arm_a, arm_b, bias, slip, np.zeros((found.count, 3)),
                                    np.full(len(free), 0.5))
        lag = 0.0 if self.settings.flow_rule == "associative" else 1.0
        used, closed, impact, arm_a, arm_b, bias, slip, carried, instant = rows.impact_resolving(
            found.block_a, found.block_b, found.frame, found.point_a, found.point_b, contacts.gap, pose.position,
            state.twist, free, contacts.friction, contacts.restitution, state.step - contacts.closed_step,
            contacts.last, contacts.older, contacts.has_history, dt, a0, lag)
        return rows.Constraints(used, closed, impact, arm_a, arm_b, bias, slip, carried, instant)

    # --- solve ----------------------------------------------------------------------------------

    def _solve(self, state, contacts, limits, free, impulse, inertia_old, prescribed_twist) -> _Answer:
        """Solve for the twist: outer iteration on the rotation, inner one on the flow rule."""
        settings = self.settings
        omega_guess = state.twist[:, 3:]
        repeats = settings.rotation_iterations if settings.rotation_rule == "quasi-newton" else 1
        count = 0
        for _ in range(repeats):
            inertia, free_twist = self._free_motion(state, omega_guess, impulse, inertia_old)
            answer = self._solve_flow(state, contacts, limits, free, inertia, free_twist, prescribed_twist)
            count += answer.solve_count
            if repeats > 1:
                omega_guess = self._end_twist(answer, state.twist, free, None)[:, 3:]
        return replace(answer, solve_count=count)

    def _free_motion(self, state, omega_guess, impulse, inertia_old) -> tuple[np.ndarray, np.ndarray]:
        """H (b, 6, 6) and the free twist v* (b, 6), before theta."""
        model, dt = self.model, self.settings.dt
        omega = state.twist[:, 3:]
        momentum = rot.multiply3(inertia_old, np.ascontiguousarray(omega))
        moment = impulse[:, 3:]
        rule = self.settings.rotation_rule
        if rule == "predicted":
            spin, omega_free = rot.predicted(self._inertia, state.orientation, omega, momentum, moment, dt)
        elif rule == "explicit":
            spin, omega_free = rot.explicit(inertia_old, omega, momentum, moment, dt)
        else:
            share = self.settings.theta if self.settings.scheme == "theta" else 1.0
            spin, omega_free = rot.quasi_newton(self._inertia, state.orientation, omega_guess, omega, momentum, moment,
                                                share, dt)
        inertia = np.zeros((model.block_count, 6, 6))
        for i in range(3):
            inertia[:, i, i] = self._mass
        inertia[:, 3:, 3:] = spin
        free_twist = np.empty_like(state.twist)
        free_twist[:, :3] = state.twist[:, :3] + impulse[:, :3] / self._mass[:, None]
        free_twist[:, 3:] = omega_free
        free_twist[:, self._locked] = 0.0
        return inertia, free_twist

    def _solve_flow(self, state, contacts, limits, free, inertia, free_twist, prescribed_twist) -> _Answer:
        settings = self.settings
        found, used = contacts.found, limits.is_used
        share = settings.theta if settings.scheme == "theta" else 1.0
        target = free_twist if share == 1.0 else share * free_twist + (1.0 - share) * state.twist
        start = np.where(free[:, None], target, prescribed_twist)
        friction = contacts.friction[used]
        bias = limits.bias[used]
        flow = settings.flow_rule
        shift = np.zeros(len(friction)) if flow == "associative" else friction * limits.slip_old[used]
        base = bias[:, 0].copy()
        bias[:, 0] = base + shift
        problem = ContactProblem(
            inertia=inertia if share == 1.0 else inertia / share, free_twist=start, prescribed=~free,
            block_a=found.block_a[used], block_b=found.block_b[used], frame=found.frame[used],
            arm_a=limits.arm_a[used], arm_b=limits.arm_b[used], bias=bias, friction=friction,
            compliance=None if contacts.compliance is None else contacts.compliance[used],
            planar_axis=self.model.planar_axis, speed_scale=self.acceleration_scale * settings.dt)
        warm = contacts.last[used]
        solution, settled = self._solve_once(state, problem, warm, free, prescribed_twist)
        count, residual = 1, 0.0
        tolerance = FLOW_TOLERANCE * self.acceleration_scale * settings.dt
        while flow == "coulomb" and count <= settings.flow_iterations:
            u = ledger.contact_velocity(problem.block_a, problem.block_b, problem.frame, problem.arm_a, problem.arm_b,
                                        solution.twist)
            new = friction * np.hypot(u[:, 1] + bias[:, 1], u[:, 2] + bias[:, 2])
            pressed = solution.impulse[:, 0] > 0.0
            residual = float(np.abs(new - shift)[pressed].max(initial=0.0))
            if residual <= tolerance or count == settings.flow_iterations:
                break
            shift = new
            problem = replace(problem, bias=np.column_stack([base + shift, bias[:, 1:]]))
            solution, settled = self._solve_once(state, problem, solution.impulse, free, prescribed_twist)
            count += 1
        return _Answer(problem, solution, count, residual, settled, residual <= tolerance)

    def _solve_once(self, state, problem, warm, free, rest) -> tuple[ContactSolution, int]:
        """One cone problem, by what was true a step ago if that still holds, else by a solver."""
        settings = self.settings
        if settings.settling and np.array_equal(state.twist[free], rest[free]) and warm.any():
            same = np.where(free[:, None], rest, problem.free_twist)
            residuals = judge(problem, same, warm)
            if residuals.velocity_bound < 1e-11:
                kept = ContactSolution(same, warm, SolveStatus.SOLVED, 0, "rest", residuals)
                return kept, int(np.count_nonzero(free))
        solution = solve_contact_problem(problem, solver=settings.solver, form=settings.form,
                                         tolerance=settings.tolerance, warm=(state.twist, warm))
        if solution.status != SolveStatus.SOLVED:
            self._refuse_or_count(state, problem, solution)
        settled = 0
        if settings.settling:
            solution, settled = settle(problem, solution, REST_SPEED * problem.speed_scale)
        return solution, settled

    def _refuse_or_count(self, state: State, problem: ContactProblem, solution: ContactSolution) -> None:
        bound = solution.residuals.velocity_bound if solution.residuals else float("nan")
        where = f"step {state.step + 1} (t = {state.time:.6g} s)"
        if solution.status == SolveStatus.INFEASIBLE:
            name = self.model.block_names[self._wedged_block(problem, solution)]
            raise SolveError(f"{where}: block {name!r} is wedged between supports that close on it: "
                             f"no velocity satisfies its contacts")
        if self.settings.unsolved == "error":
            raise SolveError(f"{where}: solver {solution.solver} ended {solution.status.value}: certified velocity "
                             f"error {bound:.2g} is above tolerance {self.settings.tolerance:g}; "
                             f"try a smaller dt, or unsolved: count")

    def _wedged_block(self, problem: ContactProblem, solution: ContactSolution) -> int:
        u = ledger.contact_velocity(problem.block_a, problem.block_b, problem.frame, problem.arm_a, problem.arm_b,
                                    solution.twist) + problem.bias
        worst = int(np.argmax(problem.friction * np.hypot(u[:, 1], u[:, 2]) - u[:, 0])) if len(u) else 0
        a, b = problem.block_a[worst], problem.block_b[worst]
        return int(a if problem.prescribed[b] else b)

    # --- move -----------------------------------------------------------------------------------

    def _end_twist(self, answer: _Answer, twist_old, free, support_end) -> np.ndarray:
        twist = answer.solution.twist.copy()
        if self.settings.scheme == "theta":
            share = self.settings.theta
            twist = (twist - (1.0 - share) * twist_old) / share
        if support_end is not None:
            twist[~free] = support_end[1][~free]
        else:
            twist[~free] = 0.0
        return twist

    def _moving_twist(self, twist_old, twist_new, instant, free) -> np.ndarray:
        """Twist with which the pose moves over the step."""
        scheme = self.settings.scheme
        if scheme == "euler":
            return twist_new
        if scheme == "theta":
            return self.settings.theta * twist_new + (1.0 - self.settings.theta) * twist_old
        return instant[:, None] * twist_old + (1.0 - instant)[:, None] * twist_new

    def _move(self, state: State, twist_move, free, support_end) -> _Pose:
        dt = self.settings.dt
        position = np.where(free[:, None], state.position + dt * twist_move[:, :3], state.position)
        turned = rotate_quaternion(state.orientation, dt * twist_move[:, 3:])
        orientation = np.where(free[:, None], turned, state.orientation)
        if support_end is not None:
            mask = state.is_support
            position[mask], orientation[mask] = support_end[0].position[mask], support_end[0].orientation[mask]
        return _Pose(position, orientation)

    # --- account --------------------------------------------------------------------------------

    def _account(self, state, free, twist_new, twist_move, pose_new, load, inertia_old, answer, contacts, limits,
                 impulse, carried_wrench) -> np.ndarray:
        model, found = self.model, contacts.found
        inertia_new = rot.world_inertia(self._inertia, quaternion_to_matrix(pose_new.orientation))
        problem, solution = answer.problem, answer.solution
        h_change = np.matmul(problem.inertia, (solution.twist - problem.free_twist)[:, :, None])[:, :, 0]
        solved_wrench = ledger.contact_wrench(found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b,
                                              impulse, model.block_count)
        solved_wrench[:, self._locked] = 0.0
        mean = 0.5 * (state.twist + twist_new)
        velocity = ledger.contact_velocity(found.block_a, found.block_b, found.frame, limits.arm_a, limits.arm_b, mean)
        gravity_impulse = self._mass[:, None] * model.gravity * self.settings.dt
        gravity_impulse[:, [i for i in self._locked if i < 3]] = 0.0
        return ledger.step_work(free, state.twist, twist_new, twist_move, load, gravity_impulse, inertia_old, inertia_new,
                                h_change, velocity, impulse + limits.carried, carried_wrench, solved_wrench)

    def _remember(self, state: State, contacts: _Contacts, limits, impulse, velocity) -> ContactMemory:
        found, step = contacts.found, state.step
        slow = SLIDING_SPEED * self.acceleration_scale * self.settings.dt
        slip = contacts.slip
        if contacts.compliance is not None:
            slip = -impulse[:, 1:] * contacts.compliance[:, 1:] * self.settings.dt
        now = ContactMemory(
            key=found.key, point=contacts.point_local, impulse=impulse, impulse_older=contacts.last, frame=found.frame,
            closed_step=np.where(limits.is_closed, step, contacts.closed_step), seen_step=np.full(found.count, step),
            gap_offset=contacts.offset, slip=slip,
            is_sliding=(impulse[:, 0] > 0.0) & (np.hypot(velocity[:, 1], velocity[:, 2]) > slow))
        return remember(state.memory, contacts.rows, now, step)


@dataclass(frozen=True, slots=True)
class _Answer:
    """Last cone problem of a step and its solution."""

    problem: ContactProblem
    solution: ContactSolution
    solve_count: int
    flow_residual: float   #: [m/s]
    settled_count: int
    flow_converged: bool

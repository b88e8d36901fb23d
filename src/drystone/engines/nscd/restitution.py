"""Impacts with restitution: the step of an island that rebounds, in two parts around the instant of the impact.

Until t + tau dt every block of the island goes on as before: loads, and what its contacts carried in the last step.
There the speeds are turned round, by Newton's law with Coulomb's friction, in no time. What is left of the step is
solved as any other; the impulses of the impact enter it as impulses that contacts have carried already. Equations:
README.md of this folder, 'Restitution'.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd import constraints as rows
from drystone.engines.nscd import ledger
from drystone.engines.nscd.bonds import Held
from drystone.engines.nscd.constraints import Constraints
from drystone.engines.nscd.contact_motion import centripetal, move_arms, relative_velocity, set_arms
from drystone.engines.nscd.impact import Impact, solve_impact
from drystone.engines.nscd.rotation import drift, is_fast, multiply3, predicted, solve3, world_inertia
from drystone.engines.nscd.scene import Scene
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.kernels import kernel
from drystone.model.points import cross
from drystone.solvers.cone.parts import find_root

RESTITUTION_SPEED = 2.0  #: slower approaches do not rebound, in units of a0 dt
REBOUND_SPEED = 1.0      #: nor do impacts that would rebound slower than this: gravity ends that within the step


@dataclass(frozen=True, slots=True)
class Rebound:
    """What a step does with the blocks of islands that rebound."""

    limits: Constraints        #: of the rest of the step; `carried` holds what acted before it
    blocks: np.ndarray         #: (k,) free blocks of these islands
    before: np.ndarray         #: (k, 6) twist just before the impact
    after: np.ndarray          #: (k, 6) twist just after it
    spin: np.ndarray           #: (k, 3, 3) rotational inertia in the solve of the rest
    free_twist: np.ndarray     #: (k, 6) at the end of the step without further contact impulses

    def set_free_motion(self, inertia: np.ndarray, free_twist: np.ndarray) -> None:
        """Write H (b, 6, 6) and v* (b, 6) of the blocks that rebound."""
        inertia[self.blocks, 3:, 3:] = self.spin
        free_twist[self.blocks] = self.free_twist

    def set_moving_twist(self, twist_old: np.ndarray, twist_new: np.ndarray, twist_move: np.ndarray) -> None:
        """Write the mean twist (b, 6) over both parts of the step, each of which is a parabola."""
        k = self.blocks
        tau = self.limits.instant[k, None]
        twist_move[k] = 0.5 * (tau * (twist_old[k] + self.before) + (1.0 - tau) * (self.after + twist_new[k]))


@kernel
def _mark_rebounds(block_a, block_b, frame, point_a, point_b, position, twist, closed, restitution, is_rigid, speed):
    """(c,) bool, contacts whose approach is turned round; (c, 3) arms and velocities in the middle of the step."""
    count = closed.shape[0]
    arm_a = np.empty((count, 3))
    arm_b = np.empty((count, 3))
    world = np.empty((count, 3))
    local = np.empty((count, 3))
    rebounds = np.zeros(count, np.bool_)
    for c in range(count):
        a, b = block_a[c], block_b[c]
        set_arms(c, a, b, point_a, point_b, position, arm_a, arm_b)
        relative_velocity(c, a, b, frame, twist, arm_a, arm_b, world, local)
        rebounds[c] = (closed[c] and is_rigid[c] and local[c, 0] < -RESTITUTION_SPEED * speed
                       and -restitution[c] * local[c, 0] > REBOUND_SPEED * speed)
    return rebounds, arm_a, arm_b, world, local


@kernel
def _instants(block_a, block_b, frame, corner, gap, free, closed, impact, rebounds, arm_a, arm_b, world, local, twist,
              acceleration, dt, speed):
    """Root of every block's island (b,), tau of islands that rebound (b,) else nan, and the gap there (c,).

    tau is the mean over the island's impacts of the instant at which the parabola of the approach closes the gap,
    weighted by the square of the speed.
    """
    count = gap.shape[0]
    blocks = free.shape[0]
    parent = np.arange(blocks)
    weight = np.zeros(blocks)
    moment = np.zeros(blocks)
    has_rebound = np.zeros(blocks, np.bool_)
    bend = np.empty(count)
    faster, turn = np.empty((count, 3)), np.empty((count, 3))
    for c in range(count):
        if closed[c] and free[block_a[c]] and free[block_b[c]]:
            parent[find_root(parent, block_a[c])] = find_root(parent, block_b[c])
    for c in range(count):
        a, b = block_a[c], block_b[c]
        if not closed[c] or not (free[a] or free[b]):
            continue
        # normal acceleration of the approach: of the blocks, and because points and frame turn
        relative_velocity(c, a, b, frame, acceleration, arm_a, arm_b, turn, faster)
        centripetal(c, a, b, corner, frame, twist, arm_a, arm_b, world, 1.0, turn)
        bend[c] = faster[c, 0] + turn[c, 0]
        u = local[c, 0]
        if rebounds[c] or (impact[c] and u < -rows.INSTANT_SPEED * speed):
            start = gap[c] - 0.5 * dt * u
            root_of = max(u * u - 2.0 * bend[c] * start, 0.0)
            tau = min(1.0, max(-1.0, 2.0 * start / (-u + np.sqrt(root_of)) / dt))
            root = find_root(parent, b if free[b] else a)
            weight[root] += u * u
            moment[root] += u * u * tau
            has_rebound[root] = has_rebound[root] or rebounds[c]
    roots = np.empty(blocks, np.int64)
    instant = np.full(blocks, np.nan)
    for b in range(blocks):
        roots[b] = find_root(parent, b)
        if free[b] and has_rebound[roots[b]]:
            instant[b] = moment[roots[b]] / weight[roots[b]]
    at_impact = np.zeros(count)
    for c in range(count):
        b = block_b[c] if free[block_b[c]] else block_a[c]
        if closed[c] and not np.isnan(instant[b]):
            tau = instant[b]
            at_impact[c] = gap[c] + (tau - 0.5) * dt * local[c, 0] + 0.5 * bend[c] * (tau * dt) ** 2
    return roots, instant, at_impact


@kernel
def _move_to_instant(block_a, block_b, frame, corner, free, closed, instant, twist, world, local, arm_a, arm_b, dt):
    """Move arms (c, 3) from the middle of the step to the instant of the impact, in place.

    corner : (c,) +1 where the point is a corner of b, -1 of a: it goes along with that block; 0 with the mean of both
    """
    for c in range(closed.shape[0]):
        a, b = block_a[c], block_b[c]
        tau = instant[b] if free[b] else instant[a]
        if not closed[c] or np.isnan(tau):
            continue
        late = (tau - 0.5) * dt
        for i in range(3):
            aside = 0.5 * corner[c] * late * (world[c, i] - local[c, 0] * frame[c, 0, i])
            arm_a[c, i] += aside
            arm_b[c, i] += aside
        move_arms(c, a, b, twist, world, late, arm_a, arm_b)


@kernel
def _set_rest_bias(block_a, block_b, frame, corner, chosen, instant, free, gap_then, twist, arm_a, arm_b, bias, push,
                   dt, a0):
    """Write bias (c, 3) and push (c,) of what is left of the step.

    twist : (b, 6) just after the impact; chosen : (c,) bool; corner : (c,) as `centripetal` takes it
    """
    world, local = np.empty_like(bias), np.empty_like(bias)
    for c in range(chosen.shape[0]):
        if chosen[c]:
            a, b = block_a[c], block_b[c]
            tau = instant[b] if free[b] else instant[a]
            relative_velocity(c, a, b, frame, twist, arm_a, arm_b, world, local)
            centripetal(c, a, b, corner, frame, twist, arm_a, arm_b, world, (1.0 - tau) * dt, bias)
            push[c] = rows.push_out(gap_then[c], dt, a0)
            bias[c, 0] -= push[c]


def find_rebound(scene: Scene, held: Held | None, limits: Constraints) -> Rebound | None:
    """Impacts with restitution of a step, carried out; None if there are none. Joints with stiffness have none.

    held : bonds that hold; limits : constraints of all contacts as if there were no restitution
    """
    found, twist, dt, speed = scene.contacts, scene.state.twist, scene.world.dt, scene.world.speed
    pair, is_rigid = (found.block_a, found.block_b, found.frame), ~scene.is_soft
    rebounds, arm_a, arm_b, world, local = _mark_rebounds(
        *pair, found.point_a, found.point_b, scene.pose.position, twist, limits.is_closed, scene.restitution, is_rigid,
        speed)
    _let_approach(scene, limits, local[:, 0])
    if not rebounds.any():
        return None
    carries = _carries(scene)
    acceleration = _acceleration(scene, scene.wrench(arm_a, arm_b, carries))
    island, instant, gap_then = _instants(
        *pair, scene.corner, scene.known.gap, scene.free, limits.is_closed, limits.is_impact, rebounds, arm_a, arm_b,
        world, local, twist, acceleration, dt, speed)
    _move_to_instant(*pair, scene.corner, scene.free, limits.is_closed, instant, twist, world, local,
                     arm_a, arm_b, dt)
    rebounding = ~np.isnan(instant)
    of_contact = np.where(scene.free[found.block_b], instant[found.block_b], instant[found.block_a])
    joined = limits.is_closed & ~np.isnan(of_contact)
    near = rebounding[found.block_a] | rebounding[found.block_b]
    carried = np.where(near[:, None], 0.0, limits.carried)
    carried[joined] = of_contact[joined, None] * carries[joined]
    limits = replace(
        limits, bias=limits.bias.copy(), push=limits.push.copy(), arm_a=np.where(joined[:, None], arm_a, limits.arm_a),
        arm_b=np.where(joined[:, None], arm_b, limits.arm_b), carried=carried, slip_old=limits.slip_old.copy(),
        is_impact=limits.is_impact | rebounds, instant=np.where(rebounding, instant, limits.instant))
    after, columns = _strike(scene, held, limits, rebounds, joined & is_rigid, np.where(rebounding, island, -1))
    _go_on(scene, limits, joined, near, gap_then, after)
    return Rebound(limits, *columns)


def _go_on(scene: Scene, limits: Constraints, joined: np.ndarray, near: np.ndarray, gap_then: np.ndarray,
           after: np.ndarray) -> None:
    """Write into `limits` what is left of the step, which begins with the twists `after` (b, 6).

    joined, near : (c,) bool, contacts that took part in an impact, and those of blocks that did
    gap_then : (c,) [m], at the impact
    """
    found, world = scene.contacts, scene.world
    pair = (found.block_a, found.block_b, found.frame)
    _set_rest_bias(*pair, scene.corner, joined & ~scene.has_bond, limits.instant, scene.free, gap_then, after,
                   limits.arm_a, limits.arm_b, limits.bias, limits.push, world.dt, world.a0)
    velocity = ledger.contact_velocity(*pair, limits.arm_a, limits.arm_b, after)
    _let_approach(scene, limits, np.where(near, velocity[:, 0], 0.0))
    limits.slip_old[near] = np.hypot(velocity[near, 1], velocity[near, 2])


def _carries(scene: Scene) -> np.ndarray:
    """(c, 3) [N s], what contacts carry in a step without impacts: the smaller of the last two steps' impulses."""
    last, older = scene.known.last, scene.known.older
    smaller = np.where((last[:, 0] < older[:, 0])[:, None], last, older)
    return np.where(scene.known.has_history[:, None], smaller, 0.0)


def _let_approach(scene: Scene, limits: Constraints, approach: np.ndarray) -> None:
    """Open contacts that will rebound may finish their approach, also where they were closed a few steps ago."""
    a0, dt = scene.world.a0, scene.world.dt
    slack = rows.OPEN_SLACK * a0 * dt
    fast = (~limits.is_closed & (scene.restitution > 0.0) & ~scene.has_bond
            & (approach < -RESTITUTION_SPEED * a0 * dt))
    limits.bias[fast, 0] = np.maximum(limits.bias[fast, 0], slack - approach[fast])


def _acceleration(scene: Scene, carried: np.ndarray) -> np.ndarray:
    """(b, 6) of the blocks before the impact, from loads and what contacts carry (b, 6), and of supports."""
    omega = np.ascontiguousarray(scene.state.twist[:, 3:])
    world = scene.world
    push = (scene.load + carried) / world.dt
    out = np.empty_like(push)
    out[:, :3] = push[:, :3] / world.mass[:, None]
    gyroscopic = cross(omega, multiply3(scene.inertia_old, omega))
    out[:, 3:] = solve3(scene.inertia_old, np.ascontiguousarray(push[:, 3:] - gyroscopic))
    out[:, world.locked] = 0.0
    return np.where(scene.free[:, None], out, (scene.prescribed - scene.state.twist) / world.dt)


def _strike(scene: Scene, held: Held | None, limits: Constraints, rebounds: np.ndarray, acts: np.ndarray,
            island: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Solve the impact of every island and add its impulses to those carried; twists (b, 6) after it, and `Rebound`'s.

    acts : (c,) contacts that take part in an impact; island : (b,) -1 for blocks without
    """
    found = scene.contacts
    carried_wrench = scene.wrench(limits.arm_a, limits.arm_b, limits.carried)
    of_contact = np.where(scene.free[found.block_b], island[found.block_b], island[found.block_a])
    after = np.where(scene.free[:, None], scene.state.twist, scene.prescribed)
    parts = []
    for number in np.unique(island[island >= 0]):
        blocks = np.flatnonzero(island == number)
        part = _Part(scene, blocks, float(limits.instant[blocks[0]]), carried_wrench[blocks])
        contacts = np.flatnonzero(acts & (of_contact == number))
        impulse = solve_impact(_impact_of(scene, held, limits, part, contacts, rebounds))
        limits.carried[contacts] += impulse
        after[blocks] = part.strike(scene, limits, contacts, impulse)
        parts.append(part)
    return after, [np.concatenate(column) for column in zip(*(part.columns() for part in parts))]


class _Part:
    """The blocks of one island that rebounds, from the start of the step over the impact to its end."""

    def __init__(self, scene: Scene, blocks: np.ndarray, tau: float, carried: np.ndarray) -> None:
        """Up to just before the impact. carried : (k, 6) impulse of contacts until then."""
        state, world, dt = scene.state, scene.world, scene.world.dt
        self.blocks, self.tau, self._time_left = blocks, tau, (1.0 - tau) * dt
        self._mass, self._inertia = world.mass[blocks], np.ascontiguousarray(world.inertia[blocks])
        self._load_left = (1.0 - tau) * scene.load[blocks]
        impulse = tau * scene.load[blocks] + carried
        old = state.twist[blocks]
        omega, orientation = np.ascontiguousarray(old[:, 3:]), np.ascontiguousarray(state.orientation[blocks])
        self.before = np.empty_like(old)
        self.before[:, :3] = old[:, :3] + impulse[:, :3] / self._mass[:, None]
        self.spin_then, self.before[:, 3:], self._pose = self._turn(
            orientation, omega, scene.inertia_old[blocks], np.ascontiguousarray(impulse[:, 3:]), tau * dt,
            is_fast(omega, dt))
        self.before[:, world.locked] = 0.0

    def _turn(self, orientation, omega, inertia_world, moment, time, fast):
        """Inertia, spin and orientation after `time` [s], which may be negative; fast blocks by `drift`."""
        momentum = multiply3(np.ascontiguousarray(inertia_world), omega)
        spin, omega_then = predicted(self._inertia, orientation, omega, momentum, moment, time)
        pose = rotate_quaternion(orientation, 0.5 * time * (omega + omega_then))
        some = np.flatnonzero(fast)
        if len(some):
            pose[some], turned = drift(self._inertia, orientation, omega, some, time)
            spin[some] = world_inertia(self._inertia[some], quaternion_to_matrix(pose[some]))
            omega_then[some] = turned + solve3(spin[some], moment[some])
        return spin, omega_then, pose

    def strike(self, scene: Scene, limits: Constraints, contacts: np.ndarray, impulse: np.ndarray) -> np.ndarray:
        """(k, 6) twist after the impact by `impulse` (r, 3) at `contacts` (r,); then on to the end of the step."""
        given = np.zeros_like(limits.carried)
        given[contacts] = impulse
        wrench = scene.wrench(limits.arm_a, limits.arm_b, given)[self.blocks]
        self.after = self.before.copy()
        self.after[:, :3] += wrench[:, :3] / self._mass[:, None]
        self.after[:, 3:] += solve3(self.spin_then, np.ascontiguousarray(wrench[:, 3:]))
        self.after[:, scene.world.locked] = 0.0
        omega = np.ascontiguousarray(self.after[:, 3:])
        moment = np.ascontiguousarray(self._load_left[:, 3:])
        self.free_twist = np.empty_like(self.after)
        self.free_twist[:, :3] = self.after[:, :3] + self._load_left[:, :3] / self._mass[:, None]
        self.spin, self.free_twist[:, 3:], _ = self._turn(self._pose, omega, self.spin_then, moment, self._time_left,
                                                          np.zeros(len(omega), bool))
        # the engine turns fast blocks by itself, from the instant of the impact on
        dt = scene.world.dt
        fast = is_fast(omega, dt) | is_fast(scene.state.twist[self.blocks, 3:], dt)
        if fast.any():
            self.spin[fast] = self.spin_then[fast]
            self.free_twist[fast, 3:] = omega[fast] + solve3(self.spin_then[fast], moment[fast])
        self.free_twist[:, scene.world.locked] = 0.0
        return self.after

    def columns(self) -> tuple[np.ndarray, ...]:
        """As `Rebound` wants them."""
        return self.blocks, self.before, self.after, self.spin, self.free_twist


def _impact_of(scene: Scene, held: Held | None, limits: Constraints, part: _Part, contacts: np.ndarray,
               rebounds: np.ndarray) -> Impact:
    """The impact of one island, its blocks and the supports it touches numbered from zero."""
    found, state, world = scene.contacts, scene.state, scene.world
    a, b = found.block_a[contacts], found.block_b[contacts]
    used = np.unique(np.concatenate([a, b, part.blocks]))
    own = np.searchsorted(used, part.blocks)
    inertia = np.zeros((len(used), 6, 6))
    inertia[:] = np.eye(6)
    for i in range(3):
        inertia[own, i, i] = world.mass[part.blocks]
    inertia[own, 3:, 3:] = part.spin_then
    twist = state.twist[used] + part.tau * (scene.prescribed[used] - state.twist[used])
    twist[own] = part.before
    prescribed = np.ones(len(used), bool)
    prescribed[own] = False
    return Impact(
        inertia=inertia, twist=twist, prescribed=prescribed,
        block_a=np.searchsorted(used, a).astype(np.int32), block_b=np.searchsorted(used, b).astype(np.int32),
        frame=found.frame[contacts], arm_a=limits.arm_a[contacts], arm_b=limits.arm_b[contacts],
        friction=scene.friction[contacts],
        restitution=np.where(rebounds[contacts], scene.restitution[contacts], 0.0),
        position=state.position[used], planar_axis=world.planar_axis, locked=world.locked,
        cohesion=None if held is None else held.cohesion[contacts],
        tension=None if held is None else held.tension[contacts],
        is_associative=world.settings.flow_rule == "associative", speed_scale=world.speed)

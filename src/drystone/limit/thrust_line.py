"""Thrust lines of a chain of blocks between two supports: an arch, a rib, a pier.

Conventional: the funicular of the loads that stays within every joint, with least or greatest horizontal thrust;
friction is not asked for, but the inclination against the joints is compared with it afterwards. Three numbers make a
line, the force and the moment at one end, and each joint gives two linear conditions: a small linear programme.

Effective: through the points where the resultants of a force system act, that of statics or of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from drystone.checks import check_choice
from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError
from drystone.extremes import greatest
from drystone.limit.equilibrium import Equilibrium, build_equilibrium, dead_load
from drystone.model.model import Model
from drystone.model.selection import Selection, as_names

KINDS = ("least", "greatest")


@dataclass(frozen=True, slots=True)
class Chain:
    """Blocks in a row and the joints between them, from support to support."""

    blocks: tuple[int, ...]        #: k blocks
    joints: tuple[int, ...]        #: k + 1 interfaces: support, between blocks, support
    sign: tuple[float, ...]        #: +1 where the interface's force acts on the block behind its joint
    axis: np.ndarray               #: (3,) unit, normal to the plane of the chain


@dataclass(frozen=True, slots=True)
class ThrustLine:
    """One line. k + 1 joints."""

    kind: str                      #: least, greatest or effective
    chain: Chain
    point: np.ndarray              #: (k + 1, 3) [m] where the thrust passes each joint
    force: np.ndarray              #: (k + 1, 3) [N] on the block behind each joint, seen from the first support
    friction_use: np.ndarray       #: (k + 1,) tangent of the inclination over the friction coefficient
    eccentricity: np.ndarray       #: (k + 1,) distance from the middle over half the depth of the joint
    thrust: float                  #: [N], greatest horizontal component over the joints

    @property
    def slides(self) -> np.ndarray:
        """(s,) joints at which it is steeper than friction allows."""
        return np.flatnonzero(self.friction_use > 1.0 + 1e-9)


def find_chain(model: Model, interfaces: InterfaceSet, blocks: str | Sequence[str] = ()) -> Chain:
    """Order blocks, by default all that are free, from one support to the other; other blocks are left out."""
    names = as_names(blocks)
    if names:
        chosen = [b for b in Selection(model.block_names, model.block_groups).blocks("thrust line", names)
                  if not model.is_support[b]]
    else:
        chosen = np.flatnonzero(~model.is_support).tolist()
    inside = set(chosen)
    beside: dict[int, list[tuple[int, int]]] = {b: [] for b in chosen}   # block -> (neighbour, interface)
    for i, (a, b) in enumerate(zip(interfaces.block_a.tolist(), interfaces.block_b.tolist())):
        for own, other in ((a, b), (b, a)):
            if own in inside and (other in inside or model.is_support[other]):
                beside[own].append((other, i))
    for block, near in beside.items():
        if len(near) != 2:
            raise InputError(f"thrust line: block {model.block_names[block]!r} must touch two others of its chain or "
                             f"supports, it touches {len(near)}")
    ends = [b for b, near in beside.items() if any(model.is_support[other] for other, _ in near)]
    if not ends:
        raise InputError("thrust line: the chain of blocks touches no support")
    block = ends[0]
    joint = next(i for other, i in beside[block] if model.is_support[other])
    order, joints, sign = [], [joint], [1.0 if interfaces.block_b[joint] == block else -1.0]
    while True:
        order.append(block)
        other, joint = next((o, i) for o, i in beside[block] if i != joints[-1])
        joints.append(joint)
        sign.append(1.0 if interfaces.block_a[joint] == block else -1.0)
        if model.is_support[other]:
            break
        block = other
    if len(order) != len(chosen):
        left = sorted(inside - set(order))
        raise InputError(f"thrust line: block {model.block_names[left[0]]!r} does not belong to the chain from "
                         f"{model.block_names[order[0]]!r} to {model.block_names[order[-1]]!r}")
    return Chain(tuple(order), tuple(joints), tuple(sign), _plane(model, interfaces.frame[joints, 0]))


def _plane(model: Model, normals: np.ndarray) -> np.ndarray:
    """Unit normal of the plane that holds gravity and the normals of all joints best."""
    if model.planar_axis is not None:
        return np.eye(3)[model.planar_axis]
    down = model.gravity / np.linalg.norm(model.gravity) if np.any(model.gravity) else np.array([0.0, 0.0, -1.0])
    level = normals - np.outer(normals @ down, down)
    if np.abs(level).max(initial=0.0) < 1e-6:      # a pier: any plane will do
        level = np.cross(down, [[0.0, 1.0, 0.0]])
    first = np.linalg.svd(level, full_matrices=False)[2][0]
    first *= np.sign(first[greatest(np.abs(first))])      # the sign of a singular vector is up to the library
    axis = np.cross(down, first)
    return axis / np.linalg.norm(axis)


def thrust_line(model: Model, blocks: str | Sequence[str] = (), kind: str = "least", *,
                extra: np.ndarray | None = None) -> ThrustLine | None:
    """Conventional thrust line under the dead load; None where no line stays within the joints.

    Parameters
    ----------
    blocks : names or groups of the chain; all free blocks by default. What others weigh on it is not known here
    kind : least or greatest horizontal thrust
    extra : (b, 6) [N, N m] loads beside the dead load, such as the weight of what rests on an arch
    """
    check_choice("thrust line", kind, KINDS)
    eq = build_equilibrium(model)
    found = eq.interfaces(np.zeros((eq.contacts.count, 3)))
    chain = find_chain(model, found, blocks)
    load = dead_load(model) + (0.0 if extra is None else extra)
    section = _sections(eq, found, chain)
    first, across, up = _axes(model, chain)
    # forces and moments about the origin, in the plane: those of the first support less what the blocks before add
    centre = model.initial_position[list(chain.blocks)]
    flat_load = np.stack([load[list(chain.blocks), :3] @ across, load[list(chain.blocks), :3] @ up], axis=1)
    moment = (load[list(chain.blocks), 3:] @ chain.axis
              + np.cross(centre, load[list(chain.blocks), :3]) @ chain.axis)
    added = np.zeros((len(chain.joints), 3))
    added[1:, :2], added[1:, 2] = np.cumsum(flat_load, axis=0), np.cumsum(moment)
    # moment about a point p of the plane: m - axis . (p x F); thrust is F + added on what lies ahead
    rows, right = [], []
    for k in range(len(chain.joints)):
        for point, sense in ((section.low[k], 1.0), (section.high[k], -1.0)):
            arm = np.array([-(np.cross(point, across) @ chain.axis), -(np.cross(point, up) @ chain.axis), 1.0])
            rows.append(sense * section.turn[k] * arm)
            right.append(-sense * section.turn[k] * float(arm @ added[k]))
    sign = 1.0 if kind == "least" else -1.0
    answer = linprog([sign * first, 0.0, 0.0], A_ub=-np.array(rows), b_ub=-np.array(right),
                     bounds=[(None, None)] * 3, method="highs")
    if answer.status != 0:
        return None
    total = answer.x + added
    force = total[:, :1] * across + total[:, 1:2] * up
    return _make_line(kind, chain, force, _points(section, force, total, chain), section, eq, found)


def effective_line(model: Model, interfaces: InterfaceSet, friction: np.ndarray | None = None,
                   blocks: str | Sequence[str] = ()) -> ThrustLine:
    """Line through the points where the resultants of a force system act.

    Parameters
    ----------
    interfaces : of statics, limit analysis or the engine
    friction : (i,) coefficient of every interface; None: that of its joint
    """
    chain = find_chain(model, interfaces, blocks)
    joints = list(chain.joints)
    force = interfaces.force[joints] * np.array(chain.sign)[:, None]
    normal = interfaces.frame[joints, 0]
    if friction is None:
        a, b = interfaces.block_a[joints], interfaces.block_b[joints]
        law = model.joint_table[model.joint_class[a], model.joint_class[b]]
        used = np.array([j.friction for j in model.joints], float)[law]
    else:
        used = friction[joints]
    along = np.abs((force * normal).sum(axis=1))
    shear = np.linalg.norm(force - (force * normal).sum(axis=1)[:, None] * normal, axis=1)
    share = interfaces.eccentricity_share[joints].max(axis=1)
    return ThrustLine("effective", chain, interfaces.action_point[joints], force, _use(shear, along, used), share,
                      _thrust(model, force))


@dataclass(frozen=True, slots=True)
class _Sections:
    low: np.ndarray      #: (k + 1, 3) [m] one end of each joint in the plane
    high: np.ndarray     #: (k + 1, 3) [m] the other
    normal: np.ndarray   #: (k + 1, 3) unit, towards the block behind the joint
    turn: np.ndarray     #: (k + 1,) sense in which a force along the normal turns about the low end


def _sections(eq: Equilibrium, found: InterfaceSet, chain: Chain) -> _Sections:
    middle = 0.5 * (eq.contacts.point_a + eq.contacts.point_b)
    low, high, normals, turns = [], [], [], []
    for joint, sign in zip(chain.joints, chain.sign):
        points = middle[found.interface == joint]
        normal = sign * found.frame[joint, 0]
        along = np.cross(chain.axis, normal)
        along /= np.linalg.norm(along)
        centre = points.mean(axis=0)
        reach = (points - centre) @ along
        low.append(centre + reach.min() * along)
        high.append(centre + reach.max() * along)
        normals.append(normal)
        turns.append(float(np.cross(along, normal) @ chain.axis))
    return _Sections(np.array(low), np.array(high), np.array(normals), np.array(turns))


def _axes(model: Model, chain: Chain) -> tuple[float, np.ndarray, np.ndarray]:
    """Sense of the thrust along the horizontal axis of the plane, that axis and the upward one."""
    up = -model.gravity / np.linalg.norm(model.gravity) if np.any(model.gravity) else np.array([0.0, 0.0, 1.0])
    across = np.cross(up, chain.axis)
    span = model.initial_position[chain.blocks[-1]] - model.initial_position[chain.blocks[0]]
    return (1.0 if span @ across >= 0.0 else -1.0), across, up


def _points(section: _Sections, force: np.ndarray, total: np.ndarray, chain: Chain) -> np.ndarray:
    """(k + 1, 3) where the thrusts cross their joints: the point between low and high about which they do not turn."""
    way = section.high - section.low
    about_low = total[:, 2] - np.cross(section.low, force) @ chain.axis
    lever = np.cross(way, force) @ chain.axis
    share = np.where(np.abs(lever) > 0.0, about_low / np.where(lever == 0.0, 1.0, lever), 0.5)
    return section.low + share[:, None] * way


def _make_line(kind: str, chain: Chain, force: np.ndarray, point: np.ndarray, section: _Sections, eq: Equilibrium,
               found: InterfaceSet) -> ThrustLine:
    friction = np.zeros(found.count)
    friction[found.interface] = eq.friction
    along = (force * section.normal).sum(axis=1)
    shear = np.linalg.norm(force - along[:, None] * section.normal, axis=1)
    half = 0.5 * np.linalg.norm(section.high - section.low, axis=1)
    off = np.linalg.norm(point - 0.5 * (section.low + section.high), axis=1)
    return ThrustLine(kind, chain, point, force, _use(shear, np.abs(along), friction[list(chain.joints)]), off / half,
                      _thrust(eq.model, force))


def _use(shear: np.ndarray, normal: np.ndarray, friction: np.ndarray) -> np.ndarray:
    allowed = friction * normal
    return np.where(allowed > 0.0, shear / np.where(allowed > 0.0, allowed, 1.0), np.where(shear > 0.0, np.inf, 0.0))


def _thrust(model: Model, force: np.ndarray) -> float:
    up = -model.gravity / np.linalg.norm(model.gravity) if np.any(model.gravity) else np.array([0.0, 0.0, 1.0])
    level = force - np.outer(force @ up, up)
    return float(np.linalg.norm(level, axis=1).max(initial=0.0))

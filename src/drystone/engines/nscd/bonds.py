"""Bonds: the points of an interface that hold by strength, until they break for good.

A bond is a point that is fixed in both blocks; it is made where two blocks touch at the start and their joint has
strength. As long as one bond of a pair holds, the pair's contact points are its bonds, the broken ones with dry
friction; after the last has broken they are those that detection finds. So nothing heals, and nothing new is ever born
whole.

A bond that holds is a very stiff spring, the same per area everywhere: stresses are then those of Navier's plane
sections, and unique. Under the weight of a mean block a mean interface gives by GIVE g dt^2. Equations: README.md of
this folder.

Strengths far above what a joint carries would drown a solver's velocities in rounding. So a solve sees no more of them
than the last step suggests; where that was too little, the step is solved again with more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd.constraints import CLOSED_BAND, Constraints
from drystone.engines.nscd.rows import PointRows
from drystone.engines.nscd.scene import Scene
from drystone.model.joint import Joint

GIVE = 1e-4            #: stretch of a mean interface under the weight of a mean block, in units of a0 dt^2
FEEDBACK = 0.5         #: share of the distance to the spring's law that a step of scheme midpoint takes back
TRIAL = 2.0            #: greatest strengths in a solve, in units of the true ones: what lies above 1 breaks
MARGIN = 4.0           #: strengths in the first solve of a step, in units of what the last step used of them
SATURATED = 0.9        #: share of the strengths in a solve above which it is repeated with more
RAISE = 10.0           #: by which factor
NO_TENSION = 1e-3      #: pull in the solve where there is no tensile strength, in units of cohesion: shows opening
HINGE_COSINE = 1.0 - 0.5 * 0.01**2   #: a line of bonds goes when its blocks have turned by 0.01 rad against each other
ON_LINE = 1e-6         #: bonds within this share of a pair's extent from a line are a line
BREAK_TOLERANCE = 1e-3  #: excess at which a bond breaks, in units of its strength
ROUNDS = 30            #: most solves of a step with bonds; what is overloaded after the last breaks in the next step


@dataclass(frozen=True, slots=True)
class Bonds:
    """All bonds of a model, grouped by pair of parts, pairs sorted. Frames and points are those of the start."""

    pair_key: np.ndarray    #: (q,) int64, as in ContactSet.key
    pair_part_a: np.ndarray  #: (q,) int32
    pair_part_b: np.ndarray  #: (q,) int32
    pair_ptr: np.ndarray    #: (q+1,) int64
    pair_turn: np.ndarray   #: (q, 3, 3) rotation of block b in the frame of block a
    pair: np.ndarray        #: (k,) pair of each bond
    block_a: np.ndarray     #: (k,) int32
    block_b: np.ndarray     #: (k,) int32
    point_a: np.ndarray     #: (k, 3) [m], frame of block a
    point_b: np.ndarray     #: (k, 3) [m], frame of block b
    frame: np.ndarray       #: (k, 3, 3) rows n, t1, t2, frame of block a
    area: np.ndarray        #: (k,) [m2]
    friction: np.ndarray    #: (k,) [-]
    cohesion: np.ndarray    #: (k,) [N]
    tension: np.ndarray     #: (k,) [N]
    compliance: np.ndarray  #: (k,) [m/s per N s]
    load: np.ndarray        #: (k,) [kg], its share of the lighter block

    @property
    def count(self) -> int:
        """Number of bonds, broken ones included."""
        return len(self.area)

    def not_turned(self, intact: np.ndarray, rotation: np.ndarray) -> np.ndarray:
        """(k,) bool, `intact` without the last bonds of pairs that hinge: a line of mortar is no axle.

        Bonds that do not lie on a line hold against turning by their own springs, however soft a joint makes these.
        rotation : (b, 3, 3)
        """
        first = self.pair_ptr[:-1]
        now = np.einsum("qji,qjk->qik", rotation[self.block_a[first]], rotation[self.block_b[first]])
        cosine = 0.5 * (np.einsum("qij,qij->q", now, self.pair_turn) - 1.0)
        out = intact.copy()
        for q in np.flatnonzero(cosine <= HINGE_COSINE):
            rows = slice(self.pair_ptr[q], self.pair_ptr[q + 1])
            if _is_line(self.point_a[rows], intact[rows]):
                out[rows] = False
        return out

    @staticmethod
    def stretch(frame: np.ndarray, point_a: np.ndarray, point_b: np.ndarray) -> np.ndarray:
        """(c, 3) [m], by which the points of bonds are apart along n, t1, t2."""
        return np.einsum("cij,cj->ci", frame, point_b - point_a)

    def join(self, found: ContactSet, intact: np.ndarray, is_active: np.ndarray, position: np.ndarray,
             rotation: np.ndarray) -> tuple[ContactSet, np.ndarray]:
        """`found` with the bonds of all pairs that still hold in place of their points; (c,) bond of each point, or -1.

        Parameters
        ----------
        intact : (k,) bool; is_active : (b,) bool; position, rotation : pose for which `found` was made
        """
        is_there = is_active[self.block_a] & is_active[self.block_b]
        holds = np.logical_or.reduceat(intact & is_there, self.pair_ptr[:-1])
        if not holds.any():
            return found, np.full(found.count, -1)
        chosen = np.flatnonzero(holds[self.pair])
        merge = _Merge(found, self.pair_key[holds], (np.cumsum(holds) - 1)[self.pair[chosen]])
        pairs, points = merge.pairs, merge.points
        a, b = self.block_a[chosen], self.block_b[chosen]
        point_a = position[a] + np.einsum("cij,cj->ci", rotation[a], self.point_a[chosen])
        point_b = position[b] + np.einsum("cij,cj->ci", rotation[b], self.point_b[chosen])
        frame = np.einsum("cij,ckj->cki", rotation[a], self.frame[chosen])
        gap = np.einsum("ci,ci->c", frame[:, 0], point_b - point_a)
        area = np.add.reduceat(self.area, self.pair_ptr[:-1])[holds]
        depth = np.zeros(len(holds))
        np.maximum.at(depth, self.pair[chosen], -gap)
        joined = ContactSet(
            pair_part_a=pairs(found.pair_part_a, self.pair_part_a[holds]),
            pair_part_b=pairs(found.pair_part_b, self.pair_part_b[holds]), pair_ptr=merge.pair_ptr,
            pair_status=pairs(found.pair_status, np.zeros(len(area))), pair_area=pairs(found.pair_area, area),
            pair_depth=pairs(found.pair_depth, depth[holds]), pair=merge.pair,
            block_a=points(found.block_a, a), block_b=points(found.block_b, b), frame=points(found.frame, frame),
            point_a=points(found.point_a, point_a), point_b=points(found.point_b, point_b),
            gap=points(found.gap, gap),
            key=points(found.key, np.stack([self.pair_key[self.pair[chosen]], -1 - chosen], axis=1)),
            candidate_count=found.candidate_count, area=points(found.shares(), self.area[chosen]))
        return joined, points(np.full(found.count, -1), chosen)

    def usage(self, bond: np.ndarray, impulse: np.ndarray, dt: float) -> np.ndarray:
        """(c,) [-], share of the strength that impulses (c, 3) [N s] use; 0 where `bond` is -1.

        Where there is no tensile strength, a pull counts against that of NO_TENSION.
        """
        out = np.zeros(len(bond))
        rows = np.flatnonzero(bond >= 0)
        k = bond[rows]
        n, t = impulse[rows, 0], np.hypot(impulse[rows, 1], impulse[rows, 2])
        shear = (t - self.friction[k] * n) / (self.cohesion[k] * dt)
        brittle = self.tension[k] > 0.0
        pull = -n / (np.where(brittle, self.tension[k], NO_TENSION * self.cohesion[k]) * dt)
        # opening without tensile strength: half of the little pull that the solve lets through is enough
        out[rows] = np.maximum(shear, np.where(brittle, pull, 2.0 * pull))
        return out


class _Merge:
    """The order of contacts in which the bonds of some pairs stand for the points found there; pairs stay sorted."""

    def __init__(self, found: ContactSet, bond_key: np.ndarray, bond_pair: np.ndarray) -> None:
        """bond_key : (p,) keys of the pairs that hold; bond_pair : (k,) number among these of each bond"""
        found_key = found.key[found.pair_ptr[:-1], 0]
        self._keep_pair = ~np.isin(found_key, bond_key)
        self._keep = self._keep_pair[found.pair]
        key = np.concatenate([found_key[self._keep_pair], bond_key])
        place = np.argsort(np.argsort(key, kind="stable"), kind="stable")     # new number of each pair
        of_found = place[np.cumsum(self._keep_pair) - 1]
        of_bonds = place[int(self._keep_pair.sum()):]
        pair = np.concatenate([of_found[found.pair[self._keep]], of_bonds[bond_pair]])
        self._order, self._pair_order = np.argsort(pair, kind="stable"), np.argsort(place)
        self.pair = pair[self._order].astype(np.int32)    #: (c,) pair of each point
        self.pair_ptr = np.concatenate([[0], np.cumsum(np.bincount(pair, minlength=len(key)))]).astype(np.int64)

    def pairs(self, of_found: np.ndarray, of_bonds: np.ndarray) -> np.ndarray:
        """A column of the pairs, from those found and those of bonds."""
        return np.concatenate([of_found[self._keep_pair], of_bonds.astype(of_found.dtype)])[self._pair_order]

    def points(self, of_found: np.ndarray, of_bonds: np.ndarray) -> np.ndarray:
        """A column of the points."""
        return np.concatenate([of_found[self._keep], of_bonds])[self._order]


@dataclass(frozen=True, slots=True)
class Held:
    """Bonds that hold in a solve, as arrays over the contacts of the step."""

    bond: np.ndarray        #: (c,) number of the bond, -1 where there is none or it is broken
    trial: np.ndarray       #: (c,) strengths in the solve over the true ones
    cohesion: np.ndarray    #: (c,) [N s], for the solve
    tension: np.ndarray     #: (c,) [N s], for the solve

    @property
    def holds(self) -> np.ndarray:
        """(c,) bool."""
        return self.bond >= 0

    def after(self, bonds: Bonds, impulse: np.ndarray, dt: float) -> Held | None:
        """What is to be solved next, after a solve gave `impulse` (c, 3) [N s]; the same object if it stands.

        First bonds get as much strength as they ask for, then those above their true strength break.
        """
        usage = bonds.usage(self.bond, impulse, dt)
        short = (usage > SATURATED * self.trial) & (self.trial < TRIAL)
        if short.any():
            return _hold(bonds, self.bond, np.where(short, RAISE * self.trial, self.trial), dt)
        broken = usage > 1.0 + BREAK_TOLERANCE
        if broken.any():
            return _hold(bonds, np.where(broken, -1, self.bond), self.trial, dt)
        return self


def hold(scene: Scene, bonds: Bonds | None) -> Held | None:
    """What holds in the first solve of a step, with strengths by what it carried in the last step; None: nothing."""
    if (scene.bond < 0).all():
        return None
    dt = scene.world.dt
    bond = np.where((scene.bond >= 0) & scene.intact[np.maximum(scene.bond, 0)], scene.bond, -1)
    k = np.maximum(bond, 0)
    scale = bonds.load[k] * scene.world.a0 / np.maximum(bonds.cohesion[k], bonds.tension[k])
    return _hold(bonds, bond, MARGIN * np.maximum(bonds.usage(bond, scene.known.last, dt), scale), dt)


def _hold(bonds: Bonds, bond: np.ndarray, trial: np.ndarray, dt: float) -> Held | None:
    rows = bond >= 0
    if not rows.any():
        return None
    k = np.maximum(bond, 0)
    brittle = bonds.tension[k] > 0.0
    trial = np.minimum(np.where(brittle, trial, np.maximum(trial, NO_TENSION * bonds.friction[k])), TRIAL)
    pull = np.where(brittle, trial * bonds.tension[k], NO_TENSION * bonds.cohesion[k])
    return Held(bond, trial, np.where(rows, trial * bonds.cohesion[k] * dt, 0.0), np.where(rows, pull * dt, 0.0))


@dataclass(frozen=True, slots=True)
class BondedPoints:
    """Points of the pairs that hold somewhere, as arrays over the contacts of the step.

    Broken points of such a pair keep the spring in compression: rigid ones would pry the others open.
    """

    holds: np.ndarray     #: (c,) bool
    pressed: np.ndarray   #: (c,) bool, broken and in compression
    stretch: np.ndarray   #: (c, 3) [m]
    spring: np.ndarray    #: (c,) [m/s per N s], compliance of bonds of joints without stiffness
    is_rigid: np.ndarray  #: (c,) bool, joints without stiffness
    is_midpoint: bool
    dt: float

    @property
    def on_spring(self) -> np.ndarray:
        """(c,) bool."""
        return self.holds | self.pressed

    def gap(self, gap: np.ndarray) -> np.ndarray:
        """(c,) `gap` [m], zero where the spring takes care of it."""
        return np.where(self.on_spring, 0.0, gap)

    def rows(self, limits: Constraints, compliance: np.ndarray) -> PointRows:
        """Rows of these points, from those of dry contacts with no gap; compliance : (c, 3), of the joints"""
        at = np.flatnonzero(self.on_spring)
        holds, rigid = self.holds[at], self.is_rigid[at]
        share = FEEDBACK if self.is_midpoint else 1.0
        bias = limits.bias[at] if self.is_midpoint else np.zeros((len(at), 3))
        back = share * self.stretch[at] / self.dt
        bias[:, 0] += back[:, 0]
        bias[holds, 1:] += back[holds, 1:]
        own = compliance[at]
        own[rigid, 0] = self.spring[at][rigid]
        own[rigid & holds, 1:] = self.spring[at][rigid & holds, None]
        return PointRows(at, bias, share * own, np.where(holds, 0.0, limits.slip_old[at]), limits.is_closed[at],
                         limits.is_impact[at] & ~holds)


def find_bonded(scene: Scene, bonds: Bonds | None, held: Held | None) -> BondedPoints | None:
    """Bonds and broken points of pairs that hold somewhere, in a solve with `held`; None where there are none."""
    bond, found, dt = scene.bond, scene.contacts, scene.world.dt
    if (bond < 0).all():
        return None
    holds = np.zeros(found.count, bool) if held is None else held.holds
    pressed = (bond >= 0) & ~holds & (scene.known.gap <= CLOSED_BAND * scene.world.a0 * dt * dt)
    return BondedPoints(holds, pressed, bonds.stretch(found.frame, found.point_a, found.point_b),
                        bonds.compliance[np.maximum(bond, 0)], ~scene.is_soft, scene.world.is_midpoint, dt)


def make_bonds(contacts: ContactSet, joint: np.ndarray, joints: tuple[Joint, ...], tolerance: float,
               position: np.ndarray, rotation: np.ndarray, mass: np.ndarray) -> Bonds | None:
    """Bonds at the points of `contacts` that touch within `tolerance` [m] and whose joint (c,) has strength.

    mass : (b,) [kg]; inf for supports
    """
    strong = np.array([j.has_strength for j in joints])
    chosen = np.flatnonzero(strong[joint] & (np.abs(contacts.gap) <= tolerance) & (contacts.shares() > 0.0))
    if not len(chosen):
        return None
    a, b = contacts.block_a[chosen], contacts.block_b[chosen]
    middle = 0.5 * (contacts.point_a + contacts.point_b)[chosen]
    pairs, first, pair = np.unique(contacts.pair[chosen], return_index=True, return_inverse=True)
    area, law = contacts.shares()[chosen], joint[chosen]
    pair_area = np.bincount(pair, area)
    stiff = mass[np.isfinite(mass)].mean() / pair_area.mean() / GIVE   # per area and dt^2
    return Bonds(
        pair_key=contacts.key[contacts.pair_ptr[pairs], 0], pair_part_a=contacts.pair_part_a[pairs],
        pair_part_b=contacts.pair_part_b[pairs], pair_ptr=np.append(first, len(chosen)),
        pair_turn=np.einsum("qji,qjk->qik", rotation[a[first]], rotation[b[first]]), pair=pair, block_a=a, block_b=b,
        point_a=np.einsum("cji,cj->ci", rotation[a], middle - position[a]),
        point_b=np.einsum("cji,cj->ci", rotation[b], middle - position[b]),
        frame=np.einsum("cji,ckj->cki", rotation[a], contacts.frame[chosen]), area=area,
        friction=np.array([j.friction for j in joints])[law],
        cohesion=np.array([j.cohesion for j in joints])[law] * area,
        tension=np.array([j.tension for j in joints])[law] * area, compliance=1.0 / (stiff * area),
        load=np.minimum(mass[a], mass[b]) * area / pair_area[pair])


def _is_line(points: np.ndarray, chosen: np.ndarray) -> bool:
    """Whether the chosen ones of `points` (k, 3) lie on a line, measured by the extent of all."""
    held = points[chosen]
    if len(held) < 3:
        return True
    spread = np.linalg.svd(held - held.mean(axis=0), compute_uv=False)
    return bool(spread[1] <= ON_LINE * np.ptp(points, axis=0).max())


def still_intact(scene: Scene, held: Held | None) -> np.ndarray:
    """(k,) bool, bonds that hold after a step; those of blocks that were removed stay as they are."""
    intact = scene.intact.copy()
    intact[scene.bond[scene.bond >= 0]] = False
    if held is not None:
        intact[held.bond[held.holds]] = True
    return intact

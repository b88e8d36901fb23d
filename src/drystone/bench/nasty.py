"""Contact problems that are hard on solvers, made at random but from real boxes: one for every seed.

Stacks, walls in running bond, lattices and heaps of boxes on a support, with the corners of their common faces as
contact points; then, each with its own chance, what makes steps hard: friction from none to 10, steps of 1e-5 s,
masses that differ a million times, overlaps, points that coincide, supports that move or close in, impacts, elastic
joints, strengths, ties. One seed in 250 has an entry that is not a number; a solver must say FAILED to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from drystone.solvers.cone.problem import ContactProblem

GRAVITY = 9.81

#: Seeds with this remainder by BAD_EVERY hold an entry that is not a number.
BAD_EVERY, BAD_SEED = 250, 249

#: Boxes whose faces are nearer than this touch [m]; and the least overlap of the faces.
TOUCH = 1e-9


@dataclass
class _Boxes:
    """Boxes along the axes: centres and half sizes (b, 3) [m]; box 0 is the support."""

    centre: np.ndarray
    half: np.ndarray


@dataclass
class _Points:
    """Contact points: pairs (c, 2) with a < b, frames (c, 3, 3), points on block a and on block b (c, 3) [m]."""

    pair: np.ndarray
    frame: np.ndarray
    point_a: np.ndarray
    point_b: np.ndarray

    def joined(self, other: _Points) -> _Points:
        return _Points(*(np.concatenate([getattr(self, k), getattr(other, k)])
                         for k in ("pair", "frame", "point_a", "point_b")))

    def taken(self, index) -> _Points:
        return _Points(self.pair[index], self.frame[index], self.point_a[index], self.point_b[index])


def _with_support(centre, half) -> _Boxes:
    """Boxes above a support whose top is at height zero."""
    centre, half = np.array(centre, float), np.array(half, float)
    return _Boxes(np.vstack([[0.0, 0.0, -0.5], centre]), np.vstack([[50.0, 50.0, 0.5], half]))


def _stack(rng, count: int) -> _Boxes:
    half = 0.5 * rng.uniform([0.2, 0.2, 0.1], [1.0, 0.8, 0.5], (count, 3))
    centre = np.zeros((count, 3))
    centre[:, 2] = 2.0 * np.cumsum(half[:, 2]) - half[:, 2]
    centre[:, 0] = np.cumsum(rng.uniform(-0.3, 0.3, count) * half[:, 0].min())
    return _with_support(centre, half)


def _wall(courses: int, width: int, unit: float = 0.4) -> _Boxes:
    centre, half = [], []
    for row in range(courses):
        cuts = unit * np.arange(width + 1)
        if row % 2:
            cuts = np.concatenate([[0.0], cuts[:-1] + 0.5 * unit, cuts[-1:]])
        for left, right in pairwise(cuts):
            centre.append((0.5 * (left + right), 0.0, 0.2 * (row + 0.5)))
            half.append((0.5 * (right - left), 0.1, 0.1))
    return _with_support(centre, half)


def _lattice(shape) -> _Boxes:
    index = np.stack(np.meshgrid(*(np.arange(n) for n in shape), indexing="ij"), axis=-1).reshape(-1, 3)
    size = np.array([0.4, 0.3, 0.2])
    return _with_support((index + 0.5) * size, np.tile(0.5 * size, (len(index), 1)))


def _heap(rng, count: int) -> _Boxes:
    """Boxes laid down one after the other, each on the highest one below it."""
    spread = 0.3 * count ** 0.5
    centre, half = np.zeros((count, 3)), 0.5 * rng.uniform(0.1, 0.7, (count, 3))
    centre[:, :2] = rng.uniform(-spread, spread, (count, 2))
    for i in range(count):
        below = (np.abs(centre[:i, :2] - centre[i, :2]) < half[:i, :2] + half[i, :2] - 1e-3).all(axis=1)
        top = (centre[:i, 2] + half[:i, 2])[below].max(initial=0.0)
        centre[i, 2] = top + half[i, 2]
    return _with_support(centre, half)


def _frame(normal: np.ndarray) -> np.ndarray:
    """(3, 3) rows n, t1, t2, right-handed, with t2 along y where n allows it."""
    side = np.array([0.0, 1.0, 0.0]) if abs(normal[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    side = side - normal * (side @ normal)
    side /= np.linalg.norm(side)
    return np.array([normal, np.cross(side, normal), side])


def _touching(boxes: _Boxes) -> _Points:
    """The four corners of every face that two boxes share."""
    pair, frame, point = [], [], []
    centre, half = boxes.centre, boxes.half
    for b in range(1, len(centre)):
        overlap = half[:b] + half[b] - np.abs(centre[:b] - centre[b])
        touches = (np.abs(overlap) < TOUCH).sum(axis=1) == 1
        touches &= (overlap > -TOUCH).all(axis=1)
        for a in np.flatnonzero(touches):
            axis = int(np.argmin(np.abs(overlap[a])))
            sign = np.sign(centre[b, axis] - centre[a, axis])
            low = np.maximum(centre[a] - half[a], centre[b] - half[b])
            high = np.minimum(centre[a] + half[a], centre[b] + half[b])
            i, j = [k for k in range(3) if k != axis]
            axes = _frame(sign * np.eye(3)[axis])
            for one, two in ((low, low), (high, low), (high, high), (low, high)):
                corner = np.empty(3)
                corner[axis] = centre[a, axis] + sign * half[a, axis]
                corner[i], corner[j] = one[i], two[j]
                pair.append((a, b))
                frame.append(axes)
                point.append(corner)
    point = np.array(point).reshape(-1, 3)
    return _Points(np.array(pair, int).reshape(-1, 2), np.array(frame).reshape(-1, 3, 3), point, point.copy())


def _repeat(rng, points: _Points, apart: float) -> _Points:
    """A quarter of the points once more, moved by `apart` [m] within their face."""
    count = len(points.pair)
    again = points.taken(rng.choice(count, max(1, count // 4)))
    move = apart * np.einsum("ck,ckj->cj", rng.uniform(-1, 1, (len(again.pair), 2)), again.frame[:, 1:])
    return points.joined(_Points(again.pair, again.frame, again.point_a + move, again.point_b + move))


def _ties(rng, boxes: _Boxes, count: int) -> _Points:
    """Rows along the lines between anchors inside of two blocks."""
    blocks = len(boxes.centre)
    pair = np.sort([rng.choice(blocks, 2, replace=False) for _ in range(count)], axis=1)
    anchor = [boxes.centre[pair[:, k]] + rng.uniform(-0.9, 0.9, (count, 3)) * np.minimum(boxes.half[pair[:, k]], 0.5)
              for k in (0, 1)]
    line = anchor[1] - anchor[0]
    length = np.linalg.norm(line, axis=1)
    keep = length > 1e-3 * length.max(initial=0.0)
    frame = np.array([_frame(v / n) for v, n in zip(line[keep], length[keep])]).reshape(-1, 3, 3)
    return _Points(pair[keep], frame, anchor[0][keep], anchor[1][keep])


def _inertia(boxes: _Boxes, density: np.ndarray) -> np.ndarray:
    size = 2.0 * boxes.half
    mass = density * size.prod(axis=1)
    square = size ** 2
    inertia = np.zeros((len(mass), 6, 6))
    inertia[:, range(3), range(3)] = mass[:, None]
    inertia[:, range(3, 6), range(3, 6)] = mass[:, None] / 12 * (square.sum(axis=1)[:, None] - square)
    return inertia


def _turn(problem: ContactProblem, turn: np.ndarray) -> ContactProblem:
    """The same step seen from axes turned by the rotation matrix `turn`."""
    six = np.zeros((6, 6))
    six[:3, :3] = six[3:, 3:] = turn
    return replace(problem, inertia=six @ problem.inertia @ six.T, free_twist=problem.free_twist @ six.T,
                   frame=problem.frame @ turn.T, arm_a=problem.arm_a @ turn.T, arm_b=problem.arm_b @ turn.T,
                   position=problem.position @ turn.T)


def _choose_scene(rng, labels: list[str], planar: bool) -> _Boxes:
    large = rng.random() < 0.03
    kind = rng.choice(["stack", "wall"] if planar else ["single", "stack", "wall", "lattice", "heap", "heap"])
    labels.append(str(kind))
    if kind == "single":
        return _stack(rng, 1)
    if kind == "stack":
        return _stack(rng, int(rng.integers(2, 80 if large else 25)))
    if kind == "wall":
        return _wall(int(rng.integers(1, 8)), int(rng.integers(1, 8))) if not large else _wall(14, 14)
    if kind == "lattice":
        return _lattice(rng.integers(1, 5, 3) if not large else (7, 6, 5))
    return _heap(rng, int(rng.integers(2, 60)) if not large else 250)


def _choose_friction(rng, labels: list[str], count: int) -> np.ndarray:
    kind = rng.choice(["one", "none", "10", "each its own", "some none"], p=[0.35, 0.1, 0.1, 0.25, 0.2])
    labels.append(f"friction {kind}")
    if kind == "one":
        return np.full(count, rng.uniform(0.1, 1.0))
    if kind == "none":
        return np.zeros(count)
    if kind == "10":
        return np.full(count, 10.0)
    friction = 10.0 ** rng.uniform(-2, 1, count)
    if kind == "some none":
        friction[rng.random(count) < 0.4] = 0.0
    return friction


def _choose_motion(rng, labels: list[str], boxes: _Boxes, dt: float, planar: bool) -> np.ndarray:
    """(b, 6) free twists: gravity and a push over the step, and what the blocks bring along."""
    blocks = len(boxes.centre)
    twist = np.zeros((blocks, 6))
    twist[:, 2] = -GRAVITY * dt
    kind = rng.choice(["rest", "pushed", "impact", "each its own", "sheared"], p=[0.2, 0.35, 0.2, 0.15, 0.1])
    labels.append(str(kind))
    if kind == "pushed":
        twist[:, :2] += GRAVITY * dt * rng.uniform(-1.5, 1.5, 2)
    elif kind == "impact":
        twist[:, :3] += rng.uniform([-3, -3, -20], [3, 3, -1])
    elif kind == "each its own":
        twist += 10.0 ** rng.uniform(-3, 1) * rng.standard_normal((blocks, 6))
    elif kind == "sheared":
        twist[:, 0] += rng.uniform(0.1, 3.0) * boxes.centre[:, 2]
    if planar:
        twist[:, [1, 3, 5]] = 0.0
    twist[0] = 0.0
    return twist


def _choose_support(rng, labels: list[str], twist: np.ndarray, prescribed: np.ndarray, planar: bool) -> None:
    """Moving, missing or closing supports, in place."""
    luck = rng.random()
    if luck < 0.25:
        labels.append("moving support")
        twist[0] = 10.0 ** rng.uniform(-4, 0.5) * rng.standard_normal(6) * [1, 1, 1, 0.1, 0.1, 0.1]
        if planar:
            twist[0, [1, 3, 5]] = 0.0
    elif luck < 0.30 and len(twist) > 2:
        labels.append("no support")
        prescribed[0] = False
    elif luck < 0.37 and len(twist) > 2:
        prescribed[-1] = True
        twist[-1] = 0.0
        if luck < 0.34:
            labels.append("support closes from above")
            twist[-1, 2] = -10.0 ** rng.uniform(-3, 0)
        else:
            labels.append("held from above")


def _choose_strengths(rng, labels: list[str], weight: float, tie: np.ndarray, friction: np.ndarray) -> dict:
    """Cohesion, tension and crushing (c,) [N s] in units of the mean weight times step."""
    count = len(friction)
    if not tie.any() and rng.random() > 0.3:
        return {}
    labels.append("strengths")
    strength = {"cohesion": np.zeros(count), "tension": np.zeros(count), "crushing": np.full(count, np.inf)}
    some = rng.random(count) < rng.choice([0.3, 1.0])
    rough = some & (friction > 0.0) & ~tie
    strength["cohesion"][rough] = weight * 10.0 ** rng.uniform(-2, 1, rough.sum())
    pulls = some & (rng.random(count) < 0.5) & ~tie
    strength["tension"][pulls] = weight * 10.0 ** rng.uniform(-2, 1, pulls.sum())
    crushed = rng.random(count) < rng.choice([0.0, 0.2, 1.0])
    strength["crushing"][crushed] = weight * 10.0 ** rng.uniform(-1, 2, crushed.sum())
    strength["tension"][tie] = weight * 10.0 ** rng.uniform(-2, 2, tie.sum())
    strength["crushing"][tie] = np.where(rng.random(tie.sum()) < 0.5, 0.0, strength["crushing"][tie])
    for name in list(strength):
        if rng.random() < 0.15 and not tie.any():
            del strength[name]
    return strength


def _make(seed: int) -> tuple[ContactProblem, list[str]]:
    rng = np.random.default_rng([seed, 20_250])
    labels: list[str] = []
    planar = bool(rng.random() < 0.15)
    dt = 10.0 ** rng.uniform(-5, -2)
    boxes = _choose_scene(rng, labels, planar)
    points = _touching(boxes)
    if rng.random() < 0.1:
        labels.append("small")
        scale = 10.0 ** rng.uniform(-3, -1)
        boxes = _Boxes(scale * boxes.centre, scale * boxes.half)
        points = replace(points, point_a=scale * points.point_a, point_b=scale * points.point_b)
    if rng.random() < 0.12 and len(points.pair) > 4:
        labels.append("few points")
        points = points.taken(np.sort(rng.choice(len(points.pair), len(points.pair) // 2, replace=False)))
    if rng.random() < 0.2:
        labels.append("points twice")
        points = _repeat(rng, points, 0.0)
    if rng.random() < 0.2:
        labels.append("slivers")
        points = _repeat(rng, points, 10.0 ** rng.uniform(-12, -5))
    joints = len(points.pair)
    if rng.random() < 0.12 and not planar and len(boxes.centre) > 2:
        labels.append("ties")
        points = points.joined(_ties(rng, boxes, int(rng.integers(1, 8))))
    order = np.lexsort((points.pair[:, 1], points.pair[:, 0]))
    points, tie = points.taken(order), (np.arange(len(points.pair)) >= joints)[order]
    count = len(order)
    density = np.full(len(boxes.centre), 2000.0)
    if rng.random() < 0.25:
        labels.append("unequal masses")
        density = 10.0 ** rng.uniform(0.5, 6.5, len(density))
    inertia, position = _inertia(boxes, density), boxes.centre
    prescribed = np.arange(len(position)) == 0
    friction = np.where(tie, 0.0, _choose_friction(rng, labels, count))
    twist = _choose_motion(rng, labels, boxes, dt, planar)
    _choose_support(rng, labels, twist, prescribed, planar)
    bias = np.zeros((count, 3))
    if rng.random() < 0.3:
        labels.append("gaps and overlaps")
        bias[:, 0] = rng.standard_normal(count) * 10.0 ** rng.uniform(-9, -5) / dt
    if rng.random() < 0.1:
        labels.append("slip bias")
        bias[:, 1:1 if planar else 3] += GRAVITY * dt * rng.standard_normal((count, 0 if planar else 2))
    mass = inertia[~prescribed, 0, 0].mean()
    compliance = None
    if rng.random() < 0.15:
        labels.append("compliance")
        compliance = 10.0 ** rng.uniform(-6, 1, (count, 3)) / mass
        compliance[rng.random(count) < 0.3] = 0.0
    if rng.random() < 0.15:
        labels.append("flying blocks")
        more = int(rng.integers(1, 4))
        inertia = np.concatenate([inertia, np.repeat(inertia[-1:], more, axis=0)])
        position = np.vstack([position, position[-1] + 10.0 * rng.uniform(1, 2, (more, 3))])
        flying = rng.standard_normal((more, 6))
        twist = np.vstack([twist, flying * [1, 0, 1, 0, 1, 0] if planar else flying])
        prescribed = np.concatenate([prescribed, np.zeros(more, bool)])
    strength = _choose_strengths(rng, labels, mass * GRAVITY * dt, tie, friction)
    problem = ContactProblem(
        inertia=inertia, free_twist=twist, prescribed=prescribed, block_a=points.pair[:, 0].astype(np.int32),
        block_b=points.pair[:, 1].astype(np.int32), frame=points.frame,
        arm_a=points.point_a - position[points.pair[:, 0]],
        arm_b=points.point_b - position[points.pair[:, 1]], bias=bias, friction=friction, compliance=compliance,
        planar_axis=1 if planar else None, position=position, speed_scale=GRAVITY * dt, **strength)
    if planar:
        labels.append("planar")
    elif rng.random() < 0.5:
        axes, upper = np.linalg.qr(rng.standard_normal((3, 3)))
        axes *= np.sign(np.diag(upper))
        problem = _turn(problem, axes * np.linalg.det(axes))
        labels.append("turned")
    if seed % BAD_EVERY == BAD_SEED:
        labels.append("not a number")
        name = str(rng.choice(["free_twist", "bias", "friction", "inertia", "frame"]))
        spoilt = getattr(problem, name).copy()
        # of a free block, or of a contact that touches one
        spoilt.reshape(len(spoilt), -1)[-1, 0] = rng.choice([np.nan, np.inf])
        problem = replace(problem, **{name: spoilt})
    labels.append(f"dt {dt:.0e} s")
    return problem, labels


def nasty_problem(seed: int) -> ContactProblem:
    """The problem of `seed`, always the same."""
    return _make(int(seed))[0]


def describe(seed: int) -> str:
    """What is in the problem of `seed`, in one line."""
    problem, labels = _make(int(seed))
    return f"{', '.join(labels)}; {problem.block_count} blocks, {problem.contact_count} contacts"

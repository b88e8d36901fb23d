"""Open joints and hinges over the blocks of a picture, where they can be seen.

A joint of the drawing is open where a corner of it gapes; it is a hinge where another corner of it still touches. What
has come apart is no joint any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from drystone.analysis.joints import corner_gaps, joint_movements, place_points
from drystone.analysis.layout import Layout
from drystone.view import style
from drystone.view.camera import Camera
from drystone.view.painter import visible_points
from drystone.view.posed import Posed
from drystone.view.solids import Part

#: A joint counts as open from this share of the structure's size on, and of the widest one in the picture.
LEAST, LEAST_OF_WIDEST = 2e-6, 0.08
#: It is closed at a corner whose gap is below this share of the joint's opening.
CLOSED = 0.12
#: Blocks further apart than this share of the smaller one's size have come apart.
APART = 0.3
#: The widest so many that can be seen are marked, of the widest so many that are looked at; more would hide the blocks.
MOST, LOOKED_AT = 24, 240
#: Rings stand at least so far from each other on the paper, as a share of the structure's size; of those that are
#: nearer the one of the wider joint is drawn.
CROWD = 0.03


@dataclass(frozen=True, slots=True)
class JointMarks:
    """What is drawn."""

    edges: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 3)))   #: (k, 2, 3) [m], edges of open joints
    hinges: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))     #: (h, 3) [m], where they are closed
    widest: float = 0.0                                                      #: [m], true opening
    count: int = 0                                                           #: of open joints, hidden ones too
    marked: int = 0                                                          #: of them that are marked
    is_cut: bool = False                                                     #: whether more could be seen

    def draw(self, axes, camera: Camera) -> None:
        """On the paper."""
        from matplotlib.collections import LineCollection
        lines = camera.project(self.edges)
        for colour, width in (("white", 3.0), (style.PALETTE[0], 1.7)):
            axes.add_collection(LineCollection(lines, colors=colour, linewidths=width, zorder=5, capstyle="round"))
        paper = camera.project(self.hinges)
        axes.scatter(paper[:, 0], paper[:, 1], s=17.0, facecolor="white", edgecolor=style.PALETTE[0], linewidths=1.1,
                     zorder=6)


def find_marks(layout: Layout, posed: Posed, pose: tuple[np.ndarray, np.ndarray], parts: list[Part], camera: Camera,
               size: float, shown: np.ndarray) -> JointMarks:
    """Marks of a frame.

    Parameters
    ----------
    pose : true position (b, 3) [m] and orientation (b, 4)
    parts : of the picture, which hide what lies behind them
    size : of the structure [m]
    shown : (b,) bool, blocks in the picture
    """
    joints = layout.joints
    if not joints.count:
        return JointMarks()
    moved = joint_movements(joints, *pose)
    smaller = np.minimum(layout.size[joints.block_a], layout.size[joints.block_b])
    is_open = (moved.opening > LEAST * size) & (moved.least_gap < APART * smaller)
    is_open &= shown[joints.block_a] & shown[joints.block_b] & (moved.opening < 4.0 * smaller)
    widest = float(moved.opening[is_open].max(initial=0.0))
    is_open &= moved.opening >= LEAST_OF_WIDEST * widest
    order = np.flatnonzero(is_open)
    order = order[np.argsort(-moved.opening[order], kind="stable")][:LOOKED_AT]
    gaps = corner_gaps(joints, *pose)
    owner = np.repeat(joints.block_a, np.diff(joints.ptr))
    corner = place_points(joints.point_a, owner, posed.position, posed.orientation)
    edges, hinges = [], []
    for k in order.tolist():
        own = slice(joints.ptr[k], joints.ptr[k + 1])
        ring = corner[own]
        edges.append(np.stack((ring, np.roll(ring, -1, axis=0)), axis=1))
        closed = np.abs(gaps[own]) <= max(CLOSED * moved.opening[k], LEAST * size)
        hinges.append(ring[closed])
    return _seen_marks(edges, hinges, parts, camera, size, widest, int(is_open.sum()))


def _seen_marks(edges: list[np.ndarray], hinges: list[np.ndarray], parts: list[Part], camera: Camera, size: float,
                widest: float, count: int) -> JointMarks:
    """What is seen of the edges (k, 2, 3) and closed corners (h, 3) of joints, the widest first; count : of all that
    are open"""
    if not edges:
        return JointMarks()
    found, points, lift = np.concatenate(edges), np.concatenate(hinges), 2e-3 * size
    edge_joint, hinge_joint = (np.repeat(np.arange(len(edges)), [len(own) for own in owns]) for owns in (edges, hinges))
    is_line = visible_points(found.reshape(-1, 3), parts, camera, lift).reshape(-1, 2).all(axis=1)
    is_line &= np.linalg.norm(camera.project(found[:, 1] - found[:, 0]), axis=1) > 1e-3 * size
    is_ring = visible_points(points, parts, camera, lift)
    seen = np.union1d(edge_joint[is_line], hinge_joint[is_ring])
    lines = found[is_line & np.isin(edge_joint, seen[:MOST])]
    rings = points[is_ring & np.isin(hinge_joint, seen[:MOST])]
    return JointMarks(lines, rings[_thinned(camera.project(rings), CROWD * size)], widest, count,
                      min(len(seen), MOST), len(seen) > MOST or count > LOOKED_AT)


def _thinned(paper: np.ndarray, least: float) -> list[int]:
    """Numbers of points (n, 2), the first ones first, that stand apart by `least` [m] or more."""
    kept: list[int] = []
    for k, place in enumerate(paper):
        if not kept or np.linalg.norm(paper[kept] - place, axis=1).min() >= least:
            kept.append(k)
    return kept


def mark_handles(marks: Sequence[JointMarks]) -> list:
    """Legend of open joints and hinges, with the widest opening of all panels, and how many are left out."""
    from matplotlib.lines import Line2D
    widest, out = style.write_small(max(mark.widest for mark in marks)), []
    cut = max(marks, key=lambda mark: (mark.is_cut, mark.count - mark.marked))
    if any(len(mark.edges) for mark in marks):
        which = f"{cut.marked} of {cut.count} marked; widest" if cut.is_cut else "widest"
        out.append(Line2D([], [], color=style.PALETTE[0], linewidth=1.7, label=f"open joint ({which} {widest})"))
    if any(len(mark.hinges) for mark in marks):
        out.append(Line2D([], [], linestyle="", marker="o", markersize=4.5, markerfacecolor="white",
                          markeredgecolor=style.PALETTE[0], label="hinge: closed side of an open joint"))
    return out

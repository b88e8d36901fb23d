"""Faces on the paper: light, outlines, shadow on the ground, and marks over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from drystone.view import style
from drystone.view.camera import Camera
from drystone.view.painter import paint_order
from drystone.view.solids import Part

#: Light on the paper's axes (right, up, towards the viewer), from above and from the reader's left; its
#: length is what it adds to the tone of a face turned to it. Chosen so that tops are light, walls seen face
#: on have about their own colour, and sides are clearly darker.
_LIGHT = np.array([-0.10, 0.39, 0.57])
#: Tone of a face turned away from the light; dark enough to read as such, light enough to show its outlines.
_DARK = 0.58
#: Plan shift of the shadow per height above the ground [-]: a high light, so that shadows stay near.
_SHADOW_SLOPE = 0.22


@dataclass(frozen=True, slots=True)
class Overlay:
    """Marks drawn over the blocks."""

    segments: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 3)))  #: (k, 2, 3) [m]
    dots: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))         #: (d, 3) [m]
    note: str = ""                                                             #: what the lengths mean

    def draw(self, axes, camera: Camera) -> None:
        """On the paper, in the accent colour."""
        from matplotlib.collections import LineCollection
        lines = camera.project(self.segments)
        for colour, width in (("white", 2.6), (style.ACCENT, 1.3)):     # a white rim keeps them legible
            axes.add_collection(LineCollection(lines, colors=colour, linewidths=width, zorder=5,
                                               capstyle="round"))
        paper = camera.project(self.dots)
        axes.scatter(paper[:, 0], paper[:, 1], s=5.0, color=style.INK, linewidths=0.0, zorder=7)


def draw_parts(axes, parts: Sequence[Part], camera: Camera, colours: np.ndarray, *,
               ghost: bool = False) -> None:
    """Paint all parts, far ones first.

    Parameters
    ----------
    colours : (b, 3) of the blocks, 0..1
    ghost : paler faces, for pictures in which marks over them matter more
    """
    from matplotlib.collections import PolyCollection
    width = _line_width(len(parts))
    polygons, faces, edges, line_widths = [], [], [], []
    ground = _ground(parts)
    for i in paint_order(parts, camera):
        part = parts[i]
        visible = np.flatnonzero(part.normals @ camera.toward > 1e-9)
        light = np.maximum(part.normals[visible] @ camera.axes.T @ _LIGHT, 0.0)
        tones = _shade(colours[part.block], light, ghost)
        rim = np.append(0.42 * colours[part.block] + (0.40 if ghost else 0.0), 1.0)
        outlines = [camera.project(part.vertices[list(part.faces[f])]) for f in visible]
        polygons += outlines
        faces += list(tones)
        edges += [rim] * len(visible)
        line_widths += [width] * len(visible)
        if ground is not None and i == ground[0] and ground[1] in visible:
            top = int(np.flatnonzero(visible == ground[1])[0])
            shadow = _shadows(parts, ground, camera)
            tone = np.append(tones[top, :3] * (0.95 if ghost else 0.86), 1.0)
            polygons += [*shadow, outlines[top]]     # the outline again, where shadows ran over it
            faces += [tone] * len(shadow) + [np.zeros(4)]
            edges += [tone] * len(shadow) + [rim]
            line_widths += [0.3] * len(shadow) + [width]
    axes.add_collection(PolyCollection(polygons, facecolors=faces, edgecolors=edges, linewidths=line_widths,
                                       joinstyle="round", capstyle="round", zorder=2), autolim=False)


def _shade(colour: np.ndarray, light: np.ndarray, ghost: bool) -> np.ndarray:
    """(f, 4) tones of faces from the colour (3,) of their block and the light (f,) on them."""
    factor = (_DARK + light)[:, None]
    # strong light pales a face a little, never to white, and dark ones less: they must be found again on a colour bar
    white = np.clip(1.3 * (factor - 1.0), 0.0, 0.22) * min(1.0, 1.3 * float(np.mean(colour)))
    tones = colour * np.minimum(factor, 1.0) * (1.0 - white) + white
    if ghost:
        tones = 0.45 * tones + 0.55
    return np.column_stack((np.clip(tones, 0.0, 1.0), np.ones(len(tones))))


def fit_paper(panels: Sequence[Sequence[Part]], camera: Camera,
              overlays: Sequence[Overlay | None] = ()) -> np.ndarray:
    """Limits (2, 2) [m] on the paper that hold all panels, with a margin and room for the scale bar below."""
    points = [camera.project(p.vertices) for panel in panels for p in panel]
    points += [camera.project(o.segments.reshape(-1, 3)) for o in overlays if o is not None]
    stacked = np.concatenate(points) if points else np.zeros((1, 2))
    low, high = stacked.min(axis=0), stacked.max(axis=0)
    size = float(max(*(high - low), 1e-9))
    # a tall, narrow structure still needs room for the marks below it
    widen = max(0.0, 0.45 * size - float(high[0] - low[0])) / 2.0
    side = 0.02 * size + widen
    return np.array([low - np.array([side, 0.095 * size]), high + np.array([side, 0.02 * size])])


def _line_width(count: int) -> float:
    """Outlines [pt]: thinner where there are many blocks."""
    return float(np.clip(0.9 * (12.0 / max(count, 1)) ** 0.25, 0.22, 0.8))


def _ground(parts: Sequence[Part]) -> tuple[int, int] | None:
    """Numbers of the part that lies below all others and of its horizontal top face, or None."""
    if len(parts) < 2:
        return None
    tops = np.array([p.vertices[:, 2].max() for p in parts])
    lows = np.array([p.vertices[:, 2].min() for p in parts])
    i = int(np.argmin(tops))
    size = max(np.ptp(np.concatenate([p.vertices for p in parts]), axis=0).max(), 1e-12)
    if np.delete(lows, i).min() < tops[i] - 0.02 * size:
        return None
    face = int(np.argmax(parts[i].normals[:, 2]))
    return (i, face) if parts[i].normals[face, 2] > 1.0 - 1e-9 else None


def _shadows(parts: Sequence[Part], ground: tuple[int, int], camera: Camera) -> list[np.ndarray]:
    """Shadows of all parts on the ground's top face, cut at its border, as polygons on the paper."""
    slab = parts[ground[0]]
    border = slab.vertices[list(slab.faces[ground[1]])]
    level = float(border[:, 2].mean())
    # the light comes from the left of the paper and a little from the viewer's side
    away = _SHADOW_SLOPE * (camera.axes[0, :2] * 0.9 - camera.toward[:2] * 0.25)
    out = []
    for i, part in enumerate(parts):
        if i == ground[0]:
            continue
        height = np.maximum(part.vertices[:, 2] - level, 0.0)
        outline = _hull(part.vertices[:, :2] + height[:, None] * away)
        outline = _clip_polygon(outline, border[:, :2])
        if len(outline) > 2:
            out.append(camera.project(np.column_stack((outline, np.full(len(outline), level)))))
    return out


def _hull(points: np.ndarray) -> np.ndarray:
    """Convex hull (k, 2) of plane points, counter-clockwise (monotone chain)."""
    points = points[np.lexsort((points[:, 1], points[:, 0]))]

    def half(rows) -> list[np.ndarray]:
        chain: list[np.ndarray] = []
        for p in rows:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0.0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return np.array(half(points) + half(points[::-1]))


def _clip_polygon(polygon: np.ndarray, border: np.ndarray) -> np.ndarray:
    """What of a convex polygon (k, 2) lies inside a convex, counter-clockwise border (Sutherland-Hodgman)."""
    for a, b in zip(border, np.roll(border, -1, axis=0)):
        sides = [_turn(a, b, p) for p in polygon]
        kept = []
        for k in range(len(polygon)):
            p, q, s, t = polygon[k - 1], polygon[k], sides[k - 1], sides[k]
            if (s > 0.0) != (t > 0.0):
                kept.append(p + (q - p) * (s / (s - t)))
            if t > 0.0:
                kept.append(q)
        polygon = np.array(kept).reshape(-1, 2)
        if not len(polygon):
            break
    return polygon


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Positive where a, b, c turn left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

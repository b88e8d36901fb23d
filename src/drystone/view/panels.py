"""Panels on the paper: what is in the picture, how panels fill a page, scale bar and axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.view import style
from drystone.view.camera import Camera
from drystone.view.solids import Part, Solids, bounding_box, crop_part

#: Room around the structure on its ground, depth of the slab that is left of a ground block, and how far
#: beyond its first outline a structure may spread before the picture lets pieces go; in shares of the
#: structure's size.
_MARGIN, _SLAB, _SPREAD = 0.10, 0.025, 0.9
#: A support is cropped where it is this many times larger than the structure.
_TOO_LARGE = 1.5
#: Margin of a sheet, height of a line of a title, width that a colour bar needs, and least width of a panel [inch].
_EDGE, _TITLE_LINE, _BAR_ROOM, _LEAST_PANEL = 0.06, 0.16, 0.85, 2.6
#: Length of the axes of the world as a share of the paper, and how far out their names stand, as a share of that.
_TRIAD, _NAMES = 0.038, 1.3


@dataclass(frozen=True, slots=True)
class Frame:
    """What is worth seeing of a structure, over some pictures of it."""

    box: np.ndarray      #: (2, 3) [m] of the structure
    ground: np.ndarray   #: (2, 3) [m], what is left of supports that are too large
    limit: np.ndarray    #: (2, 3) [m], beyond which pieces are let go
    size: float          #: [m] of the structure at the start

    @classmethod
    def around(cls, solids: Solids, panels: Sequence[Sequence[Part]], first: Sequence[Part]) -> Frame:
        """Of panels and the structure as it was at `first`.

        A piece that flew or fell far off would shrink all others: the box follows the structure only so far.
        """
        start = bounding_box(free_parts(solids, first) or first)
        size = float(np.ptp(start, axis=0).max())
        spread = bounding_box([p for panel in panels for p in free_parts(solids, panel)] or first)
        limit = np.array([start[0] - _SPREAD * size, start[1] + _SPREAD * size])
        box = np.array([np.clip(spread[0], limit[0], start[0]), np.clip(spread[1], start[1], limit[1])])
        ground = np.array([box[0] - _MARGIN * size, box[1] + _MARGIN * size])
        ground[0, 2] = box[0, 2] - _SLAB * size
        return cls(box, ground, limit, size)

    def crop(self, solids: Solids, parts: Sequence[Part]) -> list[Part]:
        """Parts within the frame, large supports cut off."""
        kept = []
        for part in parts:
            extent = np.ptp(part.vertices, axis=0).max()
            if solids.is_support[part.block] and extent > _TOO_LARGE * self.size:
                part = crop_part(part, self.ground)
            elif (part.vertices.max(axis=0) < self.limit[0]).any() or (part.vertices.min(axis=0) > self.limit[1]).any():
                part = None
            if part is not None:
                kept.append(part)
        return kept


def frame_panels(solids: Solids, panels: Sequence[Sequence[Part]],
                 first: Sequence[Part]) -> tuple[list[list[Part]], np.ndarray]:
    """Panels with supports cropped near the structure, and the box (2, 3) [m] of what is worth seeing."""
    frame = Frame.around(solids, panels, first)
    return [frame.crop(solids, panel) for panel in panels], frame.box


def free_parts(solids: Solids, parts: Sequence[Part]) -> list[Part]:
    """Parts of blocks that are no supports."""
    return [p for p in parts if not solids.is_support[p.block]]


# -- the paper -------------------------------------------------------------------------------------------

def panel_figure(count: int, limits: np.ndarray, *, has_scale: bool = False, title_lines: int = 1):
    """Figure with `count` panels of the shape of `limits` (2, 2) [m], in rows that fill a page well.

    It is laid out by hand: no paper is left over, and titles find the room that they need. Where the last row is not
    full, its panels stand in the middle.
    """
    width, height = np.ptp(limits, axis=0)
    shape = height / width

    def waste(columns: int) -> float:
        rows = -(-count // columns)
        return abs(np.log(rows * shape / columns / 0.62)) + 0.15 * (rows * columns - count)

    columns = min(range(1, count + 1), key=waste)
    rows = -(-count // columns)
    page = 9.0 if columns > 1 or shape < 0.8 else 5.5
    wide = min(page / columns, 9.5 / rows / shape)       # of one panel, as wide as page and height allow
    step = max(wide, _LEAST_PANEL)                       # a title needs room too
    above = 0.10 + _TITLE_LINE * title_lines
    size = np.array([columns * step + 2.0 * _EDGE + (_BAR_ROOM if has_scale else 0.0),
                     rows * (wide * shape + above) + _EDGE])
    figure = style.new_figure(*size, by_hand=True)
    short = columns * rows - count                       # places that the last row does not fill
    out = []
    for k in range(count):
        row, column = divmod(k, columns)
        left = _EDGE + step * (column + (0.5 * short if row == rows - 1 else 0.0)) + 0.5 * (step - wide)
        bottom = _EDGE + (rows - 1 - row) * (wide * shape + above)
        out.append(figure.add_axes((*(np.array([left, bottom]) / size), *(np.array([wide, wide * shape]) / size))))
    return figure, out


def legend_of_panels(figure, handles: Sequence) -> None:
    """A legend under panels, in as many columns as find room; the figure grows by its height."""
    if not handles:
        return
    labels, columns = [handle.get_label() for handle in handles], min(4, len(handles))
    while True:
        legend = figure.legend(handles, labels, loc="lower center", ncols=columns)
        box = legend.get_window_extent(figure.canvas.get_renderer())
        if box.width <= 0.98 * figure.bbox.width or columns == 1:
            break
        legend.remove()
        columns -= 1
    width = figure.get_size_inches()[0]
    if box.width > 0.98 * figure.bbox.width:             # a label alone is wider than the picture
        _shift(figure, right=box.width / figure.dpi / 0.98 - width)
    _shift(figure, up=box.height / figure.dpi)


def _shift(figure, *, up: float = 0.0, right: float = 0.0) -> None:
    """Make the figure larger by these [inch], and leave its axes as they are, further up and in the middle."""
    old = figure.get_size_inches()
    new = np.array([old[0] + right, old[1] + up])
    places = [(axes, np.array(axes.get_position(original=True).bounds)) for axes in figure.axes]
    figure.set_size_inches(*new)
    for axes, (x, y, w, h) in places:
        axes.set_position(((x * old[0] + 0.5 * right) / new[0], (y * old[1] + up) / new[1],
                           w * old[0] / new[0], h * old[1] / new[1]))


def bar_axes(figure, axes_list: Sequence):
    """Axes for a colour bar beside panels, in the room that `panel_figure` keeps."""
    places = [axes.get_position(original=True) for axes in axes_list]
    low, high, right = min(p.y0 for p in places), max(p.y1 for p in places), max(p.x1 for p in places)
    width = figure.get_size_inches()[0]
    return figure.add_axes((right + 0.08 / width, low + 0.12 * (high - low), 0.11 / width, 0.76 * (high - low)))


def finish_panel(axes, limits: np.ndarray, label: str) -> None:
    """Equal scales, no frame, and what is shown in words above."""
    axes.set_xlim(limits[:, 0])
    axes.set_ylim(limits[:, 1])
    axes.set_aspect("equal")
    axes.set_axis_off()
    figure, place = axes.figure, axes.get_position(original=True)
    # the panel is as wide as its place, and titles may go on to the right as far as the next one begins
    room = max(place.width * figure.get_size_inches()[0], _LEAST_PANEL) - 2.0 * _EDGE
    axes.set_title(style.shorten(figure, label, room), loc="left", pad=3.0)


def draw_scale_bar(axes, panels, camera: Camera, limits: np.ndarray) -> None:
    """A bar of a round length, drawn in the scene along x or y, below the structure; and the axes of the
    world.
    """
    box = bounding_box([p for panel in panels for p in panel])
    along = 0 if abs(camera.axes[0][0]) >= abs(camera.axes[0][1]) else 1
    length = style.nice_length(0.28 * float(box[1, along] - box[0, along]))
    arm = camera.project(np.eye(3)[along] * length)
    arm = arm if arm[0] >= 0.0 else -arm
    tip = np.ptp(limits, axis=0).max()
    arms = camera.project(np.eye(3)) * _TRIAD * tip      # of the axes, which stand left of the bar
    name = (_NAMES - 1.0) * _TRIAD * tip
    beside, below = (name - least if least < -0.1 * name else 0.0 for least in arms.min(axis=0).tolist())
    origin = limits[0] + np.array([0.02 * tip + beside, 0.016 * tip + below])
    start = np.array([origin[0] + max(float(arms[:, 0].max()), 0.0) + name + 0.035 * tip,
                      limits[0, 1] + 0.034 * tip - min(arm[1], 0.0)])
    tick = np.array([0.0, 0.009 * tip])
    end = start + arm
    for line in ((start, end), (start - tick, start + tick), (end - tick, end + tick)):
        axes.plot(*np.array(line).T, color=style.MUTED, linewidth=0.9, solid_capstyle="butt", zorder=9)
    middle = 0.5 * (start + end) - np.array([0.0, 0.012 * tip])
    axes.annotate(style.write_length(length), middle, ha="center", va="top", fontsize=7.5, color=style.INK,
                  zorder=9)
    _draw_triad(axes, origin, arms, _TRIAD * tip)


def _draw_triad(axes, origin: np.ndarray, arms: np.ndarray, length: float) -> None:
    for name, arm in zip("xyz", arms):
        if np.linalg.norm(arm) < 0.2 * length:           # it points at the reader
            continue
        axes.annotate("", origin + arm, xytext=origin, zorder=9,
                      arrowprops={"arrowstyle": "-|>,head_width=0.12,head_length=0.25", "color": style.MUTED,
                                  "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0})
        beyond = 1.0 + (_NAMES - 1.0) * length / float(np.linalg.norm(arm))
        axes.annotate(name, origin + beyond * arm, ha="center", va="center", fontsize=7.0, color=style.INK,
                      zorder=9)

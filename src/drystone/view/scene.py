"""Pictures of the blocks at chosen times: shaded faces, outlines, hidden surfaces removed, equal scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.checks import check_choice
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.camera import Camera, choose_camera
from drystone.view.painting import Overlay, draw_parts, fit_paper
from drystone.view.pick import frames_at
from drystone.view.solids import Part, Solids, bounding_box, crop_part, split_parts

COLOURS = ("stone", "displacement", "group")

#: Room around the structure on its ground, depth of the slab that is left of a ground block, and how far
#: beyond its first outline a structure may spread before the picture lets pieces go; in shares of the
#: structure's size.
_MARGIN, _SLAB, _SPREAD = 0.10, 0.025, 0.9
#: A support is cropped where it is this many times larger than the structure.
_TOO_LARGE = 1.5


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What a picture of blocks shows beside the blocks."""

    colour: str = "stone"          #: stone: supports in another tone; displacement; group
    forces: bool = False           #: interface forces as segments through their points of action
    camera: Camera | None = None   #: None: chosen from the shape of the structure

    def __post_init__(self) -> None:
        check_choice("scene: colour", self.colour, COLOURS)


@style.styled
def scene_figure(result: RunResult, times: Sequence[float] | None = None,
                 options: SceneOptions | None = None):
    """Figure with one panel a time: the blocks at the kept frame nearest to it.

    Parameters
    ----------
    times : [s]; None: start, end and two between them, or the start alone where nothing moves
    """
    options = options or SceneOptions()
    solids, frames = Solids.of_run(result), result.frames
    chosen = frames_at(result, times)
    panels = [split_parts(result.shape(int(i))) for i in chosen]
    first = split_parts(result.shapes.start)
    panels, box = frame_panels(solids, panels, first)
    camera = options.camera or choose_camera(np.ptp(bounding_box(_free(solids, first) or first), axis=0))
    moved = np.linalg.norm(frames.position[chosen] - static_array(result, "initial_position"), axis=2)
    colours, scale = _colours(solids, options.colour, moved)
    overlays = [_forces(result, i, box) if options.forces else None for i in chosen]
    limits = fit_paper(panels, camera, overlays)
    figure, axes_list = panel_figure(len(panels), limits, has_scale=scale is not None)
    labels = style.write_times(frames.time[chosen])
    for k, axes in enumerate(axes_list):
        draw_parts(axes, panels[k], camera, colours[k], ghost=options.forces)
        if overlays[k] is not None:
            overlays[k].draw(axes, camera)
            labels[k] += overlays[k].note
        finish_panel(axes, limits, labels[k])
    draw_scale_bar(axes_list[0], panels, camera, limits)
    if scale is not None:
        _draw_colour_bar(figure, axes_list, *scale)
    elif options.colour == "group":
        group_legend(figure, solids)
    return figure


# -- what is in the picture ------------------------------------------------------------------------------

def frame_panels(solids: Solids, panels: list[list[Part]],
                 first: list[Part]) -> tuple[list[list[Part]], np.ndarray]:
    """Panels with supports cropped near the structure, and the box (2, 3) [m] of what is worth seeing.

    A piece that flew or fell far off would shrink all others: the box follows the structure only so far.
    """
    start = bounding_box(_free(solids, first) or first)
    size = float(np.ptp(start, axis=0).max())
    spread = bounding_box([p for panel in panels for p in _free(solids, panel)] or first)
    limit = np.array([start[0] - _SPREAD * size, start[1] + _SPREAD * size])
    box = np.array([np.clip(spread[0], limit[0], start[0]), np.clip(spread[1], start[1], limit[1])])
    ground = np.array([box[0] - _MARGIN * size, box[1] + _MARGIN * size])
    ground[0, 2] = box[0, 2] - _SLAB * size
    return [_crop(solids, panel, ground, size, limit) for panel in panels], box


def _crop(solids: Solids, parts: list[Part], ground: np.ndarray, size: float,
          limit: np.ndarray) -> list[Part]:
    kept = []
    for part in parts:
        extent = np.ptp(part.vertices, axis=0).max()
        if solids.is_support[part.block] and extent > _TOO_LARGE * size:
            part = crop_part(part, ground)
        elif (part.vertices.max(axis=0) < limit[0]).any() or (part.vertices.min(axis=0) > limit[1]).any():
            part = None
        if part is not None:
            kept.append(part)
    return kept


def _free(solids: Solids, parts: Sequence[Part]) -> list[Part]:
    return [p for p in parts if not solids.is_support[p.block]]


# -- colours ---------------------------------------------------------------------------------------------

def _colours(solids: Solids, kind: str, moved: np.ndarray):
    """Colours (b, 3) of each panel, and (norm, map, unit) of a colour bar or None; moved (panels, b) [m]."""
    from matplotlib import colormaps
    from matplotlib.colors import Normalize, to_rgb
    support = np.array(to_rgb(style.SUPPORT))
    if kind == "displacement":
        factor, unit = style.length_unit([moved[:, ~solids.is_support]])
        largest = float(moved[:, ~solids.is_support].max(initial=0.0)) * factor
        norm, cmap = Normalize(0.0, largest or 1.0), colormaps["YlOrBr"].resampled(256)
        rows = [np.where(solids.is_support[:, None], support, cmap(0.06 + 0.72 * norm(row * factor))[:, :3])
                for row in moved]
        return rows, (norm, cmap, unit)
    if kind == "group":
        return [group_colours(solids)] * len(moved), None
    base = np.where(solids.is_support[:, None], support, to_rgb(style.STONE))
    return [vary_tones(base)] * len(moved), None


def group_colours(solids: Solids) -> np.ndarray:
    """(b, 3) a colour for each group, supports in their own."""
    from matplotlib.colors import to_rgb
    faces = np.array([to_rgb(c) for c in style.FACE_PALETTE])
    base = faces[main_groups(solids)[1] % len(faces)]
    return vary_tones(np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), base))


def vary_tones(colours: np.ndarray, amount: float = 0.035) -> np.ndarray:
    """Colours (b, 3) a little lighter or darker from block to block, always the same for a block number."""
    share = np.modf(np.arange(len(colours)) * 0.6180339887498949)[0]   # golden ratio: neighbours differ most
    return np.clip(colours * (1.0 + amount * (2.0 * share - 1.0))[:, None], 0.0, 1.0)


def main_groups(solids: Solids) -> tuple[list[str], np.ndarray]:
    """Names of groups, and (b,) which of them colours each block: its largest; "other" without any."""
    members: dict[str, int] = {}
    free = [i for i in range(len(solids.names)) if not solids.is_support[i]]
    for i in free:
        for group in solids.groups[i]:
            members[group] = members.get(group, 0) + 1
    best = [max(solids.groups[i], key=lambda g: (members.get(g, 0), g), default="other")
            if not solids.is_support[i] else "" for i in range(len(solids.names))]
    names = list(dict.fromkeys(best[i] for i in free))
    return names, np.array([names.index(name) if name in names else 0 for name in best])


def group_legend(figure, solids: Solids, extra: Sequence = ()) -> None:
    """Legend of the groups with their numbers of blocks, the supports, and what else was drawn."""
    from matplotlib.patches import Patch
    names, of_block = main_groups(solids)
    free = ~solids.is_support
    handles = []
    for k, name in enumerate(names[:2 * len(style.FACE_PALETTE)]):
        count = int((free & (of_block == k)).sum())
        handles.append(Patch(facecolor=style.FACE_PALETTE[k % len(style.FACE_PALETTE)], edgecolor=style.MUTED,
                             linewidth=0.5, label=f"{name} ({count} block{'s' if count > 1 else ''})"))
    if solids.is_support.any():
        count = int(solids.is_support.sum())
        handles.append(Patch(facecolor=style.SUPPORT, edgecolor=style.MUTED, linewidth=0.5,
                             label=f"support{'s' if count > 1 else ''} ({count})"))
    handles += list(extra)
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=min(4, len(handles)))


# -- the paper -------------------------------------------------------------------------------------------

def panel_figure(count: int, limits: np.ndarray, *, has_scale: bool = False):
    """Figure with `count` panels of the shape of `limits` (2, 2) [m], in rows that fill a page well."""
    width, height = np.ptp(limits, axis=0)
    shape = height / width

    def waste(columns: int) -> float:
        rows = -(-count // columns)
        return abs(np.log(rows * shape / columns / 0.62)) + 0.15 * (rows * columns - count)

    columns = min(range(1, count + 1), key=waste)
    rows = -(-count // columns)
    page = 9.0 if columns > 1 or shape < 0.8 else 5.5
    tall = min(page * rows * shape / columns, 9.5)
    figure = style.new_figure(page + (0.7 if has_scale else 0.0), tall + 0.24 * rows + 0.1)
    figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, wspace=0.01, hspace=0.01)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes in grid[count:]:
        axes.set_axis_off()
    return figure, list(grid[:count])


def finish_panel(axes, limits: np.ndarray, label: str) -> None:
    """Equal scales, no frame, and what is shown in words above."""
    axes.set_xlim(limits[:, 0])
    axes.set_ylim(limits[:, 1])
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(label, loc="left")


def draw_scale_bar(axes, panels, camera: Camera, limits: np.ndarray) -> None:
    """A bar of a round length, drawn in the scene along x or y, below the structure; and the axes of the
    world.
    """
    box = bounding_box([p for panel in panels for p in panel])
    along = 0 if abs(camera.axes[0][0]) >= abs(camera.axes[0][1]) else 1
    length = style.nice_length(0.28 * float(box[1, along] - box[0, along]))
    arm = camera.project(np.eye(3)[along] * length)
    tip = np.ptp(limits, axis=0).max()
    start = np.array([limits[0, 0] + 0.13 * tip, limits[0, 1] + 0.034 * tip - min(arm[1], 0.0)])
    if arm[0] < 0:
        start, arm = start + arm, -arm
    tick = np.array([0.0, 0.009 * tip])
    end = start + arm
    for line in ((start, end), (start - tick, start + tick), (end - tick, end + tick)):
        axes.plot(*np.array(line).T, color=style.MUTED, linewidth=0.9, solid_capstyle="butt", zorder=9)
    below = 0.5 * (start + end) - np.array([0.0, 0.012 * tip])
    axes.annotate(style.write_length(length), below, ha="center", va="top", fontsize=7.5, color=style.INK,
                  zorder=9)
    _draw_triad(axes, camera, np.array([limits[0, 0] + 0.035 * tip, limits[0, 1] + 0.02 * tip]), 0.05 * tip)


def _draw_triad(axes, camera: Camera, origin: np.ndarray, length: float) -> None:
    for name, direction in zip("xyz", np.eye(3)):
        arm = camera.project(direction) * length
        axes.annotate("", origin + arm, xytext=origin, zorder=9,
                      arrowprops={"arrowstyle": "-|>,head_width=0.12,head_length=0.25", "color": style.MUTED,
                                  "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0})
        axes.annotate(name, origin + 1.28 * arm, ha="center", va="center", fontsize=7.0, color=style.INK,
                      zorder=9)


def _draw_colour_bar(figure, axes_list, norm, cmap, unit: str) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap
    shown = ListedColormap(cmap(0.06 + 0.72 * np.linspace(0.0, 1.0, 256)))
    bar = figure.colorbar(ScalarMappable(norm, shown), ax=axes_list, shrink=0.55, aspect=28, pad=0.01)
    bar.set_label(f"displacement since the start  [{unit}]")
    bar.outline.set_visible(False)


def _forces(result: RunResult, frame: int, box: np.ndarray) -> Overlay | None:
    """Segments along the interface forces of a frame; None where the run kept none of them then."""
    if "interfaces" not in result.tables:
        return None
    kept = result.column("interfaces", "step")
    found = np.flatnonzero(kept == result.frames.step[frame])
    if not len(found):
        return None
    rows = result.rows("interfaces", int(found[-1]))
    size = np.linalg.norm(rows["force"], axis=1)
    largest = float(size.max(initial=0.0))
    if largest == 0.0:
        return None
    counts = size > 1e-6 * largest
    half = 0.5 * 0.16 * float(np.ptp(box, axis=0).max()) / largest * rows["force"][counts]
    point = rows["point"][counts]
    unit, factor = ("kN", 1e-3) if largest >= 1e3 else ("N", 1.0)
    return Overlay(segments=np.stack((point - half, point + half), axis=1), dots=point,
                   note=f",  longest segment {largest * factor:.3g} {unit}")

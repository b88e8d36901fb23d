"""Pictures of statics and limit analysis: the mechanism, exaggerated, and the flow of forces through the joints."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drystone.checks import check_choice, check_count
from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError
from drystone.geometry.rotation import rotate_quaternion
from drystone.model.model import Model
from drystone.model.static import StaticModel
from drystone.results.files import write_atomically
from drystone.view import style
from drystone.view.block_colours import vary_tones
from drystone.view.camera import Camera, choose_camera
from drystone.view.painting import Overlay, draw_parts, fit_paper
from drystone.view.panels import draw_scale_bar, finish_panel, frame_panels, legend_of_panels, panel_figure
from drystone.view.solids import Solids
from drystone.view.tie_lines import TieLines, model_ties

#: Displacement of the fastest corner in the picture, in shares of the structure's size.
SHOWN = 0.12
#: Length of the longest force, in the same.
LONGEST = 0.16
#: Forces below this share of the greatest are not drawn.
LEAST_FORCE = 1e-3
#: Forces that act further than this outside of the structure's box are not drawn, in the same.
OFF = 0.05
#: Points of action are marked where there are no more than this; more would hide the forces.
MOST_DOTS = 600
ANIMATION_DOTS_PER_INCH = 90


@style.styled
def limit_figure(model: Model, mechanism: np.ndarray, interfaces: InterfaceSet | None = None, *, title: str = "",
                 camera: Camera | None = None, hide: Sequence[str] = ()):
    """Figure of a mechanism if there is one, and of the forces if they are given.

    Parameters
    ----------
    mechanism : (b, 6) twists, the fastest corner at about 1; nothing moves if they are zero
    interfaces : resultants of the joints
    hide : blocks or groups that are left out
    """
    solids = Solids.of_model(model)
    hidden = solids.hidden(hide)
    rest = solids.place(model.initial_position, model.initial_orientation)
    size = solids.extent(rest)
    poses = displace(model, SHOWN * size * mechanism)
    rest, moved = ([part for part in parts if not hidden[part.block]] for parts in (rest, solids.place(*poses)))
    if not rest:
        raise InputError("hide: all blocks are hidden, nothing is left to show")
    moves = bool(np.abs(mechanism).max(initial=0.0) > 0.0)
    shown = ([moved] if moves or interfaces is None else []) + ([] if interfaces is None else [rest])
    panels, box = frame_panels(solids, shown, rest)
    camera = camera or choose_camera(np.ptp(box, axis=0))
    overlays: list[Overlay | None] = [None] * len(panels)
    if interfaces is not None:
        overlays[-1] = force_overlay(interfaces, size, box)
    limits = fit_paper(panels, camera, overlays)
    figure, axes_list = panel_figure(len(panels), limits)
    colours = speed_colours(solids, mechanism)
    start = (model.initial_position, model.initial_orientation)
    ties = [model_ties(solids.ties, *(start if parts is rest else poses)) for parts in shown]
    for k, axes in enumerate(axes_list):
        draw_parts(axes, panels[k], camera, colours, ghost=overlays[k] is not None)
        ties[k].draw(axes, camera)
        label = style.plain(title) if k == 0 else "forces in the joints"
        if (overlay := overlays[k]) is not None:
            overlay.draw(axes, camera)
            label += overlay.note
        finish_panel(axes, limits, label)
    draw_scale_bar(axes_list[0], panels, camera, limits)
    legend_of_panels(figure, TieLines.handles(ties))
    return figure


def draw_limit(model: Model, path: str | Path, mechanism: np.ndarray, interfaces: InterfaceSet | None = None, *,
               title: str = "") -> Path:
    """Write the picture to `path` (.png or .pdf)."""
    return style.save_figure(limit_figure(model, mechanism, interfaces, title=title), Path(path))


def animate_limit(model: Model | StaticModel, path: str | Path, mechanism: np.ndarray, *, title: str = "",
                  frames: int = 24, seconds: float = 3.0) -> Path:
    """Write an animated picture (.gif) in which the mechanism opens and closes once in `seconds` [s], for ever."""
    path = Path(path)
    check_choice("animation: format", path.suffix.removeprefix("."), ("gif",))
    pictures = mechanism_pictures(model, mechanism, title=title, frames=frames)
    buffer = io.BytesIO()
    pictures[0].save(buffer, format="GIF", save_all=True, append_images=pictures[1:], loop=0,
                     duration=round(1e3 * seconds / len(pictures)))
    write_atomically(path, buffer.getvalue())
    return path


def mechanism_pictures(model: Model | StaticModel, mechanism: np.ndarray, *, title: str = "", frames: int = 24) -> list:
    """Images of Pillow in which the mechanism opens and closes once."""
    count = check_count("animation: frames", frames, least=2)
    share = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(count) / count)
    half = [_animation_frame(model, mechanism, amount, title) for amount in share[:count // 2 + 1]]
    return half + half[(count - 1) // 2:0:-1]      # it closes as it opened


@style.styled
def _animation_frame(model: Model, mechanism: np.ndarray, amount: float, title: str):
    """One picture of the mechanism, displaced by a share of what `limit_figure` shows; all have the same frame."""
    from PIL import Image
    solids = Solids.of_model(model)
    rest = solids.place(model.initial_position, model.initial_orientation)
    size = solids.extent(rest)
    poses = [displace(model, share * SHOWN * size * mechanism) for share in (amount, 1.0, 0.0)]
    panels, box = frame_panels(solids, [solids.place(*pose) for pose in poses], rest)
    camera = choose_camera(np.ptp(box, axis=0))
    limits = fit_paper(panels, camera, [])
    figure, (axes,) = panel_figure(1, limits)
    draw_parts(axes, panels[0], camera, speed_colours(solids, mechanism))
    model_ties(solids.ties, *poses[0]).draw(axes, camera)
    finish_panel(axes, limits, style.plain(title))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=ANIMATION_DOTS_PER_INCH)
    buffer.seek(0)
    return Image.open(buffer).convert("RGB").quantize(128)


def displace(model: Model, step: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions (b, 3) [m] and orientations (b, 4) after displacements and rotation vectors (b, 6) [m, rad]."""
    return (model.initial_position + step[:, :3],
            rotate_quaternion(model.initial_orientation, np.ascontiguousarray(step[:, 3:])))


def speed_colours(solids: Solids, mechanism: np.ndarray) -> np.ndarray:
    """(b, 3) stone where blocks rest, darker the faster their centres move."""
    from matplotlib import colormaps
    from matplotlib.colors import to_rgb
    speed = np.linalg.norm(mechanism[:, :3], axis=1)
    largest = float(speed.max(initial=0.0)) or 1.0
    moving = colormaps["YlOrBr"](0.18 + 0.6 * speed / largest)[:, :3]
    base = np.where((speed > 0.02 * largest)[:, None], moving, to_rgb(style.STONE))
    return vary_tones(np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), base))


def force_overlay(interfaces: InterfaceSet, size: float, box: np.ndarray | None = None) -> Overlay | None:
    """Segments along the resultants through their points of action, in proportion; None where there is no force.

    Where mortar holds a joint by bending, the resultant may act far outside: outside of `box` (2, 3) [m], grown a
    little, it is counted, not drawn.
    """
    strength = np.linalg.norm(interfaces.force, axis=1)
    largest = float(strength.max(initial=0.0))
    if largest == 0.0:
        return None
    shown = strength > LEAST_FORCE * largest
    note = ""
    if box is not None:
        point = interfaces.action_point
        off = ((point < box[0] - OFF * size) | (point > box[1] + OFF * size)).any(axis=1)
        note = f", {int((shown & off).sum())} by bending not drawn" if (shown & off).any() else ""
        shown &= ~off
    half = 0.5 * LONGEST * size / largest * interfaces.force[shown]
    point = interfaces.action_point[shown]
    unit, factor = ("kN", 1e-3) if largest >= 1e3 else ("N", 1.0)
    dots = point if len(point) <= MOST_DOTS else np.zeros((0, 3))
    return Overlay(segments=np.stack((point - half, point + half), axis=1), dots=dots,
                   note=f",  longest segment {largest * factor:.3g} {unit}{note}")

"""Picture of a model before it runs: blocks by group, supports, contact points found, and what will act."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model
from drystone.view import style
from drystone.view.block_colours import group_colours, group_legend
from drystone.view.camera import Camera, choose_camera
from drystone.view.painter import visible_points
from drystone.view.painting import Overlay, draw_parts, fit_paper
from drystone.view.panels import draw_scale_bar, finish_panel, frame_panels, panel_figure
from drystone.view.solids import Part, Solids
from drystone.view.tie_lines import TieLines, model_ties

#: Length of the longest load arrow, in shares of the structure's size.
_ARROW = 0.17


@dataclass(frozen=True, slots=True)
class Arrow:
    """One arrow in the scene."""

    tail: np.ndarray    #: (3,) [m]
    tip: np.ndarray     #: (3,) [m]
    label: str = ""
    is_double: bool = False


@style.styled
def model_figure(model: Model, contacts: ContactSet | None = None, camera: Camera | None = None):
    """Figure of a model in its initial pose.

    Parameters
    ----------
    contacts : points found between the blocks; those that other blocks hide are drawn faint
    camera : None: chosen from the shape of the structure
    """
    solids = Solids.of_model(model)
    whole = solids.place(model.initial_position, model.initial_orientation)
    (parts,), box = frame_panels(solids, [whole], whole)
    size = float(np.ptp(box, axis=0).max())
    camera = camera or choose_camera(np.ptp(box, axis=0))
    arrows = load_arrows(model, whole, box)
    ends = np.array([(a.tail, a.tip) for a in arrows]).reshape(-1, 2, 3)
    limits = fit_paper([parts], camera, [Overlay(segments=ends)])
    figure, (axes,) = panel_figure(1, limits)
    draw_parts(axes, parts, camera, group_colours(solids))
    extra = _draw_contacts(axes, contacts, parts, camera, 1e-3 * size) if contacts is not None else []
    ties = model_ties(solids.ties, model.initial_position, model.initial_orientation)
    ties.draw(axes, camera)
    for arrow in arrows:
        _draw_arrow(axes, arrow, camera, size)
    free = int((~model.is_support).sum())
    weight = float(model.mass[~model.is_support].sum() * np.linalg.norm(model.gravity)) / 1e3
    finish_panel(axes, limits, f"{style.plain(model.name)}: {free} block{'s' if free != 1 else ''}, {weight:.4g} kN")
    draw_scale_bar(axes, [parts], camera, limits)
    group_legend(figure, solids, [*extra, *TieLines.handles([ties])])
    return figure


def draw_model(model: Model, path: str | Path, contacts: ContactSet | None = None) -> Path:
    """Write the picture of a model to `path` (.png or .pdf)."""
    return style.save_figure(model_figure(model, contacts), Path(path))


def load_arrows(model: Model, parts: list[Part], box: np.ndarray) -> list[Arrow]:
    """Arrows for all loads and motions of a model; box (2, 3) [m] is that of the structure."""
    size = float(np.ptp(box, axis=0).max())
    centre, loads = box.mean(axis=0), model.loads
    rotation = quaternion_to_matrix(model.initial_orientation)
    arrows = []
    for load in loads.point_loads:
        largest = float(np.linalg.norm(load.force, axis=1).max(initial=0.0))
        for k, (block, point, force) in enumerate(zip(load.block, load.point, load.force)):
            if np.linalg.norm(force) <= 1e-9 * largest or largest == 0.0:
                continue
            place = model.initial_position[block] + rotation[block] @ point
            arm = force * (_ARROW * size / largest)
            pulls = any(p.block == block and _is_inside(p, place - 0.2 * arm) for p in parts)
            ends = (place, place + arm) if pulls else (place - arm, place)
            arrows.append(Arrow(*ends, label=load.name if k == 0 else ""))
    above = np.array([centre[0], centre[1], box[1, 2] + 0.08 * size])
    for k, pull in enumerate(loads.body_loads):
        level = above + np.array([0.0, 0.0, 0.07 * size * k])
        arrows.append(Arrow(level, level + _unit(pull.acceleration) * 1.3 * _ARROW * size, pull.name))
    # the ground moves: beside the foot of the structure, towards the viewer's left
    foot = np.array([box[0, 0] - 0.02 * size, box[0, 1] - 0.02 * size, box[0, 2]])
    for item in loads.ground_motions:
        arm = _unit(item.direction) * 0.5 * _ARROW * size
        arrows.append(Arrow(foot - arm, foot + arm, item.active.name, is_double=True))
    for moved in loads.support_motions:
        place = model.initial_position[moved.blocks].mean(axis=0)
        arm = _unit(moved.direction) * _ARROW * size
        turns = " (axis)" if moved.about is not None else ""
        arrows.append(Arrow(place, place + arm, moved.active.name + turns))
    return arrows


def _unit(vector: np.ndarray) -> np.ndarray:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector, float) / length if length > 0.0 else np.zeros(3)


def _is_inside(part: Part, point: np.ndarray) -> bool:
    on_face = part.vertices[[face[0] for face in part.faces]]
    return bool((((point - on_face) * part.normals).sum(axis=1) < 0.0).all())


def _draw_contacts(axes, contacts: ContactSet, parts: list[Part], camera: Camera, lift: float) -> list:
    """Dots at the contact points, strong where they can be seen; returns what goes into the legend."""
    from matplotlib.lines import Line2D
    points = 0.5 * (contacts.point_a + contacts.point_b)
    seen = visible_points(points, parts, camera, lift)
    paper = camera.project(points)
    dot = float(np.clip(900.0 / max(len(points), 1), 2.5, 14.0))
    axes.scatter(*paper[~seen].T, s=dot, color=style.PALETTE[0], alpha=0.16, linewidths=0.0, zorder=4)
    axes.scatter(*paper[seen].T, s=dot, color=style.PALETTE[0], linewidths=0.0, zorder=5)
    return [Line2D([], [], linestyle="", marker="o", markersize=3.5, color=style.PALETTE[0],
                   label=f"contact points ({contacts.count}, hidden ones faint)")]


def _draw_arrow(axes, arrow: Arrow, camera: Camera, size: float) -> None:
    tail, tip = camera.project(arrow.tail), camera.project(arrow.tip)
    if np.linalg.norm(tip - tail) < 0.01 * size:     # it points at the viewer: a dot shows where
        axes.plot(*tip, "o", color=style.ACCENT, markersize=4.0, zorder=8)
    head = "<|-|>" if arrow.is_double else "-|>"
    axes.annotate("", tip, xytext=tail, zorder=8, annotation_clip=False, arrowprops={
        "arrowstyle": f"{head},head_width=0.22,head_length=0.45", "color": style.ACCENT, "linewidth": 1.4,
        "shrinkA": 0, "shrinkB": 0})
    if arrow.label:
        _write_beside(axes, arrow.label, 0.5 * (tail + tip), tip - tail)


def _write_beside(axes, text: str, middle: np.ndarray, arm: np.ndarray) -> None:
    """Text next to the middle of an arrow, on its upper side, so that it covers no arrow head."""
    length = float(np.hypot(*arm))
    side = np.array([-arm[1], arm[0]]) / length if length > 0.0 else np.array([0.0, 1.0])
    if side[1] < -0.1 or (abs(side[1]) <= 0.1 and side[0] < 0.0):
        side = -side
    across = "center" if abs(side[0]) < 0.3 else "left" if side[0] > 0.0 else "right"
    axes.annotate(text, middle, xytext=7.0 * side, textcoords="offset points", ha=across,
                  va="center" if side[1] < 0.3 else "bottom", fontsize=8.0, color=style.ACCENT, zorder=9,
                  bbox={"facecolor": "white", "alpha": 0.75, "pad": 0.8, "edgecolor": "none"})

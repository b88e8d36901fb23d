"""Maps of what joints have suffered: damage and crack width along their lines, on the magnified shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from drystone.analysis.course import Course
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.camera import Camera
from drystone.view.panels import bar_axes, draw_scale_bar, legend_of_panels, panel_figure
from drystone.view.posed import Posed
from drystone.view.scene import Scene, SceneOptions, prepare_scene

POINTS = "points"
#: Widths below this share of the widest are not drawn, and damage below this [-].
LEAST_WIDTH, LEAST_DAMAGE = 0.01, 0.02
#: Points of a joint this near to its side towards the viewer are its line on the paper, as a share of its depth.
FRONT = 1e-3
#: Crushing is marked where it took at least this share of what it took anywhere at the end [-].
CRUSHED = 0.05


@dataclass(frozen=True, slots=True)
class JointLines:
    """Lines between neighbouring sub-contacts of each joint, on the side that the viewer sees."""

    first: np.ndarray    #: (k,) point at which a line begins
    last: np.ndarray     #: (k,) and ends

    @classmethod
    def of(cls, static, camera: Camera) -> JointLines:
        """From the arrays of a run that do not change."""
        place, interface = static["points.place"], static["points.interface"]
        paper, depth = camera.project(place), camera.depth(place)
        first, last = [], []
        for own in np.split(np.argsort(interface, kind="stable"), np.flatnonzero(np.diff(np.sort(interface))) + 1):
            span = max(float(np.ptp(depth[own])), 1e-9)
            front = own[depth[own] >= depth[own].max() - FRONT * span - 1e-12]
            if len(front) < 2:
                continue
            spread = paper[front] - paper[front].mean(axis=0)
            along = spread @ np.linalg.svd(spread, full_matrices=False)[2][0]
            order = front[np.argsort(along, kind="stable")]
            first.append(order[:-1])
            last.append(order[1:])
        none = [np.zeros(0, np.int64)]
        return cls(np.concatenate(first or none), np.concatenate(last or none))


@dataclass(frozen=True, slots=True)
class CrackState:
    """Sub-contacts at one frame."""

    damage: np.ndarray    #: (m,) [-]
    width: np.ndarray     #: (m,) [m], opening of what is damaged; 0 where it is closed or still elastic
    crushed: np.ndarray   #: (m,) [J/m2], dissipated by crushing

    @classmethod
    def read(cls, result: RunResult, frame: int) -> CrackState:
        """At a kept frame."""
        row = result.row(POINTS, int(np.searchsorted(result.column(POINTS, "step"), result.shapes.step[frame])))
        energy, relative = (np.asarray(row[name]).reshape(3, -1) for name in ("energy", "relative"))
        damage = np.asarray(row["damage"]).reshape(-1)
        return cls(damage, np.where(damage > 0.0, np.maximum(relative[0], 0.0), 0.0),
                   energy[2] / result.static["points.area"])


@style.styled
def cracks_figure(result: RunResult, times: Sequence[float] | None = None, options: SceneOptions | None = None,
                  course: Course | None = None):
    """Two rows of panels, one column an instant: damage of joints above, width of cracks below.

    times : [s]; None: chosen from the run, as for pictures of blocks
    """
    if POINTS not in result.tables:
        raise InputError(f"plot: cracks needs sub-contacts, which engine {result.engine} does not keep")
    scene = prepare_scene(result, times, replace(options or SceneOptions(), colour="stone", forces=False), course)
    return _Map(result, scene).figure()


class _Map:
    def __init__(self, result: RunResult, scene: Scene) -> None:
        self.result, self.scene = result, scene
        self.lines = JointLines.of(result.static, scene.camera)
        self.states = [CrackState.read(result, moment.frame) for moment in scene.moments]
        self.widest = max(float(state.width.max(initial=0.0)) for state in self.states)
        self.crushed = max(float(state.crushed.max(initial=0.0)) for state in self.states)
        self.near = self._neighbours()
        scene.labels = [f"{label}, {words}" if words else label for label, words in zip(scene.labels, self._travels())]

    def _travels(self) -> list[str]:
        """How far the support that is moved farthest has gone, in words; "" where none is."""
        position, supports = self.result.frames.position, np.flatnonzero(self.result.static["is_support"])
        moved = position[:, supports] - self.result.static["initial_position"][supports]
        size = np.linalg.norm(moved, axis=2)
        if not size.max(initial=0.0) > 0.0:
            return [""] * len(self.states)
        number = int(np.unravel_index(int(np.argmax(size)), size.shape)[1])
        return [f"moved by {1e3 * size[moment.frame, number]:.3g} mm" for moment in self.scene.moments]

    def _neighbours(self) -> list[np.ndarray]:
        """Vertices of the blocks' surface at each sub-contact."""
        from scipy.spatial import cKDTree  # slow to import
        start, place = self.result.shapes.start.vertex, self.result.static["points.place"]
        tree = cKDTree(start)
        found = tree.query_ball_point(place, 1e-6 * self.scene.size)
        nearest = tree.query(place)[1]
        return [np.array(own or [one]) for own, one in zip(found, nearest)]

    def _placed(self, posed: Posed) -> np.ndarray:
        """(m, 3) [m], sub-contacts on the magnified shape: in the middle of the vertices that met there."""
        start = self.result.shapes.start.vertex
        moved = posed.shape.vertex - start
        return self.result.static["points.place"] + np.array([moved[own].mean(axis=0) for own in self.near])

    def figure(self):
        """The whole figure."""
        count = len(self.scene.moments)
        figure, axes = panel_figure(2 * count, self.scene.limits, has_scale=True, title_lines=self.scene.title_lines)
        upper, lower = axes[:count], axes[count:]
        _regular(figure, upper, lower, self.scene)
        bars = []
        for k in range(count):
            bars = [self._panel(upper[k], k, "damage"), self._panel(lower[k], k, "width")]
        draw_scale_bar(upper[0], self.scene.panels, self.scene.camera, self.scene.limits)
        for row, scale, label in zip((upper, lower), bars, ("damage d_ts  [-]", "crack width  [mm]")):
            figure.colorbar(scale, cax=bar_axes(figure, row), label=label)
        legend_of_panels(figure, self._handles())
        return figure

    def _panel(self, axes, k: int, what: str):
        """One panel; returns what a colour bar needs."""
        from matplotlib.collections import LineCollection
        from matplotlib.colors import Normalize
        scene, state = self.scene, self.states[k]
        scene.draw(axes, k)
        values, most = (state.damage, 1.0) if what == "damage" else (1e3 * state.width, 1e3 * self.widest or 1.0)
        least = LEAST_DAMAGE if what == "damage" else LEAST_WIDTH * most
        mean = 0.5 * (values[self.lines.first] + values[self.lines.last])
        shown = np.flatnonzero(mean >= least)
        shown = shown[np.argsort(mean[shown], kind="stable")]        # the worst on top
        paper = scene.camera.project(self._placed(scene.posed[k]))
        lines = np.stack((paper[self.lines.first[shown]], paper[self.lines.last[shown]]), axis=1)
        drawn = LineCollection(lines, array=mean[shown], cmap="YlOrRd" if what == "damage" else "viridis_r",
                               norm=Normalize(0.0, most), linewidths=2.2, zorder=5, capstyle="round")
        axes.add_collection(drawn)
        if what == "damage" and self.crushed > 0.0:
            bad = paper[state.crushed >= CRUSHED * self.crushed]
            axes.plot(bad[:, 0], bad[:, 1], "x", color=style.INK, markersize=3.5, markeredgewidth=0.8, zorder=6)
        return drawn

    def _handles(self) -> list:
        from matplotlib.lines import Line2D
        if not self.crushed > 0.0:
            return []
        return [Line2D([], [], linestyle="", marker="x", color=style.INK, markersize=4.5,
                       label=f"crushing took at least {CRUSHED * self.crushed:.2g} J/m²")]


def _regular(figure, upper: Sequence, lower: Sequence, scene: Scene) -> None:
    """Two rows with one column an instant, whatever `panel_figure` made of so many panels."""
    width, height = np.ptp(scene.limits, axis=0)
    count, shape = len(upper), height / width
    wide = min(max(8.0 / count, 2.6), 4.2)
    above, edge, room = 0.10 + 0.16 * scene.title_lines, 0.06, 1.0
    size = np.array([count * wide + 2.0 * edge + room, 2.0 * (wide * shape + above) + edge + 0.1])
    figure.set_size_inches(*size)
    for row, axes_list in ((1, upper), (0, lower)):
        for k, axes in enumerate(axes_list):
            box = np.array([edge + k * wide, edge + row * (wide * shape + above + 0.05), 0.97 * wide, wide * shape])
            axes.set_position((*(box[:2] / size), *(box[2:] / size)))

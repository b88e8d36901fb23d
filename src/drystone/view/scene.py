"""Pictures of the blocks of a run at chosen instants: in the view in which they move, magnified where that is needed,
coloured by displacement, with open joints, hinges, ties and forces."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.analysis.course import Course, course_of
from drystone.analysis.layout import layout_of
from drystone.checks import check_choice, check_number
from drystone.errors import InputError
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.block_colours import DisplacementScale, bulk_of, group_colours, group_legend, stone_colours
from drystone.view.camera import Camera, choose_camera, view_of_motion
from drystone.view.joint_marks import JointMarks, find_marks, mark_handles
from drystone.view.moments import Moment, choose_moments
from drystone.view.painting import Overlay, draw_parts, fit_paper
from drystone.view.panels import (
    Frame,
    draw_scale_bar,
    finish_panel,
    free_parts,
    legend_of_panels,
    panel_figure,
)
from drystone.view.pick import frames_at
from drystone.view.posed import Posed, choose_factor, factor_words, pose_frame
from drystone.view.run_forces import force_lines
from drystone.view.seen import seen_motion
from drystone.view.solids import Part, Solids, block_boxes, bounding_box, split_parts
from drystone.view.tie_lines import TieLines, run_ties
from drystone.view.travel import CAME_BACK, Travel

COLOURS = ("displacement", "stone", "group")


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What a picture of blocks shows, and from where."""

    colour: str = "displacement"   #: displacement, with a colour bar; stone: supports in another tone; group
    forces: bool = False           #: interface forces as segments through their points of action
    camera: Camera | None = None   #: None: the view in which the structure moves
    scale: float | None = None     #: by which displacements are multiplied [-]; None: where they are small, a round one
    hide: tuple[str, ...] = ()     #: blocks or groups that are left out
    marks: bool = True             #: open joints and hinges

    def __post_init__(self) -> None:
        check_choice("scene: colour", self.colour, COLOURS)
        if self.scale is not None:
            check_number("scene: scale", self.scale, "-", above=0.0)


class Scene:
    """All that pictures of one run at some frames share: camera, frame of the paper, colours."""

    def __init__(self, result: RunResult, moments: Sequence[Moment], options: SceneOptions, travel: Travel) -> None:
        """travel : of the same run"""
        self.result, self.moments, self.options, self.travel = result, list(moments), options, travel
        self.layout, self.solids = layout_of(result) if result.shapes.is_rigid else None, Solids.of_run(result)
        self._rigid = None if self.layout is None else self.layout.parts
        self._hidden = self.solids.hidden(options.hide)
        if self._hidden.all():
            raise InputError("hide: all blocks are hidden, nothing is left to show")
        first = split_parts(result.shapes.start, ~self._hidden)
        self.factor = options.scale or choose_factor(travel, [moment.frame for moment in self.moments])
        self.posed = [pose_frame(travel, self._rigid, moment.frame, self.factor) for moment in self.moments]
        panels = [self._parts(posed) for posed in self.posed]
        self.frame = Frame.around(self.solids, panels, first)
        self.panels = [self.frame.crop(self.solids, panel) for panel in panels]
        self.extent = np.ptp(bounding_box(free_parts(self.solids, first) or first), axis=0)
        self.size = float(self.extent.max())
        self.camera = options.camera or self._view(self.frame.crop(self.solids, first))
        free = [posed.moved[self.solidly(posed)] for posed in self.posed]
        has_moved = not travel.stands_still and any(own.any() for own in free)
        self.scale = DisplacementScale(free) if options.colour == "displacement" and has_moved else None

    def at(self, frame: int, label: str) -> Scene:
        """One other frame of the run, seen and coloured as those of this scene; label : its time in words"""
        other = copy.copy(self)
        for name in ("overlays", "ties", "marks", "_notes"):
            other.__dict__.pop(name, None)
        other.limits = self.limits          # of the paper, so that a film does not jump
        other.moments, other.labels = [Moment(frame, "")], [label]
        other.posed = [pose_frame(self.travel, self._rigid, frame, self.factor)]
        other.panels = [self.frame.crop(self.solids, self._parts(other.posed[0]))]
        return other

    def solidly(self, posed: Posed) -> np.ndarray:
        """(b,) bool: free blocks that are in the picture."""
        return ~self.solids.is_support & ~self._hidden & posed.shape.is_active

    def _parts(self, posed: Posed) -> list[Part]:
        return split_parts(posed.shape, posed.shape.is_active & ~self._hidden)

    def _view(self, first: Sequence[Part]) -> Camera:
        """Elevation of what is plane and moves in its plane, else from beside the way it moves; first : at the start"""
        low, high = block_boxes(self.result.shapes.start, len(self.solids.names))
        free = ~self.solids.is_support & ~self._hidden
        if not free.any():
            return choose_camera(self.extent)
        low, high = low[free], high[free]
        whole = high.max(axis=0) - low.min(axis=0)
        x, y = (bool(((high - low)[:, k] >= 0.98 * whole[k]).all() or whole[k] <= 0.3 * whole[1 - k]) for k in (0, 1))
        along_x, along_y = (0.0 if self.travel.stands_still else self.travel.share_along(k) for k in (0, 1))
        moved = [np.where(self.solidly(posed), posed.moved, 0.0) for posed in self.posed]
        farthest = max(moved, key=lambda own: float(own.max(initial=0.0)))
        is_back = moved[-1].max(initial=0.0) < CAME_BACK * farthest.max(initial=0.0)
        most = farthest if is_back else moved[-1]
        most = np.minimum(most, bulk_of(most[most > 0.0]))       # what has flown off counts as what moves beside it
        return view_of_motion(self.extent, self.travel.direction(), (x, y), (along_x, along_y),
                              lambda camera: seen_motion(first, camera, most))

    # -- what is drawn over the blocks ---------------------------------------------------------------

    @cached_property
    def overlays(self) -> list[Overlay | None]:
        """Forces of each panel."""
        if not self.options.forces:
            return [None] * len(self.posed)
        return [force_lines(self.result, posed, self.frame.box) for posed in self.posed]

    @cached_property
    def ties(self) -> list[TieLines]:
        """Ties of each panel."""
        return [run_ties(self.result, self.solids.ties, posed, ~self._hidden) for posed in self.posed]

    @cached_property
    def marks(self) -> list[JointMarks]:
        """Open joints and hinges of each panel; none where blocks deform, whose joints are their engine's."""
        if not self.options.marks or self.layout is None:
            return [JointMarks()] * len(self.posed)
        frames = self.result.frames
        return [find_marks(self.layout, posed, (frames.position[posed.frame], frames.orientation[posed.frame]), parts,
                           self.camera, self.size, posed.shape.is_active & ~self._hidden)
                for posed, parts in zip(self.posed, self.panels)]

    # -- drawing -------------------------------------------------------------------------------------

    @cached_property
    def limits(self) -> np.ndarray:
        """(2, 2) [m] of the paper, the same for all panels."""
        return fit_paper(self.panels, self.camera, self.overlays)

    def colours(self, k: int) -> np.ndarray:
        """(b, 3) of panel k."""
        if self.scale is not None:
            return self.scale.colours(self.solids, self.posed[k].moved)
        return group_colours(self.solids) if self.options.colour == "group" else stone_colours(self.solids)

    def draw(self, axes, k: int) -> None:
        """Panel k, with its title."""
        draw_parts(axes, self.panels[k], self.camera, self.colours(k), ghost=self.options.forces)
        self.marks[k].draw(axes, self.camera)
        self.ties[k].draw(axes, self.camera)
        if (overlay := self.overlays[k]) is not None:
            overlay.draw(axes, self.camera)
        finish_panel(axes, self.limits, self.title(k))

    def title(self, k: int) -> str:
        """When, why, and by how much displacements are multiplied; as many lines in all panels."""
        first = ", ".join(word for word in (self.labels[k], self.moments[k].words) if word)
        return style.plain(first) + (f"\n{style.plain(self._notes[k])}" if self.title_lines == 2 else "")

    @cached_property
    def labels(self) -> list[str]:
        """Time of each panel in words."""
        return style.write_times(self.result.shapes.time[[moment.frame for moment in self.moments]])

    @property
    def title_lines(self) -> int:
        """Of all panels."""
        return 2 if any(self._notes) else 1

    @cached_property
    def _notes(self) -> list[str]:
        """Second line of each title."""
        notes = ["" if overlay is None else overlay.note for overlay in self.overlays]
        return ["; ".join(word for word in (factor_words(posed.factor), note) if word)
                for posed, note in zip(self.posed, notes)]

    def figure(self, panels: Sequence[int] | None = None):
        """Figure of some panels, by default all, with scale bar, colour bar and legend."""
        chosen = range(len(self.panels)) if panels is None else panels
        figure, axes_list = panel_figure(len(chosen), self.limits, has_scale=self.scale is not None,
                                         title_lines=self.title_lines)
        for axes, k in zip(axes_list, chosen):
            self.draw(axes, k)
        draw_scale_bar(axes_list[0], self.panels, self.camera, self.limits)
        if self.scale is not None:
            self.scale.draw_bar(figure, axes_list)
        self.legend(figure)
        return figure

    def legend(self, figure) -> None:
        """What the marks mean, and the groups where they have colours."""
        extra = [*mark_handles(self.marks), *TieLines.handles(self.ties)]
        if self.options.colour == "group":
            group_legend(figure, self.solids, extra)
        else:
            legend_of_panels(figure, extra)


@style.styled
def scene_figure(result: RunResult, times: Sequence[float] | None = None, options: SceneOptions | None = None,
                 course: Course | None = None):
    """Figure with one panel an instant: the blocks at the kept frame nearest to it.

    Parameters
    ----------
    times : [s]; None: chosen from the run - peaks, ends of stages, the onset of collapse, the end
    course : of the run, where it is known already
    """
    return prepare_scene(result, times, options, course).figure()


def prepare_scene(result: RunResult, times: Sequence[float] | None = None, options: SceneOptions | None = None,
                  course: Course | None = None) -> Scene:
    """Frames, camera and colours of a picture; arguments as of `scene_figure`."""
    if times is not None:
        moments = [Moment(int(i), "") for i in frames_at(result, times)]
        return Scene(result, moments, options or SceneOptions(), Travel(result))
    frames_at(result, None)
    travel = Travel(result)
    return Scene(result, choose_moments(travel, course or course_of(result)), options or SceneOptions(), travel)

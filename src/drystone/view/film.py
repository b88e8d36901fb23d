"""Films of runs and mechanisms by our own painter: no display, no window, no system package.

GIF is written by Pillow, which matplotlib brings along; MP4 by imageio-ffmpeg, an extra, whose program is its own.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from drystone.checks import check_choice, check_count, check_number
from drystone.errors import InputError
from drystone.results.files import one_line, write_atomically
from drystone.results.result import RunResult
from drystone.results.scratch import scratch_folder
from drystone.view import style
from drystone.view.folders import make_folder
from drystone.view.moments import Moment
from drystone.view.panels import draw_scale_bar, panel_figure
from drystone.view.posed import choose_factor
from drystone.view.scene import Scene, SceneOptions, prepare_scene
from drystone.view.travel import Travel

FORMATS = ("gif", "mp4")
#: Frames by which camera, colours and the frame of the paper are chosen.
_SAMPLES = 12
MOST_FRAMES, _USUAL = 5000, 60


@dataclass(frozen=True, slots=True)
class FilmOptions:
    """How a film is made."""

    frames: int | None = None     #: pictures; None: 60, or as many as were kept
    rate: float = 20.0            #: pictures a second
    start: float | None = None    #: first time of the run [s]
    until: float | None = None    #: last time of the run [s]
    width: int = 960              #: [pixels]

    def __post_init__(self) -> None:
        if self.frames is not None:
            check_count("film: frames", self.frames, least=2, most=MOST_FRAMES)
        check_number("film: fps", self.rate, "1/s", least=1.0, most=100.0)
        check_count("film: width", self.width, least=160, most=4096)


def check_film(path: Path) -> None:
    """Refuse a film that cannot be written, before any work."""
    check_choice("film: format", path.suffix.removeprefix("."), FORMATS)
    if not path.parent.is_dir():
        raise InputError(f"film: the folder '{path.parent}' is not there")
    if path.is_dir():
        raise InputError(f"film: '{path}' is a folder, a file is to be written")
    if path.suffix == ".mp4":
        _writer()


def film_run(result: RunResult, path: Path, film: FilmOptions, options: SceneOptions) -> Path:
    """Write a film of kept frames of a run, at about equal steps of its time."""
    check_film(path)
    write_film(path, run_pictures(result, film, options), film)
    return path


def run_pictures(result: RunResult, film: FilmOptions, options: SceneOptions) -> Iterator[np.ndarray]:
    """Pictures (h, w, 3) uint8 of a run, all with the same camera, colours and paper."""
    time = result.shapes.time
    frames = chosen_frames(time, film)
    labels = style.write_times(time[frames])
    travel = Travel(result)
    if options.scale is None:        # one factor for all: that of the frame that moves most
        furthest = int(frames[np.argmax(travel.reach[frames].max(axis=1))])
        options = replace(options, scale=choose_factor(travel, [furthest]))
    picks = np.unique(frames[np.linspace(0, len(frames) - 1, min(_SAMPLES, len(frames))).astype(int)])
    common = Scene(result, [Moment(int(k), "") for k in picks], options, travel)
    for frame, label in zip(frames.tolist(), labels):
        yield _paint(common.at(frame, label), film.width)


def chosen_frames(kept: np.ndarray, film: FilmOptions) -> np.ndarray:
    """Numbers of the frames kept at times `kept` (f,) [s] that are shown, all different."""
    start = float(kept[0]) if film.start is None else check_number("film: from", film.start, "s")
    until = float(kept[-1]) if film.until is None else check_number("film: until", film.until, "s")
    slack = 1e-9 * max(abs(float(kept[-1])), 1.0)
    if not kept[0] - slack <= start < until <= kept[-1] + slack:
        raise InputError(f"film: from and until must lie within the run, {kept[0]:g} to {kept[-1]:g} s, one after the "
                         f"other, got {start:g} and {until:g}")
    inside = np.flatnonzero((kept >= start - slack) & (kept <= until + slack))
    count = min(_USUAL, len(inside)) if film.frames is None else film.frames
    if not 2 <= count <= len(inside):
        raise InputError(f"film: frames must be from 2 to {len(inside)}, which the run kept from {start:g} to "
                         f"{until:g} s (output.frames), got {count}")
    return inside[np.round(np.linspace(0, len(inside) - 1, count)).astype(int)]


@style.styled
def _paint(scene: Scene, width: int) -> np.ndarray:
    """(h, w, 3) uint8 with even sides, as MP4 needs them."""
    figure, axes_list = panel_figure(1, scene.limits, has_scale=scene.scale is not None, title_lines=scene.title_lines)
    scene.draw(axes_list[0], 0)
    draw_scale_bar(axes_list[0], scene.panels, scene.camera, scene.limits)
    if scene.scale is not None:
        scene.scale.draw_bar(figure, axes_list)
    return to_pixels(figure, width)


def to_pixels(figure, width: int) -> np.ndarray:
    """(h, w, 3) uint8 of a figure, about `width` wide, even sides."""
    figure.set_dpi(width / figure.get_size_inches()[0])
    figure.canvas.draw()
    return even_sides(np.asarray(figure.canvas.buffer_rgba())[:, :, :3])


def even_sides(pixels: np.ndarray) -> np.ndarray:
    """(h, w, 3) without a last odd row or column."""
    height, width = pixels.shape[0] // 2 * 2, pixels.shape[1] // 2 * 2
    return np.ascontiguousarray(pixels[:height, :width])


def render_run(result: RunResult, directory: str | os.PathLike, times: Sequence[float] | None,
               options: SceneOptions) -> list[Path]:
    """Write one picture (.png) an instant into `directory`, all seen and coloured alike; times as of `scene_figure`."""
    scene = prepare_scene(result, times, options)
    folder = make_folder(directory)
    marks = [label.removeprefix("t = ").replace(" ", "") for label in scene.labels]
    return [save_panel(scene, k, folder / f"blocks_{mark}.png") for k, mark in enumerate(marks)]


@style.styled
def save_panel(scene: Scene, k: int, path: Path) -> Path:
    """Write panel k of a scene by itself."""
    return style.save_figure(scene.figure([k]), path)


# -- files -----------------------------------------------------------------------------------------------

def write_film(path: Path, pictures: Iterable[np.ndarray], film: FilmOptions) -> None:
    """Write pictures (h, w, 3) as GIF or MP4, by the ending of `path`; whole or absent."""
    if path.suffix == ".gif":
        write_atomically(path, _gif(pictures, film.rate))
        return
    write_frames = _writer()
    try:
        with scratch_folder(Path(os.path.realpath(path))) as scratch:
            target, stream = scratch / "film.mp4", None
            for picture in pictures:
                if stream is None:
                    size = picture.shape[1], picture.shape[0]
                    stream = write_frames(str(target), size, fps=film.rate, quality=8, macro_block_size=2)
                    stream.send(None)
                stream.send(picture)
            stream.close()
            os.replace(target, path)
    except OSError as error:
        raise InputError(f"film: cannot write '{path}': {one_line(error)}") from error


def _gif(pictures: Iterable[np.ndarray], rate: float) -> bytes:
    from PIL import Image
    images = [Image.fromarray(picture).quantize(128) for picture in pictures]
    buffer = io.BytesIO()
    images[0].save(buffer, format="GIF", save_all=True, append_images=images[1:], loop=0, duration=round(1e3 / rate))
    return buffer.getvalue()


def _writer():
    """`write_frames` of imageio-ffmpeg, or one line that says how to get it."""
    try:
        from imageio_ffmpeg import write_frames
    except ImportError:
        raise InputError("film: MP4 needs imageio-ffmpeg, which is missing: pip install 'drystone[film]', or write a "
                         ".gif") from None
    return write_frames

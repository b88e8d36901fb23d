"""Films have as many pictures as were asked for, and are whole or absent."""

import sys

import pytest
from PIL import Image
from view_runs import rocking_run

from drystone.errors import InputError
from drystone.view.film import FilmOptions, check_film, film_run, render_run
from drystone.view.scene import SceneOptions


@pytest.fixture(scope="module")
def rocking(tmp_path_factory):
    return rocking_run(tmp_path_factory.mktemp("film") / "run")


def test_a_gif_has_as_many_pictures_as_were_asked_for(rocking, tmp_path):
    path = film_run(rocking, tmp_path / "a.gif", FilmOptions(frames=7, rate=10.0, width=240), SceneOptions())
    film = Image.open(path)
    assert film.n_frames == 7 and film.info["duration"] == 100
    assert abs(film.width - 240) <= 2 and film.height % 2 == 0
    assert [p.name for p in tmp_path.iterdir()] == ["a.gif"]


def test_what_stands_still_has_as_many_pictures_too(tmp_path, rocking):
    path = film_run(rocking, tmp_path / "b.gif", FilmOptions(frames=3, start=0.9, until=1.1, width=200),
                    SceneOptions(scale=1e-9))
    assert Image.open(path).n_frames == 3


def test_mp4_by_the_extra(rocking, tmp_path):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = film_run(rocking, tmp_path / "a.mp4", FilmOptions(frames=5, width=240), SceneOptions())
    assert ffmpeg.count_frames_and_secs(str(path))[0] == 5
    assert [p.name for p in tmp_path.iterdir()] == ["a.mp4"]


def test_mp4_without_the_extra_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(InputError) as error:
        check_film(tmp_path / "a.mp4")
    assert str(error.value) == ("film: MP4 needs imageio-ffmpeg, which is missing: pip install 'drystone[film]', or "
                                "write a .gif")


@pytest.mark.parametrize(("name", "options", "message"), [
    ("a.avi", {}, "film: format must be one of gif, mp4, got 'avi'"),
    ("none/a.gif", {}, "film: the folder '{here}/none' is not there"),
    ("a.gif", {"frames": 61}, "film: frames must be from 2 to 60, which the run kept from 0 to 2 s (output.frames), "
                              "got 61"),
    ("a.gif", {"start": 1.5, "until": 1.0}, "film: from and until must lie within the run, 0 to 2 s, one after the "
                                            "other, got 1.5 and 1"),
    ("a.gif", {"until": 3.0}, "film: from and until must lie within the run, 0 to 2 s, one after the other, got 0 "
                              "and 3"),
])
def test_refusals_leave_nothing_behind(rocking, tmp_path, name, options, message):
    with pytest.raises(InputError) as error:
        film_run(rocking, tmp_path / name, FilmOptions(**options), SceneOptions())
    assert str(error.value) == message.format(here=tmp_path)
    assert not list(tmp_path.iterdir())


def test_pictures_at_given_times_are_one_file_each(rocking, tmp_path):
    paths = render_run(rocking, tmp_path, [0.6, 1.2, 2.0], SceneOptions())
    assert [path.name for path in paths] == ["blocks_0.61s.png", "blocks_1.19s.png", "blocks_2.00s.png"]
    sizes = {Image.open(path).size for path in paths}
    assert len(sizes) == 1                                   # all seen alike

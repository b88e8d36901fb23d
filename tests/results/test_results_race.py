"""Several processes that want the same place at the same moment: one gets it, and nobody takes it away again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import drystone
from drystone.errors import StoreError
from drystone.results.place import check_free, take_place
from drystone.results.record import RECORD_NAME
from drystone.results.result import open_result

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork")

RACERS = Path(__file__).with_name("results_racers.py")


def play(folder: Path, rounds: int, racers: int, way: str) -> list[list[str]]:
    """What the racers of each round had to say."""
    env = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))
    done = subprocess.run([sys.executable, str(RACERS), str(folder), str(rounds), str(racers), way],
                          capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 0 and done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("way", ["new", "overwrite"])
@pytest.mark.parametrize(("racers", "count"), [(2, 6), (4, 4), pytest.param(2, 60, marks=pytest.mark.slow),
                                               pytest.param(4, 40, marks=pytest.mark.slow)])
def test_one_of_many_gets_the_place(tmp_path, racers, count, way):
    rounds = play(tmp_path, count, racers, way)
    assert len(rounds) == count
    for number, words in enumerate(rounds):
        directory = tmp_path / f"run{number}"
        refusals = [word for word in words if word != "won"]
        assert (len(words), len(refusals)) == (racers, racers - 1)
        for refusal in refusals:
            if way == "new":
                assert refusal == f"cannot create run '{directory}': a run is there already"
            else:
                assert refusal.startswith(f"run '{directory}' is being written by process ")
        result = open_result(directory)
        rows = result.table("steps")
        assert result.status == "finished" and result.notes == ()
        assert np.array_equal(rows["step"], np.arange(20))
        assert rows["racer"][0] in range(racers) and len(set(rows["racer"])) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"run{number}" for number in range(count))


def test_a_run_that_comes_between_the_look_and_the_rename_is_not_replaced(tmp_path, monkeypatch):
    """The place was free when it was looked at and is filled, and finished, an instant later: without `overwrite` that
    run stays."""
    place, new = tmp_path / "run", tmp_path / "new"
    new.mkdir()
    looks = iter([None])

    def look(*args) -> None:
        if next(looks, "again") is None:      # the other comes right after the first look
            place.mkdir()
            (place / RECORD_NAME).write_text("{}")
            return
        check_free(*args)

    monkeypatch.setattr("drystone.results.place.check_free", look)
    with pytest.raises(StoreError, match="a run is there already"):
        take_place(new, tmp_path / "aside", place, place, overwrite=False)
    assert (place / RECORD_NAME).exists() and not (tmp_path / "aside").exists()

"""Many runs on all cores: in order, whatever the number of processes, and compiled before the first worker starts."""

import os

import pytest

from drystone.errors import DrystoneError
from drystone.simulation import pool


def square(number: int) -> int:
    return number * number


def whose(number: int) -> int:
    return os.getpid()


@pytest.fixture
def compiled(monkeypatch):
    """Engines whose kernels were asked for."""
    asked = []
    monkeypatch.setattr(pool, "compile_for_first_run", asked.append)
    return asked


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_order(monkeypatch, compiled, jobs):
    monkeypatch.setattr(pool, "jobs", jobs)
    assert pool.map_runs(square, [3, 1, 2]) == [9, 1, 4]
    assert compiled == ["nscd"]


def test_workers_are_other_processes_and_one_item_needs_none(monkeypatch, compiled):
    monkeypatch.setattr(pool, "jobs", 2)
    assert os.getpid() not in pool.map_runs(whose, range(2), engine="rocking")
    assert pool.map_runs(whose, [0]) == [os.getpid()]
    assert compiled == ["rocking", "nscd"]


def test_where_no_process_can_be_started_one_run_follows_the_other(monkeypatch, compiled):
    def refuse(*args, **options):
        raise OSError("no more processes")

    monkeypatch.setattr(pool, "jobs", 2)
    monkeypatch.setattr(pool, "ProcessPoolExecutor", refuse)
    assert pool.map_runs(whose, [3, 1]) == [os.getpid()] * 2


def miss(number: int) -> int:
    raise FileNotFoundError(f"item {number}")


def die(number: int) -> None:
    os._exit(1)


def test_errors_of_items_come_through_and_nothing_runs_twice(monkeypatch, compiled):
    monkeypatch.setattr(pool, "jobs", 2)
    with pytest.raises(FileNotFoundError, match="item 3"):
        pool.map_runs(miss, [3, 3])
    with pytest.raises(DrystoneError, match=r"^a worker process ended by itself: killed, or out of memory"):
        pool.map_runs(die, [1, 2])

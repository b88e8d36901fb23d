"""One run for all tests of a file."""

import pytest
from export_runs import tower_run


@pytest.fixture(scope="module")
def tower(tmp_path_factory):
    return tower_run(tmp_path_factory.mktemp("tower") / "run")

"""States of runs that knew fewer terms of the energy ledger."""

import numpy as np

from drystone.engines.nscd.ledger import WORKS
from drystone.model.state import WORK_COUNT, State


def test_a_checkpoint_with_fewer_works_is_read_with_zeros_for_the_rest():
    blocks = 2
    state = State(0.5, 7, np.zeros((blocks, 3)), np.tile([1.0, 0, 0, 0], (blocks, 1)), np.zeros((blocks, 6)),
                  np.ones(blocks, bool), np.zeros(blocks, bool))
    arrays = state.to_arrays() | {"work": np.arange(11.0)}
    assert np.array_equal(State.from_arrays(arrays).work, [*range(11), *[0.0] * (WORK_COUNT - 11)])
    assert len(state.work) == WORK_COUNT == len(WORKS)

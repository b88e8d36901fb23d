"""States of runs that an older program began."""

import numpy as np
from scenes import March, block_on_ground

from drystone.engines.nscd.ledger import COUNT


def test_work_terms_that_an_older_run_did_not_know_are_zero():
    march = March(block_on_ground(), 1e-3).go(2)
    arrays = march.state.to_arrays() | {"work": np.arange(11.0)}
    del arrays["memory.push"], arrays["stage"], arrays["stage_start"]       # older still
    state = march.engine.restore(arrays)
    assert np.array_equal(state.work, [*range(11), *[0.0] * (COUNT - 11)])
    assert not state.memory.push.any() and len(state.memory.push) == len(state.memory.key)
    assert (state.stage, state.stage_start) == (0, 0.0)


def test_a_state_comes_back_bit_for_bit():
    march = March(block_on_ground(), 1e-3).go(5)
    arrays = march.state.to_arrays()
    again = march.engine.restore(arrays).to_arrays()
    assert arrays.keys() == again.keys() and all(np.array_equal(arrays[name], again[name]) for name in arrays)

"""Numbers read from results: peaks and impacts, rest, energies, motions of blocks, orders of convergence."""

from drystone.analysis.blocks import (
    BlockHistory,
    block_groups,
    block_history,
    block_names,
    drift,
    fall_side,
    find_blocks,
    mean_displacement,
)
from drystone.analysis.damage import Damage, damage_of, find_damage, slip_between
from drystone.analysis.energy import balance_error, energies_per_weight, energy_terms
from drystone.analysis.failure import FailureMode, failure_of, find_failure
from drystone.analysis.fallen import fallen_blocks
from drystone.analysis.layout import Layout
from drystone.analysis.order import OrderFit, fit_order
from drystone.analysis.peaks import (
    Crossings,
    Peaks,
    find_peaks,
    find_zero_crossings,
    impact_times,
    peak_angles,
    rocking_angle,
    rocking_rate,
)
from drystone.analysis.rest import greatest_speed, is_at_rest, rest_since

__all__ = [
    "BlockHistory", "Crossings", "Damage", "FailureMode", "Layout", "OrderFit", "Peaks", "balance_error",
    "block_groups", "block_history", "block_names", "damage_of", "drift", "energies_per_weight", "energy_terms",
    "failure_of", "fall_side", "fallen_blocks",
    "find_blocks", "find_damage", "find_failure", "find_peaks", "find_zero_crossings",
    "fit_order", "greatest_speed", "impact_times", "is_at_rest", "mean_displacement", "peak_angles", "rest_since",
    "rocking_angle", "rocking_rate", "slip_between",
]

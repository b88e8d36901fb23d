"""Fragility curves from tables of runs. Equations, intervals and refusals: docs/fragility.md."""

from drystone.studies.fragility.cloud import SeparateCollapse, regression, separate_collapse
from drystone.studies.fragility.fit import FragilityFit, fit_fragility
from drystone.studies.fragility.hazard import CollapseRate, Hazard, collapse_rate
from drystone.studies.fragility.measures import compare_measures
from drystone.studies.fragility.modes import fit_modes
from drystone.studies.fragility.split import Split, split_dispersion
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Stripes

__all__ = ["Capacities", "Cloud", "CollapseRate", "FragilityFit", "Hazard", "Runs", "SeparateCollapse", "Split",
           "Stripes", "collapse_rate", "compare_measures", "fit_fragility", "fit_modes", "regression",
           "separate_collapse", "split_dispersion"]

"""Kinds of studies by name."""

from __future__ import annotations

from drystone.studies.file.read import Study
from drystone.studies.kinds.failure_domain import FailureDomain
from drystone.studies.kinds.ida import Ida, Spectrum
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.stripes import Cloud, Stripes
from drystone.studies.kinds.sweep import Sweep

STUDY_KINDS: dict[str, type[StudyKind]] = {
    "sweep": Sweep, "failure-domain": FailureDomain, "spectrum": Spectrum, "ida": Ida, "stripes": Stripes,
    "cloud": Cloud}


def make_kind(study: Study) -> StudyKind:
    """The kind that a study names."""
    return STUDY_KINDS[study.file.kind](study)

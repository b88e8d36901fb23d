"""Ground motions: analytic pulses, harmonics, tables and records, all with exact integrals."""

from drystone.motion.correction import correct_baseline, scale_to_pga
from drystone.motion.cycloidal import Cycloidal
from drystone.motion.harmonic import GroundDisplacementSine, HalfSine, Harmonic, OneSine
from drystone.motion.modified import Delayed, Scaled
from drystone.motion.motion import Motion
from drystone.motion.records import STANDARD_GRAVITY, read_at2, read_columns, read_csv, read_record
from drystone.motion.rectangular import Biphasic, Constant, Rectangular
from drystone.motion.registry import KINDS, motion_from_spec
from drystone.motion.ricker import Ricker
from drystone.motion.table import Table

__all__ = [
    "KINDS",
    "STANDARD_GRAVITY",
    "Biphasic",
    "Constant",
    "Cycloidal",
    "Delayed",
    "GroundDisplacementSine",
    "HalfSine",
    "Harmonic",
    "Motion",
    "OneSine",
    "Rectangular",
    "Ricker",
    "Scaled",
    "Table",
    "correct_baseline",
    "motion_from_spec",
    "read_at2",
    "read_columns",
    "read_csv",
    "read_record",
    "scale_to_pga",
]

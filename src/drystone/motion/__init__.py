"""Ground motions: analytic pulses, harmonics, tables, records and synthetic motions, all with exact integrals."""

from drystone.motion.axes import OnAxes, put_on_axes
from drystone.motion.correction import correct_baseline, scale_to_pga
from drystone.motion.cycloidal import Cycloidal
from drystone.motion.harmonic import GroundDisplacementSine, HalfSine, Harmonic, OneSine
from drystone.motion.kanai_tajimi import kanai_tajimi
from drystone.motion.measures import (
    arias,
    cav,
    housner,
    pga,
    pgd,
    pgv,
    rocking_demand,
    sa,
    sa_avg,
    significant_duration,
)
from drystone.motion.modified import Delayed, Scaled
from drystone.motion.motion import Motion
from drystone.motion.point_source import point_source
from drystone.motion.processing import Processing, butterworth, process, resample, taper
from drystone.motion.pulse import VelocityPulse, find_pulse
from drystone.motion.readers import FORMATS
from drystone.motion.record import Component, Record
from drystone.motion.record_list import ListedRecord, read_record_list
from drystone.motion.records import (
    STANDARD_GRAVITY,
    read_at2,
    read_columns,
    read_csv,
    read_record,
    read_recording,
    read_spectra,
)
from drystone.motion.rectangular import Biphasic, Constant, Rectangular
from drystone.motion.registry import KINDS, motion_from_spec
from drystone.motion.ricker import Ricker
from drystone.motion.scaling import COMBINATIONS, MEASURES, scale_factor, scale_record
from drystone.motion.sequence import Sequence
from drystone.motion.spectrum import Spectrum, response_spectrum
from drystone.motion.table import Table

__all__ = [
    "COMBINATIONS",
    "FORMATS",
    "KINDS",
    "MEASURES",
    "STANDARD_GRAVITY",
    "Biphasic",
    "Component",
    "Constant",
    "Cycloidal",
    "Delayed",
    "GroundDisplacementSine",
    "HalfSine",
    "Harmonic",
    "ListedRecord",
    "Motion",
    "OnAxes",
    "OneSine",
    "Processing",
    "Record",
    "Rectangular",
    "Ricker",
    "Scaled",
    "Sequence",
    "Spectrum",
    "Table",
    "VelocityPulse",
    "arias",
    "butterworth",
    "cav",
    "correct_baseline",
    "find_pulse",
    "housner",
    "kanai_tajimi",
    "motion_from_spec",
    "pga",
    "pgd",
    "pgv",
    "point_source",
    "process",
    "put_on_axes",
    "read_at2",
    "read_columns",
    "read_csv",
    "read_record",
    "read_record_list",
    "read_recording",
    "read_spectra",
    "resample",
    "response_spectrum",
    "rocking_demand",
    "sa",
    "sa_avg",
    "scale_factor",
    "scale_record",
    "scale_to_pga",
    "significant_duration",
    "taper",
]

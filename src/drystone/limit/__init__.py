"""Statics and limit analysis: does it stand, how much can it take, and how does it fail. See README.md."""

from drystone.limit.analysis import LimitResult, limit_analysis
from drystone.limit.assessment import Assessment, assess
from drystone.limit.elastic.analysis import elastic_analysis
from drystone.limit.elastic.verdict import ElasticStatics
from drystone.limit.live import LiveLoad, acceleration, body_force, named_load, point_force
from drystone.limit.nonassociative import NonAssociativeResult, non_associative_analysis
from drystone.limit.pushover import Pushover, pushover_analysis
from drystone.limit.question import LimitQuestion, StaticsQuestion, answer_limit, answer_statics
from drystone.limit.settling import SettlementResult, settlement_analysis
from drystone.limit.standing import Standing, judge_standing
from drystone.limit.statics import Margins, StaticsResult, find_margins, statics_analysis, thrust_range
from drystone.limit.thrust_line import ThrustLine, effective_line, thrust_line
from drystone.limit.tilt import TiltResult, tilt_analysis

__all__ = ["Assessment", "ElasticStatics", "LimitQuestion", "LimitResult", "LiveLoad", "Margins",
           "NonAssociativeResult", "Pushover", "SettlementResult", "Standing", "StaticsQuestion",
           "StaticsResult", "ThrustLine", "TiltResult", "acceleration", "answer_limit", "answer_statics",
           "assess", "body_force", "effective_line", "elastic_analysis", "find_margins", "judge_standing",
           "limit_analysis", "named_load", "non_associative_analysis", "point_force", "pushover_analysis",
           "settlement_analysis", "statics_analysis", "thrust_line", "thrust_range", "tilt_analysis"]

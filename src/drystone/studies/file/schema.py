"""Schema of a study file. Units stand at the end of descriptions, as in model files: values may be written `0.35 g`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from drystone.model.schema_types import Count, Entry, Name, Names, NotNegative, Positive, Vector, one_of
from drystone.model.settings import EndSettings

#: Most runs that one study may plan: a slip in a grid must not fill a disk.
MOST_RUNS = 1_000_000

Share = Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False, strict=True)]


def _scalar(value: Any) -> Any:
    if isinstance(value, (bool, int, float, str)):
        return value
    raise PydanticCustomError("rule", "must be a number, a word, true or false")


Scalar = Annotated[Any, PlainValidator(_scalar), WithJsonSchema({"type": ["number", "string", "boolean"]})]


def _whole(value: Any) -> Any:
    if isinstance(value, (bool, int, float, str, list, dict)):
        return value
    raise PydanticCustomError("rule", "must be a number, a word, true, false, a list or a mapping")


#: A value that `set` gives to a key: a list or a mapping takes the place of the whole one, as with --set.
Setting = Annotated[Any, PlainValidator(_whole),
                    WithJsonSchema({"type": ["number", "string", "boolean", "array", "object"]})]
Signs = Annotated[list[Literal["+", "-"]], Field(min_length=1, max_length=2)]


class RangeEntry(Entry):
    """Evenly spaced values."""

    first: Scalar = Field(description="first value; in the unit of what it sets, or with a unit written out")
    last: Scalar = Field(description="last value, in the same unit")
    count: Count = Field(description="of values, both ends among them [-]")
    spacing: Literal["linear", "log"] = Field("linear", description="of the values, or of their logarithms")


class VaryEntry(Entry):
    """One thing that varies; every value of one meets every value of the others."""

    name: Name = Field(description="column of the table")
    set: Names = Field(description="keys of the model file that get the value, as for --set")
    values: list[Scalar] | None = Field(None, min_length=1, description="one after the other")
    range: RangeEntry | None = Field(None, description="evenly spaced ones")
    distribution: dict[str, Any] | None = Field(
        None, description="drawn ones, as many as `samples` says: kind (normal, lognormal, uniform, beta) and mean, "
                          "cov, least, most, in the unit of what is set")

    _one = model_validator(mode="after")(one_of("values", "range", "distribution"))


class SamplesEntry(Entry):
    """How many draws of everything that has a distribution or is a random field."""

    count: Count = Field(description="of samples [-]")
    seed: Annotated[int, Field(ge=0, strict=True)] = Field(description="same seed, same samples [-]")
    method: Literal["latin_hypercube", "random"] = Field("latin_hypercube", description="how values are drawn")


class SyntheticEntry(Entry):
    """Motions that are made, so that a study needs no record."""

    kind: Literal["kanai_tajimi", "point_source"] = Field(description="of motion")
    parameters: dict[str, Any] = Field(description="arguments of the motion but its seed")
    count: Count = Field(description="of motions [-]")
    seed: Annotated[int, Field(ge=0, strict=True)] = Field(description="of the first; the others count on from it [-]")


class PickEntry(Entry):
    """Some of the motions, drawn by a seed: what a large study costs is seen from a small one."""

    count: Count = Field(description="of motions [-]")
    seed: Annotated[int, Field(ge=0, strict=True)] = Field(description="same seed, same motions [-]")


class MotionsEntry(Entry):
    """Ground motions of the study, and where in the model they act."""

    replace: Name = Field(description="motion of the model file that each of them stands in for")
    records: Names | None = Field(None, description="folder, list (CSV) or files of records, from the study file's "
                                                    "folder")
    units: Literal["g", "m/s2", "cm/s2", "mm/s2", "gal"] | None = Field(
        None, description="of records whose files state none")
    synthetic: SyntheticEntry | None = Field(None, description="instead of records")
    components: Literal["each", "pair"] | None = Field(
        None, description="records: each horizontal component is a motion of its own along `direction`, or the pair "
                          "acts together along x and y")
    direction: Vector | None = Field(None, description="of the ground's positive acceleration [-]")
    signs: Signs = Field(["+"], description="as recorded (+), turned round (-), or both")
    after: NotNegative = Field(description="how long a run lasts beyond its motion [s]")
    pick: PickEntry | None = Field(None, description="some of them only, drawn by a seed; none: all")

    _one = model_validator(mode="after")(one_of("records", "synthetic"))

    @model_validator(mode="after")
    def _where_it_points(self) -> MotionsEntry:
        if self.records is not None and self.components is None:
            raise PydanticCustomError("rule_whole", "components must be each or pair where records are given, got none")
        if self.synthetic is not None and self.components is not None:
            raise PydanticCustomError("rule_whole", "components goes with records, not with synthetic")
        if (self.direction is None) != (self.components == "pair"):
            raise PydanticCustomError("rule_whole", "direction must be given, but not with components: pair, which act "
                                                    "along x and y")
        return self


class DomainEntry(Entry):
    """Failure domain over half period and amplitude of a pulse."""

    motion: Name = Field(description="motion of the model file; its kind has an amplitude")
    time_key: Name = Field("half_period", description="parameter of the motion that is its time: half_period, period")
    half_periods: list[Positive] | None = Field(None, min_length=1, description="columns of the grid [s]")
    half_period_range: RangeEntry | None = Field(None, description="columns of the grid, evenly spaced")
    amplitudes: list[Positive] | None = Field(None, min_length=1, description="rows of the grid [m/s2]")
    amplitude_range: RangeEntry | None = Field(None, description="rows of the grid, evenly spaced")
    directions: Signs = Field(description="along the motion's direction (+), against it (-), or both")
    after: NotNegative = Field(description="how long a run lasts beyond its pulse [s]")
    trace: Share | None = Field(None, description="the boundary is traced until it is known to this share of its "
                                                  "amplitude; none: grid only [-]")
    islands: Literal["repeat", "report"] = Field(
        "repeat", description="safe points above collapses: run again at half and a quarter of the step, or only told")
    capacity: bool = Field(False, description="compute the static capacities by limit analysis, too")

    @model_validator(mode="after")
    def _axes(self) -> DomainEntry:
        for values, spaced in (("half_periods", "half_period_range"), ("amplitudes", "amplitude_range")):
            if (getattr(self, values) is None) == (getattr(self, spaced) is None):
                raise PydanticCustomError("rule_whole", "needs exactly one of {a}, {b}", {"a": values, "b": spaced})
        return self


class MeasureEntry(Entry):
    """A measure of intensity, and what it needs."""

    measure: Literal["pga", "pgv", "pgd", "arias", "cav", "sa", "sa_avg", "housner"] = Field(
        description="that motions are scaled to, by one factor for all components")
    period: NotNegative | None = Field(None, description="of `sa` [s]")
    periods: list[Positive] | None = Field(None, description="of `sa_avg` [s]")
    damping: NotNegative | None = Field(None, description="of spectra, share of critical; none: 0.05 [-]")
    of: Literal["larger", "smaller", "geometric_mean"] | None = Field(
        None, description="of a pair: which component is meant, or their mean")


class VariantEntry(Entry):
    """The same runs once more, a little otherwise: how much of the scatter is numerics."""

    name: Name
    factor: Positive = Field(1.0, description="on the motion, e.g. 1.0001 [-]")
    step: Positive = Field(1.0, description="on the time step, e.g. 0.5 [-]")


class StripesEntry(MeasureEntry):
    """Every motion at every level."""

    variants: list[VariantEntry] = Field(default_factory=list, description="runs that are repeated, beside the others")

    levels: list[Scalar] = Field(min_length=1, description="of the measure, in its SI unit or with a unit written out")


class IdaEntry(MeasureEntry):
    """Every motion level by level until the structure collapses, then in between."""

    levels: list[Scalar] = Field(min_length=1, description="rising; the first collapse ends the hunt")
    tolerance: Share | None = Field(None, description="capacity is known to this share; none: levels only [-]")


class CloudEntry(Entry):
    """Every motion once, as it is or times a factor."""

    factor: Positive = Field(description="on all motions; 1: as recorded [-]")


class SpectrumEntry(Entry):
    """What happens along the values that vary: the least level that overturns, or the peak of a monitor."""

    search: Name | None = Field(None, description="overturning: key of the model file that is raised until collapse")
    levels: list[Scalar] | None = Field(None, min_length=2, description="overturning: rising values of that key")
    tolerance: Share | None = Field(None, description="overturning: the level is known to this share [-]")
    monitor: Name | None = Field(None, description="rocking: whose greatest value is drawn")

    _one = model_validator(mode="after")(one_of("search", "monitor"))

    @model_validator(mode="after")
    def _goes_together(self) -> SpectrumEntry:
        if (self.search is None) != (self.levels is None):
            raise PydanticCustomError("rule_whole", "search and levels go together")
        if self.tolerance is not None and self.search is None:
            raise PydanticCustomError("rule_whole", "tolerance goes with search")
        return self


class DamageEntry(Entry):
    """A state lighter than collapse; states go from light to severe."""

    name: Name
    monitor: Name = Field(description="of the model file")
    above: Positive = Field(description="the state is reached where the monitor's size exceeds this, in its SI unit")
    when: Literal["ever", "end"] = Field("ever", description="at any time, or when all is over")


class KeepEntry(Entry):
    """What is kept of each run beside its row."""

    stores: Literal["none", "all", "collapsed", "boundary"] = Field(
        "none", description="runs that get a whole store, made again when the study is done; boundary: those next to "
                            "one that ended otherwise")
    rows: Annotated[int, Field(ge=2, le=100_000, strict=True)] = Field(
        500, description="most rows of monitors over time, per run; extremes are those of every step [-]")
    checkpoint: bool = Field(True, description="keep the last state, from which a run can go on")


class StudyFile(Entry):
    """A study file of drystone."""

    drystone: Literal[1] = Field(description="version of the file format")
    name: Name = Field(description="of the study, and of its folder")
    kind: Literal["sweep", "failure-domain", "spectrum", "ida", "stripes", "cloud"]
    model: Name = Field(description="model file, from the study file's folder")
    set: dict[str, Setting] = Field(default_factory=dict, description="keys of the model file that all runs change; a "
                                    "list or a mapping takes the place of the whole one")
    vary: list[VaryEntry] = Field(default_factory=list)
    samples: SamplesEntry | None = None
    fields: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="random fields by name: property, marginal, length, correlation, between or "
                                          "blocks; see random_fields.md")
    motions: MotionsEntry | None = None
    domain: DomainEntry | None = None
    stripes: StripesEntry | None = None
    ida: IdaEntry | None = None
    cloud: CloudEntry | None = None
    spectrum: SpectrumEntry | None = None
    damage: list[DamageEntry] = Field(default_factory=list, description="states lighter than collapse")
    end: EndSettings | None = Field(None, description="when a run is over; none: as in the model file")
    keep: KeepEntry = KeepEntry()

    @model_validator(mode="after")
    def _sections_of_kind(self) -> StudyFile:
        wanted = {"failure-domain": ("domain",), "spectrum": ("spectrum",), "ida": ("ida", "motions"),
                  "stripes": ("stripes", "motions"), "cloud": ("cloud", "motions")}.get(self.kind, ())
        for name in ("domain", "stripes", "ida", "cloud", "spectrum", "motions"):
            if (getattr(self, name) is not None) != (name in wanted):
                rule = f"kind {self.kind} needs {name}, which is missing" if name in wanted \
                    else f"{name} does not go with kind {self.kind}"
                raise PydanticCustomError("rule_whole", "{rule}", {"rule": rule})
        if self.kind in ("sweep", "spectrum") and not self.vary:
            raise PydanticCustomError("rule_whole", "{rule}", {"rule": f"kind {self.kind} needs vary, which is empty"})
        return self

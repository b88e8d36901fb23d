"""Schema of a recorded ground motion: files, components along the axes, and what is done to them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from drystone.model.schema_types import Count, Entry, Flag, Name, NotNegative, Number, Positive, one_of


class AxisEntry(Entry):
    """Component of a record along one axis of the model."""

    path: Name | None = Field(None, description="file, from the folder of the model file; none: that of the record")
    component: Name | None = Field(None, description="its name; none: the only one of the file")


class FilterEntry(Entry):
    """Butterworth filter, forwards and backwards."""

    low: Positive | None = Field(None, description="slower motion goes; none: it stays [Hz]")
    high: Positive | None = Field(None, description="faster motion goes; none: it stays [Hz]")
    order: Count = Field(description="of one pass; 2 and 4 are usual [-]")


class ScaleEntry(Entry):
    """One measure that the record is scaled to, by one factor for all components."""

    pga: Positive | None = Field(None, description="peak ground acceleration [m/s2]")
    pgv: Positive | None = Field(None, description="peak ground velocity [m/s]")
    pgd: Positive | None = Field(None, description="peak ground displacement [m]")
    arias: Positive | None = Field(None, description="Arias intensity [m/s]")
    cav: Positive | None = Field(None, description="cumulative absolute velocity [m/s]")
    sa: Positive | None = Field(None, description="spectral acceleration at `period` [m/s2]")
    sa_avg: Positive | None = Field(None, description="geometric mean of spectral accelerations at `periods` [m/s2]")
    housner: Positive | None = Field(None, description="Housner intensity, 0.1 to 2.5 s [m]")
    period: NotNegative | None = Field(None, description="of `sa` [s]")
    periods: list[Positive] | None = Field(None, description="of `sa_avg` [s]")
    damping: NotNegative | None = Field(None, description="of spectra, share of critical; none: 0.05 [-]")
    of: Literal["larger", "smaller", "geometric_mean"] | None = Field(
        None, description="which of two horizontal components is meant, or their mean; with two it must be given")

    _one = model_validator(mode="after")(one_of("pga", "pgv", "pgd", "arias", "cav", "sa", "sa_avg", "housner"))


class RecordEntry(Entry):
    """A recorded motion of one to three components along the axes of the model."""

    path: Name | None = Field(None, description="file, from the folder of the model file")
    x: AxisEntry | None = Field(None, description="component along x; none: the ground does not move that way")
    y: AxisEntry | None = Field(None, description="component along y")
    z: AxisEntry | None = Field(None, description="component along z, upwards")
    units: Literal["g", "m/s2", "cm/s2", "mm/s2", "gal"] | None = Field(
        None, description="of its accelerations; may be left out where the file states them")
    format: Name | None = Field(None, description="of the file; none: by its content")
    dt: Positive | None = Field(None, description="text without times: time between accelerations [s]")
    rotate_deg: Number | None = Field(
        None, description="turns what moves along x and y, from x towards y seen from the record [deg]")
    baseline: Literal["mean", "linear", "polynomial"] | None = Field(None, description="trend taken off")
    degree: int | None = Field(None, description="of the polynomial [-]")
    taper: NotNegative = Field(0.0, description="length of a cosine at either end [s]")
    filter: FilterEntry | None = None
    resample: Positive | None = Field(None, description="new sampling step; none: as recorded [s]")
    scale_to: ScaleEntry | None = None
    reverse: Flag = Field(False, description="true: the ground moves the other way")
    most_pga: Positive | None = Field(
        None, description="greatest peak that is believed; above it the units are taken to be wrong; none: 50 [m/s2]")

    @model_validator(mode="after")
    def _axes(self) -> RecordEntry:
        if self.x is self.y is self.z is None:
            raise PydanticCustomError("rule_whole", "needs at least one of x, y, z; got none")
        return self

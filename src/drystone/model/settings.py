"""Settings of a run: how to step, what to keep, when to call it a collapse. Checked and frozen.

They are part of the model file, so they live with the model; the engines read them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SerializeAsAny,
    Tag,
    field_validator,
    model_validator,
)

from drystone.model.schema_types import Count, Name, Names, NodeList, NumberOrVector, TetList

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Settings(BaseModel):
    """Base of all settings: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


#: [m], overlap of the drawing that is taken as touching, where nothing is said.
OVERLAP_TOLERANCE = 1e-4


class EngineSettings(Settings):
    """What the settings of every engine have."""

    engine: str
    dt: Positive = Field(description="time between two rows of the result [s]")
    ignore: Names = Field(
        default_factory=list, description="properties of joints and materials that the engine may leave out though "
                                          "the answer can be unsafe without them")

    @property
    def touching(self) -> float:
        """Overlap of the drawing that counts as touching [m]."""
        return OVERLAP_TOLERANCE

    @property
    def load_step(self) -> float | None:
        """Time between two looks at the loads [s]; None: the engine misses nothing of them, whatever dt is."""
        return self.dt


class NscdSettings(EngineSettings):
    """How the rigid-block engine steps through time."""

    engine: Literal["nscd"] = Field("nscd", description="engine that runs the model")
    dt: Positive = Field(description="time step [s]")
    scheme: Literal["midpoint", "euler", "theta"] = Field("midpoint", description="time-stepping scheme")
    theta: float | None = Field(None, ge=0.5, le=1.0, description="parameter of the theta scheme [-]")
    flow: Literal["lagged", "associative", "coulomb"] | None = Field(
        None, description="flow rule of friction; default of midpoint: coulomb, of euler and theta: associative")
    accuracy: Literal["study", "standard", "exact"] | None = Field(
        None, description="how near to Coulomb's law steps come; default: exact up to 24 free blocks, else standard")
    flow_iterations: int = Field(
        4, ge=1, description="most solves a step where convex problems serve Coulomb's law: solver named, or fall-back")
    rotation: Literal["predicted", "quasi-newton", "explicit"] | None = Field(
        None, description="update of the angular momentum; midpoint: predicted, others: quasi-newton")
    rotation_iterations: int = Field(1, ge=1, le=20, description="solves a step for rotation: quasi-newton")
    solver: Literal["auto", "interior", "augmented", "regularised", "gauss-seidel", "spectral", "clarabel"] = Field(
        "auto", description="solver of the cone problem")
    threads: int = Field(1, ge=1, le=16, description="threads of the solver; the result is the same for any number")
    form: Literal["primal", "dual"] = Field("primal", description="clarabel: unknown twists or impulses")
    tolerance: Positive = Field(1e-5, description="certified relative error of the velocity in a step [-]")
    unsolved: Literal["error", "count"] = Field("error", description="a step above tolerance: stop, or count it")
    contact_distance: Positive | None = Field(
        None, description="least distance at which contacts are looked for [m]; none: from step and speed")
    overlap_tolerance: NotNegative = Field(
        OVERLAP_TOLERANCE, description="overlap of the drawing that is taken as touching [m]; more is an error")
    settling: bool = Field(True, description="take exact rest where it is admissible (no numerical creep)")

    @model_validator(mode="after")
    def _theta_goes_with_scheme(self):
        if (self.scheme == "theta") != (self.theta is not None):
            raise ValueError(f"theta goes with scheme: theta, got scheme {self.scheme!r} and theta {self.theta!r}")
        return self

    @property
    def touching(self) -> float:
        """Overlap of the drawing that counts as touching [m]."""
        return self.overlap_tolerance

    @property
    def flow_rule(self) -> str:
        """Flow rule in force."""
        return self.flow or ("coulomb" if self.scheme == "midpoint" else "associative")

    @property
    def rotation_rule(self) -> str:
        """Rotation update in force."""
        return self.rotation or ("predicted" if self.scheme == "midpoint" else "quasi-newton")


class RockingSettings(EngineSettings):
    """How exactly one block that rocks on the ground is followed, from impact to impact."""

    engine: Literal["rocking"] = Field(description="engine that runs the model")
    restitution: float | None = Field(
        None, ge=0.0, le=1.0,
        description="angular speed after an impact over that before it; none: Housner's, from the block's shape [-]")
    rtol: Positive = Field(1e-12, description="relative tolerance of the integrator [-]")
    atol: Positive = Field(1e-15, description="absolute tolerance of the integrator [rad]")
    rest_angle: Positive = Field(1e-10, description="a bounce that will not reach this angle is taken as rest [rad]")
    scan_step: Positive = Field(1e-3, description="spacing at which a ground motion is looked through for uplift [s]")

    @property
    def load_step(self) -> None:
        """Motions of the ground are integrated between their breaks, not from row to row."""
        return None


class MeshRule(Settings):
    """How some blocks are cut into tetrahedra."""

    blocks: Names = Field(["*"], description="names of blocks or groups, * for all; of several rules the last one "
                                             "counts")
    cells: list[Count] | None = Field(
        None, min_length=3, max_length=3, description="cells of a six-sided block along the edges nearest to x, y, z")
    size: NumberOrVector | None = Field(
        None, description="edge of a cell, one for all or along x, y, z; of others than six-sided blocks the least [m]")
    path: Name | None = Field(
        None, description="nodes and tetrahedra from a file beside the model file, in m: Gmsh's .msh (text), .json or "
                          ".npz")
    nodes: NodeList | None = Field(None, description="nodes of tetrahedra of your own, in the drawing [m]")
    tets: TetList | None = Field(None, description="tetrahedra of your own: four numbers of `nodes`, from 0, each")
    split: Literal["mean", "six"] = Field(
        "mean", description="tetrahedra of a cell: the mean of both splittings in five, or six about a diagonal")

    @model_validator(mode="after")
    def _one_of_all(self):
        ways = {"cells": self.cells, "size": self.size, "path": self.path, "nodes": self.nodes}
        given = [name for name, value in ways.items() if value is not None]
        if len(given) != 1:
            raise ValueError(f"exactly one of {', '.join(ways)} must be given, got {' and '.join(given) or 'none'}")
        if (self.nodes is None) != (self.tets is None):
            raise ValueError(f"nodes and tets go together, got {'tets' if self.nodes is None else 'nodes'} alone")
        if self.is_given and self.blocks == ["*"]:
            raise ValueError("blocks must be named where path or nodes and tets are given, got '*'")
        if self.size is not None and not all(size > 0.0 for size in self.sizes):
            raise ValueError(f"size must be > 0 [m], got {self.size!r}")
        return self

    @property
    def is_given(self) -> bool:
        """Whether the tetrahedra are the user's own."""
        return self.path is not None or self.nodes is not None

    @property
    def sizes(self) -> tuple[float, float, float]:
        """Edges of a cell along x, y, z [m]."""
        x, y, z = self.size if isinstance(self.size, (list, tuple)) else (self.size or 0.0,) * 3
        return x, y, z


class CrackRule(Settings):
    """Planes across blocks along which they may break."""

    blocks: Names = Field(description="names of blocks or groups, six-sided ones")
    joint: str = Field(description="law of the planes: name of a joint, which may hold nowhere else (between: [])")
    across: Literal["x", "y", "z"] = Field("x", description="axis that the planes stand across")
    planes: int = Field(1, ge=1, le=20, description="number of planes, evenly spaced")
    longer_than: NotNegative = Field(
        0.0, description="only blocks whose edges along that axis are longer: leaves half bricks whole [m]")


class Guide(Settings):
    """A support that is a rigid plate on guides: along some axes it follows the forces on it, and it never turns."""

    support: str = Field(description="name of the support; it needs a material, and takes loads")
    free: Literal["x", "y", "z", "xy", "xz", "yz", "xyz"] = Field(description="axes along which it moves by itself")
    until: str | None = Field(None, description="stage at whose start it is stopped where it is; none: never")


class Bond(Settings):
    """Faces of blocks whose nodes go with a support."""

    block: Names = Field(description="names of blocks or groups")
    to: str = Field(description="name of the support that carries the nodes along")
    face: Literal["-x", "+x", "-y", "+y", "-z", "+z", "all"] = Field(
        description="face by its outward normal, or all nodes of the block")
    axes: Literal["x", "y", "z", "xy", "xz", "yz", "xyz"] = Field("xyz", description="axes along which they do so")


class Damping(Settings):
    """What takes energy out of the blocks beside the joints."""

    local: float | None = Field(None, gt=0.0, lt=1.0, description="share of the force out of balance of each node that "
                                                                 "acts against its velocity, for runs at rest [-]")
    mass: NotNegative = Field(0.0, description="Rayleigh's term with the masses [1/s]")
    stiffness: NotNegative = Field(0.0, description="Rayleigh's term with the stiffness of the blocks [s]")

    @model_validator(mode="after")
    def _one_kind(self):
        if self.local is not None and (self.mass or self.stiffness):
            raise ValueError("local damping and Rayleigh's (mass, stiffness) exclude each other, got both")
        return self


class DemSettings(EngineSettings):
    """How blocks that deform are meshed and stepped through time."""

    engine: Literal["dem"] = Field(description="engine that runs the model")
    mesh: list[MeshRule] = Field(min_length=1, description="how blocks are cut into cells")
    cracks: list[CrackRule] = Field(default_factory=list, description="planes along which blocks may break")
    guides: list[Guide] = Field(default_factory=list, description="supports that move along an axis by themselves")
    bonds: list[Bond] = Field(default_factory=list, description="faces of blocks that go with a support")
    displacements: Literal["small", "large"] = Field(
        "small", description="small: contacts stay where they are; large: blocks turn, contacts are found again")
    damping: Damping = Field(description="{local: 0.8} for loading at rest; {mass, stiffness} or {} in time")
    step: Positive | None = Field(None, description="inner step; none: the largest stable one, times safety [s]")
    safety: float = Field(0.94, gt=0.0, le=1.0, description="share of the stable inner step that is taken [-]")
    mass_scaling: float = Field(
        1.0, ge=1.0, le=10.0, description="how much longer the inner step becomes by added mass at the quickest nodes; "
                                          "gravity keeps the true mass [-]")

    @model_validator(mode="after")
    def _mass_of_what_moves(self):
        if self.displacements == "large" and self.mass_scaling != 1.0:
            raise ValueError(f"mass_scaling goes with displacements: small, got {self.mass_scaling!r} with large: mass "
                             "that is added would change how blocks fly and fall")
        return self


#: Classes of settings by the name of their engine, the default first. A new engine adds its class here.
ENGINE_SETTINGS: dict[str, type[EngineSettings]] = {
    get_args(kind.model_fields["engine"].annotation)[0]: kind for kind in (NscdSettings, RockingSettings, DemSettings)}
DEFAULT_ENGINE = "nscd"

#: What the settings were called while there was one engine.
AnalysisSettings = NscdSettings


def engine_of(analysis: Any) -> str:
    """Engine of the `analysis` of a file, or of settings; the default where it is left out."""
    if isinstance(analysis, EngineSettings):
        return analysis.engine
    engine = analysis.get("engine", DEFAULT_ENGINE) if isinstance(analysis, dict) else DEFAULT_ENGINE
    return engine if isinstance(engine, str) else ""


#: Settings of any engine, chosen by `engine`.
if TYPE_CHECKING:
    Analysis = EngineSettings
else:
    Analysis = Annotated[Union[tuple(Annotated[kind, Tag(name)] for name, kind in ENGINE_SETTINGS.items())],  # noqa: UP007
                         Discriminator(engine_of)]


#: Every n-th step, or never.
Every = Annotated[int, Field(ge=0), BeforeValidator(lambda value: 0 if value is False else value)]


class OutputSettings(Settings):
    """Which tables are kept, and how often: every n-th step, or `false` (0) for never."""

    steps: Every = Field(1, description="energies and monitors: every n-th step and the last; false: never")
    frames: Every = Field(10, description="poses: every n-th step and the last; false: never")
    interfaces: Every | None = Field(None, description="forces of interfaces; none: as frames; false: never")
    checkpoints: Every = Field(1000, description="steps between checkpoints, and one a minute; false: none at all")

    def every(self, table: str) -> int:
        """Steps between two rows of `table`, 0 for never; tables of engines go with the frames."""
        if table == "interfaces" and self.interfaces is not None:
            return self.interfaces
        return self.steps if table == "steps" else self.frames


class OverturnSettings(Settings):
    """Blocks whose rotation counts as overturning."""

    blocks: list[str] = Field(description="names of blocks or groups")
    angle_deg: Positive = Field(90.0, description="rotation from the initial pose that counts [deg]")


class CollapseSettings(Settings):
    """When a run counts as collapsed."""

    energy_drop: float = Field(0.2, gt=0, le=1,
                               description="drop of the potential energy above the foundation [share]")
    overturning: OverturnSettings | None = None
    fall: Positive | None = Field(None, description="a block that sinks by this much has fallen [m]")
    stop: bool = Field(True, description="end the run at collapse")


class RestSettings(Settings):
    """What counts as rest."""

    speed: Positive = Field(description="nothing moves faster: any corner of any block [m/s]")
    hold: Positive = Field(description="for so long [s]")
    after: NotNegative | None = Field(None, description="the run lasts at least until then; none: its duration [s]")


class EndSettings(Settings):
    """When a run ends, beside its duration and collapse."""

    rest: RestSettings | None = Field(None, description="end, rested, as soon as everything has come to rest")
    force_ratio: Positive | None = Field(
        None, description="end, rested, when the greatest force out of balance is this share of the acting ones [-]")
    extension: NotNegative = Field(
        0.0, description="how much longer than its duration a run may go on that has to come to rest [s]")

    @model_validator(mode="after")
    def _extension_needs_an_aim(self):
        if self.extension and self.rest is None and self.force_ratio is None:
            raise ValueError(f"extension goes with rest or force_ratio, got extension {self.extension!r} alone")
        return self

    @property
    def waits(self) -> bool:
        """Whether the run has to come to rest."""
        return self.rest is not None or self.force_ratio is not None


class RunSettings(Settings):
    """All of a run's settings together."""

    analysis: SerializeAsAny[EngineSettings]   #: of any engine, also of one that no model file can name
    output: OutputSettings = OutputSettings()
    collapse: CollapseSettings = CollapseSettings()
    end: EndSettings = EndSettings()

    @field_validator("analysis", mode="before")
    @classmethod
    def _of_its_engine(cls, given: Any) -> Any:
        kind = ENGINE_SETTINGS.get(engine_of(given))
        return kind.model_validate(given) if isinstance(given, dict) and kind is not None else given

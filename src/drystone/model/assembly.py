"""`Assembly`: what people edit - blocks, materials, joints, supports, loads, motions, stages, monitors.

Names are checked when they are given where possible and for good in `build()`, which gives the frozen `Model`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from drystone.checks import MOST_BLOCKS, check_choice, check_direction, check_number, check_vector
from drystone.errors import InputError, Subject
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.io.blocks import read_blocks
from drystone.late import ask
from drystone.model.blocks import BlockSpec, LumpedMass, check_inertia, check_spec
from drystone.model.build import build_model, total_mass
from drystone.model.joint import Joint
from drystone.model.joint_rules import ANY, JointRule
from drystone.model.loading import LoadingMixin
from drystone.model.material import Material
from drystone.model.model import Model
from drystone.model.selection import Selection, as_names, check_known, check_new
from drystone.model.specs import TieSpec, TiltSpec, VelocitySpec
from drystone.model.ties import Tie
from drystone.names import check_name

Vector = Sequence[float]


class Assembly(LoadingMixin):
    """A structure under construction. SI units, z up.

    Parameters
    ----------
    name : of the model
    gravity : downwards along z [m/s2], or a vector (3,)
    free : True where nothing supports the blocks on purpose
    planar : None, "xz" or "yz": plane of a two-dimensional model
    """

    def __init__(self, name: str, *, gravity: float | Vector, free: bool = False,
                 planar: str | None = None) -> None:
        super().__init__()
        self.name = check_name("model", name)
        label = f"model {name!r}"
        if np.ndim(gravity) == 0:
            self.gravity = np.array([0.0, 0.0, -check_number(f"{label}: gravity", gravity, "m/s2", least=0.0)])
        else:
            self.gravity = check_vector(f"{label}: gravity", gravity, "m/s2")
        self.free = free
        self.planar = None if planar is None else check_choice(f"{label}: planar", planar, ("xz", "yz"))
        self.materials: dict[str, Material] = {}
        self.joints: list[Joint] = []
        self.joint_rules: list[JointRule] = []
        self.blocks: dict[str, BlockSpec] = {}
        self.supports: list[str] = []
        self.ground: tuple[float, float | None] | None = None  # level, margin
        self.tilts: list[TiltSpec] = []
        self.velocities: list[VelocitySpec] = []
        self.ties: dict[str, TieSpec] = {}
        #: where what an error is about was written, e.g. "model.yaml:12"; set by the reader of model files
        self.place: Callable[[Subject | None], str] | None = None

    # --- materials and joints -------------------------------------------------------------------

    def material(self, name: str, *, density: float, young: float | None = None,
                 poisson: float | None = None) -> Material:
        """Define a material by its density [kg/m3]; blocks that deform need `young` [Pa] and `poisson` [-]."""
        check_new("material", name, self.materials)
        self.materials[name] = Material(name, density, young, poisson)
        return self.materials[name]

    def joint(self, name: str, *, friction: float, between: Sequence = (ANY, ANY), **law) -> Joint:
        """Define the law of joints and the pairs of blocks or groups where it holds.

        Parameters
        ----------
        friction : Coulomb coefficient at rest [-]
        between : two names (block, group or ``*``) or a list of such pairs; the most specific rule wins. An empty list:
            a law that holds nowhere by itself, for the planes along which blocks may break
        law : further fields of `Joint`
        """
        check_new("joint", name, [j.name for j in self.joints])
        try:
            joint = Joint(name, friction, **law)
        except TypeError:
            known = [f for f in Joint.__dataclass_fields__ if f != "name"]
            bad = next(key for key in law if key not in known)
            raise InputError(f"joint {name!r}: no property is called {bad!r}; there are "
                             f"{', '.join(known)}") from None
        pairs = [between] if len(between) and all(isinstance(b, str) for b in between) else list(between)
        for pair in pairs:
            if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(p, str) for p in pair):
                raise InputError(f"joint {name!r}: between must be two names, or a list of pairs, got {between!r}")
            self.joint_rules.append(JointRule(pair[0], pair[1], len(self.joints)))
        self.joints.append(joint)
        return joint

    # --- blocks ---------------------------------------------------------------------------------

    def add(self, name: str, shape: Shape | ConvexSolid, *, material: str | None = None,
            groups: str | Sequence[str] = (), mass: float | None = None, centroid: Vector | None = None,
            inertia=None) -> None:
        """Add a block.

        Parameters
        ----------
        shape : in world coordinates [m]
        material : name; without it `mass` must be given, unless the block becomes a support
        mass, centroid, inertia : override what shape and material give [kg], [m], [kg m2]; the inertia is about the
            centre of mass, as three diagonal terms or a matrix
        """
        if not isinstance(shape, Shape):
            if not isinstance(shape, ConvexSolid):
                raise InputError(f"block {name!r}: shape must be a Shape, got {shape!r}")
            shape = Shape(shape)
        spec = BlockSpec(name, shape, tuple(sorted(set(as_names(groups)))), material, mass=mass,
                         centroid=None if centroid is None else np.asarray(centroid), inertia=inertia)
        self._add(spec)

    def add_pattern(self, pieces: Iterable[NamedShape], *, material: str | None = None, name: str | None = None,
                    groups: str | Sequence[str] = (), offset: Vector = (0.0, 0.0, 0.0)) -> list[str]:
        """Add the blocks of a pattern; returns their names.

        Parameters
        ----------
        name : put before block and group names (``name/block``) and the name of a group of them all, so that a
            model can hold the same pattern twice
        groups : joined by all blocks
        offset : shift (3,) [m]
        """
        shift = check_vector(f"pattern {name!r}: offset", offset, "m")
        prefix = "" if name is None else f"{name}/"
        more = set(as_names(groups)) | (set() if name is None else {name})
        added = []
        for piece in pieces:
            moved = piece.moved(shift) if shift.any() else piece
            own = {prefix + group for group in piece.groups} | more
            self._add(BlockSpec(prefix + piece.name, moved.shape, tuple(sorted(own)), material,
                                properties=moved.mass_properties))
            added.append(prefix + piece.name)
        return added

    def add_file(self, path: str | Path, *, unit: str | None = None, material: str | None = None,
                 name: str | None = None, groups: str | Sequence[str] = (), offset: Vector = (0.0, 0.0, 0.0),
                 **options) -> list[str]:
        """Add the blocks of a drawing (OBJ, STL, PLY, 3DM, DXF, COMPAS JSON, CSV of corners); returns their names.

        Parameters
        ----------
        unit : of its numbers, one of m, dm, cm, mm, in, ft
        material, name, groups, offset : as for `add_pattern`
        options : up, weld, mortar, thickness, layers, pieces, sizes, flatten, trim; see
            `drystone.io.drawing.ReadOptions`
        """
        return self.add_pattern(read_blocks(path, unit, **options), material=material, name=name, groups=groups,
                                offset=offset)

    def shapes(self) -> list[NamedShape]:
        """Blocks as drawn, without the ground: what `drystone.io.write_blocks` writes."""
        return [NamedShape(spec.name, spec.shape, spec.groups, spec.properties) for spec in self.blocks.values()]

    def _add(self, spec: BlockSpec) -> None:
        if not isinstance(spec.name, str) or not spec.name or spec.name == ANY:
            raise InputError(f"block name must be a word other than '*', got {spec.name!r}")
        check_new("block", spec.name, self.blocks)
        if len(self.blocks) >= MOST_BLOCKS:
            raise InputError(f"a model must have at most {MOST_BLOCKS} blocks; block {spec.name!r} is one more")
        for group in spec.groups:
            if not isinstance(group, str) or not group or group == ANY:
                raise InputError(f"block {spec.name!r}: group must be a word other than '*', got {group!r}")
            check_name(f"block {spec.name!r}: group", group)
        if spec.material is not None:
            check_known(f"block {spec.name!r}", spec.material, self.materials, "material")
        self.blocks[spec.name] = check_spec(spec)

    def add_ground(self, level: float, margin: float | None = None) -> None:
        """Add a flat support, block and group ``ground``, with its surface at `level` [m].

        It reaches `margin` [m] beyond the blocks, by default three times their height above it.
        """
        if self.ground is not None:
            raise InputError(f"ground is given twice, first at level {self.ground[0]:g} m")
        self.ground = (check_number("ground: level", level, "m"),
                       None if margin is None else check_number("ground: margin", margin, "m", above=0.0))

    def support(self, *names: str) -> None:
        """Blocks or groups that do not move by themselves."""
        self.supports += names

    def add_mass(self, block: str, mass: float, point: Vector, *, inertia=None, name: str | None = None) -> None:
        """Fix a mass [kg] with its centre at `point` [m] to a block; `inertia` [kg m2] is about that centre.

        It becomes part of the rigid block: mass, centre of mass and inertia change.
        """
        if name is not None:
            check_name("mass", name)
        label = f"mass {name!r}" if name else f"mass on block {block!r}"
        check_known(label, block, self.blocks, "block")
        self.blocks[block].masses.append(LumpedMass(
            name, block, check_number(f"{label}: mass", mass, "kg", above=0.0),
            check_vector(f"{label}: point", point, "m"),
            np.zeros((3, 3)) if inertia is None else check_inertia(f"{label}: inertia", inertia)))

    # --- ties -----------------------------------------------------------------------------------

    def tie(self, name: str, ends: Sequence, **law) -> Tie:
        """Join two points of blocks by a cable or tie-rod, which pulls and never pushes.

        Parameters
        ----------
        ends : two (block, point): a point (3,) [m] of the drawing that moves with the block, in or on it, or outside
            by at most a tenth of its size (of a support: anywhere);
            None or a block alone = its centre of mass. The ground and other supports are blocks, too
        law : further fields of `Tie`: stiffness, prestress, yield_force, rupture_force, rupture_elongation
        """
        check_new("tie", name, self.ties)
        what = f"tie {name!r}"
        try:
            made = Tie(name, **law)
        except TypeError:
            known = [f for f in Tie.__dataclass_fields__ if f != "name"]
            bad = next(key for key in law if key not in known)
            raise InputError(f"{what}: no property is called {bad!r}; there are {', '.join(known)}") from None
        if isinstance(ends, str) or len(ends) != 2:
            raise InputError(f"{what}: ends must be two blocks or (block, point), got {ends!r}")
        pairs = [(end, None) if isinstance(end, str) else tuple(end) for end in ends]
        for pair in pairs:
            if len(pair) != 2 or not isinstance(pair[0], str):
                raise InputError(f"{what}: ends must be two blocks or (block, point), got {ends!r}")
        self.ties[name] = TieSpec(made, tuple(
            (block, None if point is None else check_vector(f"{what}: point", point, "m")) for block, point in pairs))
        return made

    # --- initial state --------------------------------------------------------------------------

    def tilt(self, target: str | Sequence[str], *, angle_deg: float, axis: str | Vector, about: Vector) -> None:
        """Turn blocks or groups as one about the line along `axis` through the point `about` [m], at the start."""
        label = f"tilt of {target!r}"
        angle = np.radians(check_number(f"{label}: angle_deg", angle_deg, "deg"))
        self.tilts.append(TiltSpec(as_names(target), float(angle), check_direction(f"{label}: axis", axis),
                                   check_vector(f"{label}: about", about, "m")))

    def velocity(self, target: str | Sequence[str], *, linear: Vector = (0.0, 0.0, 0.0),
                 angular: Vector = (0.0, 0.0, 0.0)) -> None:
        """Initial velocity of blocks: of the centre of mass [m/s] and angular [rad/s], world axes."""
        label = f"velocity of {target!r}"
        self.velocities.append(VelocitySpec(as_names(target), check_vector(f"{label}: linear", linear, "m/s"),
                                            check_vector(f"{label}: angular", angular, "rad/s")))

    # --- looking at it --------------------------------------------------------------------------

    @property
    def block_names(self) -> tuple[str, ...]:
        """Names in order, the ground last."""
        return (*self.blocks, *(() if self.ground is None else ("ground",)))

    def select(self, *names: str) -> list[str]:
        """Names of the blocks that are called so or belong to these groups."""
        chosen = Selection(list(self.blocks), [s.groups for s in self.blocks.values()])
        order = list(self.blocks)
        return [order[i] for i in chosen.blocks(f"model {self.name!r}", names)]

    @property
    def weight(self) -> float:
        """Weight of all blocks that are not supports [N]."""
        return total_mass(self) * float(np.linalg.norm(self.gravity))

    def __repr__(self) -> str:
        ground = "" if self.ground is None else f", ground at {self.ground[0]:g} m"
        return f"<Assembly {self.name!r}: {len(self.blocks)} blocks{ground}>"

    def _repr_html_(self) -> str:
        return ask("assembly_html", self)

    def build(self) -> Model:
        """Check everything and freeze it."""
        with self.placing():
            return build_model(self)

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Put the place in the model file before errors of the block, where there is a file."""
        try:
            yield
        except InputError as error:
            raise self.located(error) from None

    def located(self, error: InputError) -> InputError:
        """The error with the place in the model file before it; as it is where there is no file."""
        if self.place is None:
            return error
        return InputError.of(self.place(error.subject), str(error), subject=error.subject)

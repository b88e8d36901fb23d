"""Damage of a joint: how its strength is lost as it opens, slides and crushes; the law is in docs/joints_dem.md."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.errors import InputError
from drystone.model.crushing import CompressionCurve, compression_curve
from drystone.model.properties import check_properties, prop
from drystone.model.softening import SHAPES, SofteningTable, by_energy, from_curve, from_ratios

DRIVERS = ("plastic", "ratio", "frozen_ratio")
UNLOADINGS = ("secant", "elastic", "degraded")
CAPS = ("hardening", "peak", "displacement")


@dataclass(frozen=True, slots=True, kw_only=True)
class Softening:
    """Loss of strength by opening: a fracture energy with a shape, a table of damage, or a measured curve."""

    energy: float | None = prop("N/m", "damage", "fracture energy; with `shape`", default=None, above=0.0)
    shape: str | None = prop("-", "damage", "of the softening curve; with `energy`", default=None, choices=SHAPES)
    pieces: int = prop("-", "damage", "straight pieces of an exponential curve", default=200, least=2, most=10000,
                       is_count=True)
    break_displacement: float | None = prop("-", "damage", "bilinear: inelastic displacement at the break, times "
                                            "strength / energy", default=None, above=0.0)
    break_share: float | None = prop("-", "damage", "bilinear: stress at the break over the strength", default=None,
                                     above=0.0, below=1.0)
    table: tuple | None = prop("-", "damage", "pairs of displacement over that at the peak, and damage: from (1, 0) up "
                               "to damage 1", default=None, is_pairs=True)
    curve: tuple | None = prop("m, Pa", "damage", "measured pairs of displacement and stress, down to 0", default=None,
                               is_pairs=True)

    def check(self, label: str, place: str) -> None:
        """Refuse what does not go together; `place` is the key of the group."""
        own = f"{label}: {place}"
        check_properties(own, self)
        given = [key for key in ("energy", "table", "curve") if getattr(self, key) is not None]
        if len(given) != 1:
            raise InputError(f"{own} needs exactly one of energy, table, curve; got {' and '.join(given) or 'none'}")
        if (self.energy is None) != (self.shape is None):
            raise InputError(f"{own}: energy and shape go together, got {self.energy!r} and {self.shape!r}")
        for key in ("break_displacement", "break_share"):
            if (getattr(self, key) is not None) != (self.shape == "bilinear"):
                raise InputError(f"{own}: {key} goes with shape bilinear, got {getattr(self, key)!r} and "
                                 f"{self.shape!r}")

    def table_of(self, label: str, place: str, strength: float, stiffness: float, rule: str) -> SofteningTable:
        """Damage over inelastic displacement for a strength [Pa] and a stiffness [Pa/m]."""
        own = f"{label}: {place}"
        if self.table is not None:
            return from_ratios(f"{own}.table", self.table, strength, stiffness)
        if self.curve is not None:
            return from_curve(f"{own}.curve", self.curve, strength, stiffness)
        assert self.shape is not None and self.energy is not None      # `check` has seen to it
        return by_energy(f"{own}.energy", self.shape, self.energy, strength, stiffness, pieces=self.pieces,
                         break_displacement=self.break_displacement, break_share=self.break_share, rule=rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShearSoftening(Softening):
    """Loss of cohesion and friction by sliding, with what remains of them, and how sliding lifts the joint."""

    residual_cohesion: float = prop("Pa", "damage", "cohesion that stays in a closed joint", least=0.0)
    residual_friction: float = prop("-", "damage", "friction that stays", least=0.0)
    dilation: float = prop("-", "damage", "opening per slip, tan(psi), of a joint without damage", least=0.0)
    dilation_rule: str = prop("-", "damage", "whether the dilation fades with the damage", default="fading",
                              choices=("fading", "constant"))

    def check(self, label: str, place: str) -> None:
        """As that of opening."""
        Softening.check(self, label, place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crushing:
    """Compression: hardening up to the strength `compression`, then softening; with shear, an elliptical cap."""

    energy: float = prop("N/m", "damage", "fracture energy in compression: all up to the peak, and what lies above the "
                         "residual after it", above=0.0)
    elastic_share: float = prop("-", "damage", "pressure at which hardening starts, over the strength", above=0.0,
                                below=1.0)
    peak_ratio: float = prop("-", "damage", "closing at the peak over strength / normal_stiffness", above=1.0)
    residual: float = prop("Pa", "damage", "pressure that stays", least=0.0)
    cap_shear: float = prop("-", "damage", "C_ss of the cap C_nn sigma^2 + C_ss tau^2 + C_n sigma = f_c^2", above=0.0)
    cap_normal: float = prop("-", "damage", "C_nn; 1: `compression` is the strength without shear", default=1.0,
                             above=0.0)
    cap_center: float = prop("Pa", "damage", "C_n; 0: the ellipse has its middle at no stress", default=0.0, least=0.0)
    length_rule: str = prop("-", "damage", "softening length by the exact area, or by eq. 31 of the paper",
                            default="exact", choices=("exact", "paper"))
    cap: str = prop("-", "damage", "what moves the cap: its own plastic displacement; the closing, after the peak "
                    "only; or the closing", default="hardening", choices=CAPS)

    def check(self, label: str, place: str, strength: float) -> None:
        """Refuse values outside of their rows, and a residual that is no less than the strength [Pa]."""
        check_properties(f"{label}: {place}", self)
        if not self.residual < strength:
            raise InputError(f"{label}: {place}.residual must be < compression {strength:g} [Pa], got "
                             f"{self.residual!r}")

    def curve_of(self, label: str, place: str, strength: float, stiffness: float) -> CompressionCurve:
        """The curve for a strength [Pa] and a normal stiffness [Pa/m]."""
        return compression_curve(f"{label}: {place}.energy", energy=self.energy, stiffness=stiffness, peak=strength,
                                 elastic_share=self.elastic_share, peak_ratio=self.peak_ratio, residual=self.residual,
                                 rule=self.length_rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """How a joint is damaged; `tension` and `shear` go together, `crushing` may stand alone."""

    tension: Softening | None = prop("-", "damage", "loss of strength by opening", default=None, inner=Softening)
    shear: ShearSoftening | None = prop("-", "damage", "loss of strength by sliding", default=None,
                                        inner=ShearSoftening)
    crushing: Crushing | None = prop("-", "damage", "how it crushes; none: it does not", default=None, inner=Crushing)
    driver: str = prop("-", "damage", "what drives the damage by sliding: plastic slip, or the paper's ratio of "
                       "displacements with the pressure of now or of the first yield", default="plastic",
                       choices=DRIVERS)
    unloading: str = prop("-", "damage", "of a crack: along the secant, with the first stiffness, or with "
                          "(1 - damage) of it", default="secant", choices=UNLOADINGS)
    shear_stiffness_left: float = prop("-", "damage", "share of shear_stiffness at full damage", default=1.0, above=0.0,
                                       most=1.0)

    def check(self, label: str, joint) -> None:
        """Refuse damage that does not fit the strengths and the stiffness of its joint; all tables are made once."""
        check_properties(f"{label}: damage", self)
        if joint.normal_stiffness is None:
            raise InputError(f"{label}: damage needs normal_stiffness and shear_stiffness, which are missing")
        if self.tension is None and self.shear is None and self.crushing is None:
            raise InputError(f"{label}: damage needs tension and shear, or crushing; got none")
        self._check_bond(label, joint)
        if self.crushing is not None:
            if joint.compression is None:
                raise InputError(f"{label}: damage.crushing needs compression [Pa], which is missing")
            self.crushing.check(label, "damage.crushing", joint.compression)
            self.curve_of(label, joint)

    def _check_bond(self, label: str, joint) -> None:
        strengths = {"tension": joint.tension, "shear": joint.cohesion}
        for key, other in (("tension", "shear"), ("shear", "tension")):
            group = getattr(self, key)
            if group is None and getattr(self, other) is not None:
                raise InputError(f"{label}: damage.{other} needs damage.{key}, which is missing")
            if group is None and strengths[key] > 0.0:
                raise InputError(f"{label}: {'cohesion' if key == 'shear' else key} {strengths[key]:g} Pa needs "
                                 f"damage.{key}, which is missing")
            if group is not None and not strengths[key] > 0.0:
                raise InputError(f"{label}: damage.{key} needs {'cohesion' if key == 'shear' else key} > 0 [Pa], got "
                                 f"{strengths[key]!r}")
        if self.tension is None or self.shear is None:
            return
        self.tension.check(label, "damage.tension")
        self.shear.check(label, "damage.shear")
        for key, least in (("residual_cohesion", "cohesion"), ("residual_friction", "friction")):
            unit = "Pa" if least == "cohesion" else "-"
            if getattr(self.shear, key) > getattr(joint, least):
                raise InputError(f"{label}: damage.shear.{key} must be <= {least} {getattr(joint, least):g} [{unit}], "
                                 f"got {getattr(self.shear, key)!r}")
        self.tables_of(label, joint)

    def tables_of(self, label: str, joint) -> tuple[SofteningTable, SofteningTable] | None:
        """Tables of opening and sliding of a joint; None where it has no bond."""
        if self.tension is None or self.shear is None:
            return None
        return (self.tension.table_of(label, "damage.tension", joint.tension, joint.normal_stiffness,
                                      "tension^2 / normal_stiffness"),
                self.shear.table_of(label, "damage.shear", joint.cohesion, joint.shear_stiffness,
                                    "cohesion^2 / shear_stiffness"))

    def curve_of(self, label: str, joint) -> CompressionCurve | None:
        """Compression curve of a joint; None where it does not crush."""
        if self.crushing is None:
            return None
        return self.crushing.curve_of(label, "damage.crushing", joint.compression, joint.normal_stiffness)

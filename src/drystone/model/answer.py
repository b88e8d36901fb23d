"""An answer without time: what statics and limit analysis found, as words, plain data and arrays.

Knows no solver. Whoever asks makes it; a store keeps it; pictures and tables are made from it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

import numpy as np

from drystone.errors import InputError
from drystone.late import ask
from drystone.model.answer_parts import BlockAnswer, JointAnswer, TieAnswer, joint_between, tie_called
from drystone.model.model import Model
from drystone.model.selection import Selection
from drystone.model.static import StaticModel

LIMIT, STATICS = "limit", "statics"
#: Kinds of answers.
ANSWERS = (LIMIT, STATICS)

MECHANISM, PACE, REACTIONS, JOINTS = "mechanism", "pace", "reactions", "joints."


@dataclass(frozen=True, slots=True)
class JointForces:
    """Resultants of the interfaces; forces act on block b, the normal points from a to b."""

    block_a: np.ndarray             #: (i,)
    block_b: np.ndarray             #: (i,)
    area: np.ndarray                #: (i,) [m2]
    normal: np.ndarray              #: (i, 3) unit
    force: np.ndarray               #: (i, 3) [N]
    action_point: np.ndarray        #: (i, 3) [m]
    centroid: np.ndarray            #: (i, 3) [m]
    eccentricity_share: np.ndarray  #: (i, 2) [-], 0 in the middle of the joint, 1 at its edge
    opening: np.ndarray             #: (i,) [m]

    @classmethod
    def shapes(cls, count: int) -> dict[str, tuple[int, ...]]:
        """Shape of every array for so many interfaces, by its name."""
        wide = {"normal": 3, "force": 3, "action_point": 3, "centroid": 3, "eccentricity_share": 2}
        return {item.name: (count, wide[item.name]) if item.name in wide else (count,) for item in fields(cls)}

    @property
    def count(self) -> int:
        """Number of interfaces."""
        return len(self.block_a)

    @property
    def normal_force(self) -> np.ndarray:
        """(i,) [N], compression positive."""
        return np.einsum("ik,ik->i", self.force, self.normal)


@dataclass(frozen=True, repr=False)
class Answer:
    """What was found, whether just now or in a store.

    `arrays` has, where there is such a thing: mechanism (b, 6) [m/s, rad/s], of statics [m/s2, rad/s2]; pace (), by
    which it is multiplied to be drawn; reactions (b, 3) [N] of supports on the structure; joints.<field of
    JointForces>.
    """

    kind: str                             #: one of ANSWERS
    model: Model | StaticModel
    words: tuple[str, ...]                #: lines for people
    data: Mapping[str, object]            #: in the types of JSON
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)
    question: Mapping[str, object] = field(default_factory=dict)   #: what was asked, in the types of JSON

    @property
    def has_picture(self) -> bool:
        """Whether there is a mechanism or a flow of forces to draw; an unbounded limit has neither."""
        return MECHANISM in self.arrays

    @property
    def mechanism(self) -> np.ndarray:
        """(b, 6) as found; zero where nothing moves."""
        nothing = np.zeros((len(self.model.block_names), 6))
        return self.arrays.get(MECHANISM, nothing)

    @property
    def drawn_mechanism(self) -> np.ndarray:
        """(b, 6) with the fastest corner at about 1."""
        return float(self.arrays.get(PACE, 1.0)) * self.mechanism

    @property
    def moves(self) -> bool:
        """Whether any block moves."""
        return bool(np.abs(self.mechanism).max(initial=0.0) > 0.0)

    @property
    def joints(self) -> JointForces | None:
        """Forces in the joints; None where there are none to tell."""
        names = [item.name for item in fields(JointForces)]
        if any(JOINTS + name not in self.arrays for name in names):
            return None
        return JointForces(**{name: self.arrays[JOINTS + name] for name in names})

    # -- read by name --------------------------------------------------------------------------------

    def block(self, name: str) -> BlockAnswer:
        """One block: how it begins to move, and its reaction where it is a support."""
        i = Selection(self.model.block_names, ()).block(self._where, name)
        is_support, known = bool(self.model.is_support[i]), self.arrays.get(REACTIONS)
        return BlockAnswer(name, tuple(self.model.block_groups[i]), is_support, self.mechanism[i],
                           name in self.moving, known[i] if is_support and known is not None else None)

    def joint(self, a: str, b: str) -> JointAnswer:
        """The joint of two blocks: its force acts on `b`."""
        return joint_between(self.joints, self.model.block_names, a, b, self._where)

    def tie(self, name: str) -> TieAnswer:
        """One tie."""
        return tie_called(self._part("ties"), name, self._where)

    def _part(self, key: str) -> dict:
        """A mapping within the data; {} where there is none."""
        found = self.data.get(key)
        return dict(found) if isinstance(found, Mapping) else {}

    @property
    def moving(self) -> tuple[str, ...]:
        """Names of the blocks that take part in the mechanism, in the order of the model; none if it stands."""
        sequence = self._part("non_associative")
        chosen = sequence if sequence.get("alpha") is not None else self.data
        named = self.data.get("moving") or chosen.get("mechanism")
        named = set(named) if isinstance(named, Iterable) else set()
        return tuple(name for name in self.model.block_names if name in named)

    @property
    def stands(self) -> bool:
        """Of statics: whether it stands under its dead load."""
        return bool(self._number("stands"))

    @property
    def alpha(self) -> float:
        """Of limit analysis: the load factor; inf where the live load has no limit."""
        alpha = self._number("alpha")
        return float("inf") if alpha is None else float(alpha)

    def _number(self, name: str):
        if name not in self.data:
            raise InputError(f"{self._where}: has no {name!r}; it has: {', '.join(self.data)}")
        return self.data[name]

    @property
    def _where(self) -> str:
        return f"answer of kind {self.kind!r} about {self.data.get('model', '?')!r}"

    def plot(self, kind: str | None = None):
        """One of its pictures as a matplotlib figure; None: that of mechanism and forces."""
        return ask("answer_figure", self, kind)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def __repr__(self) -> str:
        return f"<{self._where}: {len(self.model.block_names)} blocks>"

    def _repr_html_(self) -> str:
        return ask("answer_html", self)

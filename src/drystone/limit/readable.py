"""`Readable`: results of statics and limit analysis in memory, read by the names of blocks, joints and ties."""

from __future__ import annotations

import numpy as np

from drystone.model.answer import JointForces
from drystone.model.answer_parts import BlockAnswer, JointAnswer, TieAnswer, joint_between, tie_called
from drystone.model.selection import Selection


class Readable:
    """For results that have `equilibrium`, `interfaces`, and a `mechanism` or an `acceleration`."""

    __slots__ = ()

    def joint(self, a: str, b: str) -> JointAnswer:
        """The joint of two blocks: its force acts on `b`."""
        found = self.interfaces
        joints = JointForces(normal=found.frame[:, 0], **{
            name: getattr(found, name) for name in JointForces.shapes(0) if name != "normal"})
        return joint_between(joints, self.equilibrium.model.block_names, a, b, self._where)

    def block(self, name: str) -> BlockAnswer:
        """One block: how it begins to move, and its reaction where it is a support."""
        model, motion = self.equilibrium.model, self._motion
        i = Selection(model.block_names, ()).block(self._where, name)
        reactions = getattr(self, "reactions", {})
        return BlockAnswer(name, tuple(model.block_groups[i]), bool(model.is_support[i]), motion[i],
                           bool(np.isin(i, self.moving)), reactions.get(name))

    def tie(self, name: str) -> TieAnswer:
        """One tie."""
        force = getattr(self, "tie_force", np.zeros(0))
        return tie_called(dict(zip(self.equilibrium.model.ties.names, force.tolist())), name, self._where)

    @property
    def _motion(self) -> np.ndarray:
        return self.mechanism if hasattr(self, "mechanism") else self.acceleration

    @property
    def _where(self) -> str:
        return f"{type(self).__name__} of {self.equilibrium.model.name!r}"

    def __repr__(self) -> str:
        model = self.equilibrium.model
        words = [f"{int((~model.is_support).sum())} blocks"]
        if hasattr(self, "alpha"):
            words.insert(0, f"alpha {self.alpha:.6g} {self.live.unit}, {self.live.label}")
        elif hasattr(self, "stands"):
            words.insert(0, "stands" if self.stands else "falls")
        else:
            words.insert(0, str(getattr(self, "label", "")))
        return f"<{self._where}: {'; '.join(words)}>"

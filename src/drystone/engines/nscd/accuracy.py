"""How exactly a step obeys Coulomb's law: what is asked for, and which level is in force where nothing is said."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.model.settings import NscdSettings

#: Free blocks up to which a model is small: there the exact level is the default, and costs next to nothing.
SMALL = 24


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What a step is asked for. Residuals are speeds in units of gravity times step."""

    level: str        #: as in the model file
    reason: str       #: why it is in force, in words
    flow: float       #: greatest distance of a contact from its law, on the impulses as they are stored [-]
    aim: float        #: what the splitting goes on to where it is cheap [-]
    momentum: float   #: error of the momentum, root of its energy over that of all blocks at that speed [-]
    most: int         #: iterations of the splitting
    give: float       #: of rigid joints, in units of the inverse masses of both blocks [-]; see `give.py`


_LEVELS = {
    "study": (1e-1, 1e-1, 1e-1, 50, 5e-3),
    "standard": (3e-2, 3e-2, 5e-2, 120, 5e-3),
    "exact": (1e-3, 1e-3, 1e-3, 1500, 5e-4),
}
_SMALL_EXACT = (1e-3, 1e-5, 1e-3, 3000, 0.0)


def accuracy_in_force(settings: NscdSettings, free_count: int) -> Accuracy:
    """The level that the settings state, or the default for so many free blocks."""
    is_small = free_count <= SMALL
    if settings.accuracy is not None:
        level, reason = settings.accuracy, "as stated"
    elif is_small:
        level, reason = "exact", f"default up to {SMALL} free blocks, here {free_count}"
    else:
        level, reason = "standard", f"default above {SMALL} free blocks, here {free_count}"
    numbers = _SMALL_EXACT if level == "exact" and is_small else _LEVELS[level]
    return Accuracy(level, reason, *numbers)

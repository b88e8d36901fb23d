"""Colours of blocks: by displacement, by group, or of stone; and what explains them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.view import style
from drystone.view.panels import bar_axes, legend_of_panels
from drystone.view.solids import Solids


def group_colours(solids: Solids) -> np.ndarray:
    """(b, 3) a colour for each group, supports in their own."""
    from matplotlib.colors import to_rgb
    faces = np.array([to_rgb(c) for c in style.FACE_PALETTE])
    base = faces[main_groups(solids)[1] % len(faces)]
    return vary_tones(np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), base))


def vary_tones(colours: np.ndarray, amount: float = 0.035) -> np.ndarray:
    """Colours (b, 3) a little lighter or darker from block to block, always the same for a block number."""
    share = np.modf(np.arange(len(colours)) * 0.6180339887498949)[0]   # golden ratio: neighbours differ most
    return np.clip(colours * (1.0 + amount * (2.0 * share - 1.0))[:, None], 0.0, 1.0)


def main_groups(solids: Solids) -> tuple[list[str], np.ndarray]:
    """Names of groups, and (b,) which of them colours each block: its largest; "other" without any."""
    members: dict[str, int] = {}
    free = [i for i in range(len(solids.names)) if not solids.is_support[i]]
    for i in free:
        for group in solids.groups[i]:
            members[group] = members.get(group, 0) + 1
    best = [max(solids.groups[i], key=lambda g: (members.get(g, 0), g), default="other")
            if not solids.is_support[i] else "" for i in range(len(solids.names))]
    names = list(dict.fromkeys(best[i] for i in free))
    return names, np.array([names.index(name) if name in names else 0 for name in best])


def group_legend(figure, solids: Solids, extra: Sequence = ()) -> None:
    """Legend of the groups with their numbers of blocks, the supports, and what else was drawn."""
    from matplotlib.patches import Patch
    names, of_block = main_groups(solids)
    free = ~solids.is_support
    handles = []
    for k, name in enumerate(names[:2 * len(style.FACE_PALETTE)]):
        count = int((free & (of_block == k)).sum())
        handles.append(Patch(facecolor=style.FACE_PALETTE[k % len(style.FACE_PALETTE)], edgecolor=style.MUTED,
                             linewidth=0.5, label=f"{name} ({count} block{'s' if count > 1 else ''})"))
    if solids.is_support.any():
        count = int(solids.is_support.sum())
        handles.append(Patch(facecolor=style.SUPPORT, edgecolor=style.MUTED, linewidth=0.5,
                             label=f"support{'s' if count > 1 else ''} ({count})"))
    handles += list(extra)
    legend_of_panels(figure, handles)


def stone_colours(solids: Solids) -> np.ndarray:
    """(b, 3) stone, supports in another tone."""
    from matplotlib.colors import to_rgb
    return vary_tones(np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), to_rgb(style.STONE)))


class DisplacementScale:
    """Colours by displacement, the same in all panels; a root scale where some are far greater than others."""

    def __init__(self, moved: Sequence[np.ndarray]) -> None:
        """moved : [m], displacements of the blocks of each panel"""
        from matplotlib.colors import LinearSegmentedColormap, Normalize, PowerNorm
        largest = np.array([bulk_of(own) for own in moved])
        self.is_cut = float(largest.max(initial=0.0)) < max(float(own.max(initial=0.0)) for own in moved)
        self.factor, self.unit = style.length_unit([largest])
        top = self.factor * float(largest.max(initial=0.0)) or 1.0
        moving = largest[largest > 0.0]
        is_wide = len(moving) > 0 and float(moving.max()) > _WIDE * float(moving.min())
        self.norm = PowerNorm(0.5, 0.0, top) if is_wide else Normalize(0.0, top)
        self._map = LinearSegmentedColormap.from_list("stone", _SHADES)

    def colours(self, solids: Solids, moved: np.ndarray) -> np.ndarray:
        """(b, 3) for displacements (b,) [m]; supports keep their own colour."""
        from matplotlib.colors import to_rgb
        shown = np.clip(self.norm(np.minimum(moved * self.factor, self.norm.vmax)), 0.0, 1.0)
        return np.where(solids.is_support[:, None], np.array(to_rgb(style.SUPPORT)),
                        self._map(np.asarray(shown))[:, :3])

    def draw_bar(self, figure, axes_list) -> None:
        """A bar with units beside the panels."""
        from matplotlib.cm import ScalarMappable
        bar = figure.colorbar(ScalarMappable(self.norm, self._map), cax=bar_axes(figure, axes_list),
                              extend="max" if self.is_cut else "neither", extendfrac=0.03)
        bar.set_label(f"displacement since the start  [{self.unit}]")
        bar.outline.set_visible(False)


def bulk_of(moved: np.ndarray) -> float:
    """Greatest displacement of a panel; of all but a few blocks where those few have flown far off."""
    if not len(moved):
        return 0.0
    most, bulk = float(moved.max()), float(np.quantile(moved, BULK, method="higher"))
    return bulk if most > _FAR * bulk > 0.0 else most


#: All but this share of the blocks, and how much farther the rest have gone where colours do not follow them.
BULK, _FAR = 0.98, 2.5
#: From this ratio of greatest displacements among panels on, colours follow their root.
_WIDE = 5.0
#: Colours from what has not moved, which is stone as everywhere, to what has gone furthest, darker all the way.
_SHADES = (style.STONE, "#e8a14c", "#cb5a1e", "#7f2a12")

"""A sound small model and what strangers do to it."""

BASE = """\
drystone: 1
name: stranger
gravity: 9.81
materials:
  stone: {density: 2000}
joints:
  dry: {friction: 0.6}
blocks:
  - name: pier
    box: {size: [0.4, 0.4, 1.0], center: [0, 0, 0.5]}
    material: stone
  - name: cap
    box: {size: [0.6, 0.6, 0.2], center: [0, 0, 1.1]}
    material: stone
ground: {level: 0.0}
monitors:
  - {name: top, block: cap, quantity: displacement}
duration: 0.02
analysis: {dt: 1e-3}
"""

PIER = "box: {size: [0.4, 0.4, 1.0], center: [0, 0, 0.5]}"
CORNERS = "[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]"
SIDES = "[0, 3, 2, 1], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]"   # all but the top 4, 5, 6, 7


def edit(*changes: tuple[str, str]) -> str:
    """BASE with the first occurrence of each old text replaced by the new one."""
    text = BASE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def shaped(shape: str) -> str:
    """BASE with another shape of the pier."""
    return edit((PIER, shape))


def mesh(faces: str, corners: str = CORNERS) -> str:
    """BASE with a mesh as pier."""
    return shaped(f"mesh: {{vertices: {corners}, faces: [{faces}]}}")


def quake(kind: str, parameters: str, more: str = "") -> str:
    """BASE with a ground motion; its entry stands on line 21."""
    return BASE + (f"motions:\n  - name: quake\n    kind: {kind}\n    parameters: {{{parameters}}}\n"
                   f"    direction: [1, 0, 0]\n{more}")


def load(kind: str, entry: str) -> str:
    """BASE with a load `push`; its entry stands on line 21."""
    return BASE + f"loads:\n  - name: push\n    {kind}: {{{entry}}}\n"

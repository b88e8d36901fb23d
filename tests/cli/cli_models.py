"""Small models for tests of the command line."""

from pathlib import Path

BLOCK = """\
drystone: 1
name: small block
gravity: 9.81
materials:
  stone: {density: 2000}
joints:
  base: {friction: 0.6}
blocks:
  - name: block
    box: {size: [0.4, 0.4, 0.4], center: [0, 0, 0.2]}
    material: stone
ground: {level: 0.0}
monitors:
  - {name: top, block: block, point: [0, 0, 0.4], quantity: displacement, component: z}
duration: 0.04
analysis: {dt: 2e-3}
output: {checkpoints: 5}
"""

#: Tips over its edge at once: the centre of mass lies beyond it.
FALLING = BLOCK.replace("ground: {level: 0.0}", """\
ground: {level: 0.0}
initial:
  - tilt: {target: block, angle_deg: 60, axis: y, about: [0.2, 0, 0]}
""").replace("duration: 0.04", "duration: 1.0\ncollapse: {overturning: {blocks: [block], angle_deg: 10}}")

#: A second block hangs in the air.
FLOATING = BLOCK.replace("ground: {level: 0.0}", """\
  - name: cloud
    box: {size: [0.4, 0.4, 0.4], center: [0, 0, 2.2]}
    material: stone
ground: {level: 0.0}
""")


def write(folder: Path, text: str = BLOCK, name: str = "model.yaml") -> Path:
    """Write a model file and return its path."""
    path = folder / name
    path.write_text(text)
    return path

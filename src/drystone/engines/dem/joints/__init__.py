"""Joint laws of deformable blocks: what a sub-contact carries after the displacement across it so far."""

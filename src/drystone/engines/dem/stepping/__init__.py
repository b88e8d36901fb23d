"""Kernels of the explicit steps: forces of blocks and joints, central differences, what is summed up at the end."""

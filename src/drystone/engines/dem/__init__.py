"""Explicit distinct elements: blocks that deform, joints that crack, slide and crush."""

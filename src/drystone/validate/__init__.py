"""Named cases that compare the engine with exact, published or converged answers. See docs/validation."""

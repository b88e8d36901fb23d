"""One sub-contact driven through a path: what a joint law does before any wall is built with it."""

"""Sub-contacts: points of two meshed faces at which a joint acts, each with its area and the nodes that carry it."""

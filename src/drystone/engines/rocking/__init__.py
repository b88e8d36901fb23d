"""One block that rocks on the ground: the exact solution behind the interface of all engines."""

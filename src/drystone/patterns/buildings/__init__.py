"""Buildings of straight walls: thin layers over the plan, and the church."""

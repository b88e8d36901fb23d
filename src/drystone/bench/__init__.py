"""How fast and how exact: saved steps, long marches and whole runs, measured beside Clarabel and MuJoCo."""

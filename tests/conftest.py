"""No test minds how fast the machine is: hypothesis neither times its examples nor how long it takes to draw them.

`make test` draws the same examples on every machine, so that it passes or fails by what is tested alone;
`make test-all` (DRYSTONE_SEARCH=1) looks for new ones at every run.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow],
                          derandomize=not os.environ.get("DRYSTONE_SEARCH"))
settings.load_profile("any machine")

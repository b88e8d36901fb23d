"""No test minds how fast the machine is: hypothesis neither times its examples nor how long it takes to draw them."""

from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

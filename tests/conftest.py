"""One Hypothesis profile for every test."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "otel-grounding",
    deadline=None,  # a busy machine is no fault of the code
    suppress_health_check=[HealthCheck.too_slow],  # neither is it where examples are made: this check goes by the clock
    derandomize=bool(os.environ.get("CI")),  # the same examples for everyone who looks at the same commit
)
settings.load_profile("otel-grounding")

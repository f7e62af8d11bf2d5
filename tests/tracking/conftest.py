"""Live spans and batches of ended ones: what holds for the one holds for the other."""

from __future__ import annotations

from typing import Any

import pytest
from recording import Record, Recording

from otel_grounding import GroundingConfig


@pytest.fixture(params=["live", "batch"])
def record(request: pytest.FixtureRequest) -> Record:
    def make(config: GroundingConfig | None = None, **options: Any) -> Recording:
        return Recording(config, exporting=request.param == "batch", **options)

    return make

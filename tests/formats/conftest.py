"""Every format in turn, and the spans of all captures."""

from __future__ import annotations

from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from trace_writers import WRITERS, Writer

from otel_grounding.formats import read_spans

CAPTURES = sorted((Path(__file__).parents[1] / "data/captures").glob("*.json"))


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest) -> Writer:
    """Each format in turn."""
    return WRITERS[request.param]


@pytest.fixture(scope="session")
def captured() -> list[ReadableSpan]:
    """The spans of all captures."""
    return [span for path in CAPTURES for span in read_spans(path)]

"""Every format in turn, and the spans of all captures."""

from __future__ import annotations

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from replay import FILES
from trace_writers import WRITERS, Writer

from otel_grounding.formats import read_spans


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest) -> Writer:
    """Each format in turn."""
    return WRITERS[request.param]


@pytest.fixture(scope="session")
def captured() -> list[ReadableSpan]:
    """The spans of all captures."""
    return [span for path in FILES for span in read_spans(path)]

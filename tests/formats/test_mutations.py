"""A document with any value in any place: records and errors come out, never another exception."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.trace import ReadableSpan
from plain_writers import PLAIN_WRITERS
from sample_runs import GROUNDED, a_run
from trace_writers import WRITERS

from otel_grounding.conventions import read
from otel_grounding.formats import FormatError, LogEvent, joined, read_records

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | st.just("0" * 16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)
LINES = {"otlp_lines", "sdk_lines", "sdk_console", "cloudwatch", "phoenix_rows", "clickhouse"}
LOGS = Path(__file__).parent.parent / "data" / "log_events"


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each container in a document together with each of its keys or positions."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def mutated(document: Any, data: st.DataObject, anything: Any) -> bytes:
    """A document with one value replaced or left out."""
    container, key = data.draw(st.sampled_from(places(document)))
    if data.draw(st.booleans()):
        container[key] = anything
    else:
        del container[key]
    return json.dumps(document).encode()


def records(written: bytes, on_error: Callable[[FormatError], None] = lambda _: None) -> list[ReadableSpan | LogEvent]:
    return list(read_records(io.BytesIO(written), name="f", on_error=on_error))


@pytest.mark.parametrize("name", sorted((WRITERS | PLAIN_WRITERS).keys() - LINES))
@given(data=st.data(), anything=ANYTHING)
def test_anything_anywhere(name: str, data: st.DataObject, anything: Any) -> None:
    document = json.loads((WRITERS | PLAIN_WRITERS)[name](a_run(GROUNDED)))
    found = records(mutated(document, data, anything))
    assert len(found) <= 2
    assert all(isinstance(each, ReadableSpan) and each.context is not None and each.to_json() for each in found)


@pytest.mark.parametrize("name", sorted(LINES - {"sdk_console"}))
@given(data=st.data(), anything=ANYTHING)
def test_anything_anywhere_in_a_line(name: str, data: st.DataObject, anything: Any) -> None:
    document = json.loads((WRITERS | PLAIN_WRITERS)[name](a_run(GROUNDED)).splitlines()[0])
    found = records(mutated(document, data, anything))
    assert len(found) <= 1
    assert all(isinstance(each, ReadableSpan) and each.context is not None and each.to_json() for each in found)


@pytest.mark.parametrize("name", ["openai_v2_true", "openai_v2_event_only", "bedrock_converse", "adot_strands"])
@given(data=st.data(), anything=ANYTHING)
def test_anything_anywhere_in_log_events(name: str, data: st.DataObject, anything: Any) -> None:
    recorded = json.loads((LOGS / f"{name}.json").read_text())
    spans = [each for each in records(json.dumps(recorded["traces"]).encode()) if isinstance(each, ReadableSpan)]
    events = [each for each in records(mutated(recorded["logs"], data, anything)) if isinstance(each, LogEvent)]
    for span in spans:
        assert span.context is not None
        whole = joined(span, [each for each in events if each.span_id == span.context.span_id])
        assert whole.to_json()
        read(whole)

"""A document with any value in any place: spans and errors come out, never another exception."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_runs import GROUNDED, a_run
from trace_writers import WRITERS

from otel_grounding.formats import FormatError, read_spans

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | st.just("0" * 16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each container in a document together with each of its keys or positions."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


@pytest.mark.parametrize("name", sorted(set(WRITERS) - {"otlp_lines", "sdk_lines", "sdk_console"}))
@settings(deadline=None)
@given(data=st.data(), anything=ANYTHING)
def test_anything_anywhere(name: str, data: st.DataObject, anything: Any) -> None:
    document = json.loads(WRITERS[name](a_run(GROUNDED)))
    container, key = data.draw(st.sampled_from(places(document)))
    if data.draw(st.booleans()):
        container[key] = anything
    else:
        del container[key]
    errors: list[FormatError] = []
    spans = list(read_spans(io.BytesIO(json.dumps(document).encode()), name="f", on_error=errors.append))
    assert len(spans) <= 2
    assert all(span.context is not None and span.to_json() for span in spans)

"""Every span of every capture is read as the table next to this file says."""

from __future__ import annotations

import pytest
from readings_table import TABLE, table
from replay import Capture, captures, load, replay

from otel_grounding.conventions import read

WITHOUT_CONTENT = [
    "agent_framework_nosens",
    "autogen_native",
    "google_adk",
    "haystack_native_nocontent",
    "mcp_ctx_native",
    "mcp_ctx_oi",
    "mcp_native",
    "mcp_oi",
    "mlflow_isolated",
    "openai_chat_genai",
    "openai_chat_genai_event_only",
    "openai_chat_v2old_true",
    "openinference_haystack",
    "otel_genai_langchain_default",
    "otel_genai_langchain_event_only",
    "otel_genai_openai_agents_default",
]


@pytest.mark.parametrize("capture", captures(), ids=lambda capture: capture.name)
def test_spans_are_read_as_the_table_says(capture: Capture) -> None:
    tables = {block.partition("\n")[0]: block for block in TABLE.read_text().split("\n\n")}

    assert table(capture).strip() == tables[f"== {capture.name}"].strip()


@pytest.mark.parametrize("name", WITHOUT_CONTENT)
def test_without_captured_content_nothing_is_made_up(name: str) -> None:
    for reading in filter(None, map(read, replay(load(name)))):
        assert (reading.output, reading.question, reading.sources) == (None, None, ())

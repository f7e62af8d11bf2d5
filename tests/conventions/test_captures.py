"""Every span of every capture is read as the table next to this file says."""

from __future__ import annotations

import pytest
from readings_table import ANSWER, TABLE, table
from replay import Capture, captures, load, replay

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role

WEATHER = {"city": "Paris", "temp_c": 21, "sky": "sunny"}
FACT = "The Eiffel Tower is 330 metres tall."

SPACED = '{"city": "Paris", "temp_c": 21, "sky": "sunny"}'
TIGHT = '{"city":"Paris","temp_c":21,"sky":"sunny"}'

TOOL_OUTPUTS = {
    "agent_framework": [SPACED, FACT],
    "autogen_oi": ["{'city': 'Paris', 'temp_c': 21, 'sky': 'sunny'}", FACT],
    "google_adk_latest": [SPACED, FACT],
    "google_adk_legacy": [SPACED, FACT],
    "haystack_native": [SPACED, FACT],
    "langfuse": [SPACED, FACT, FACT],
    "langsmith": [FACT, SPACED],
    "logfire_pydantic_ai": [TIGHT],
    "mlflow": [FACT],
    "openinference_crewai": [SPACED, FACT],
    "openinference_dspy": [SPACED, FACT],
    "openinference_langchain": [SPACED, FACT],
    "openinference_llama_index": [WEATHER, FACT],
    "openinference_openai_agents": [SPACED, FACT],
    "openinference_smolagents": [SPACED, FACT],
    "openlit": [SPACED, FACT],
    "otel_genai_dspy": [TIGHT, FACT],
    "otel_genai_langchain_span_only": [SPACED, FACT],
    "otel_genai_llama_index": [TIGHT, FACT],
    "otel_genai_openai_agents_span_only": [TIGHT, FACT],
    "otel_v2_openai_agents": [TIGHT, FACT],
    "pydantic_ai_v2": [TIGHT, FACT],
    "pydantic_ai_v3": [TIGHT, FACT],
    "pydantic_ai_v4": [TIGHT, FACT],
    "pydantic_ai_v5": [TIGHT, FACT],
    "pydantic_ai_v6": [TIGHT, FACT],
    "pydantic_ai_vdefault": [TIGHT, FACT],
    "semantic_kernel": [SPACED, FACT],
    "strands": [WEATHER, FACT],
    "strands_latest": [WEATHER, FACT],
    "topo_google_adk": [FACT, FACT],
    "topo_langgraph_genai": [FACT] * 6,
    "topo_langgraph_oi": [FACT] * 6,
    "topo_langgraph_traceloop": [FACT] * 6,
    "topo_openai_agents_genai": [SPACED, FACT, FACT],
    "topo_openai_agents_oi": [SPACED, FACT, FACT],
    "topo_openai_agents_traceloop": [SPACED, FACT, FACT],
    "traceloop_langchain": [SPACED, FACT],
    "traceloop_openai_agents": [SPACED, FACT],
    "traceloop_sdk_decorators": [SPACED, FACT],
}
"""What the tools of a capture returned, in the order in which their spans ended, as the agent saw it."""

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


def readings(name: str) -> list[Reading]:
    return [reading for span in replay(load(name)) if (reading := read(span)) is not None]


@pytest.mark.parametrize("capture", captures(), ids=lambda capture: capture.name)
def test_spans_are_read_as_the_table_says(capture: Capture) -> None:
    tables = {block.partition("\n")[0]: block for block in TABLE.read_text().split("\n\n")}

    assert table(capture).strip() == tables[f"== {capture.name}"].strip()


@pytest.mark.parametrize("name", TOOL_OUTPUTS)
def test_a_tool_s_output_is_what_the_agent_saw(name: str) -> None:
    found = [source.content for reading in readings(name) if reading.role is Role.TOOL for source in reading.sources]

    assert found == TOOL_OUTPUTS[name]


@pytest.mark.parametrize("name", WITHOUT_CONTENT)
def test_without_captured_content_nothing_is_made_up(name: str) -> None:
    for reading in readings(name):
        assert (reading.output, reading.question, reading.sources) == (None, None, ())


@pytest.mark.parametrize("name", sorted({capture.name for capture in captures()} - set(WITHOUT_CONTENT)))
def test_with_captured_content_some_span_holds_the_final_output(name: str) -> None:
    answers = {reading.output.strip() for reading in readings(name) if reading.output is not None}

    assert name in NO_ANSWER_ANYWHERE or ANSWER in answers


NO_ANSWER_ANYWHERE = {
    "autogen_oi",  # its agent span has an input only
    "topo_openai_agents_genai",  # a model of the application's own makes no span
    "topo_openai_agents_oi",
    "topo_openai_agents_traceloop",
}

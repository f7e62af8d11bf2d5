"""Whatever a span holds, reading it does not raise."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otel_grounding.conventions import _DIALECTS, MARKS, read
from otel_grounding.conventions.metadata import Form, form_of
from otel_grounding.conventions.settings import content_setting
from otel_grounding.model import Reading

WORDS = st.sampled_from(
    [
        "assistant",
        "tool",
        "user",
        "ai",
        "text",
        "constructor",
        "tool_call_response",
        "function_call_output",
        "TOOL",
        "AGENT",
        "LLM",
        "CHAIN",
        "RETRIEVER",
        "chat",
        "execute_tool",
        "invoke_agent",
        '"TOOL"',
        "generation",
        "agent",
        "__REDACTED__",
        "content='x' name='y'",
        "content='cut",
        "StopEvent(text='a",
        "{'a': ['b', None, ",
        "{'messages': [AIMessage(content='a', tool_calls=[{'id': 'c1'}])]}",
        "[{'role': 'assistant', 'content': 'a'}]",
        "null",
        "{}",
        "function_result",
        "builtin-tool-call",
        "\ud800",
        "\x00",
        "[" * 3_000,
        '{"a":',
        "-" * 30,
        "9" * 5_000,
        "ai.toolCall",
        "ai.generateText.doGenerate",
        "workflow",
        "task",
        "retriever",
        "tools/call",
    ]
)
KEYS = st.sampled_from(
    [
        "role",
        "content",
        "parts",
        "type",
        "text",
        "tool_calls",
        "id",
        "name",
        "response",
        "result",
        "output",
        "outputs",
        "messages",
        "message",
        "kwargs",
        "data",
        "update",
        "goto",
        "raw_output",
        "tool_name",
        "blocks",
        "status",
        "toolUse",
        "toolResult",
        "function_response",
        "tool_call_result",
        "origin",
        "json",
        "value",
        "raw",
        "tasks_output",
        "documents",
        "trajectory",
        "ev",
        "inputs",
        "tool_call_id",
        "function",
        "event.name",
        "arguments",
        "call_id",
        "toolCallId",
        "toolInvocation",
        "state",
        "responseParts",
        "functionResponse",
        "structured_response",
        "success",
        "contents",
        "lc",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**400)
    | st.floats()
    | st.binary(max_size=8)
    | st.text(max_size=8)
)
VALUES = st.recursive(
    SCALARS | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=15,
)


def _json(value: object) -> str:
    return json.dumps(value, default=repr)


ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            *sorted(MARKS),
            "input.value",
            "output.value",
            "tool.name",
            "metadata",
            "traceloop.entity.output",
            "traceloop.entity.input",
            "gen_ai.prompt",
            "gen_ai.completion",
            "mlflow.spanOutputs",
            "mlflow.spanInputs",
            "gen_ai.tool.name",
            "ai.response.text",
            "ai.prompt.messages",
            "ai.response.toolCalls",
            "llm.input_messages.0.message.content",
            "llm.input_messages.0.message.role",
            "llm.output_messages.0.message.tool_calls.0.tool_call.id",
            "llm.output_messages.x",
            "retrieval.documents.0.document.content",
            "gen_ai.prompt.1.content",
            "gen_ai.prompt.1.tool_calls.0.name",
            "gen_ai.completion.0.content",
            "gen_ai.workflow.output",
            "events",
            "gen_ai.retrieval.documents",
            "crew_tasks",
            "haystack.component.output",
            "error.type",
            "gen_ai.agent.name",
            "gen_ai.tool.call.arguments",
            "gen_ai.tool.args",
            "crewai.crew.tasks",
            "response_data",
            "name",
            "output",
            "input",
        ]
    )
    | st.text(max_size=5),
    VALUES | VALUES.map(_json) | VALUES.map(_json).map(lambda text: text[: len(text) // 2]),
    max_size=8,
)
SCOPES = st.sampled_from(
    ["openinference.instrumentation." + name for name in ("langchain", "llama_index", "dspy", "crewai")]
    + ["logfire.openai_agents", "logfire.openai", "gemini-cli"]
    + ["openlit.instrumentation.langchain", "openlit.instrumentation.langgraph", "gcp.vertex.agent", "", "test"]
)
NAMES = st.sampled_from(
    [
        "x.run",
        "x.parse_agent_output",
        "x.setup_agent",
        "x._y",
        "Crew.kickoff",
        "LangGraph",
        "handoff to x",
        "ai.toolCall",
        "Function: {name}",
        "Agent run: {name!r}",
        "final_answer",
    ]
)
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "gen_ai.choice",
                "gen_ai.tool.message",
                "gen_ai.user.message",
                "gen_ai.client.inference.operation.details",
                "exception",
                "db.query.result",
                "db.search.result",
            ]
        ),
        st.dictionaries(
            st.sampled_from(
                ["message", "content", "exception.message", "gen_ai.input.messages", "id", "db.query.result.document"]
            ),
            VALUES | VALUES.map(_json),
            max_size=3,
        )
        | st.none(),
    ),
    max_size=3,
)


def a_span(attributes: object, name: str, scope: str, events: list[tuple[str, Any]]) -> SimpleNamespace:
    return SimpleNamespace(
        attributes=attributes,
        name=name,
        events=[SimpleNamespace(name=event, attributes=fields) for event, fields in events],
        instrumentation_scope=SimpleNamespace(name=scope),
        status=None,
        parent=None,
    )


@given(ATTRIBUTES, NAMES, SCOPES, EVENTS)
@settings(max_examples=400)
def test_a_span_with_anything_on_it_is_read(
    attributes: dict[str, Any], name: str, scope: str, events: list[tuple[str, Any]]
) -> None:
    reading = read(a_span(attributes, name, scope, events))

    assert reading is None or isinstance(reading, Reading)
    if reading is not None:
        assert reading.output is None or isinstance(reading.output, str)
        assert reading.question is None or isinstance(reading.question, str)
        assert all(source.content is not None for source in reading.sources)
        for source in reading.sources:
            assert isinstance(source.tool_name, str)
            assert isinstance(source.call_id, str)
            assert source.id == ""


@pytest.mark.parametrize("missing", ["events", "instrumentation_scope", "status", "parent"])
def test_a_span_that_lacks_something_is_read(missing: str) -> None:
    span = a_span({"gen_ai.operation.name": "execute_tool"}, "x", "y", [])
    delattr(span, missing)

    assert read(span) is not None


@pytest.mark.parametrize("attributes", [None, {}])
def test_a_span_without_attributes_says_nothing(attributes: dict[str, Any]) -> None:
    assert read(a_span(attributes, "x", "y", [])) is None


def test_deep_values_are_read() -> None:
    deep: object = "end"
    for _ in range(100_000):
        deep = {"messages": [deep], "output": deep}

    for key in ("gen_ai.output.messages", "gen_ai.tool.call.result", "output.value", "langfuse.observation.output"):
        for operation in ("invoke_agent", "execute_tool", "chat", "retrieval"):
            read(
                a_span(
                    {"gen_ai.operation.name": operation, "openinference.span.kind": "AGENT", key: deep}, "x", "y", []
                )
            )


@given(st.text(max_size=60))
def test_any_name_can_be_asked(text: str) -> None:
    assert form_of(text) is None or isinstance(form_of(text), Form)
    assert content_setting(text) is None or content_setting(text)


def test_each_dialect_has_its_marks() -> None:
    for dialect in _DIALECTS:
        assert dialect.MARKS
        assert all(isinstance(mark, str) for mark in dialect.MARKS)

"""What one span says: the rules that hold in every dialect, and the traps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ended_spans import HOLDS_ANY_VALUE, span
from opentelemetry.sdk.trace import SpanLimits
from opentelemetry.trace import SpanKind

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

of_any_value = pytest.mark.skipif(not HOLDS_ANY_VALUE, reason="this SDK holds texts, numbers and lists of them only")

TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count", "gen_ai.tool.call.id": "c1"}


@pytest.mark.parametrize(
    "attributes",
    [{}, {"db.system": "postgresql", "db.statement": "SELECT 1"}, {"http.request.method": "GET", "url.path": "/"}],
)
def test_a_span_that_is_not_of_an_agent_says_nothing(attributes: dict[str, Any]) -> None:
    assert read(span(attributes)) is None


def test_a_live_span_is_read_as_well() -> None:
    from opentelemetry.sdk.trace import TracerProvider

    live = TracerProvider(shutdown_on_exit=False).get_tracer("x").start_span("x", attributes=TOOL)

    reading = read(live)

    assert reading is not None
    assert reading.role is Role.TOOL


@pytest.mark.parametrize(
    ("operation", "role"),
    [
        ("chat", Role.MODEL),
        ("generate_content", Role.MODEL),
        ("text_completion", Role.MODEL),
        ("execute_tool", Role.TOOL),
        ("invoke_agent", Role.RUN),
        ("invoke_workflow", Role.RUN),
        ("retrieval", Role.RETRIEVAL),
        ("create_agent", Role.OTHER),
        ("embeddings", Role.OTHER),
        ("plan", Role.OTHER),
        ("unheard_of", Role.OTHER),
    ],
)
def test_the_operation_says_what_a_span_is(operation: str, role: Role) -> None:
    reading = read(span({"gen_ai.operation.name": operation}))

    assert reading is not None
    assert reading.role is role


@pytest.mark.parametrize(
    "attributes",
    [
        {"gen_ai.operation.name": "chat", "gen_ai.tool.name": "count", "gen_ai.tool.call.id": "c1, c2"},
        {"gen_ai.operation.name": "chat", "openinference.span.kind": "TOOL", "tool.name": "count"},
    ],
)
def test_a_model_turn_that_names_a_tool_is_no_tool(attributes: dict[str, Any]) -> None:
    reading = read(span(attributes))

    assert reading is not None
    assert reading.role is Role.MODEL


RESULT_KEYS = [
    "gen_ai.tool.call.result",
    "tool_response",
    "gcp.vertex.agent.tool_response",
    "gen_ai.output",
    "langfuse.observation.output",
]


@pytest.mark.parametrize("key", RESULT_KEYS)
def test_a_tool_s_output_is_found_under_every_key_it_ever_had(key: str) -> None:
    assert read(span({**TOOL, key: '{"total": 7315}'})) == Reading(
        Role.TOOL, sources=(Source('{"total": 7315}', tool_name="count", call_id="c1"),)
    )


def test_the_newest_key_of_an_output_counts() -> None:
    reading = read(span({**TOOL, "tool_response": "old", "gen_ai.tool.call.result": "new"}))

    assert reading is not None
    assert [source.content for source in reading.sources] == ["new"]


@of_any_value
@pytest.mark.parametrize(
    ("value", "content"),
    [
        ({"rows": [["a", 7315], [None, {"$bytes": "8420"}]]}, {"rows": (("a", 7315), (None, {"$bytes": "8420"}))}),
        ((7315, 8420), (7315, 8420)),
        (b'{"total": 7315}', b'{"total": 7315}'),
        (7315, 7315),
        (True, True),
        ("", ""),
    ],
)
def test_an_output_of_any_type_is_handed_on(value: object, content: object) -> None:
    reading = read(span({**TOOL, "gen_ai.tool.call.result": value}))

    assert reading is not None
    assert [source.content for source in reading.sources] == [content]


def test_a_redacted_output_was_not_captured() -> None:
    attributes = {"openinference.span.kind": "TOOL", "tool.name": "count", "output.value": "__REDACTED__"}

    assert read(span(attributes)) == Reading(Role.TOOL)


def test_a_failed_tool_s_output_is_its_error_text() -> None:
    assert read(span(TOOL, error="timeout after 5000 ms")) == Reading(
        Role.TOOL, sources=(Source("timeout after 5000 ms", tool_name="count", call_id="c1"),), failed=True
    )


def test_the_exception_s_message_is_preferred_to_the_status() -> None:
    events = [("exception", {"exception.type": "TimeoutError", "exception.message": "after 5000 ms"})]
    reading = read(span(TOOL, error="TimeoutError: after 5000 ms", events=events))

    assert reading is not None
    assert [source.content for source in reading.sources] == ["after 5000 ms"]


def test_a_failed_tool_with_an_output_keeps_it() -> None:
    reading = read(span({**TOOL, "gen_ai.tool.call.result": "no such city", "error.type": "LookupError"}))

    assert reading is not None
    assert reading.failed
    assert [source.content for source in reading.sources] == ["no such city"]


@pytest.mark.parametrize("name", ["finish", "transfer_to_writer", "exit_loop"])
def test_a_tool_that_observes_nothing_is_control(name: str) -> None:
    attributes = {**TOOL, "gen_ai.tool.name": name, "gen_ai.tool.call.result": "It is 21 C."}

    assert read(span(attributes)) == Reading(Role.CONTROL)


@pytest.mark.parametrize("name", ["final_answer", "final_result"])
def test_what_an_answer_tool_hands_over_is_the_answer_and_no_source(name: str) -> None:
    attributes = {**TOOL, "gen_ai.tool.name": name, "gen_ai.tool.call.result": "It is 21 C."}

    assert read(span(attributes)) == Reading(Role.CONTROL, output="It is 21 C.")


def test_a_handoff_is_known_by_its_span_s_name() -> None:
    attributes = {"openinference.span.kind": "TOOL", "output.value": "writer_agent"}

    assert read(span(attributes, name="handoff to writer_agent")) == Reading(Role.CONTROL)


def test_a_span_that_merges_the_outputs_of_others_is_no_tool() -> None:
    attributes = {**TOOL, "gen_ai.tool.name": "(merged tools)", "gcp.vertex.agent.tool_response": '[{"id": "c1"}]'}

    assert read(span(attributes)) == Reading(Role.OTHER)


def test_an_mcp_server_repeats_its_caller_and_counts_for_nothing() -> None:
    attributes = {**TOOL, "mcp.method.name": "tools/call"}

    assert read(span(attributes, kind=SpanKind.SERVER)) == Reading(Role.OTHER)


@pytest.mark.parametrize("kind", [SpanKind.SERVER, SpanKind.CLIENT])
def test_an_mcp_span_with_an_output_is_a_tool(kind: SpanKind) -> None:
    reading = read(span({**TOOL, "mcp.method.name": "tools/call", "gen_ai.tool.call.result": "7,315"}, kind=kind))

    assert reading is not None
    assert [source.content for source in reading.sources] == ["7,315"]


def test_tool_outputs_of_a_raw_loop_are_in_the_next_model_turn() -> None:
    messages = [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": {"total": 7315}}]}]
    reading = read(span({"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(messages)}))

    assert reading == Reading(Role.MODEL, sources=(Source({"total": 7315}, call_id="c1"),))


@of_any_value
def test_messages_as_nested_values_are_read_like_their_json() -> None:
    messages = [{"role": "assistant", "parts": [{"type": "text", "content": "Total is 7,315."}]}]
    reading = read(span({"gen_ai.operation.name": "chat", "gen_ai.output.messages": messages}))

    assert reading == Reading(Role.MODEL, output="Total is 7,315.")


def test_of_a_whole_transcript_the_last_assistant_text_is_the_answer() -> None:
    messages = [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "count"}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "7,315"}]},
        {"role": "assistant", "parts": [{"type": "text", "content": "Total is 7,315."}]},
    ]
    reading = read(span({"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": json.dumps(messages)}))

    assert reading == Reading(Role.RUN, output="Total is 7,315.", sources=(Source("7,315", "", "count", "c1"),))


@pytest.mark.parametrize("messages", ["[]", "[]garbage", ""])
def test_no_message_is_no_answer(messages: str) -> None:
    assert read(span({"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": messages})) == Reading(
        Role.RUN
    )


def test_an_output_at_the_sdk_s_length_limit_is_truncated() -> None:
    limits = SpanLimits(max_span_attribute_length=40)
    reading = read(span({**TOOL, "gen_ai.tool.call.result": "x" * 100}, limits=limits))

    assert reading is not None
    assert reading.truncated
    assert reading.sources[0].content == "x" * 40


@of_any_value
def test_a_text_inside_a_nested_output_at_the_length_limit_is_truncated() -> None:
    limits = SpanLimits(max_span_attribute_length=40)
    reading = read(span({**TOOL, "gen_ai.tool.call.result": {"rows": [{"text": "x" * 100}]}}, limits=limits))

    assert reading is not None
    assert reading.truncated


def test_arguments_at_the_length_limit_truncate_nothing() -> None:
    attributes = {**TOOL, "gen_ai.tool.call.arguments": "x" * 100, "gen_ai.tool.call.result": "7,315"}
    reading = read(span(attributes, limits=SpanLimits(max_span_attribute_length=40)))

    assert reading is not None
    assert not reading.truncated


def test_messages_cut_in_the_middle_give_what_is_left() -> None:
    messages = (
        '[{"role": "user", "content": "How many?"}, {"role": "tool", "tool_call_id": "c1", "content": "There are 7,3'
    )
    reading = read(span({"gen_ai.operation.name": "chat", "gen_ai.input.messages": messages}))

    assert reading == Reading(
        Role.MODEL, question="How many?", sources=(Source("There are 7,3", call_id="c1"),), truncated=True
    )


def test_a_retrieval_of_ids_and_scores_holds_no_content() -> None:
    documents = '[{"id": "d1", "score": 0.9}]'

    assert read(span({"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": documents})) == Reading(
        Role.RETRIEVAL
    )


def test_what_one_dialect_leaves_open_another_fills_in() -> None:
    said = '[{"role": "assistant", "parts": [{"type": "text", "content": "Total is 7,315."}]}]'
    attributes = {
        "openinference.span.kind": "AGENT",
        "input.value": "How many?",
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "counter",
        "gen_ai.output.messages": said,
    }

    assert read(span(attributes)) == Reading(
        Role.RUN, agent_name="counter", question="How many?", output="Total is 7,315."
    )

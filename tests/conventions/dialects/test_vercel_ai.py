"""Vercel AI SDK."""

from __future__ import annotations

import json

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

ASKED = {"role": "user", "content": [{"type": "text", "text": "How many?"}]}
CALLED = {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "count", "input": {}}]}


def test_a_tool_call() -> None:
    attributes = {
        "ai.operationId": "ai.toolCall",
        "ai.toolCall.name": "count",
        "ai.toolCall.id": "c1",
        "ai.toolCall.args": "{}",
        "ai.toolCall.result": '{"total":7315}',
    }

    assert read(span(attributes, name="ai.toolCall")) == Reading(
        Role.TOOL, sources=(Source('{"total":7315}', tool_name="count", call_id="c1"),)
    )


def test_a_run_with_a_prompt() -> None:
    attributes = {
        "ai.operationId": "ai.generateText",
        "ai.prompt": '{"system":"Be brief.","prompt":"How many?"}',
        "ai.response.text": "Total is 7,315.",
        "ai.telemetry.functionId": "counter",
    }

    assert read(span(attributes)) == Reading(
        Role.RUN, agent_name="counter", question="How many?", output="Total is 7,315."
    )


def test_a_run_that_stops_on_a_tool_call_has_no_answer() -> None:
    calls = '[{"toolCallId":"c1","toolName":"count"}]'
    attributes = {"ai.operationId": "ai.streamText", "ai.response.text": "", "ai.response.toolCalls": calls}

    assert read(span(attributes)) == Reading(Role.RUN)


def test_a_model_turn_is_shown_the_tools_outputs() -> None:
    seen = {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "count",
                "output": {"type": "json", "value": {"total": 7315}},
            }
        ],
    }
    attributes = {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.prompt.messages": json.dumps([ASKED, CALLED, seen]),
        "ai.response.text": "Total is 7,315.",
    }

    assert read(span(attributes)) == Reading(
        Role.MODEL,
        question="How many?",
        output="Total is 7,315.",
        sources=(Source({"total": 7315}, tool_name="count", call_id="c1"),),
    )


def test_an_object_is_an_answer() -> None:
    attributes = {"ai.operationId": "ai.generateObject", "ai.response.object": '{"total":7315}'}

    assert read(span(attributes)) == Reading(Role.RUN, output='{"total":7315}')

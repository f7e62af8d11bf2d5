"""A tool's output, out of its envelope."""

from __future__ import annotations

import json

import pytest

from otel_grounding.conventions.tool_definitions import is_tool_definition
from otel_grounding.conventions.tool_outputs import ToolOutput, unwrap

MESSAGE = {"content": "7,315", "name": "total", "tool_call_id": "c1", "status": "success"}
CONSTRUCTOR = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "ToolMessage"],
    "kwargs": {**MESSAGE, "type": "tool"},
}
READ = ToolOutput("7,315", tool_name="total", call_id="c1")

ENVELOPES = {
    "LangChain, dumped": {"type": "tool", "data": {**MESSAGE, "type": "tool"}},
    "LangChain, as a mapping": {**MESSAGE, "type": "tool"},
    "LangChain, serialised": CONSTRUCTOR,
    "OpenLLMetry around it": {"output": CONSTRUCTOR, "kwargs": {"tags": []}},
    "LangSmith around it": {"output": {**MESSAGE, "type": "tool"}},
    "a command of LangGraph": {"graph": None, "update": {"messages": [CONSTRUCTOR]}, "resume": None, "goto": []},
}

BLOCKS = [
    ([{"type": "text", "text": "7,315"}], "7,315"),
    ([{"text": "7,315"}], "7,315"),
    ([{"json": {"total": 7315}}], {"total": 7315}),
    ([{"text": "one"}, {"text": "two"}], "one\ntwo"),
    ([{"text": "one"}, {"json": {"two": 2}}], ["one", {"two": 2}]),
    ({"content": [{"text": "7,315"}], "status": "success", "toolUseId": "c1"}, "7,315"),
    ([{"toolResult": {"toolUseId": "c1", "status": "success", "content": [{"text": "7,315"}]}}], "7,315"),
    ({"type": "json", "value": {"total": 7315}}, {"total": 7315}),
    ({"type": "text", "value": "7,315"}, "7,315"),
]

AS_IT_IS = [
    '{"total": 7315}',
    '{"name": "Paris", "type": "city"}',
    '[{"id": 1}, {"id": 2}]',
    "7,315",
    "content is king",
    "content='x' or so the story goes",
    "[1] see the appendix",
    "",
    7315,
    True,
    {"total": 7315, "output": "x"},
    [1, 2],
    [],
    {"content": [{"type": "text", "text": "7"}], "structuredContent": {"total": 7}},
]


@pytest.mark.parametrize("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_the_message_around_an_output_is_taken_off(envelope: object) -> None:
    assert unwrap(envelope) == READ
    assert unwrap(json.dumps(envelope)) == READ


@pytest.mark.parametrize(("value", "content"), BLOCKS)
def test_content_blocks_are_what_they_hold(value: object, content: object) -> None:
    assert unwrap(value).content == content
    assert unwrap(json.dumps(value)).content == content


@pytest.mark.parametrize("value", AS_IT_IS)
def test_an_output_without_an_envelope_stays_as_it_is(value: object) -> None:
    assert unwrap(value).content == value


def test_a_text_in_quotes_is_the_text() -> None:
    assert unwrap('"The tower is 330 metres tall."').content == "The tower is 330 metres tall."


def test_the_text_of_a_tool_message_gives_its_content() -> None:
    text = """content='{"total": "it\\'s 7,315"}' name='total' tool_call_id='c1'"""

    assert unwrap(text) == ToolOutput('{"total": "it\'s 7,315"}', tool_name="total", call_id="c1")


def test_the_text_of_a_tool_message_that_was_cut_gives_what_is_left() -> None:
    assert unwrap("content='a long story about 7,3...") == ToolOutput("a long story about 7,3", cut=True)


def test_cut_json_of_a_tool_s_own_stays_as_it_is_and_the_cut_is_told() -> None:
    text = '{"rows":[{"id":"R-1001","total":48250},{"id":"R-10'

    assert unwrap(text) == ToolOutput(text, cut=True)


def test_a_cut_envelope_gives_what_is_left() -> None:
    assert unwrap('{"output": {"content": "a long story about 7,3') == ToolOutput(
        '{"output": {"content": "a long story about 7,3', cut=True
    )
    assert unwrap('{"content": "7,315", "name": "total", "tool_call_id": "c1", "stat') == READ._replace(cut=True)


@pytest.mark.parametrize(
    "value",
    [
        {**MESSAGE, "status": "error"},
        {"content": [{"text": "no such city"}], "isError": True},
        {"content": [{"text": "no such city"}], "status": "error", "toolUseId": "c1"},
        {"blocks": [], "tool_name": "total", "raw_output": "no such city", "is_error": True},
        "content='no such city' name='total' tool_call_id='c1' status='error'",
    ],
)
def test_a_failure_that_the_envelope_tells_is_heard(value: object) -> None:
    assert unwrap(value).failed


def test_llama_index_s_raw_output_is_preferred_to_its_text() -> None:
    value = {"blocks": [{"text": "{'total': 7315}"}], "tool_name": "total", "raw_output": {"total": 7315}}

    assert unwrap(json.dumps(value)) == ToolOutput({"total": 7315}, tool_name="total")


@pytest.mark.parametrize(
    "value",
    [
        {"type": "function", "function": {"name": "total", "parameters": {"type": "object"}}},
        [{"name": "total", "description": "sums", "input_schema": {"type": "object"}}],
        '[{"function_declarations": [{"name": "total"}]}]',
    ],
)
def test_a_definition_of_tools_is_recognised(value: object) -> None:
    assert is_tool_definition(value)


@pytest.mark.parametrize(
    "value", ['{"name": "Paris"}', "7,315", [], {}, None, [{"name": "a"}, 7], {"parameters": {"x": 1}}]
)
def test_an_output_is_no_definition_of_tools(value: object) -> None:
    assert not is_tool_definition(value)

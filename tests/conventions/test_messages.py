"""Message lists of every shape."""

from __future__ import annotations

import json

import pytest

from otel_grounding.conventions.messages import first_question, last_answer, read_messages, tool_outputs
from otel_grounding.model import Source

ASKED, SEEN, SAID = "How many?", "There are 7,315.", "7,315 of them."

CONVERSATIONS = {
    "GenAI parts": [
        {"role": "user", "parts": [{"type": "text", "content": ASKED}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "count", "arguments": {}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": SEEN}]},
        {"role": "assistant", "parts": [{"type": "text", "content": SAID}]},
    ],
    "pydantic-ai's results as a user's": [
        {"role": "user", "parts": [{"type": "text", "content": ASKED}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "count"}]},
        {"role": "user", "parts": [{"type": "tool_call_response", "id": "c1", "name": "count", "result": SEEN}]},
        {"role": "assistant", "parts": [{"type": "text", "content": SAID}]},
    ],
    "OpenAI chat": [
        {"role": "user", "content": ASKED},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": {"name": "count"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": SEEN},
        {"role": "assistant", "content": [{"type": "text", "text": SAID}]},
    ],
    "OpenAI Responses": [
        {"role": "user", "content": [{"type": "input_text", "text": ASKED}]},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "count", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": SEEN},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": SAID}]},
    ],
    "Anthropic": [
        {"role": "user", "content": ASKED},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "count", "input": {}}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": SEEN}]}],
        },
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": SAID}]},
    ],
    "Bedrock": [
        {"role": "user", "content": [{"text": ASKED}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "count", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": SEEN}]}}]},
        {"role": "assistant", "content": [{"text": SAID}]},
    ],
    "Gemini": [
        {"role": "user", "parts": [{"text": ASKED}]},
        {"role": "model", "parts": [{"function_call": {"id": "c1", "name": "count", "args": {}}}]},
        {"role": "user", "parts": [{"function_response": {"id": "c1", "name": "count", "response": SEEN}}]},
        {"role": "model", "parts": [{"text": "thinking of it", "thought": True}, {"text": SAID}]},
    ],
    "Haystack": [
        {"role": "user", "content": [{"text": ASKED}]},
        {"role": "assistant", "content": [{"tool_call": {"tool_name": "count", "arguments": {}, "id": "c1"}}]},
        {
            "role": "tool",
            "content": [{"tool_call_result": {"result": SEEN, "origin": {"tool_name": "count", "id": "c1"}}}],
        },
        {"role": "assistant", "content": [{"text": SAID}]},
    ],
    "Vercel AI SDK": [
        {"role": "user", "content": [{"type": "text", "text": ASKED}]},
        {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "count", "args": {}}]},
        {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "count", "result": SEEN}]},
        {"role": "assistant", "content": [{"type": "text", "text": SAID}]},
    ],
    "LangChain, dumped": {
        "messages": [
            {"type": "human", "data": {"content": ASKED}},
            {"type": "ai", "data": {"content": "", "tool_calls": [{"name": "count", "args": {}, "id": "c1"}]}},
            {"type": "tool", "data": {"content": SEEN, "name": "count", "tool_call_id": "c1"}},
            {"type": "ai", "data": {"content": SAID, "tool_calls": []}},
        ]
    },
    "LangChain, serialised": {
        "outputs": {
            "messages": [
                {"type": "constructor", "id": ["x", "HumanMessage"], "kwargs": {"content": ASKED}},
                {
                    "type": "constructor",
                    "id": ["x", "AIMessage"],
                    "kwargs": {"tool_calls": [{"name": "count", "id": "c1"}]},
                },
                {"type": "constructor", "id": ["x", "ToolMessage"], "kwargs": {"content": SEEN, "tool_call_id": "c1"}},
                {"type": "constructor", "id": ["x", "AIMessage"], "kwargs": {"content": SAID}},
            ]
        }
    },
    "LangChain, as mappings and pairs": [
        ["user", ASKED],
        {"type": "ai", "content": "", "tool_calls": [{"name": "count", "id": "c1"}]},
        {"type": "tool", "content": SEEN, "name": "count", "tool_call_id": "c1"},
        {"type": "ai", "content": SAID},
    ],
    "pydantic-ai's older events": [
        {"event.name": "gen_ai.user.message", "content": ASKED, "role": "user"},
        {
            "event.name": "gen_ai.assistant.message",
            "role": "assistant",
            "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "count", "arguments": "{}"}}],
        },
        {"event.name": "gen_ai.tool.message", "content": SEEN, "role": "tool", "id": "c1", "name": "count"},
        {"event.name": "gen_ai.choice", "index": 0, "message": {"role": "assistant", "content": SAID}},
    ],
}


@pytest.mark.parametrize("conversation", CONVERSATIONS.values(), ids=CONVERSATIONS)
def test_a_conversation_gives_its_question_its_answer_and_what_tools_said(conversation: object) -> None:
    for value in (conversation, json.dumps(conversation)):
        messages = read_messages(value)

        assert first_question(messages) == ASKED
        assert last_answer(messages) == SAID
        assert tool_outputs(messages) == (Source(SEEN, tool_name="count", call_id="c1"),)


def test_a_conversation_that_ends_on_a_tool_call_has_no_answer_yet() -> None:
    messages = read_messages(
        [
            {"role": "assistant", "content": "An earlier answer."},
            {"role": "user", "content": "And now?"},
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [{"id": "c1", "function": {"name": "look"}}],
            },
        ]
    )

    assert last_answer(messages) is None


def test_a_text_that_was_not_captured_is_no_empty_text() -> None:
    assert last_answer(read_messages([{"role": "assistant", "parts": [{"type": "text"}]}])) is None
    assert last_answer(read_messages([{"role": "assistant", "parts": [{"type": "text", "content": ""}]}])) == ""


def test_a_result_that_was_not_captured_is_none() -> None:
    parts = [{"type": "tool_call_response", "id": "c1", "name": "count"}]

    assert tool_outputs(read_messages([{"role": "user", "parts": parts}])) == ()


NO_OUTPUT = {
    "definitions of tools (LangChain on Vertex)": {
        "role": "tool",
        "content": '[{"function_declarations": [{"name": "count", "parameters": {}}]}]',
    },
    "a definition as a mapping": {
        "role": "tool",
        "content": {"type": "function", "function": {"name": "count", "parameters": {"type": "object"}}},
    },
    "tool calls (Koog)": {"role": "tool", "content": "{}", "tool_calls": [{"id": "c1", "function": {"name": "count"}}]},
    "a tool call as a part": {"role": "tool", "parts": [{"type": "tool_call", "id": "c1", "name": "count"}]},
    "a handoff": {"role": "tool", "name": "transfer_to_writer", "tool_call_id": "c1", "content": "Transferred."},
    "an answer tool": {"role": "tool", "name": "final_answer", "tool_call_id": "c1", "content": SAID},
    "a structured answer": {"role": "tool", "name": "Total", "content": "Returning structured response: total=7315"},
}


@pytest.mark.parametrize("message", NO_OUTPUT.values(), ids=NO_OUTPUT)
def test_the_role_tool_is_not_always_an_output(message: object) -> None:
    assert tool_outputs(read_messages([message])) == ()


def test_an_answer_tool_is_known_by_the_call_that_asked_for_it() -> None:
    messages = [
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "final_answer"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": SAID},
    ]

    assert tool_outputs(read_messages(messages)) == ()


def test_a_tool_call_written_as_text_is_a_tool_call() -> None:
    text = "ResponseFunctionToolCall(arguments='{}', call_id='c1', name='count')"

    assert last_answer(read_messages([{"role": "assistant", "parts": [{"type": "text", "content": text}]}])) is None


@pytest.mark.parametrize(
    "value", [None, 7, "text", b"x", [], {}, [1, "a"], [[]], {"messages": 7}, [{"role": 7}], [{"role": []}]]
)
def test_what_holds_no_messages_gives_none(value: object) -> None:
    assert read_messages(value) == []


def test_a_tool_that_the_provider_runs_itself_leaves_the_answer_in_the_same_message() -> None:
    parts = [
        {"type": "server_tool_call", "id": "c1", "name": "web_search", "server_tool_call": {"type": "web_search"}},
        {"type": "server_tool_call_response", "id": "c1", "server_tool_call_response": {"total": 7315}},
        {"type": "text", "content": SAID},
    ]
    messages = read_messages([{"role": "assistant", "parts": parts}])

    assert last_answer(messages) == SAID
    assert tool_outputs(messages) == (Source({"total": 7315}, tool_name="web_search", call_id="c1"),)

"""The question and the answer in values that hold a framework's whole record."""

from __future__ import annotations

import json

import pytest

from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.transcripts import read_answer, read_question

ANSWER = "Total is 7,315."


def answer(value: object) -> str | None:
    record = json.loads(value) if isinstance(value, str) and value.startswith(("{", '"')) else value
    return read_answer(value, record, read_messages(record))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (ANSWER, ANSWER),
        (json.dumps(ANSWER), ANSWER),
        ("", ""),
        ('{"total": 7315, "currency": "EUR"}', '{"total": 7315, "currency": "EUR"}'),
        ({"total": 7315}, '{"total": 7315}'),
        (7315, "7315"),
        ('{"output": "Total is 7,315."}', ANSWER),
        ('{"raw": "Total is 7,315.", "tasks_output": [], "json_dict": null}', ANSWER),
        (
            '{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Total is 7,315."}]}',
            ANSWER,
        ),
        ('{"content": {"role": "model", "parts": [{"text": "Total is 7,315."}]}, "invocation_id": "e-1"}', ANSWER),
        ("StopEvent(result=AgentOutput(response=Message(blocks=[TextBlock(text='Total is 7,315.')])))", ANSWER),
        ("RunOutput(run_id='1', content='Total is 7,315.', metrics={})", ANSWER),
    ],
)
def test_the_answer_is_what_the_user_saw(value: object, said: str) -> None:
    assert answer(value) == said


@pytest.mark.parametrize(
    "value",
    [
        None,
        '{"messages": [{"role": "assistant", "content": "", "tool_calls": [{"id": "c1"}]}]}',
        "StopEvent(result=AgentOutput(response=Message(blocks=[TextBlock(text='Total is 7,...",
        "AgentOutput(response=Message(text=''), tool_calls=[ToolSelection(tool_id='c1')])",
    ],
)
def test_a_record_without_the_whole_answer_has_none(value: object) -> None:
    assert answer(value) is None


@pytest.mark.parametrize(
    "value",
    [
        "How many?",
        {"messages": [["user", "How many?"]]},
        {"task": "How many?", "stream": False},
        {"input_args": {"question": "How many?"}},
        {"args": ["How many?"], "kwargs": {}},
        {"inputs": {"messages": [{"role": "user", "content": "How many?"}]}},
        {"messages": ["id='1' source='user' content='How many?' type='TextMessage'"]},
        {"stream": True, "query": "How many?"},
    ],
)
def test_the_question_is_the_user_s_own_words(value: object) -> None:
    assert read_question(value) == "How many?"


@pytest.mark.parametrize(
    "value", [None, "", {}, [], 7, {"stream": True}, {"args": [], "kwargs": {}}, {"task": {"id": 7}}]
)
def test_where_the_user_said_nothing_there_is_no_question(value: object) -> None:
    assert read_question(value) is None

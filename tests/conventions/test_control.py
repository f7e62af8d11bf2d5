"""Tools that observe nothing."""

from __future__ import annotations

import pytest

from otel_grounding.conventions import control
from otel_grounding.conventions.control import is_answer_echo, is_control_tool, is_repeated
from otel_grounding.conventions.json_text import Parsed, dump, parse
from otel_grounding.conventions.messages import read_messages, tool_outputs


@pytest.mark.parametrize(
    "name",
    [
        "final_answer",
        "finish",
        "final_result",
        "final_result_Report",
        "transfer_to_writer",
        "transfer_back_to_supervisor",
        "handoff to writer_agent",
        "handoff_to_agent",
        "set_model_response",
        "StructuredOutput",
    ],
)
def test_handoffs_and_answer_tools_are_control(name: str) -> None:
    assert is_control_tool(name)


@pytest.mark.parametrize("name", ["get_weather", "finish_order", "transfer_money", "answers", "final_results", ""])
def test_other_tools_are_not(name: str) -> None:
    assert not is_control_tool(name)


def test_a_repeated_structured_answer_is_no_output() -> None:
    assert is_answer_echo("Returning structured response: {'total': 7315}")
    assert not is_answer_echo("Returning customers: 7,315")
    assert not is_answer_echo({"total": 7315})


def test_arguments_too_deep_to_compare_are_not_repeated() -> None:
    deep: object = "x"
    for _ in range(50_000):
        deep = {"a": deep}
    assert not is_repeated(deep, {"a": deep})
    assert is_repeated({"a": {"b": "x"}}, {"a": {"b": "x"}})
    assert dump(deep) == ""


def test_a_call_s_arguments_are_read_once_for_all_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    call = {"type": "tool_call", "id": "c1", "name": "look_up", "arguments": '{"city": "Paris"}'}
    results = [{"type": "tool_call_response", "id": "c1", "response": f"record {number}"} for number in range(50)]
    messages = read_messages([{"role": "assistant", "parts": [call]}, {"role": "tool", "parts": results}])

    def noted(value: object) -> Parsed:
        read.append(value)
        return parse(value)

    monkeypatch.setattr(control, "parse", noted)
    assert len(tool_outputs(messages)) == 50
    assert read.count(call["arguments"]) == 1

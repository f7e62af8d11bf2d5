"""Tools that observe nothing."""

from __future__ import annotations

import pytest

from otel_grounding.conventions.control import is_answer_echo, is_control_tool


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

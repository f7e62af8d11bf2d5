"""Whose words the answer of a run is: what thresholds, metrics and events are told of it."""

from __future__ import annotations

from typing import Any

import pytest
from recording import ANSWER, WEATHER, Record, Recording, finish

from otel_grounding import GroundingConfig
from otel_grounding.signals import names

NAME, BELOW = names.RUN_AGENT_NAME, names.CLAIM_BELOW_THRESHOLD
STRICT = GroundingConfig(agents={"writer": {"min_claim_grounding_rate": 1.0}})


def test_an_agent_s_answer_is_its_own(record: Record) -> None:
    it = record()
    run = finish(it.agent(name="planner"), ANSWER)
    assert it.score(run)[NAME] == "planner"


def test_a_run_of_nobody_has_no_name(record: Record) -> None:
    it = record()
    request = it.span("POST /chat")
    it.used_model(request, ANSWER)
    request.end()
    assert NAME not in it.score(request)


@pytest.mark.parametrize("said", [None, ANSWER, "The crew is done: see the record."], ids=["none", "same", "record"])
@pytest.mark.parametrize("named", [{}, {"gen_ai.workflow.name": "crew"}], ids=["nameless", "named"])
def test_a_workflow_s_answer_is_that_of_the_last_agent_in_it(
    named: dict[str, Any], said: str | None, record: Record
) -> None:
    it = record(STRICT)
    workflow = it.workflow(**named)
    finish(it.agent(workflow, "planner"), "Let me hand over to the writer.")
    finish(it.agent(workflow, "writer"), ANSWER)
    finish(workflow, said)
    assert it.score(workflow)[NAME] == "writer"


def test_an_agent_that_hands_over_inside_itself_answers_with_the_words_of_the_last(record: Record) -> None:
    it = record()
    triage = it.agent(name="triage")
    writer = it.agent(triage, "writer")
    it.used_model(writer, ANSWER)
    writer.end()
    triage.end()
    assert it.score(triage)[NAME] == "writer"


def test_an_agent_that_asks_another_by_a_tool_answers_itself(record: Record) -> None:
    it = record()
    run = it.agent(name="planner")
    tool = it.tool(run, ANSWER, name="ask_expert")
    finish(it.agent(tool, "expert"), ANSWER)
    tool.end()
    finish(run, ANSWER)
    assert it.score(run)[NAME] == "planner"


def test_an_agent_that_says_something_else_than_those_inside_it_answers_itself(record: Record) -> None:
    it = record()
    run = it.agent(name="planner")
    finish(it.agent(run, "writer"), "It is warm.")
    finish(run, ANSWER)
    assert it.score(run)[NAME] == "planner"


def test_the_thresholds_are_those_of_the_agent_who_answers(record: Record) -> None:
    it = record(STRICT)
    workflow = it.workflow()
    it.used_tool(workflow, {"city": "Lyon"})
    finish(it.agent(workflow, "writer"), ANSWER)
    workflow.end()
    assert it.score(workflow)[BELOW] is True


def test_metrics_are_told_of_the_agent_who_answers(record: Record) -> None:
    it = record()
    workflow = it.workflow()
    it.used_tool(workflow, WEATHER)
    finish(it.agent(workflow, "writer"), ANSWER)
    workflow.end()
    it.spans()
    assert it.measured(names.RUNS) == {("writer", False, "no_evidence"): 1, ("writer", True, "scored"): 1}


def test_an_application_s_own_root_belongs_to_the_agent_in_the_model_s_span() -> None:
    it = Recording()
    request = it.span("POST /chat")
    chat = it.span("chat model", request, **{"gen_ai.operation.name": "chat", "gen_ai.agent.name": "helper"})
    finish(chat, ANSWER)
    request.end()
    assert it.score(request)[NAME] == "helper"

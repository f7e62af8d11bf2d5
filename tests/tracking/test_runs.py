"""What makes a run out of spans, the same for live spans and for a batch of ended ones."""

from __future__ import annotations

import json

import pytest
from opentelemetry.sdk.trace import SpanLimits
from opentelemetry.trace import SpanContext, TraceFlags
from recording import ANSWER, WEATHER, Record, Recording, answered, asked, finish, tool_message

from otel_grounding import GroundingConfig
from otel_grounding.signals import names
from otel_grounding.tracking.tree import MAX_DEPTH

STATUS, RATE, OUTERMOST = names.CLAIM_STATUS, names.CLAIM_RATE, names.OUTERMOST
SOURCES, TRUNCATED, FAILED = names.EVIDENCE_SOURCES, names.EVIDENCE_TRUNCATED, names.EVIDENCE_TOOLS_FAILED


class TestSources:
    def test_what_a_tool_returned_grounds_the_answer(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        finish(run, ANSWER)
        score = it.score(run)
        assert (score[STATUS], score[RATE], score[SOURCES], score[TRUNCATED]) == ("scored", 1.0, 1, False)

    def test_spans_between_the_run_and_its_tool_change_nothing(self, record: Record) -> None:
        it = record()
        run = it.agent()
        step = it.span("step", run)
        inner = it.span("graph node", step)
        it.used_tool(inner, WEATHER)
        for span in (inner, step):
            span.end()
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_a_tool_that_outlives_the_span_it_started_in_still_counts(self, record: Record) -> None:
        it = record()
        run = it.agent()
        step = it.span("step", run)
        tool = it.tool(step, WEATHER)
        step.end()
        tool.end()
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_a_tool_that_starts_in_an_ended_span_still_counts(self, record: Record) -> None:
        it = record()
        run = it.agent()
        step = it.span("step", run)
        inner = it.span("inner step", step)
        inner.end()
        step.end()
        it.used_tool(inner, WEATHER)
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    @pytest.mark.parametrize("call_id", ["call_1", ""])
    def test_a_tool_message_that_repeats_a_tool_span_is_no_second_source(self, record: Record, call_id: str) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER, call_id=call_id)
        for _ in range(2):
            it.used_model(run, asked=[asked("Weather?"), tool_message(WEATHER, "call_1")])
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_spacing_and_key_order_do_not_make_a_second_source(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, '{"sky":"sunny",   "temperature":21,"city":"Paris"}', call_id="call_1")
        it.used_model(run, asked=[tool_message(WEATHER, "call_1")])
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_a_python_repr_of_the_same_value_is_no_second_source(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        it.used_model(run, asked=[tool_message(str(WEATHER), "call_1")])
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_an_id_that_is_used_again_for_another_output_is_another_source(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER, call_id="call_0")
        it.used_tool(run, {"city": "Lyon", "temperature": 24}, call_id="call_0")
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 2

    def test_two_calls_that_return_the_same_are_two_sources(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        it.used_tool(run, WEATHER)
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 2

    def test_a_call_seen_at_both_ends_of_a_protocol_is_one_source(self, record: Record) -> None:
        it = record()
        run = it.agent()
        client = it.tool(run, WEATHER, call_id="call_1")
        it.used_tool(client, WEATHER)
        client.end()
        finish(run, ANSWER)
        score = it.score(run)
        assert (score[SOURCES], score[TRUNCATED]) == (1, False)

    def test_a_call_whose_other_end_says_nothing_is_one_call_with_an_output(self, record: Record) -> None:
        it = record()
        run = it.agent()
        client = it.tool(run, WEATHER, call_id="call_1")
        it.used_tool(client)
        client.end()
        finish(run, ANSWER)
        score = it.score(run)
        assert (score[SOURCES], score[TRUNCATED]) == (1, False)

    def test_tool_messages_without_tool_spans_are_sources_once(self, record: Record) -> None:
        it = record()
        run = it.agent()
        history = [asked("Weather?"), tool_message(WEATHER, "call_1")]
        it.used_model(run, asked=history)
        it.used_model(run, asked=[*history, tool_message({"city": "Lyon"}, "call_2")])
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 2

    def test_an_output_that_only_the_next_model_call_holds_belongs_to_the_tool_span(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, call_id="c1")
        it.used_model(run, "Total is 7,315 euros overall.", [tool_message({"total": 7315, "unit": "euros"}, "c1")])
        run.end()
        score = it.score(run)
        assert (score[STATUS], score[SOURCES], score[TRUNCATED]) == ("scored", 1, False)

    def test_a_failed_tool_counts_as_failed_and_its_error_as_what_was_seen(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, "timeout after 5000 ms")
        tool.set_attribute("error.type", "timeout")
        tool.end()
        finish(run, "The call timed out after 5000 ms, says the timeout.")
        score = it.score(run)
        assert (score[SOURCES], score[FAILED], score[TRUNCATED]) == (1, 1, False)


class TestStatus:
    def test_a_run_without_tools_has_no_evidence(self, record: Record) -> None:
        it = record()
        run = finish(it.agent(), ANSWER)
        assert it.score(run)[STATUS] == "no_evidence"

    def test_a_tool_whose_output_is_on_no_span_was_not_captured(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run)
        finish(run, ANSWER)
        score = it.score(run)
        assert score[STATUS] == "evidence_not_captured"
        assert RATE not in score

    def test_some_outputs_missing_is_scored_as_truncated(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        it.used_tool(run)
        finish(run, ANSWER)
        score = it.score(run)
        assert (score[STATUS], score[SOURCES], score[TRUNCATED]) == ("scored", 1, True)

    def test_a_handoff_is_no_tool_call(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, "writer", name="transfer_to_writer")
        finish(run, ANSWER)
        assert it.score(run)[STATUS] == "no_evidence"

    def test_an_answer_tool_is_no_source(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, ANSWER, name="final_answer")
        finish(run, ANSWER)
        assert it.score(run)[STATUS] == "no_evidence"

    def test_an_output_of_no_message_was_not_captured(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        run.set_attribute("gen_ai.output.messages", "[]")
        run.end()
        score = it.score(run)
        assert score[STATUS] == "output_not_captured"
        assert RATE not in score

    def test_tools_in_a_trace_of_their_own_are_no_evidence_and_no_run(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(None, WEATHER)
        tool.end()
        finish(run, ANSWER)
        assert it.score(run)[STATUS] == "no_evidence"
        assert it.score(tool) == {}


class TestOutput:
    def test_without_its_own_output_a_run_has_the_last_words_of_its_model(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_model(run, "Let me look up the weather in Paris first.")
        it.used_tool(run, WEATHER)
        it.used_model(run, ANSWER)
        run.end()
        score = it.score(run)
        assert (score[STATUS], score[RATE], score[names.CLAIMS_TOTAL]) == ("scored", 1.0, 1)

    def test_the_words_of_a_sub_agent_in_a_tool_are_not_the_output(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, ANSWER, name="ask_expert")
        expert = it.agent(tool, "expert")
        it.used_tool(expert, WEATHER)
        it.used_model(expert, ANSWER)
        expert.end()
        tool.end()
        run.end()
        assert it.score(expert)[STATUS] == "scored"
        assert it.score(run)[STATUS] == "output_not_captured"

    def test_after_a_handoff_the_answer_is_that_of_the_last_agent(self, record: Record) -> None:
        it = record()
        workflow = it.workflow()
        first = it.agent(workflow, "first")
        it.used_tool(first, WEATHER)
        finish(first)
        second = finish(it.agent(workflow, "second"), ANSWER)
        workflow.end()
        assert it.score(second)[STATUS] == "no_evidence"
        score = it.score(workflow)
        assert (score[STATUS], score[RATE], score[OUTERMOST]) == ("scored", 1.0, True)

    def test_the_question_supports_the_facts_of_an_answer(self, record: Record) -> None:
        it = record()
        run = it.agent()
        it.used_tool(run, WEATHER)
        it.used_model(run, "Order 48213 goes to sunny Paris.", [asked("Where does order 48213 go?")])
        run.end()
        assert it.score(run)[names.FACTS_SUPPORTED] == 1


class TestSubAgents:
    def test_a_tool_that_hands_on_an_agents_words_is_no_source_and_its_own_tools_are(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, {"answer": ANSWER}, name="ask_expert")
        expert = it.agent(tool, "expert")
        it.used_tool(expert, WEATHER)
        finish(expert, ANSWER)
        tool.end()
        it.used_model(run, asked=[tool_message({"answer": ANSWER}, "call_1")])
        finish(run, ANSWER)
        assert it.score(expert)[SOURCES] == 1
        assert it.score(run)[SOURCES] == 1

    def test_an_answer_from_a_sub_agent_without_tools_has_no_evidence(self, record: Record) -> None:
        found = "Found 2500 dead lines in core/x.py"
        it = record()
        run = it.agent()
        tool = it.tool(run, found, name="task")
        finish(it.agent(tool, "worker"), found)
        tool.end()
        it.used_model(run, asked=[tool_message(found, "call_1")])
        finish(run, found)
        assert it.score(run)[STATUS] == "no_evidence"

    def test_a_sub_agent_recorded_beside_its_tool_is_known_by_its_words(self, record: Record) -> None:
        it = record()
        workflow = it.workflow()
        run = it.agent(workflow)
        tool = it.tool(run, ANSWER, name="ask_expert")
        expert = it.agent(workflow, "expert")
        it.used_tool(expert, WEATHER)
        finish(expert, ANSWER)
        tool.end()
        finish(run, ANSWER)
        workflow.end()
        assert it.score(run)[STATUS] == "no_evidence"
        assert it.score(workflow)[SOURCES] == 1

    def test_what_a_sub_agent_only_passes_on_stays_evidence(self, record: Record) -> None:
        fact = "The tower is 330 metres tall."
        it = record()
        workflow = it.workflow()
        for name in ("first", "second"):
            agent = it.agent(workflow, name)
            it.used_tool(agent, fact)
            finish(agent, fact)
            assert it.score(agent)[SOURCES] == 1
        finish(workflow, fact)
        assert it.score(workflow)[RATE] == 1.0

    def test_nested_runs_are_scored_and_only_the_outer_one_is_outermost(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, name="ask_expert")
        expert = finish(it.agent(tool, "expert"), ANSWER)
        tool.end()
        finish(run, ANSWER)
        assert (it.score(expert)[OUTERMOST], it.score(run)[OUTERMOST]) == (False, True)

    def test_nested_runs_are_left_alone_where_configured(self, record: Record) -> None:
        it = record(GroundingConfig(nested_runs=False))
        run = it.agent()
        tool = it.tool(run, ANSWER, name="ask_expert")
        expert = it.agent(tool, "expert")
        it.used_tool(expert, WEATHER)
        finish(expert, ANSWER)
        tool.end()
        finish(run, ANSWER)
        assert it.score(expert) == {}
        assert it.score(run)[SOURCES] == 1


class TestWhichSpanIsTheRun:
    def test_parallel_runs_of_one_trace_are_scored_apart(self, record: Record) -> None:
        it = record()
        request = it.span("POST /chat")
        first, second = it.agent(request, "first"), it.agent(request, "second")
        it.used_tool(second, {"city": "Lyon", "sky": "cloudy"})
        it.used_tool(first, WEATHER)
        finish(second, ANSWER)
        finish(first, ANSWER)
        request.end()
        assert [it.score(run)[SOURCES] for run in (first, second)] == [1, 1]
        assert [it.score(run)[OUTERMOST] for run in (first, second)] == [True, True]
        assert (it.score(first)[RATE], it.score(second)[RATE]) == (1.0, 0.0)
        assert it.score(request) == {}

    def test_an_entry_span_around_tools_and_models_stands_for_the_run(self, record: Record) -> None:
        it = record()
        request = it.span("POST /chat")
        it.used_tool(request, WEATHER)
        it.used_model(request, ANSWER)
        request.end()
        assert (it.score(request)[STATUS], it.score(request)[RATE]) == ("scored", 1.0)

    def test_an_entry_span_around_nothing_of_ours_is_no_run(self, record: Record) -> None:
        it = record()
        request = it.span("GET /health")
        it.span("SELECT", request).end()
        request.end()
        assert it.score(request) == {}

    def test_a_model_call_without_a_run_is_one_where_it_answers_from_tool_outputs(self, record: Record) -> None:
        it = record()
        asking = it.used_model(None, asked=[asked("Weather?")])
        answering = it.used_model(None, ANSWER, [asked("Weather?"), tool_message(WEATHER, "call_1")])
        assert it.score(asking) == {}
        assert (it.score(answering)[STATUS], it.score(answering)[SOURCES]) == ("scored", 1)

    def test_a_run_whose_parent_is_in_another_process_is_the_one_that_is_seen(self, record: Record) -> None:
        it = record()
        run = it.agent(SpanContext(0xA1, 0xB2, True, TraceFlags(TraceFlags.SAMPLED)))
        it.used_tool(run, WEATHER)
        finish(run, ANSWER)
        assert (it.score(run)[STATUS], it.score(run)[OUTERMOST]) == ("scored", True)

    @pytest.mark.parametrize(("exporting", "known"), [(False, True), (True, None)])
    def test_a_run_whose_parent_never_came_is_scored(self, exporting: bool, known: bool | None) -> None:
        it = Recording(exporting=exporting)
        run = it.agent(SpanContext(0xA1, 0xB2, False, TraceFlags(TraceFlags.SAMPLED)))
        it.used_tool(run, WEATHER)
        finish(run, ANSWER)
        assert (it.score(run)[STATUS], it.score(run).get(OUTERMOST)) == ("scored", known)

    def test_a_span_with_a_remote_parent_can_stand_for_the_run(self, record: Record) -> None:
        it = record()
        request = it.span("POST /chat", SpanContext(0xA1, 0xB2, True, TraceFlags(TraceFlags.SAMPLED)))
        it.used_tool(request, WEATHER)
        it.used_model(request, ANSWER)
        request.end()
        assert it.score(request)[STATUS] == "scored"

    def test_a_span_whose_parent_is_unknown_does_not_stand_for_the_run(self, record: Record) -> None:
        it = record()
        step = it.span("step", SpanContext(0xA1, 0xB2, False, TraceFlags(TraceFlags.SAMPLED)))
        it.used_tool(step, WEATHER)
        it.used_model(step, ANSWER)
        step.end()
        assert it.score(step) == {}

    def test_two_turns_of_one_trace_are_two_runs(self, record: Record) -> None:
        it = record()
        conversation = it.span("conversation")
        turns = [it.agent(conversation, name) for name in ("first", "second")]
        for turn in turns:
            it.used_tool(turn, WEATHER)
            finish(turn, ANSWER)
        assert [it.score(turn)[STATUS] for turn in turns] == ["scored", "scored"]


class TestServicesForTools:
    """A process that only runs tools for agents elsewhere has no runs."""

    PARENTS = (None, SpanContext(0xA1, 0xB2, True, TraceFlags(TraceFlags.SAMPLED)))

    @pytest.mark.parametrize("parent", PARENTS, ids=["local", "remote"])
    def test_tools_alone_make_no_run(self, record: Record, parent: SpanContext | None) -> None:
        it = record()
        request = it.span("POST /tools/get_weather", parent)
        it.used_tool(request, WEATHER)
        request.end()
        assert it.score(request) == {}

    @pytest.mark.parametrize("parent", PARENTS, ids=["local", "remote"])
    def test_nor_does_a_model_that_a_tool_asks(self, record: Record, parent: SpanContext | None) -> None:
        it = record()
        request = it.span("POST /tools/summarise", parent)
        tool = it.tool(request, ANSWER)
        it.used_model(tool, ANSWER)
        tool.end()
        request.end()
        assert it.score(request) == {}

    def test_an_entry_span_with_an_output_of_its_own_stands_for_a_run(self, record: Record) -> None:
        it = record()
        chain = it.span("answer", None, **{"openinference.span.kind": "CHAIN", "output.value": ANSWER})
        it.used_tool(chain, WEATHER)
        chain.end()
        assert it.score(chain)[STATUS] == "scored"


class TestWorkflowsInTools:
    def test_what_a_workflow_without_a_model_computed_is_evidence(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, WEATHER, name="book")
        workflow = it.workflow(tool)
        workflow.set_attribute("gen_ai.output.messages", answered(json.dumps(WEATHER)))
        workflow.end()
        tool.end()
        it.used_model(run, asked=[tool_message(WEATHER, "call_1")])
        finish(run, ANSWER)
        assert (it.score(run)[STATUS], it.score(run)[SOURCES]) == ("scored", 1)

    def test_what_one_with_a_model_or_an_agent_said_is_not(self, record: Record) -> None:
        for speaks in ("model", "agent"):
            it = record()
            run = it.agent()
            tool = it.tool(run, ANSWER, name="book")
            workflow = it.workflow(tool)
            if speaks == "model":
                it.used_model(workflow, ANSWER)
            else:
                finish(it.agent(workflow, "expert"), ANSWER)
            finish(workflow, ANSWER)
            tool.end()
            finish(run, ANSWER)
            assert it.score(run)[STATUS] == "no_evidence"

    def test_an_agent_without_a_model_on_record_speaks_all_the_same(self, record: Record) -> None:
        it = record()
        run = it.agent()
        tool = it.tool(run, ANSWER, name="ask_remote_agent")
        finish(it.agent(tool, "remote"), ANSWER)
        tool.end()
        finish(run, ANSWER)
        assert it.score(run)[STATUS] == "no_evidence"


class TestLimits:
    def test_a_run_that_is_nested_too_deep_is_counted_and_not_scored(self, record: Record) -> None:
        it = record()
        chain = [it.agent()]
        for _ in range(MAX_DEPTH + 3):
            chain.append(it.agent(chain[-1]))
        it.used_tool(chain[-1], WEATHER)
        for span in reversed(chain):
            finish(span, ANSWER)
        assert [bool(it.score(span)) for span in chain] == [True] * MAX_DEPTH + [False] * 4
        assert it.score(chain[0])[SOURCES] == it.score(chain[MAX_DEPTH - 1])[SOURCES] == 1
        assert it.errors() == {("nesting",): 4}

    def test_words_are_held_up_to_a_limit_and_the_last_are_kept(self, record: Record) -> None:
        it = record(GroundingConfig(no_evidence="score"))
        run = it.agent()
        for number in range(40):
            it.used_model(run, f"{number} is what I say. " * 20_000)
        it.used_model(run, ANSWER)
        run.end()
        assert it.score(run)[names.CLAIMS_TOTAL] == 1

    def test_the_oldest_sources_are_dropped_and_the_run_says_so(self, record: Record) -> None:
        it = record(GroundingConfig(max_sources=2))
        run = it.agent()
        for number in range(4):
            it.used_tool(run, f"record {number} of the register")
        finish(run, ANSWER)
        score = it.score(run)
        assert (score[SOURCES], score[TRUNCATED]) == (2, True)
        assert it.measured(names.EVIDENCE_DROPPED) == {("run_limit",): 2}

    def test_bytes_are_counted_as_utf_8(self, record: Record) -> None:
        it = record(GroundingConfig(max_evidence_bytes=8))
        run = it.agent()
        it.used_tool(run, "äöü")
        it.used_tool(run, "äö")
        finish(run, ANSWER)
        assert it.score(run)[SOURCES] == 1

    def test_a_value_that_the_sdk_has_cut_is_flagged(self, record: Record) -> None:
        it = record(limits=SpanLimits(max_span_attribute_length=200))
        run = it.agent()
        it.used_tool(run, "long ago in Paris " * 40)
        run.set_attribute("gen_ai.output.messages", answered(ANSWER))
        run.end()
        assert it.score(run)[TRUNCATED] is True

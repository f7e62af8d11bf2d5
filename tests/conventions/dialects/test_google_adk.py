"""Google ADK's legacy attributes (more of it is in the captures)."""

from __future__ import annotations

from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Reading, Role, Source

TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "count", "gcp.vertex.agent.event_id": "e1"}


def test_a_plain_value_is_taken_out_of_the_mapping_adk_puts_it_in() -> None:
    reading = read(span({**TOOL, "gcp.vertex.agent.tool_response": '{"result": "There are 7,315."}'}))

    assert reading == Reading(Role.TOOL, sources=(Source("There are 7,315.", tool_name="count"),))


def test_a_mapping_stays_as_it_is() -> None:
    reading = read(span({**TOOL, "gcp.vertex.agent.tool_response": '{"result": 7315, "unit": "orders"}'}))

    assert reading is not None
    assert reading.sources[0].content == '{"result": 7315, "unit": "orders"}'


def test_an_empty_mapping_under_a_legacy_key_is_content_that_was_not_captured() -> None:
    assert read(span({**TOOL, "gcp.vertex.agent.tool_response": "{}"})) == Reading(Role.TOOL)


def test_a_tool_that_returned_nothing_returned_that() -> None:
    reading = read(span({**TOOL, "gen_ai.tool.call.result": '{"result": null}'}))

    assert reading is not None
    assert [source.content for source in reading.sources] == ['{"result": null}']


def test_a_model_turn_without_an_operation() -> None:
    response = '{"content":{"parts":[{"text":"Total is 7,315."}],"role":"model"}}'
    request = '{"model":"m","contents":[{"parts":[{"text":"How many?"}],"role":"user"}]}'
    attributes = {"gcp.vertex.agent.llm_response": response, "gcp.vertex.agent.llm_request": request}

    assert read(span(attributes, name="call_llm")) == Reading(
        Role.MODEL, question="How many?", output="Total is 7,315."
    )

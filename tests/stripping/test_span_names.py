"""Names of spans and events that stay, and what stands in for one that does not."""

from __future__ import annotations

from typing import Any

import pytest
from opentelemetry.trace import SpanKind
from replay import captures

from otel_grounding.stripping.span_names import is_span_name, operation_of


@pytest.mark.parametrize(
    "name",
    [
        "invoke_agent travel_agent",
        "invoke_agent Senior Market Research Analyst",
        "invoke_workflow Agent workflow",
        "execute_tool get_weather",
        "running tool: get_weather",
        "execute_tool (merged)",
        "chat gpt-4o",
        "chat function:<lambda>:",
        "tools/call get_weather",
        "MCP send tools/call get_weather",
        "GET",
        "HTTP GET",
        "GET /orders/{id}",
        "GET /orders/{id} http send",
        "GET find/<str:who>/",
        "POST /chat",
        "publish orders/{customer}/new",
        "run/shop.tasks.ship",
        "lookup.task",
        "SELECT orders",
        "handle request",
        "travel_agent → unknown.handoff",
        "RetrieverQueryEngine._aquery",
        "Crew_2fc77011-ea7c-485e-b43e-1aeb62f5806f.kickoff",
        "Senior Data Researcher.agent",
        "exception",
        "gen_ai.user.message",
        "",
    ],
)
def test_of_a_known_form_or_few_words_it_stays(name: str) -> None:
    assert is_span_name(name)


def test_the_names_of_all_captures_stay() -> None:
    names = {data["name"] for capture in captures() for data in capture.spans}
    assert [name for name in sorted(names) if not is_span_name(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "the secret answer is forty-two whales.task",
        "invoke_agent You are an assistant who answers questions about whales",
        "execute_tool look up: whales",
        "running tool: find the whales of the north",
        "How many whales?",
        "Find the whales of the north",
        "GET /search?q=whales",
        "SELECT * FROM orders WHERE customer = 'Smith'",
        '{"task":"whales"}',
        "GET /customers/bob",
        "GET /customers/bob http send",
        "GET http://example.com/bob",
        "resources/read note://bob",
        "note://bob",
        "Acme owes Bob.task",
        "tools/call find_out_whether_the_customer_has_paid_for_all_of_the_seven_llamas",
        "one\ntwo",
        "x" * 500,
        None,
        7,
    ],
)
def test_a_task_a_question_or_a_statement_does_not(name: Any) -> None:
    assert not is_span_name(name)


@pytest.mark.parametrize("name", ["GET /orders/open", "GET /orders/open http receive"])
def test_a_path_stays_where_it_is_the_route(name: str) -> None:
    assert is_span_name(name, {"http.route": "/orders/open"})
    assert is_span_name(name, {"url.template": "/orders/open"})
    assert not is_span_name(name, {"http.route": "/orders/{state}"})
    assert not is_span_name(name)


@pytest.mark.parametrize(
    ("attributes", "operation"),
    [
        ({"gen_ai.operation.name": "execute_tool", "openinference.span.kind": "TOOL"}, "execute_tool"),
        ({"http.request.method": "GET"}, "GET"),
        ({"db.operation.name": "SELECT"}, "SELECT"),
        ({"traceloop.span.kind": "task"}, "task"),
        ({"openinference.span.kind": "AGENT"}, "AGENT"),
        ({"gen_ai.operation.name": "", "langfuse.observation.type": "span"}, "span"),
        ({"gen_ai.operation.name": "find the whales"}, "client"),
        ({"gen_ai.operation.name": 7}, "client"),
        ({}, "client"),
    ],
)
def test_the_operation_stands_in_or_else_the_kind(attributes: dict[str, Any], operation: str) -> None:
    assert operation_of(attributes, SpanKind.CLIENT) == operation


def test_a_kind_out_of_shape_is_a_span() -> None:
    assert operation_of({}, None) == "span"

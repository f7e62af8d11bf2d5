"""Spans on which several dialects have something to say: who decides what they are."""

from __future__ import annotations

import json

from span_rows import ANSWERED, ASKED, FOUND, SAID, SEEN, TOOL, Row, check, rows

from otel_grounding.model import Role

NOTHING_SPECIAL = {
    "MLflow's UNKNOWN": Row(
        {**TOOL, "mlflow.spanType": '"UNKNOWN"', "gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=FOUND
    ),
    "MLflow's own type of a user": Row(
        {"mlflow.spanType": '"MY_STEP"', "gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": ANSWERED},
        Role.RUN,
        SAID,
    ),
    "Langfuse's type in upper case": Row(
        {
            "langfuse.observation.type": "SPAN",
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "count",
            "traceloop.entity.output": SEEN,
        },
        Role.TOOL,
        sources=FOUND,
    ),
    "Langfuse's chain on a run of pydantic-ai": Row(
        {"langfuse.observation.type": "chain", "agent_name": "counter", "final_result": SAID}, Role.RUN, SAID
    ),
    "Langfuse's event on a model": Row(
        {"langfuse.observation.type": "event", "gen_ai.operation.name": "chat", "gen_ai.output.messages": ANSWERED},
        Role.MODEL,
        SAID,
    ),
    "a task of OpenLLMetry that LangSmith calls a chain": Row(
        {
            "langsmith.span.kind": "chain",
            "traceloop.span.kind": "task",
            "gen_ai.operation.name": "chat",
            "gen_ai.output.messages": ANSWERED,
        },
        Role.MODEL,
        SAID,
    ),
    "a component of Haystack": Row(
        {**TOOL, "haystack.component.type": "MyComponent", "gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=FOUND
    ),
    "an operation of the Vercel AI SDK": Row(
        {**TOOL, "ai.operationId": "ai.somethingNew", "gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=FOUND
    ),
    "Laminar's DEFAULT": Row(
        {"lmnr.span.type": "DEFAULT", "gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": ANSWERED},
        Role.RUN,
        SAID,
    ),
    "OpenInference's CHAIN": Row(
        {**TOOL, "openinference.span.kind": "CHAIN", "gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=FOUND
    ),
    "an unknown kind of OpenInference": Row(
        {"openinference.span.kind": "UNKNOWN", "mlflow.spanType": '"AGENT"', "mlflow.spanOutputs": json.dumps(SAID)},
        Role.RUN,
        SAID,
    ),
    "a task of OpenLLMetry that names a tool": Row(
        {"traceloop.span.kind": "task", "gen_ai.tool.name": "count", "gen_ai.tool.call.result": SEEN},
        Role.TOOL,
        sources=FOUND,
    ),
    "what was written on an outer level is kept": Row(
        {
            "langfuse.observation.type": "span",
            "langfuse.observation.input": ASKED,
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.output.messages": ANSWERED,
        },
        Role.RUN,
        SAID,
        ASKED,
    ),
}

KNOWN_FOR_NOTHING = {
    "ADK's span that merges parallel calls": Row(
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "(merged tools)",
            "gcp.vertex.agent.event_id": "e1",
            "openinference.span.kind": "TOOL",
            "output.value": SEEN,
        },
        Role.OTHER,
    ),
    "OpenLIT's node of a graph": Row(
        {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": ANSWERED},
        Role.OTHER,
        scope="openlit.instrumentation.langgraph",
    ),
    "the inner half of LlamaIndex' calls": Row(
        {"openinference.span.kind": "TOOL", "output.value": SEEN},
        Role.OTHER,
        name="BaseTool._call",
        scope="openinference.instrumentation.llama_index",
    ),
    "a node of LangGraph that is called agent": Row(
        {"openinference.span.kind": "AGENT", "output.value": SAID, "metadata": '{"langgraph_node": "agent"}'},
        Role.OTHER,
        name="agent",
        scope="openinference.instrumentation.langchain",
    ),
}


@rows(NOTHING_SPECIAL)
def test_a_dialect_that_knows_nothing_special_leaves_it_to_the_others(row: Row) -> None:
    check(row)


@rows(KNOWN_FOR_NOTHING)
def test_what_a_dialect_knows_for_nothing_is_nothing(row: Row) -> None:
    check(row)

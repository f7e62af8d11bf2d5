"""LangChain and LangGraph under OpenInference: agents and nodes (whole runs are in the captures)."""

from __future__ import annotations

import json

import pytest
from ended_spans import span

from otel_grounding.conventions import read
from otel_grounding.model import Role

SCOPE = "openinference.instrumentation.langchain"


@pytest.mark.parametrize(
    ("name", "kind", "metadata", "role"),
    [
        ("travel_agent", "AGENT", {"lc_agent_name": "travel_agent"}, Role.RUN),
        ("traveller", "CHAIN", {"lc_agent_name": "traveller"}, Role.RUN),
        ("LangGraph", "CHAIN", {}, Role.RUN),
        ("AgentExecutor", "AGENT", {}, Role.RUN),
        ("fact_agent", "AGENT", {"lc_agent_name": "fact_agent", "langgraph_node": "tools"}, Role.RUN),
        ("agent", "AGENT", {"langgraph_node": "agent"}, Role.OTHER),
        ("model", "CHAIN", {"lc_agent_name": "travel_agent", "langgraph_node": "model"}, Role.OTHER),
    ],
)
def test_the_metadata_tells_an_agent_from_a_node(name: str, kind: str, metadata: dict[str, str], role: Role) -> None:
    attributes = {"openinference.span.kind": kind, "metadata": json.dumps(metadata)}
    reading = read(span(attributes, name=name, scope=SCOPE))

    assert reading is not None
    assert reading.role is role


def test_a_tool_with_agent_in_its_name_is_a_tool() -> None:
    attributes = {"openinference.span.kind": "AGENT", "tool.name": "ask_fact_agent", "output.value": "7,315"}
    reading = read(span(attributes, name="ask_fact_agent", scope=SCOPE))

    assert reading is not None
    assert reading.role is Role.TOOL

"""The runs of every span capture: what the user asked and saw, what the tools returned, each output once.

Checked against the programs that were recorded: the same small agent under each instrumentation, with two tools.
"""

from __future__ import annotations

from typing import Any, NamedTuple

QUESTION = "What is the weather in Paris and how tall is the Eiffel Tower?"
ANSWER = "It is 21 C and sunny in Paris; the Eiffel Tower is 330 metres tall."
WEATHER = {"city": "Paris", "temp_c": 21, "sky": "sunny"}
TOWER = "The Eiffel Tower is 330 metres tall."


class Expected(NamedTuple):
    """One run; runs are listed in the order in which they ended."""

    span: str
    outermost: bool | None
    status: str
    output: str | None
    question: str | None
    sources: list[Any]


RUNS: dict[str, list[Expected]] = {
    "agent_framework": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "agent_framework_nosens": [
        Expected("invoke_agent travel_agent", True, "output_not_captured", None, None, []),
    ],
    "autogen_native": [
        Expected("invoke_agent travel_agent", True, "output_not_captured", None, None, []),
    ],
    "autogen_oi": [
        Expected("invoke_agent travel_agent", True, "output_not_captured", None, None, [WEATHER, TOWER]),
        Expected("travel_agent.on_messages_stream", False, "output_not_captured", None, QUESTION, [WEATHER, TOWER]),
    ],
    "google_adk": [
        Expected("invoke_agent travel_agent", False, "output_not_captured", None, None, []),
        Expected("invoke_workflow travel_agent", True, "output_not_captured", None, None, []),
    ],
    "google_adk_latest": [
        Expected("invoke_agent travel_agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("invoke_workflow travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "google_adk_legacy": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "haystack_native": [
        Expected("haystack.agent.run", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "haystack_native_nocontent": [
        Expected("haystack.agent.run", True, "output_not_captured", None, None, []),
    ],
    "langfuse": [
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("my_agent", True, "scored", ANSWER, QUESTION, [TOWER, {"doc": TOWER}]),
    ],
    "langsmith": [
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "logfire_pydantic_ai": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "mcp_ctx_native": [],
    "mcp_ctx_oi": [],
    "mcp_native": [],
    "mcp_oi": [],
    "mlflow": [
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [TOWER, TOWER]),
    ],
    "mlflow_isolated": [],
    "openai_chat_genai": [
        Expected("app root", True, "output_not_captured", None, None, []),
    ],
    "openai_chat_genai_event_only": [
        Expected("app root", True, "output_not_captured", None, None, []),
    ],
    "openai_chat_genai_span_only": [
        Expected("app root", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openai_chat_traceloop": [
        Expected("app root", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openai_chat_v2old_true": [
        Expected("app root", True, "output_not_captured", None, None, []),
    ],
    "openinference_crewai": [
        Expected("travel_agent._execute_core", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected(
            "Crew_2fc77011-ea7c-485e-b43e-1aeb62f5806f.kickoff", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]
        ),
    ],
    "openinference_dspy": [
        Expected("ReAct.forward", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openinference_haystack": [],
    "openinference_langchain": [
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openinference_llama_index": [
        Expected("FunctionAgent.run", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected(
            "RetrieverQueryEngine.aquery", True, "no_claims", "Empty Response", "How tall is the Eiffel tower?", [TOWER]
        ),
    ],
    "openinference_openai_agents": [
        Expected("travel_agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("Agent workflow", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openinference_smolagents": [
        Expected("travel_agent.run", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "openlit": [
        Expected("invoke_agent travel_agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("invoke_workflow travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "otel_genai_anthropic_span_only": [
        Expected("chat claude-fake", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "otel_genai_dspy": [
        Expected("invoke_agent dspy.ReAct", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "otel_genai_langchain_default": [
        Expected("invoke_agent travel_agent", True, "output_not_captured", None, None, []),
    ],
    "otel_genai_langchain_event_only": [
        Expected("invoke_agent travel_agent", True, "output_not_captured", None, None, []),
    ],
    "otel_genai_langchain_span_only": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "otel_genai_llama_index": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "otel_genai_openai_agents_default": [
        Expected("invoke_agent travel_agent", False, "output_not_captured", None, None, []),
        Expected("invoke_workflow Agent workflow", True, "output_not_captured", None, None, []),
    ],
    "otel_genai_openai_agents_span_only": [
        Expected("invoke_agent travel_agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("invoke_workflow Agent workflow", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "otel_genai_smolagents": [
        Expected("invoke_agent travel_agent", True, "no_evidence", ANSWER, QUESTION, []),
    ],
    "otel_v2_openai_agents": [
        Expected("invoke_agent travel_agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("Agent workflow", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "pydantic_ai_v2": [
        Expected("agent run", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("agent run", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "pydantic_ai_v3": [
        Expected("invoke_agent fact_agent", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "pydantic_ai_v4": [
        Expected("invoke_agent fact_agent", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "pydantic_ai_v5": [
        Expected("invoke_agent fact_agent", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "pydantic_ai_v6": [
        Expected("invoke_agent fact_agent", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "pydantic_ai_vdefault": [
        Expected("invoke_agent fact_agent", False, "no_evidence", TOWER, "Eiffel Tower", []),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER]),
    ],
    "semantic_kernel": [
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, None, [WEATHER, TOWER]),
    ],
    "strands": [
        Expected("invoke_agent travel_agent", True, "scored", f"{ANSWER}\n", QUESTION, [WEATHER, TOWER]),
    ],
    "strands_latest": [
        Expected("invoke_agent travel_agent", True, "scored", f"{ANSWER}\n", QUESTION, [WEATHER, TOWER]),
    ],
    "topo_google_adk": [
        Expected("invoke_agent fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_workflow fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent travel_agent", False, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("invoke_agent writer_agent", False, "no_evidence", ANSWER, QUESTION, []),
        Expected("invoke_agent seq", False, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("invoke_workflow seq", True, "scored", ANSWER, QUESTION, [TOWER]),
    ],
    "topo_langgraph_genai": [
        Expected("invoke_agent fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, "second parallel run", [TOWER]),
        Expected("invoke_agent fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
    ],
    "topo_langgraph_oi": [
        Expected("fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("travel_agent", True, "scored", ANSWER, "second parallel run", [TOWER]),
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
    ],
    "topo_langgraph_traceloop": [
        Expected("execute_task fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent fact_agent", False, "output_not_captured", None, None, []),
        Expected("execute_task fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent fact_agent", False, "output_not_captured", None, None, []),
        Expected("travel_agent.workflow", False, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("travel_agent.workflow", False, "scored", ANSWER, "second parallel run", [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, "second parallel run", [TOWER]),
        Expected("execute_task fact_agent", False, "scored", TOWER, "E", [TOWER]),
        Expected("invoke_agent fact_agent", False, "output_not_captured", None, None, []),
        Expected("travel_agent.workflow", False, "scored", ANSWER, QUESTION, [TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [TOWER]),
    ],
    "topo_openai_agents_genai": [
        Expected("invoke_agent fact_agent", False, "output_not_captured", None, None, [TOWER]),
        Expected("invoke_agent travel_agent", False, "output_not_captured", None, None, [WEATHER, TOWER]),
        Expected("invoke_agent writer_agent", False, "output_not_captured", None, None, []),
        Expected("invoke_workflow Agent workflow", True, "output_not_captured", None, None, [WEATHER, TOWER]),
    ],
    "topo_openai_agents_oi": [
        Expected("fact_agent", False, "output_not_captured", None, None, [TOWER]),
        Expected("travel_agent", False, "output_not_captured", None, None, [WEATHER, TOWER]),
        Expected("writer_agent", False, "output_not_captured", None, None, []),
        Expected("Agent workflow", True, "output_not_captured", None, None, [WEATHER, TOWER]),
    ],
    "topo_openai_agents_traceloop": [
        Expected("fact_agent.agent", False, "output_not_captured", None, None, [TOWER]),
        Expected("travel_agent.agent", False, "output_not_captured", None, None, [WEATHER, TOWER]),
        Expected("writer_agent.agent", False, "output_not_captured", None, None, []),
        Expected("Agent Workflow", True, "output_not_captured", None, None, [WEATHER, TOWER]),
    ],
    "topo_pydantic_ai": [
        Expected("invoke_agent streamer", True, "scored", ANSWER, "one", [WEATHER]),
        Expected("invoke_agent streamer", True, "scored", ANSWER, "two", [WEATHER]),
        Expected("invoke_agent streamer", True, "scored", ANSWER, QUESTION, [WEATHER]),
        Expected("invoke_agent structured", True, "no_evidence", '{"city":"Paris","height":330}', QUESTION, []),
        Expected("invoke_agent travel_agent", True, "run_failed", None, QUESTION, [WEATHER, "boom"]),
        Expected("invoke_agent streamer", True, "output_not_captured", None, None, []),
    ],
    "traceloop_langchain": [
        Expected("travel_agent.workflow", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("invoke_agent travel_agent", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "traceloop_openai_agents": [
        Expected("travel_agent.agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("Agent Workflow", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
    "traceloop_sdk_decorators": [
        Expected("travel_agent.agent", False, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
        Expected("wf.workflow", True, "scored", ANSWER, QUESTION, [WEATHER, TOWER]),
    ],
}

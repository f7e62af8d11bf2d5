"""Which attributes and span events carry content: prompts, tool arguments, tool results, answers, in every dialect.

What is stripped from spans before they leave, after scoring. Names, counts, ids and timings are no content.
"""

from __future__ import annotations

import re

from otel_grounding.conventions import names


def is_content_key(key: str) -> bool:
    """Whether an attribute of this key, of a span or a span event, may carry content."""
    return key in _KEYS or key.startswith(_PREFIXES) or (key.startswith("gen_ai.") and _INDEXED.match(key) is not None)


def is_content_event(name: str) -> bool:
    """Whether span events of this name are there to carry content."""
    return name in _EVENTS


_KEYS = frozenset(
    {
        # GenAI conventions, with what OpenLLMetry, OpenLIT, LangSmith and any-agent add in their namespace
        names.GEN_AI_INPUT_MESSAGES, names.GEN_AI_OUTPUT_MESSAGES, names.GEN_AI_SYSTEM_INSTRUCTIONS,
        names.GEN_AI_TOOL_CALL_ARGUMENTS, names.GEN_AI_TOOL_CALL_RESULT, names.GEN_AI_TOOL_DEFINITIONS,
        names.GEN_AI_RETRIEVAL_QUERY_TEXT, names.GEN_AI_RETRIEVAL_DOCUMENTS,
        names.GEN_AI_PROMPT, names.GEN_AI_COMPLETION, "gen_ai.input", "gen_ai.output", "gen_ai.tool.args",
        "gen_ai.task.input", "gen_ai.task.output", "gen_ai.workflow.input", "gen_ai.workflow.output",
        "gen_ai.content.prompt", "gen_ai.content.completion", "gen_ai.event.content",
        # OpenInference, and what its frameworks add
        "input.value", "output.value", "tool.parameters", "reranker.query", "llm.function_call",
        "crew_agents", "crew_tasks", "crew_inputs",
        # OpenLLMetry
        "traceloop.entity.input", "traceloop.entity.output",
        # pydantic-ai and Logfire
        "final_result", "tool_response", "tool_arguments", "all_messages_events", "events",
        "model_request_parameters", "request_data", "response_data",
        # Langfuse
        "langfuse.observation.input", "langfuse.observation.output", "langfuse.observation.status_message",
        "langfuse.trace.input", "langfuse.trace.output",
        # MLflow
        "mlflow.spanInputs", "mlflow.spanOutputs", "mlflow.traceInputs", "mlflow.traceOutputs",
        # Haystack
        "haystack.agent.input", "haystack.agent.output", "haystack.agent.tools",
        "haystack.agent.step.tool.input", "haystack.agent.step.tool.output",
        "haystack.agent.step.llm.input", "haystack.agent.step.llm.output",
        "haystack.component.input", "haystack.component.output",
        "haystack.pipeline.input_data", "haystack.pipeline.output_data",
        # Google ADK
        "gcp.vertex.agent.llm_request", "gcp.vertex.agent.llm_response", "gcp.vertex.agent.data",
        "gcp.vertex.agent.tool_call_args", "gcp.vertex.agent.tool_response",
        # Vercel AI SDK
        "ai.prompt", "ai.value", "ai.values", "ai.embedding", "ai.embeddings",
        "ai.toolCall.args", "ai.toolCall.input", "ai.toolCall.result", "ai.toolCall.output",
        "ai.response.text", "ai.response.object", "ai.response.toolCalls", "ai.response.reasoning", "ai.response.files",
        "ai.result.text", "ai.result.object", "ai.result.toolCalls",
        # MCP instrumentations
        "mcp.request.argument", "mcp.response.value", "mcp.tool.arguments", "mcp.tool.result",
        # the text of a failed tool's error is what the agent saw of it
        names.EXCEPTION_MESSAGE, "exception.stacktrace",
    }
)  # fmt: skip

_PREFIXES = (
    "llm.input_messages.", "llm.output_messages.", "llm.prompts.", "llm.completions.", "llm.choices.", "llm.tools.",
    "llm.prompt_template.", "retrieval.documents.", "reranker.input_documents.", "reranker.output_documents.",
    "embedding.embeddings.", "input.messages.", "output.messages.",
    "traceloop.prompt.", "pydantic_ai.all_messages", "mlflow.chat.", "ai.prompt.",
)  # fmt: skip

_INDEXED = re.compile(r"gen_ai\.(?:prompt|completion|input|output)\.\d")
"""A message per index, as older OpenLLMetry has it; `gen_ai.prompt.name` and its like are names."""

_EVENTS = frozenset(
    {
        "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message",
        "gen_ai.choice", "gen_ai.client.inference.operation.details",
        "gen_ai.content.prompt", "gen_ai.content.completion",
        "db.query.result", "db.search.result", "db.query.embeddings", "db.search.embeddings",
    }
)  # fmt: skip

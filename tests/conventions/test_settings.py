"""The setting that makes a framework write content, by instrumentation scope."""

from __future__ import annotations

import pytest

from otel_grounding.conventions.settings import content_setting

GENAI = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"


@pytest.mark.parametrize(
    ("scope", "setting"),
    [
        ("opentelemetry.instrumentation.genai.langchain", GENAI),
        ("opentelemetry.instrumentation.genai.openai_agents", GENAI),
        ("opentelemetry.instrumentation.openai_v2", "genai-openai"),
        ("opentelemetry.instrumentation.openai_v2", "otel-grounding score TRACES LOGS"),
        ("opentelemetry.instrumentation.botocore.bedrock-runtime", "otel-grounding score TRACES LOGS"),
        ("opentelemetry.util.genai.handler", GENAI),
        ("opentelemetry.instrumentation.langchain", "TRACELOOP_TRACE_CONTENT=true"),
        ("opentelemetry.instrumentation.openai_agents", "TRACELOOP_TRACE_CONTENT=true"),
        ("traceloop.tracer", "TRACELOOP_TRACE_CONTENT=true"),
        ("gcp.vertex.agent", "OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental"),
        ("agent_framework", "ENABLE_SENSITIVE_DATA=true"),
        ("semantic_kernel.functions.kernel_function", "DIAGNOSTICS_SENSITIVE=true"),
        ("haystack", "HAYSTACK_CONTENT_TRACING_ENABLED=true"),
        ("pydantic-ai", "include_content=True"),
        ("autogen-core", "openinference-instrumentation-autogen-agentchat"),
        ("openinference.instrumentation.crewai", "OPENINFERENCE_HIDE_OUTPUTS"),
        ("openlit.instrumentation.langgraph", "capture_message_content=True"),
        ("mcp-python-sdk", "instrument the agent"),
        ("langsmith", "LANGSMITH_HIDE_OUTPUTS"),
        ("langfuse-sdk", "LANGFUSE_OBSERVE_DECORATOR_IO_CAPTURE_ENABLED=true"),
        ("ai", "recordOutputs: true"),
        ("lmnr", "LMNR_TRACE_CONTENT"),
        ("gemini-cli", "GEMINI_TELEMETRY_LOG_PROMPTS=true"),
        ("org.springframework.boot", "spring.ai.tools.observations.include-content=true"),
    ],
)
def test_the_setting_of_a_framework_is_named(scope: str, setting: str) -> None:
    assert setting in (content_setting(scope) or "")


@pytest.mark.parametrize("scope", ["", "app", "airflow", "my.own.agent", "haystacks", "strands.telemetry.tracer"])
def test_where_no_setting_is_known_none_is_made_up(scope: str) -> None:
    assert content_setting(scope) is None

"""The exact setting that makes a framework write content on its spans, by the name of its instrumentation scope."""

from __future__ import annotations

_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_SPAN_ONLY = f"set {_CAPTURE}=SPAN_ONLY"
_OF_LOGS = f"set {_CAPTURE}=true and score files of both: otel-grounding score TRACES LOGS"

_SETTINGS = (
    ("opentelemetry.instrumentation.genai", _SPAN_ONLY),
    (
        "opentelemetry.util.genai",
        f"{_SPAN_ONLY}; of EVENT_ONLY score files of both signals: otel-grounding score TRACES LOGS",
    ),
    (
        "opentelemetry.instrumentation.openai_v2",
        "writes content as log events only, which no span holds: use opentelemetry-instrumentation-genai-openai and "
        f"{_SPAN_ONLY}, or {_OF_LOGS}",
    ),
    (
        "opentelemetry.instrumentation.botocore",
        "writes content as log events only, which no span holds: use an instrumentation of the agent's framework, "
        f"or {_OF_LOGS}",
    ),
    (
        "opentelemetry.instrumentation.openai_agents",
        "set TRACELOOP_TRACE_CONTENT=true (OpenLLMetry) or OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
    ),
    ("opentelemetry.instrumentation.google_genai", _SPAN_ONLY),
    ("opentelemetry.instrumentation.vertexai", _SPAN_ONLY),
    (
        "gcp.vertex.agent",
        _SPAN_ONLY + " and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental (Google ADK)",
    ),
    ("agent_framework", "set ENABLE_SENSITIVE_DATA=true (Microsoft Agent Framework)"),
    ("semantic_kernel", "set SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true"),
    ("haystack", "set HAYSTACK_CONTENT_TRACING_ENABLED=true"),
    (
        "autogen",
        "never writes a tool's output: add openinference-instrumentation-autogen-agentchat",
    ),
    ("pydantic-ai", "pass InstrumentationSettings(include_content=True)"),
    ("logfire", "call logfire.instrument_pydantic_ai(include_content=True)"),
    ("openinference.instrumentation", "unset OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS"),
    ("openlit", "set OPENLIT_CAPTURE_MESSAGE_CONTENT=true, or openlit.init(capture_message_content=True)"),
    ("langsmith", "unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS"),
    ("langfuse", "set LANGFUSE_OBSERVE_DECORATOR_IO_CAPTURE_ENABLED=true, or observe(capture_output=True)"),
    ("lmnr", "unset LMNR_TRACE_CONTENT, and ignore_input and ignore_output of observe()"),
    ("gemini-cli", "set GEMINI_TELEMETRY_TRACES_ENABLED=true and GEMINI_TELEMETRY_LOG_PROMPTS=true"),
    (
        "org.springframework.boot",
        "set spring.ai.tools.observations.include-content=true for tools; prompts and answers go to the log alone "
        "(log-prompt, log-completion), save those of Spring AI's models",
    ),
    ("mcp-python-sdk", "never writes a tool's output: instrument the agent that calls the server"),
    ("traceloop", "set TRACELOOP_TRACE_CONTENT=true"),
    ("opentelemetry.instrumentation", "set TRACELOOP_TRACE_CONTENT=true (OpenLLMetry)"),
    ("ai", "pass experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }"),
)
"""The first words of scope names, the specific before the general, and what to do."""


def content_setting(scope: str) -> str | None:
    """What to do so that spans of this instrumentation scope carry content; None where no such setting is known."""
    for beginning, setting in _SETTINGS:
        if scope.startswith(beginning) and not scope[len(beginning) :][:1].isalnum():
            return setting
    return None

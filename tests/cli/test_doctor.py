"""`otel-grounding doctor`: what it finds and what to do about it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NoOpTracerProvider
from sample_runs import EVIDENCE, GROUNDED, SCOPE, a_run, a_span
from typer.testing import Result

from otel_grounding import GroundingConfig, GroundingSpanExporter, GroundingSpanProcessor
from otel_grounding.cli.doctor_environment import environment_findings, provider_findings
from otel_grounding.cli.findings import Finding, Level
from otel_grounding.conventions.settings import content_setting

Write = Callable[..., str]
Command = Callable[..., Result]

NO_EXPORT = {"OTEL_TRACES_EXPORTER": "none"}


def about_files(result: Result) -> list[str]:
    heading, *lines = result.stdout.partition("\nThis process")[0].splitlines()
    assert heading == "Files"
    return [line.strip() for line in lines if line.strip()]


class TestFiles:
    @pytest.fixture(autouse=True)
    def no_collector(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_TRACES_EXPORTER", "none")

    def test_in_which_all_is_well(self, write: Write, command: Command) -> None:
        result = command("doctor", write([*a_run(GROUNDED), *a_run(GROUNDED, trace_id=2)]))
        assert (result.exit_code, about_files(result)) == (
            0,
            ["✓ 4 spans, 2 runs, 2 with a score", f"✓ written by {SCOPE} (4 spans)"],
        )

    @pytest.mark.parametrize(
        ("output", "found"),
        [
            (None, "✗ 1 run: no span of the run holds its final output"),
            (GROUNDED, "✗ 1 run: tools were called, but none of their outputs is on the spans"),
        ],
    )
    def test_without_content_names_the_setting_of_the_framework(
        self, output: str | None, found: str, write: Write, command: Command
    ) -> None:
        scope = "haystack"
        spans = [_in_scope(span, scope) if "tool" in span.name else span for span in a_run(output, [("x", None)])]
        shown = about_files(command("doctor", write(spans)))
        assert found in shown
        assert f"→ {scope}: {content_setting(scope)}" in shown
        assert (f"→ {SCOPE}: {content_setting(SCOPE)}" in shown) is (output is None)

    @pytest.mark.parametrize("strip", [True, False])
    def test_scored_and_stripped_points_to_the_scores_on_the_spans(
        self, strip: bool, write: Write, command: Command
    ) -> None:
        kept = InMemorySpanExporter()
        config = GroundingConfig(strip_content=strip)
        GroundingSpanExporter(kept, config).export(a_run(GROUNDED))
        shown = about_files(command("doctor", write(kept.get_finished_spans())))
        assert any(line.startswith("✓ 1 run with the score that was written on the span") for line in shown) is strip

    def test_in_which_a_length_limit_cut_the_values(self, write: Write, command: Command) -> None:
        tools = [("a", "one fact after the other " * 20), ("b", "a second tool's own output " * 20)]
        cut = [(name, text[:128]) for name, text in tools]
        shown = about_files(command("doctor", write(a_run("word " * 40, cut))))
        assert not any("length limit" in line for line in shown), "the answer is longer"
        shown = about_files(command("doctor", write(a_run(GROUNDED, cut))))
        assert any("exactly 128 characters" in line for line in shown)

    def test_in_which_whole_values_happen_to_have_one_length(self, write: Write, command: Command) -> None:
        tools = [("a", f"{'x' * 150}."), ("b", f"{'y' * 150}.")]
        assert len(about_files(command("doctor", write(a_run(GROUNDED, tools))))) == 2

    def test_without_a_run_span(self, write: Write, command: Command) -> None:
        tool, _ = a_run(GROUNDED)
        shown = about_files(command("doctor", write([tool])))
        assert shown[0].startswith("✗ no run span among 1 span (found: 1 tool)")
        assert "invoke_agent" in shown[1]

    def test_of_no_agent_at_all(self, write: Write, command: Command) -> None:
        shown = about_files(command("doctor", write([a_span("GET /", 1, None, {"http.method": "GET"}, scope="flask")])))
        assert shown[0] == "✗ no span of an agent, a model or a tool among 1 span: flask (1 span)"

    def test_with_a_run_without_tools(self, write: Write, command: Command) -> None:
        shown = about_files(command("doctor", write(a_run(GROUNDED, []))))
        assert shown[0] == "! 1 span, 1 run, 0 with a score"
        assert "! 1 run without tools: there is nothing that the answer could be traced to" in shown

    def test_with_a_span_that_ends_after_its_run(self, write: Write, command: Command) -> None:
        attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": EVIDENCE}
        late = a_span("execute_tool late", 0xC0, 0xA0, attributes, ended=2_000_000)
        shown = about_files(command("doctor", write([*a_run(GROUNDED), late])))
        assert "! 1 span ended after the run around: a span processor scores without them" in shown

    def test_names_the_runs_it_speaks_of_and_where_they_are(self, write: Write, command: Command) -> None:
        paths = [write(a_run(None, trace_id=number), f"{number}.json") for number in range(1, 6)]
        shown = about_files(command("doctor", *paths))
        at = shown.index("✗ 5 runs: no span of the run holds its final output")
        named = [f"in {path}: invoke_agent travel_agent, span 00000000000000a0" for path in paths[:3]]
        assert shown[at + 1 : at + 5] == [*named, "in 2 more"]

    @pytest.mark.parametrize(
        ("spans", "hinted"),
        [
            (a_run(None, [("x", None)]), True),
            (a_run(None), False),  # a tool's output is there: content is captured, and some is missing
            (a_run(GROUNDED, [("x", None)]), False),
            (a_run(GROUNDED), False),
            ([a_span("agent", 1, None, {"openinference.span.kind": "AGENT"})], False),
        ],
    )
    def test_without_any_content_points_to_the_logs(
        self, spans: Sequence[ReadableSpan], hinted: bool, write: Write, command: Command
    ) -> None:
        shown = about_files(command("doctor", write(spans)))
        said = "! no span of the GenAI conventions holds content: it may have been written as log events"
        assert (said in shown) is hinted
        assert (
            any(line.startswith("→ if the content is in OTLP logs, pass the logs file too") for line in shown) is hinted
        )

    def test_come_before_what_is_said_of_this_process(self, write: Write, command: Command) -> None:
        shown = command("doctor", write(a_run(GROUNDED))).stdout
        headings = [line for line in shown.splitlines() if line and not line.startswith(" ")]
        assert headings == ["Files", "This process, which need not be set up as the agent's is"]
        assert command("doctor").stdout.startswith("Environment\n")

    def test_that_cannot_be_read_exits_with_2(self, write: Write, command: Command) -> None:
        result = command("doctor", write("%"))
        assert (result.exit_code, about_files(result)) == (2, ["✗ no spans were read"])


def _in_scope(span: ReadableSpan, scope: str) -> ReadableSpan:
    assert span.context is not None
    parent_id = span.parent.span_id if span.parent else None
    return a_span(span.name, span.context.span_id, parent_id, dict(span.attributes or {}), scope=scope)


def texts(findings: Sequence[Finding], level: Level | None = None) -> str:
    return "\n".join(each.text for each in findings if level is None or each.level is level)


class TestEnvironment:
    def test_of_this_project_has_no_problem(self) -> None:
        assert texts(environment_findings(NO_EXPORT), Level.PROBLEM) == ""

    @pytest.mark.parametrize(
        ("name", "value", "level", "said"),
        [
            ("OTEL_SDK_DISABLED", "true", Level.PROBLEM, "nothing is scored"),
            ("OTEL_GROUNDING_ENABLED", "false", Level.PROBLEM, "nothing is scored"),
            ("OTEL_GROUNDING_STRIP_CONTENT", "true", Level.NOTE, "only our exporter takes content off"),
            ("OTEL_TRACES_SAMPLER", "traceidratio", Level.NOTE, "not sampled are not scored"),
            ("OTEL_TRACES_SAMPLER", "always_off", Level.PROBLEM, "not sampled are not scored"),
            ("OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", "256", Level.NOTE, "are cut"),
            ("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT", "256", Level.NOTE, "are cut"),
            ("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "32", Level.NOTE, "finds no room"),
            ("OPENINFERENCE_HIDE_OUTPUTS", "true", Level.PROBLEM, "redacts"),
            ("TRACELOOP_TRACE_CONTENT", "false", Level.PROBLEM, "hold no content"),
            ("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "EVENT_ONLY", Level.PROBLEM, "hold no content"),
            ("OTEL_PYTHON_DISABLED_INSTRUMENTATIONS", "flask, grounding", Level.PROBLEM, "names grounding"),
        ],
    )
    def test_variable_that_matters(self, name: str, value: str, level: Level, said: str) -> None:
        shown = texts(environment_findings(NO_EXPORT | {name: value}), level)
        assert name in shown
        assert said in shown

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("OTEL_TRACES_SAMPLER", "parentbased_always_on"),
            ("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "256"),
            ("OPENINFERENCE_HIDE_OUTPUTS", "false"),
            ("OTEL_GROUNDING_STRIP_CONTENT", "false"),
            ("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "SPAN_ONLY"),
        ],
    )
    def test_variable_that_does_no_harm(self, name: str, value: str) -> None:
        assert environment_findings(NO_EXPORT | {name: value}) == environment_findings(NO_EXPORT)

    def test_provider_that_scores_and_one_that_does_not(self) -> None:
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(InMemorySpanExporter()))
        found = list(provider_findings(provider))
        assert "with SimpleSpanProcessor(InMemorySpanExporter)" in texts(found, Level.GOOD)
        assert texts(found, Level.PROBLEM) == "none of its processors and exporters scores"
        provider.add_span_processor(GroundingSpanProcessor())
        assert texts(list(provider_findings(provider)), Level.PROBLEM) == ""

    def test_provider_that_is_not_the_sdks(self) -> None:
        assert "not the SDK's" in texts(list(provider_findings(NoOpTracerProvider())), Level.PROBLEM)

    @pytest.mark.parametrize("scheme", ["http://", ""])
    def test_collector_that_listens_and_one_that_does_not(self, scheme: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            endpoint = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
            environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}
            assert f"a collector listens at {endpoint}" in texts(environment_findings(environ), Level.GOOD)
        assert f"no collector answers at {endpoint}" in texts(environment_findings(environ), Level.NOTE)

    @pytest.mark.parametrize("endpoint", ["http://[", "http://:x", "unix:///tmp/none", "\x1b"])
    def test_endpoint_that_is_none(self, endpoint: str) -> None:
        assert "no collector answers" in texts(environment_findings({"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}))

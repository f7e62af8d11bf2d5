"""`opentelemetry-instrument python agent.py`, where nothing but the environment speaks of scoring."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

AGENT = Path(__file__).parent / "agent.py"
TEAM = Path(__file__).parent / "team.py"
INSTRUMENT = Path(sys.executable).parent / "opentelemetry-instrument"
SECONDS = 60
SAID_BY_THE_SDK = "OTEL_CONFIG_FILE is set; ignoring configurator kwargs: ['auto_instrumentation_version']"

Decode = Callable[[Any], dict[str, Any]]


@pytest.fixture(params=["grpc", "http/protobuf"])
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run_agent(script: Path = AGENT, /, **environment: str) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own; what the machine's environment says of OpenTelemetry is not in it."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("OTEL_")}
    quiet = {"OTEL_METRICS_EXPORTER": "none", "OTEL_LOGS_EXPORTER": "none"}
    return subprocess.run(
        [str(INSTRUMENT), sys.executable, str(script)],
        env=inherited | quiet | environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )


def otlp_to(receiver: Any, protocol: str = "grpc") -> dict[str, str]:
    return {
        "OTEL_EXPORTER_OTLP_PROTOCOL": protocol,
        "OTEL_EXPORTER_OTLP_ENDPOINT": receiver.endpoint(protocol),
        "OTEL_EXPORTER_OTLP_INSECURE": "true",
    }


def ours(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key.startswith("reliability.")}


def test_installed_it_scores(receiver: Any, decode: Decode) -> None:
    done = run_agent(**otlp_to(receiver))
    assert done.stdout == "answered\n"
    assert done.stderr == ""
    found = decode(receiver.span("invoke_agent guide").attributes)
    assert found["reliability.claim_grounding_rate"] == 0.5
    assert "reliability.claim_grounding_rate_threshold" not in found


def test_the_environment_configures_it(receiver: Any, decode: Decode) -> None:
    run_agent(**otlp_to(receiver), OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE="0.9")
    span = receiver.span("invoke_agent guide")
    assert decode(span.attributes)["reliability.claim_grounding_rate_threshold"] == 0.9
    assert [event.name for event in span.events] == ["reliability.claim_grounding_below_threshold"]


def test_metrics_and_log_events_go_where_the_environment_sends_them(receiver: Any) -> None:
    run_agent(**otlp_to(receiver), OTEL_METRICS_EXPORTER="otlp", OTEL_LOGS_EXPORTER="otlp")
    assert receiver.metric("reliability.grounding.runs").sum.data_points[0].as_int == 1
    assert "gen_ai.evaluation.result" in [record.event_name for record in receiver.log_records()]


@pytest.mark.parametrize(
    "environment",
    [
        {"OTEL_GROUNDING_ENABLED": "false"},
        {"OTEL_PYTHON_DISABLED_INSTRUMENTATIONS": "grounding"},
    ],
    ids=["by its own switch", "by its name among the instrumentations"],
)
def test_switched_off_it_leaves_no_trace(receiver: Any, decode: Decode, environment: dict[str, str]) -> None:
    run_agent(**otlp_to(receiver), **environment)
    assert ours(decode(receiver.span("invoke_agent guide").attributes)) == {}


def test_with_all_instrumentations_disabled_it_still_scores(receiver: Any, decode: Decode) -> None:
    run_agent(**otlp_to(receiver), OTEL_PYTHON_DISABLED_INSTRUMENTATIONS="*")
    assert decode(receiver.span("invoke_agent guide").attributes)["reliability.claim_grounding_rate"] == 0.5


def test_a_wrong_value_is_said_once_and_the_default_used(receiver: Any, decode: Decode) -> None:
    done = run_agent(**otlp_to(receiver), OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE="plenty")
    assert done.stdout == "answered\n"
    [line] = done.stderr.splitlines()
    assert "OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE='plenty'" in line
    found = decode(receiver.span("invoke_agent guide").attributes)
    assert found["reliability.claim_grounding_rate"] == 0.5
    assert "reliability.claim_grounding_rate_threshold" not in found


class TestScoringExporter:
    def test_it_scores_whichever_protocol_is_named(self, receiver: Any, decode: Decode, protocol: str) -> None:
        done = run_agent(**otlp_to(receiver, protocol), OTEL_TRACES_EXPORTER="otlp_grounding")
        assert done.stderr == ""
        assert decode(receiver.span("invoke_agent guide").attributes)["reliability.claim_grounding_rate"] == 0.5

    def test_the_protocol_of_traces_beats_the_one_of_all_signals(self, receiver: Any, decode: Decode) -> None:
        environment = otlp_to(receiver, "http/protobuf") | {
            "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
            "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
        }
        run_agent(**environment, OTEL_TRACES_EXPORTER="otlp_grounding")
        assert "reliability.claim_grounding_rate" in decode(receiver.span("invoke_agent guide").attributes)

    def test_beside_the_instrumentor_a_run_is_scored_once(self, receiver: Any) -> None:
        run_agent(
            **otlp_to(receiver),
            OTEL_TRACES_EXPORTER="otlp_grounding",
            OTEL_METRICS_EXPORTER="otlp",
            OTEL_GROUNDING_MIN_CLAIM_GROUNDING_RATE="0.9",
        )
        [point] = receiver.metric("reliability.grounding.runs").sum.data_points
        assert point.as_int == 1
        assert len(receiver.span("invoke_agent guide").events) == 1

    @pytest.mark.parametrize("exporter", ["otlp", "otlp_grounding"])
    def test_a_sub_agent_that_leaves_before_its_run_ends_is_not_outermost(
        self, receiver: Any, decode: Decode, exporter: str
    ) -> None:
        run_agent(TEAM, **otlp_to(receiver), OTEL_TRACES_EXPORTER=exporter, OTEL_BSP_MAX_EXPORT_BATCH_SIZE="1")
        names = ("invoke_agent expert", "invoke_agent guide")
        found = [decode(receiver.span(name).attributes)["reliability.run.outermost"] for name in names]
        assert found == [False, True]

    def test_it_strips_content_where_told_to(self, receiver: Any, decode: Decode) -> None:
        run_agent(**otlp_to(receiver), OTEL_TRACES_EXPORTER="otlp_grounding", OTEL_GROUNDING_STRIP_CONTENT="true")
        assert "reliability.claim_grounding_rate" in decode(receiver.span("invoke_agent guide").attributes)
        assert "Eiffel" not in str(receiver.traces)

    def test_an_unknown_protocol_is_said_and_the_application_runs(self, receiver: Any) -> None:
        environment = otlp_to(receiver) | {"OTEL_EXPORTER_OTLP_PROTOCOL": "carrier pigeon"}
        done = run_agent(**environment, OTEL_TRACES_EXPORTER="otlp_grounding")
        assert done.stdout == "answered\n"
        assert "'carrier pigeon' is no OTLP protocol, use grpc or http/protobuf" in done.stderr


class TestConfigFile:
    @pytest.fixture
    def configured(self, tmp_path: Path, receiver: Any) -> Callable[[str, str], dict[str, str]]:
        pytest.importorskip("opentelemetry.configuration", reason="configuration files came after this SDK")

        def write(exporter: str, grounding: str) -> dict[str, str]:
            path = tmp_path / "otel.yaml"
            path.write_text(
                f"""\
file_format: "1.0"
tracer_provider:
  processors:
    - batch:
        exporter:
          {exporter}: {{endpoint: "{receiver.grpc}"}}
instrumentation/development:
  python:
    grounding: {grounding}
"""
            )
            return {"OTEL_CONFIG_FILE": str(path)}  # the endpoint's http:// says that it is insecure

        return write

    def test_it_configures_the_instrumentor(
        self, receiver: Any, decode: Decode, configured: Callable[[str, str], dict[str, str]]
    ) -> None:
        done = run_agent(**configured("otlp_grpc", "{min_claim_grounding_rate: 0.7}"))
        assert set(done.stderr.splitlines()) <= {SAID_BY_THE_SDK}
        found = decode(receiver.span("invoke_agent guide").attributes)
        assert found["reliability.claim_grounding_rate"] == 0.5
        assert found["reliability.claim_grounding_rate_threshold"] == 0.7

    def test_it_configures_the_scoring_exporter_too(
        self, receiver: Any, decode: Decode, configured: Callable[[str, str], dict[str, str]]
    ) -> None:
        done = run_agent(**configured("otlp_grounding", "{min_claim_grounding_rate: 0.7, strip_content: true}"))
        assert set(done.stderr.splitlines()) <= {SAID_BY_THE_SDK}
        found = decode(receiver.span("invoke_agent guide").attributes)
        assert found["reliability.claim_grounding_rate_threshold"] == 0.7
        assert "Eiffel" not in str(receiver.traces)

    def test_a_wrong_value_about_content_in_it_closes_the_scoring_exporter(
        self, receiver: Any, configured: Callable[[str, str], dict[str, str]]
    ) -> None:
        done = run_agent(**configured("otlp_grounding", "{strip_content: ture}"))
        assert "strip_content='ture'" in done.stderr
        assert receiver.span("invoke_agent guide")
        assert "Eiffel" not in str(receiver.traces)

    def test_it_switches_scoring_off(
        self, receiver: Any, decode: Decode, configured: Callable[[str, str], dict[str, str]]
    ) -> None:
        run_agent(**configured("otlp_grpc", "{enabled: false}"))
        assert ours(decode(receiver.span("invoke_agent guide").attributes)) == {}

    def test_the_scoring_exporter_takes_settings_and_the_ones_of_otlp(
        self, receiver: Any, decode: Decode, configured: Callable[[str, str], dict[str, str]]
    ) -> None:
        environment = configured("otlp_grounding", "{}")
        path = Path(environment["OTEL_CONFIG_FILE"])
        path.write_text(path.read_text().replace("{endpoint", "{min_claim_grounding_rate: 0.7, endpoint"))
        done = run_agent(**environment)
        assert set(done.stderr.splitlines()) <= {SAID_BY_THE_SDK}
        found = decode(receiver.span("invoke_agent guide").attributes)
        assert found["reliability.claim_grounding_rate_threshold"] == 0.7

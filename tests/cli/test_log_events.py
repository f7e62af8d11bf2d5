"""Content that is in log events only: read where the logs are given too, in any order, and named where they are not."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from expected_runs import ANSWER, QUESTION, RUNS, TOWER, WEATHER
from typer.testing import Result

Command = Callable[..., Result]
FOLDER = Path(__file__).parent.parent / "data" / "log_events"
CAPTURES = FOLDER.parent / "captures"
TOOL_LOOPS = ["openai_v2_true", "openai_v2_event_only", "bedrock_converse"]
ADOT = sorted(path.stem.removeprefix("adot_") for path in FOLDER.glob("adot_*.json"))
SEEN = (ANSWER, QUESTION, [WEATHER, TOWER])


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def runs(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def seen(run: dict[str, Any]) -> tuple[str | None, str | None, list[Any]]:
    """The answer, the question and what the tools returned."""
    return run["output"], run["question"], [value(source["content"]) for source in run["sources"]]


def value(text: str) -> Any:
    return json.loads(text) if text.startswith("{") else text


def score(command: Command, *files: Path | str) -> list[dict[str, Any]]:
    return runs(command("score", "--json", "--content", *map(str, files)))


def split(name: str, folder: Path) -> tuple[Path, Path]:
    """A recording as two files, one of spans and one of logs."""
    traces, logs = folder / "traces.json", folder / "logs.json"
    traces.write_text(json.dumps(recorded(name)["traces"]))
    logs.write_text(json.dumps(recorded(name)["logs"]))
    return traces, logs


def with_hex_ids(found: Any) -> Any:
    """As the Collector's file exporter writes ids."""
    if isinstance(found, list):
        return [with_hex_ids(each) for each in found]
    if isinstance(found, dict):
        ids = ("traceId", "spanId", "parentSpanId")
        return {key: base64.b64decode(each).hex() if key in ids else with_hex_ids(each) for key, each in found.items()}
    return found


class TestRead:
    @pytest.mark.parametrize("name", TOOL_LOOPS)
    def test_beside_the_spans_in_one_file(self, name: str, command: Command) -> None:
        (run,) = score(command, FOLDER / f"{name}.json")
        assert (run["span_name"], run["status"], seen(run)) == ("app root", "scored", SEEN)
        assert [source["call_id"] for source in run["sources"]] == ["call_1", "call_2"]
        assert [source["tool_name"] for source in run["sources"]] == ["get_weather", "lookup_fact"]

    @pytest.mark.parametrize("name", TOOL_LOOPS)
    def test_in_a_file_before_or_behind_that_of_the_spans(self, name: str, command: Command, tmp_path: Path) -> None:
        traces, logs = split(name, tmp_path)
        assert score(command, traces, logs) == score(command, logs, traces) == score(command, tmp_path)
        assert seen(score(command, tmp_path)[0]) == SEEN

    def test_a_line_each_packed_with_ids_in_hex(self, command: Command, tmp_path: Path) -> None:
        found = recorded("openai_v2_true")
        lines = [
            {signal: [{**resource, scopes: [scope]}]}
            for part, signal, scopes in (
                ("logs", "resourceLogs", "scopeLogs"),
                ("traces", "resourceSpans", "scopeSpans"),
            )
            for resource in with_hex_ids(found[part])[signal]
            for scope in resource[scopes]
        ]
        path = tmp_path / "all.jsonl.gz"
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
        assert seen(score(command, path)[0]) == SEEN

    def test_that_come_twice_count_once(self, command: Command, tmp_path: Path) -> None:
        traces, logs = split("bedrock_converse", tmp_path)
        twice = tmp_path / "again.json"
        twice.write_text(logs.read_text())
        assert score(command, traces, logs, twice) == score(command, traces, logs)

    @pytest.mark.parametrize("name", ["openai_chat_v2old_true", "openai_chat_genai_event_only"])
    def test_as_the_sdk_writes_log_records(self, name: str, command: Command) -> None:
        (run,) = score(command, CAPTURES / f"{name}.json")
        assert (run["status"], seen(run)) == ("scored", SEEN)

    def test_as_cloudwatch_lists_them(self, command: Command, tmp_path: Path) -> None:
        """Spans and log records of one object each, with plain values."""
        ids = {"traceId": "5f0c77d1e29a4b3c8d61f2a09b7e4c15", "spanId": "7c2e91a04bd35f68"}
        scope = {"scope": {"name": "strands.telemetry.tracer"}}
        said = [{"content": {"message": ANSWER, "finish_reason": "end_turn"}, "role": "assistant"}]
        asked = [{"content": {"content": json.dumps([{"text": QUESTION}])}, "role": "user"}]
        span = {
            **ids,
            **scope,
            "name": "invoke_agent travel_agent",
            "kind": "INTERNAL",
            "startTimeUnixNano": 1785179209069429584,
            "endTimeUnixNano": 1785179216255792196,
            "durationNano": 7186362612,
            "attributes": {"gen_ai.operation.name": "invoke_agent", "aws.local.service": "travel.DEFAULT"},
            "status": {"code": "UNSET"},
        }
        log = {
            **ids,
            **scope,
            "timeUnixNano": 1785179216255792196,
            "severityNumber": 9,
            "body": {"input": {"messages": asked}, "output": {"messages": said}},
            "attributes": {"event.name": "strands.telemetry.tracer", "session.id": "1"},
        }
        path = tmp_path / "runtime.jsonl"
        path.write_text("\n".join(map(json.dumps, (log, span))))
        assert seen(score(command, path)[0]) == (ANSWER, QUESTION, [])

    def test_what_an_application_logs_is_passed_over(self, command: Command, tmp_path: Path) -> None:
        record = {"body": {"stringValue": "starting"}, "severityNumber": 9}
        path = tmp_path / "logs.json"
        path.write_text(json.dumps({"resourceLogs": [{"scopeLogs": [{"logRecords": [record] * 3}]}]}))
        result = command("score", str(path))
        assert (result.exit_code, result.stderr) == (0, "")

    def test_what_we_say_of_a_run_is_never_read_back(self, command: Command, tmp_path: Path) -> None:
        found = recorded("openai_v2_true")
        records = found["logs"]["resourceLogs"][0]["scopeLogs"]
        for scope in records:
            scope["scope"] = {"name": "otel_grounding"}
        path = tmp_path / "ours.json"
        path.write_text(json.dumps(found))
        (run,) = score(command, path)
        assert (run["status"], run["sources"]) == ("output_not_captured", [])


@pytest.mark.parametrize("name", ADOT)
def test_what_adot_took_off_a_span_is_read_as_if_it_were_there(name: str, command: Command) -> None:
    found = {
        run["span_name"]: (run["outermost"], run["status"], *seen(run))
        for run in score(command, FOLDER / f"adot_{name}.json")
    }
    assert found == {run.span: (run.outermost, run.status, run.output, run.question, run.sources) for run in RUNS[name]}


class TestMissing:
    @pytest.mark.parametrize("name", TOOL_LOOPS)
    def test_logs_are_named_by_the_doctor(self, name: str, command: Command, tmp_path: Path) -> None:
        traces, _ = split(name, tmp_path)
        assert "otel-grounding score TRACES LOGS" in command("doctor", str(traces)).stdout

    @pytest.mark.parametrize(
        "written", [{"telemetry.auto.version": "0.21.0-aws"}, {"aws.local.service": "travel.DEFAULT"}]
    )
    def test_logs_of_adot_are_named_by_the_doctor(
        self, written: dict[str, str], command: Command, tmp_path: Path
    ) -> None:
        ids = {"traceId": "5f0c77d1e29a4b3c8d61f2a09b7e4c15", "spanId": "7c2e91a04bd35f68", "name": "travel_agent"}
        attributes = {"openinference.span.kind": "AGENT", **written}
        path = tmp_path / "spans.json"
        path.write_text(json.dumps({**ids, "attributes": attributes, "resource": {"attributes": written}}))
        assert "takes content off spans into log events" in command("doctor", str(path)).stdout

    def test_spans_of_logs_are_counted_on_standard_error(self, command: Command, tmp_path: Path) -> None:
        _, logs = split("openai_v2_true", tmp_path)
        for name in ("score", "doctor", "explain"):
            assert "9 log events with content of a span that is in none of the files" in command(name, str(logs)).stderr

    def test_ids_too(self, command: Command, tmp_path: Path) -> None:
        found = recorded("openai_v2_event_only")
        for record in records_of(found["logs"]):
            record["spanId"] = ""
        path = tmp_path / "no-ids.json"
        path.write_text(json.dumps(found))
        result = command("score", "--json", str(path))
        assert runs(result)[0]["status"] == "output_not_captured"
        assert "2 log events with content" in result.stderr


def records_of(logs: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (
        record for resource in logs["resourceLogs"] for scope in resource["scopeLogs"] for record in scope["logRecords"]
    )

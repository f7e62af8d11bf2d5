"""Whatever format spans were written in, the same spans are read; what is broken is named and left out."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags, TraceState

from otel_grounding.formats import FormatError, read_spans

Writer = Callable[[Sequence[ReadableSpan]], str]

TRACE, SPAN, PARENT = 0x0AF7651916CD43DD8448EB211C80319C, 0x0071CDA2F3DD4A51, 0x53995C3F42CD8AD8


def read(data: str | bytes) -> tuple[list[ReadableSpan], list[str]]:
    """The spans of a file with this content, and the errors in it."""
    errors: list[FormatError] = []
    raw = io.BytesIO(data.encode() if isinstance(data, str) else data)
    spans = list(read_spans(raw, name="f.json", on_error=errors.append))
    return spans, [str(each) for each in errors]


def names(spans: Iterable[ReadableSpan]) -> list[str]:
    return [span.name for span in spans]


def full_span(name: str = "invoke_agent", span_id: int = SPAN) -> ReadableSpan:
    """A span that has everything a span can have."""
    context = SpanContext(TRACE, span_id, False, TraceFlags(1), TraceState([("vendor", "x"), ("other", "y")]))
    linked = SpanContext(TRACE + 1, PARENT, False, TraceFlags(1))
    return ReadableSpan(
        name,
        context,
        SpanContext(TRACE, PARENT, False, TraceFlags(1)),
        Resource({"service.name": "travel", "host.cpus": 4}, "https://opentelemetry.io/schemas/1.38.0"),
        {"text": "é\u2028\U0001f5fc", "yes": True, "count": 2**53 + 1, "share": 0.1, "list": ("a", "b"), "empty": ()},
        [Event("gen_ai.choice", {"message": "It is 21 C."}, 1_764_000_000_500_000_000)],
        [Link(linked)],
        SpanKind.CLIENT,
        status=Status(StatusCode.ERROR, "the tool failed"),
        start_time=1_764_000_000_000_001_000,
        end_time=1_764_000_001_000_002_000,
        instrumentation_scope=InstrumentationScope("agents", "1.2"),
    )


def view(span: ReadableSpan, *, json_lists: bool = False, scope: bool = True) -> dict[str, Any]:
    """A span as plain values, for comparing."""

    def values(attributes: Any) -> dict[str, Any]:
        found = dict(attributes or {})
        return {
            key: json.dumps(each) if json_lists and isinstance(each, tuple) else each for key, each in found.items()
        }

    assert span.context is not None
    found: dict[str, Any] = {
        "name": span.name,
        "ids": (span.context.trace_id, span.context.span_id),
        "parent": span.parent and (span.parent.trace_id, span.parent.span_id),
        "kind": span.kind,
        "status": (span.status.status_code, span.status.description),
        "times": (span.start_time, span.end_time),
        "attributes": values(span.attributes),
        "events": [(each.name, each.timestamp, values(each.attributes)) for each in span.events],
        "links": [(each.context.trace_id, each.context.span_id) for each in span.links],
        "resource": values(span.resource.attributes),
    }
    if scope and span.instrumentation_scope is not None:
        found["scope"] = (span.instrumentation_scope.name, span.instrumentation_scope.version or "")
    return found


class TestEveryFormat:
    def test_gives_the_captured_spans_back(self, captured: list[ReadableSpan], writer: Writer) -> None:
        found, errors = read(writer(captured))
        assert errors == []
        self.are_the_same(found, captured, writer)

    def test_gives_everything_back_that_a_span_can_have(self, writer: Writer) -> None:
        found, errors = read(writer([full_span()]))
        assert errors == []
        self.are_the_same(found, [full_span()], writer)

    def are_the_same(self, found: list[ReadableSpan], written: list[ReadableSpan], writer: Writer) -> None:
        # Jaeger has no list values; what the SDK writes has no scope
        kept = {"json_lists": writer.__name__ == "jaeger", "scope": not writer.__name__.startswith("sdk")}
        order = sorted([view(span, **kept) for span in found], key=lambda each: each["ids"])
        assert order == sorted([view(span, **kept) for span in written], key=lambda each: each["ids"])

    def test_is_recognised_packed_and_under_any_name(self, tmp_path: Path, writer: Writer) -> None:
        path = tmp_path / "trace.txt"
        path.write_bytes(gzip.compress(writer([full_span()]).encode()))
        assert names(read_spans(path)) == ["invoke_agent"]

    def test_is_read_the_same_in_windows_of_any_size(self, writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("otel_grounding.formats.pieces.PIECE", 7)
        monkeypatch.setattr("otel_grounding.formats.documents._LOOK_AHEAD", 600)
        written = [full_span("one"), full_span("two", span_id=1)]
        found, errors = read(writer(written))
        assert (sorted(names(found)), errors) == (["one", "two"], [])

    def test_cut_anywhere_it_says_so_and_raises_nothing_else(self, writer: Writer) -> None:
        whole = writer([full_span("one"), full_span("two", span_id=1)]).rstrip()
        for end in range(1, len(whole), 13):
            found, errors = read(whole[:end])
            assert set(names(found)) <= {"one", "two"}
            assert errors or whole[end:].lstrip()[:1] in "{", whole[:end]

    def test_with_byte_order_mark_and_in_utf_16(self, writer: Writer) -> None:
        for encoding in ("utf-8-sig", "utf-16"):
            assert names(read(writer([full_span()]).encode(encoding))[0]) == ["invoke_agent"]


class TestOneDocumentALine:
    @pytest.mark.parametrize(
        "broken",
        [
            '{"resourceSpans": [{"scopeSp',
            '{"resourceSpans": [{"resource":',
            "%%%",
            '"text"',
            "\x00\x01",
            "{{{{",
            "[]]",
            "}",
        ],
    )
    def test_a_broken_line_costs_only_itself(self, broken: str, captured: list[ReadableSpan]) -> None:
        from_lines = [json.dumps(json.loads(span.to_json())) for span in captured[:10]]
        found, errors = read("\n".join([*from_lines[:6], broken, *from_lines[6:]]))
        assert names(found) == names(captured[:10])
        assert len(errors) == 1
        assert errors[0].startswith("f.json: line 7, byte ")

    def test_a_broken_first_line_too(self) -> None:
        line = full_span().to_json(indent=None)
        found, errors = read(f"{line[:100]}\n{line}\n{line}\n")
        assert (len(found), len(errors)) == (2, 1)

    def test_empty_lines_and_windows_line_ends_are_fine(self) -> None:
        line = full_span().to_json(indent=None)
        assert (len(read(f"\n\r\n{line}\r\n\r\n{line}\r\n\n")[0]), read(f"{line}\r\n")[1]) == (2, [])

    def test_a_list_with_an_item_a_line_is_one_document(self) -> None:
        line = full_span().to_json(indent=None)
        for text in (f"[\n{line},\n{line}\n]\n", f'{{"spans": [\n{line}\n,{line}\n]}}'):
            assert (len(read(text)[0]), read(text)[1]) == (2, [])

    def test_the_place_counts_bytes(self) -> None:
        line = full_span().to_json(indent=None).replace("\\u00e9", "é")
        _, errors = read(f"{line}\n%")
        assert errors[0].startswith(f"f.json: line 2, byte {len(line.encode()) + 1}: ")

    def test_the_place_is_right_behind_a_line_that_was_left_in_the_middle(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("otel_grounding.formats.pieces.PIECE", 16)
        monkeypatch.setattr("otel_grounding.formats.documents._LOOK_AHEAD", 64)
        line = full_span().to_json(indent=None)
        _, errors = read(f"{line}\n{{% and {'more ' * 50}\n%")
        begin = len(line) + 1
        assert [each.split(": ")[1] for each in errors] == [
            f"line 2, byte {begin + 1}",
            f"line 3, byte {begin + 258}",
        ]

    def test_several_documents_in_a_line_are_read_one_after_the_other(self) -> None:
        line = full_span().to_json(indent=None)
        for text in (line * 3, f"{line * 2}\n{line}\n"):
            assert (len(read(text)[0]), read(text)[1]) == (3, [])

    def test_a_key_that_comes_twice_hides_no_spans(self) -> None:
        lists = ", ".join(f'"spans": [{full_span(name).to_json(indent=None)}]' for name in ("one", "two"))
        found, errors = read(f"{{{lists}}}")
        assert (names(found), errors) == (["one", "two"], [])

    def test_logs_and_metrics_of_the_collector_in_the_same_file_are_passed_over(self) -> None:
        line = full_span().to_json(indent=None)
        found, errors = read(f'{{"resourceLogs": [{{"scopeLogs": []}}]}}\n{{"resourceMetrics": []}}\n{line}\n')
        assert (names(found), errors) == (["invoke_agent"], [])


class TestManyDocumentsOverManyLines:
    def test_a_cut_one_costs_only_itself(self) -> None:
        one, two, three = (full_span(name).to_json() for name in ("one", "two", "three"))
        found, errors = read(f"{one}\n{two[:300]}\n{three}\n")
        assert (names(found), len(errors)) == (["one", "three"], 1)

    @pytest.mark.parametrize("printed", ["Starting…\nReady.", '{"level": "info"}', "[1, 2]"])
    def test_what_an_application_prints_between_them_is_an_error_and_they_are_read(self, printed: str) -> None:
        one, two = full_span("one").to_json(), full_span("two").to_json()
        found, errors = read(f"{printed}\n{one}\n{printed}\n{two}\n")
        assert (names(found), len(errors)) == (["one", "two"], 2)


class TestWhatIsNoTrace:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "empty"),
            (b" \n\n", "empty"),
            (b"\x0a\x9c\x01\x08\xff\xfe", "not JSON"),
            (b"hello", "not JSON"),
            (b"42", "not JSON of a trace"),
            (b'{"a": 1}', "no trace format that is known"),
            (b'[{"a": [1, 2, {"b": null}]}]', "no trace format that is known"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a":' * 100_000, "nested too deeply"),
            (b'{"attributes": ' + b"[" * 100_000, "nested too deeply"),
            (b'{"name": ' + b"9" * 5_000 + b"}", "too many digits"),
            (b"\x1f\x8b\x08\x00rubbish", ""),
            (gzip.compress(b'{"resourceSpans": []}' * 100, mtime=0)[:-20], "end-of-stream"),
            (b"\x28\xb5\x2f\xfd\x00\x00", "zstd"),
        ],
    )
    def test_is_an_error_with_its_reason(self, data: bytes, reason: str) -> None:
        found, errors = read(data)
        assert found == []
        assert len(errors) == 1
        assert reason in errors[0]

    @pytest.mark.parametrize(
        "data", ["{}", "[]", '{"resourceSpans": []}', '{"batches": null}', '{"data": []}', '{"spans": []}']
    )
    def test_a_file_of_no_spans_is_no_error(self, data: str) -> None:
        assert read(data) == ([], [])

    def test_a_missing_file_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="No such file") as caught:
            list(read_spans(tmp_path / "none.json"))
        assert caught.value.file == str(tmp_path / "none.json")

    def test_without_a_handler_the_first_error_is_raised(self) -> None:
        spans = read_spans(io.BytesIO(full_span().to_json().encode() + b"\n%"), name="f")
        assert next(spans).name == "invoke_agent"
        with pytest.raises(FormatError) as caught:
            next(spans)
        assert (caught.value.file, caught.value.reason.split(":")[0]) == ("f", "not JSON of a trace")

    def test_a_value_beyond_all_bounds_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("otel_grounding.formats.json_stream.MAX_VALUE", 1_000_000)
        huge = json.loads(full_span().to_json()) | {"attributes": {"text": "x" * 2_000_000}}
        found, errors = read(json.dumps([huge]) + "\n")
        assert found == []
        assert "more than 1,000,000 characters" in errors[0]


def test_a_value_json_does_not_know_is_read_as_python_writes_it() -> None:
    span = json.loads(full_span().to_json()) | {"attributes": {"score": float("nan"), "half": "\ud800"}}
    (found,), errors = read(json.dumps(span))
    assert errors == []
    assert found.attributes is not None
    assert found.attributes["score"] != found.attributes["score"]
    assert found.attributes["half"] == "\ud800"

"""Spans as the frameworks write them: each capture gives its runs, live and in a batch alike."""

from __future__ import annotations

import ast
import json
from typing import Any

import captures_table
import pytest
from expected_runs import RUNS, Expected
from opentelemetry.sdk.trace import ReadableSpan
from replay import captures, load, scores, through_exporter, through_processor

from otel_grounding import GroundingConfig
from otel_grounding.signals import names

NAMES = [capture.name for capture in captures()]
CHILDREN_END_LATE = {
    "autogen_oi": "the agent's span ends after the one around it",
    "langsmith": "the root ends first; it holds the whole transcript, so nothing is lost",
}
QUESTIONABLE = GroundingConfig(min_claim_grounding_rate=1.0, min_fact_grounding_rate=1.0)


@pytest.mark.parametrize("name", NAMES)
def test_each_run_has_its_output_its_question_and_each_tool_output_once(name: str) -> None:
    found = [
        Expected(
            row.span, row.outermost, row.status, row.output, row.question, [value_of(text) for text in row.sources]
        )
        for row in captures_table.rows(load(name))
    ]
    assert found == RUNS[name]


def test_every_capture_is_on_the_list() -> None:
    assert set(RUNS) == set(NAMES)


def test_children_end_first_in_every_capture_but_these() -> None:
    late = set()
    for capture in captures():
        ended: set[str] = set()
        for data in capture.spans:
            if data["parent_id"] in ended:
                late.add(capture.name)
            ended.add(data["context"]["span_id"])
    assert late == set(CHILDREN_END_LATE)


@pytest.mark.parametrize("config", [GroundingConfig(), QUESTIONABLE], ids=["default", "flagged"])
@pytest.mark.parametrize("name", NAMES)
def test_processor_and_exporter_write_the_same(name: str, config: GroundingConfig) -> None:
    capture = load(name)
    live, batch = through_processor(capture, config), through_exporter(capture, config)
    assert scores(live) == scores(batch)
    assert [[event.name for event in span.events] for span in live] == [
        [event.name for event in span.events] for span in batch
    ]


@pytest.mark.parametrize("name", NAMES)
def test_spans_that_say_nothing_before_their_end_are_scored_all_the_same(name: str) -> None:
    capture = load(name)
    silent, telling = scores(through_processor(capture, silent=True)), scores(through_processor(capture))
    for score in [*silent.values(), *telling.values()]:
        del score[names.OUTERMOST]  # the one thing that is asked of a span while it is open
    assert silent == telling


@pytest.mark.parametrize("batch", [1, 2, 5, 64])
@pytest.mark.parametrize("name", NAMES)
def test_however_a_capture_is_cut_into_batches_the_same_runs_are_outermost(name: str, batch: int) -> None:
    def outermost(spans: list[ReadableSpan]) -> dict[str, Any]:
        return {key: score[names.OUTERMOST] for key, score in scores(spans).items()}

    capture = load(name)
    assert outermost(through_exporter(capture, batch=batch)) == outermost(through_processor(capture))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_span_is_lost_on_the_way(name: str) -> None:
    capture = load(name)
    for spans in (through_processor(capture), through_exporter(capture)):
        assert [span.name for span in spans] == [data["name"] for data in capture.spans]
        for span, data in zip(spans, capture.spans, strict=True):
            kept = {key: value for key, value in (span.attributes or {}).items() if not key.startswith("reliability.")}
            assert kept == {k: tuple(v) if isinstance(v, list) else v for k, v in data["attributes"].items()}


@pytest.mark.parametrize("name", NAMES)
def test_stripped_of_content_a_capture_keeps_its_scores_and_none_of_its_words(name: str) -> None:
    capture = load(name)
    stripped = through_exporter(capture, GroundingConfig(strip_content=True))
    kept = scores(stripped)
    for score in kept.values():
        score.pop(names.STRIPPED_ATTRIBUTES, None)
        score.pop(names.STRIPPED_TEXTS, None)
    assert {span_id: score for span_id, score in kept.items() if score} == scores(through_exporter(capture))
    left = "".join(span.to_json() for span in stripped)
    assert [word for word in ("sunny", "330 metres", "How tall", "how tall", "boom") if word in left] == []


def test_the_table_names_every_capture(capsys: pytest.CaptureFixture[str]) -> None:
    captures_table.main()
    printed = capsys.readouterr().out
    assert all(name in printed for name in NAMES)


def value_of(text: str) -> Any:
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(text)
        except (ValueError, SyntaxError):
            continue
    return text

"""The events of a report: on the run's span and through the logger provider."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from opentelemetry._logs import Logger, SeverityNumber
from opentelemetry.context import Context
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Span, set_span_in_context
from sdk_parts import InMemoryLogRecordExporter

from otel_grounding.model import ClaimResult, ClaimVerdict, GroundingReport, Run, Status
from otel_grounding.signals.events import emit, evaluation_events, threshold_events

Reports = Callable[..., GroundingReport]
CLAIM_EVENT = "reliability.claim_grounding_below_threshold"
FACT_EVENT = "reliability.fact_grounding_below_threshold"
TEXTS = ["Paris", "elephants", "$1,900", "$1,700", "2,102,650"]


class TestBelowThreshold:
    def test_the_event_of_the_claims_tells_the_run_the_rate_its_counts_and_why(self, report_with: Reports) -> None:
        [event] = threshold_events(report_with(claim_threshold=0.7), Run("…", agent_name="guide"), content=False)
        assert event.name == CLAIM_EVENT
        assert event.attributes == {
            "gen_ai.agent.name": "guide",
            "reliability.run.outermost": True,
            "reliability.claim_grounding_rate": 0.5,
            "reliability.claim_grounding_rate_below_threshold": True,
            "reliability.claim_grounding_rate_threshold": 0.7,
            "reliability.claim_grounding.claims_total": 2,
            "reliability.claim_grounding.claims_grounded": 1,
            "reliability.claim_grounding.definition": "words/1",
            "gen_ai.evaluation.explanation": "1 of 2 claims are grounded, best covered by s2.",
        }

    def test_the_event_of_the_facts_does_the_same(self, report_with: Reports) -> None:
        [event] = threshold_events(report_with(fact_threshold=0.7), Run("…", outermost=False), content=False)
        assert event.name == FACT_EVENT
        assert event.attributes == {
            "reliability.run.outermost": False,
            "reliability.fact_grounding_rate": 0.5,
            "reliability.fact_grounding_rate_below_threshold": True,
            "reliability.fact_grounding_rate_threshold": 0.7,
            "reliability.fact_grounding.facts_total": 2,
            "reliability.fact_grounding.facts_supported": 1,
            "reliability.fact_grounding.facts_contradicted": 1,
            "reliability.fact_grounding.facts_unsupported": 0,
            "reliability.fact_grounding.definition": "facts/1",
            "gen_ai.evaluation.explanation": "1 of 2 facts are supported by s2; 1 contradicted, 0 unsupported.",
        }

    def test_what_otlp_cannot_carry_is_replaced(self, report_with: Reports) -> None:
        claim = ClaimResult("The \ud83d elephants.", 0, 16, ClaimVerdict.UNGROUNDED, 0.0)
        report = report_with(claim_threshold=0.7, claim_results=(claim,))
        [event] = threshold_events(report, Run("…", agent_name="gui\ud83de"), content=True)
        assert event.attributes["gen_ai.agent.name"] == "gui?e"
        assert str(event.attributes["gen_ai.evaluation.explanation"]).endswith("; ungrounded: The ? elephants.")

    @pytest.mark.parametrize(
        ("thresholds", "events"),
        [
            ({}, []),
            ({"claim_threshold": 0.5}, []),  # equal is not below
            ({"claim_threshold": 0.51}, [CLAIM_EVENT]),
            ({"claim_threshold": 0.4, "fact_threshold": 0.51}, [FACT_EVENT]),
            ({"claim_threshold": 1.0, "fact_threshold": 1.0}, [CLAIM_EVENT, FACT_EVENT]),
        ],
    )
    def test_there_is_one_for_each_rate_below_its_own_threshold(
        self, report_with: Reports, thresholds: dict[str, float], events: list[str]
    ) -> None:
        assert [each.name for each in threshold_events(report_with(**thresholds), Run("…"), content=False)] == events


class TestEvaluationResult:
    def test_each_metric_is_one_standard_event(self, report_with: Reports) -> None:
        claims, facts = evaluation_events(report_with(claim_threshold=0.7, fact_threshold=0.5), content=False)
        assert claims == (
            "gen_ai.evaluation.result",
            {
                "gen_ai.evaluation.name": "claim_grounding_rate",
                "gen_ai.evaluation.score.value": 0.5,
                "gen_ai.evaluation.score.label": "fail",
                "gen_ai.evaluation.explanation": "1 of 2 claims are grounded, best covered by s2.",
            },
        )
        assert facts == (
            "gen_ai.evaluation.result",
            {
                "gen_ai.evaluation.name": "fact_grounding_rate",
                "gen_ai.evaluation.score.value": 0.5,
                "gen_ai.evaluation.score.label": "pass",
                "gen_ai.evaluation.explanation": "1 of 2 facts are supported by s2; 1 contradicted, 0 unsupported.",
            },
        )

    def test_without_a_threshold_there_is_no_label(self, report_with: Reports) -> None:
        for event in evaluation_events(report_with(), content=False):
            assert "gen_ai.evaluation.score.label" not in event.attributes

    @pytest.mark.parametrize(
        ("claims", "facts", "metrics"),
        [
            ({"status": Status.OUTPUT_NOT_CAPTURED}, {"status": Status.OUTPUT_NOT_CAPTURED}, []),
            ({"status": Status.NO_CLAIMS, "rate": 1.0}, {"status": Status.NO_FACTS, "rate": 1.0}, []),
            (None, {"status": Status.OFF}, ["claim_grounding_rate"]),
            ({"status": Status.UNSUPPORTED_SCRIPT}, None, ["fact_grounding_rate"]),
            ({"status": Status.NO_EVIDENCE, "rate": 0.0, "total": 3}, {"status": Status.OFF}, ["claim_grounding_rate"]),
        ],
    )
    def test_only_a_rate_that_is_about_something_is_an_evaluation(
        self, report_with: Reports, claims: dict[str, object], facts: dict[str, object], metrics: list[str]
    ) -> None:
        events = evaluation_events(report_with(claims=claims, facts=facts), content=False)
        assert [event.attributes["gen_ai.evaluation.name"] for event in events] == metrics


class TestExplanation:
    def test_it_holds_no_word_of_answer_or_evidence(self, report_with: Reports) -> None:
        report = report_with(claim_threshold=1.0, fact_threshold=1.0)
        events = threshold_events(report, Run("…"), content=False) + evaluation_events(report, content=False)
        assert not [text for text in TEXTS for event in events if text in str(event)]

    def test_with_content_captured_it_ends_with_what_was_not_grounded(self, report_with: Reports) -> None:
        claims, facts = evaluation_events(report_with(), content=True)
        assert claims.attributes["gen_ai.evaluation.explanation"] == (
            "1 of 2 claims are grounded, best covered by s2; ungrounded: The mayor owns forty elephants."
        )
        assert facts.attributes["gen_ai.evaluation.explanation"] == (
            "1 of 2 facts are supported by s2; 1 contradicted, 0 unsupported; not supported: $1,900"
        )

    def test_with_everything_grounded_there_is_nothing_to_quote(self, report_with: Reports) -> None:
        counts = {"status": Status.SCORED, "rate": 1.0, "total": 1, "grounded": 1}
        grounded = ClaimResult("All true.", 0, 9, ClaimVerdict.GROUNDED, 1.0, ("s1",))
        claims, *_ = evaluation_events(report_with(claims=counts, claim_results=(grounded,)), content=True)
        assert claims.attributes["gen_ai.evaluation.explanation"] == "1 of 1 claims are grounded, best covered by s1."

    def test_its_length_is_bounded_however_much_there_is_to_tell(self, report_with: Reports) -> None:
        many = tuple(
            ClaimResult("long " * 1000, 0, 5000, verdict, 0.0, (f"s{number}", "s0"))
            for number in range(1000)
            for verdict in ClaimVerdict
        )
        claims, *_ = evaluation_events(report_with(claim_results=many), content=True)
        explanation = str(claims.attributes["gen_ai.evaluation.explanation"])
        assert len(explanation) < 2_500
        assert "s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 990 more" in explanation

    def test_with_nothing_grounded_no_source_is_named(self, report_with: Reports) -> None:
        counts = {"status": Status.SCORED, "rate": 0.0, "total": 2, "grounded": 0}
        claims, *_ = evaluation_events(report_with(claims=counts, claim_results=()), content=False)
        assert claims.attributes["gen_ai.evaluation.explanation"] == "0 of 2 claims are grounded."


class TestEmit:
    @pytest.fixture
    def exporter(self) -> InMemoryLogRecordExporter:
        return InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]

    @pytest.fixture
    def logger(self, exporter: InMemoryLogRecordExporter) -> Iterator[Logger]:
        provider = LoggerProvider()
        provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
        yield provider.get_logger("test")
        provider.shutdown()

    @pytest.fixture
    def span(self) -> Span:
        return TracerProvider().get_tracer("test").start_span("invoke_agent guide")

    @pytest.fixture
    def context(self, span: Span) -> Context:
        return set_span_in_context(span)

    def test_every_event_lies_in_the_trace_and_span_of_its_run(
        self, logger: Logger, exporter: InMemoryLogRecordExporter, span: Span, context: Context, report_with: Reports
    ) -> None:
        emit(logger, report_with(claim_threshold=1.0, fact_threshold=1.0), Run("…"), context, content=False)
        records = [each.log_record for each in exporter.get_finished_logs()]
        assert [each.event_name for each in records] == [
            "gen_ai.evaluation.result",
            "gen_ai.evaluation.result",
            CLAIM_EVENT,
            FACT_EVENT,
        ]
        expected = span.get_span_context()
        assert {(each.trace_id, each.span_id) for each in records} == {(expected.trace_id, expected.span_id)}
        assert all(each.timestamp for each in records)

    def test_a_result_informs_and_a_rate_below_its_threshold_warns(
        self, logger: Logger, exporter: InMemoryLogRecordExporter, context: Context, report_with: Reports
    ) -> None:
        emit(logger, report_with(claim_threshold=1.0, facts={"status": Status.OFF}), Run("…"), context, content=False)
        severities = [each.log_record.severity_number for each in exporter.get_finished_logs()]
        assert severities == [SeverityNumber.INFO, SeverityNumber.WARN]

"""What is measured of a report, by a real meter provider."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.context import Context
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, Metric
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Span, set_span_in_context

from otel_grounding.model import GroundingReport, Run, Status
from otel_grounding.signals.metrics import MAX_AGENT_NAMES, Instruments

Reports = Callable[..., GroundingReport]
RUN = Run("an answer", agent_name="guide")
OF_RUN = {"gen_ai.agent.name": "guide", "reliability.run.outermost": True}


class Meters:
    """Real instruments over a reader in memory."""

    def __init__(self) -> None:
        self._reader = InMemoryMetricReader()
        self.provider = MeterProvider([self._reader], shutdown_on_exit=False)
        self.instruments = Instruments(self.provider.get_meter("test"))

    def metrics(self) -> dict[str, Metric]:
        data = self._reader.get_metrics_data()
        if data is None:
            return {}
        scopes = [scope for resource in data.resource_metrics for scope in resource.scope_metrics]
        return {metric.name: metric for scope in scopes for metric in scope.metrics}

    def points(self, name: str) -> list[Any]:
        metric = self.metrics().get(name)
        return [] if metric is None else list(metric.data.data_points)

    def counts(self, name: str) -> list[tuple[dict[str, Any], int]]:
        return [(dict(point.attributes), point.value) for point in self.points(name)]


@pytest.fixture
def meters() -> Iterator[Meters]:
    found = Meters()
    yield found
    found.provider.shutdown()


@pytest.fixture
def span() -> Span:
    return TracerProvider().get_tracer("test").start_span("invoke_agent guide")


@pytest.fixture
def context(span: Span) -> Context:
    return set_span_in_context(span)


def test_every_instrument_has_its_unit(meters: Meters, context: Context, report_with: Reports) -> None:
    meters.instruments.record(report_with(), RUN, 0.001, context)
    meters.instruments.evidence_dropped(1, "run")
    meters.instruments.error("scoring", 1)
    assert {name: metric.unit for name, metric in meters.metrics().items()} == {
        "reliability.claim_grounding_rate": "1",
        "reliability.fact_grounding_rate": "1",
        "reliability.grounding.runs": "{run}",
        "reliability.grounding.claims": "{claim}",
        "reliability.grounding.facts": "{fact}",
        "reliability.grounding.duration": "s",
        "reliability.grounding.evidence_dropped": "{source}",
        "reliability.grounding.errors": "{error}",
    }


@pytest.mark.parametrize("name", ["reliability.claim_grounding_rate", "reliability.fact_grounding_rate"])
def test_a_rate_falls_into_tenths_by_agent_and_place(
    meters: Meters, context: Context, report_with: Reports, name: str
) -> None:
    meters.instruments.record(report_with(), RUN, 0.001, context)
    [point] = meters.points(name)
    assert point.explicit_bounds == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert (point.sum, point.count, dict(point.attributes)) == (0.5, 1, OF_RUN)


def test_the_duration_has_boundaries_from_a_tenth_of_a_millisecond_to_a_second(
    meters: Meters, context: Context, report_with: Reports
) -> None:
    meters.instruments.record(report_with(), RUN, 0.0003, context)
    [point] = meters.points("reliability.grounding.duration")
    assert (point.explicit_bounds[0], point.explicit_bounds[-1]) == (0.0001, 1.0)
    assert (point.sum, dict(point.attributes)) == (0.0003, {})


def test_claims_and_facts_are_counted_by_verdict(meters: Meters, context: Context, report_with: Reports) -> None:
    meters.instruments.record(report_with(), RUN, 0.001, context)
    assert meters.counts("reliability.grounding.claims") == [
        (OF_RUN | {"reliability.verdict": "grounded"}, 1),
        (OF_RUN | {"reliability.verdict": "ungrounded"}, 1),
    ]
    assert meters.counts("reliability.grounding.facts") == [
        (OF_RUN | {"reliability.verdict": "supported"}, 1),
        (OF_RUN | {"reliability.verdict": "contradicted"}, 1),
    ]


@pytest.mark.parametrize(
    ("thresholds", "flag"),
    [
        ({}, {}),
        ({"claim_threshold": 0.5}, {"reliability.below_threshold": False}),
        ({"claim_threshold": 0.6}, {"reliability.below_threshold": True}),
        ({"claim_threshold": 0.5, "fact_threshold": 0.6}, {"reliability.below_threshold": True}),
    ],
)
def test_a_run_is_counted_by_status_and_whether_a_rate_is_below_its_threshold(
    meters: Meters, context: Context, report_with: Reports, thresholds: dict[str, float], flag: dict[str, bool]
) -> None:
    meters.instruments.record(report_with(**thresholds), RUN, 0.001, context)
    assert meters.counts("reliability.grounding.runs") == [(OF_RUN | {"reliability.status": "scored"} | flag, 1)]


@pytest.mark.parametrize(
    ("claims", "facts"),
    [
        ({"status": Status.NO_CLAIMS, "rate": 1.0}, {"status": Status.NO_FACTS, "rate": 1.0}),
        ({"status": Status.EVIDENCE_NOT_CAPTURED}, {"status": Status.OFF}),
    ],
    ids=["about nothing", "no rate"],
)
def test_a_rate_about_nothing_stays_out_of_the_histograms(
    meters: Meters, context: Context, report_with: Reports, claims: dict[str, Any], facts: dict[str, Any]
) -> None:
    meters.instruments.record(report_with(claims=claims, facts=facts), RUN, 0.001, context)
    assert set(meters.metrics()) == {"reliability.grounding.runs", "reliability.grounding.duration"}


def test_an_exemplar_links_every_measurement_of_a_run_to_its_span(
    meters: Meters, span: Span, context: Context, report_with: Reports
) -> None:
    meters.instruments.record(report_with(), RUN, 0.001, context)
    points = [point for metric in meters.metrics().values() for point in metric.data.data_points]
    expected = span.get_span_context()
    for point in points:
        [exemplar] = point.exemplars
        assert (exemplar.trace_id, exemplar.span_id) == (expected.trace_id, expected.span_id)


def test_a_run_without_an_agent_name_has_none(meters: Meters, context: Context, report_with: Reports) -> None:
    meters.instruments.record(report_with(), Run("…", outermost=False), 0.001, context)
    [(attributes, _)] = meters.counts("reliability.grounding.runs")
    assert attributes == {"reliability.run.outermost": False, "reliability.status": "scored"}


def test_agents_that_number_their_names_share_one_stream_once_there_are_many(
    meters: Meters, context: Context, report_with: Reports
) -> None:
    for number in range(MAX_AGENT_NAMES + 50):
        meters.instruments.record(report_with(), Run("…", agent_name=f"agent-{number}"), 0.001, context)
    counted = {str(each["gen_ai.agent.name"]): count for each, count in meters.counts("reliability.grounding.runs")}
    assert len(counted) == MAX_AGENT_NAMES + 1
    assert counted["_OTHER"] == 50


@pytest.mark.parametrize(
    ("name", "kept"),
    [("gui\ud83de", "gui?e"), ("n" * 5_000_000, "n" * 199 + "…")],
    ids=["half a surrogate pair", "five megabytes"],
)
def test_a_name_that_no_exporter_could_carry_is_made_one_that_it_can(
    name: str, kept: str, meters: Meters, context: Context, report_with: Reports
) -> None:
    meters.instruments.record(report_with(), Run("…", agent_name=name), 0.001, context)
    [(attributes, _)] = meters.counts("reliability.grounding.runs")
    assert attributes["gen_ai.agent.name"] == kept


def test_what_was_dropped_and_what_failed_is_counted_by_place(meters: Meters) -> None:
    meters.instruments.evidence_dropped(7, "run_limit")
    meters.instruments.error("scoring", 1)
    meters.instruments.error("attribute_limit", 3)
    assert meters.counts("reliability.grounding.evidence_dropped") == [({"reliability.where": "run_limit"}, 7)]
    assert meters.counts("reliability.grounding.errors") == [
        ({"reliability.where": "scoring"}, 1),
        ({"reliability.where": "attribute_limit"}, 3),
    ]


def test_a_run_of_which_nobody_knows_what_encloses_it_counts_as_unknown(
    meters: Meters, context: Context, report_with: Reports
) -> None:
    meters.instruments.record(report_with(), Run("…", outermost=None), 0.001, context)
    [(attributes, _)] = meters.counts("reliability.grounding.runs")
    assert attributes == {"reliability.run.outermost": "unknown", "reliability.status": "scored"}

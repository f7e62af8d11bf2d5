"""A report as metrics. Attributes are of low cardinality; every measurement carries the run span's context."""

from __future__ import annotations

from opentelemetry.context import Context
from opentelemetry.metrics import Meter

from otel_grounding.model import GroundingReport, Run
from otel_grounding.signals import names
from otel_grounding.signals.attributes import Attributes, run_attributes

RATE_BOUNDARIES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
DURATION_BOUNDARIES = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
MAX_AGENT_NAMES = 100
"""Agent names told apart in one process; the SDK keeps a stream for each, and some producers number theirs."""
OTHER_AGENT = "_OTHER"


class Instruments:
    """The instruments of one meter."""

    def __init__(self, meter: Meter) -> None:
        self._claim_rate = meter.create_histogram(
            names.CLAIM_RATE,
            unit="1",
            description="Share of the claims of a run's final output that its tool outputs ground.",
            explicit_bucket_boundaries_advisory=RATE_BOUNDARIES,
        )
        self._fact_rate = meter.create_histogram(
            names.FACT_RATE,
            unit="1",
            description="Share of the facts of a run's final output that its evidence supports.",
            explicit_bucket_boundaries_advisory=RATE_BOUNDARIES,
        )
        self._runs = meter.create_counter(names.RUNS, unit="{run}", description="Runs by what became of their score.")
        self._claims = meter.create_counter(names.CLAIMS, unit="{claim}", description="Claims by verdict.")
        self._facts = meter.create_counter(names.FACTS, unit="{fact}", description="Facts by verdict.")
        self._duration = meter.create_histogram(
            names.DURATION,
            unit="s",
            description="Time taken to score a run.",
            explicit_bucket_boundaries_advisory=DURATION_BOUNDARIES,
        )
        self._dropped = meter.create_counter(
            names.EVIDENCE_DROPPED, unit="{source}", description="Sources left out of the evidence by a limit."
        )
        self._errors = meter.create_counter(
            names.ERRORS, unit="{error}", description="Failures of the scorer itself; the application saw none of them."
        )
        self._agents: set[str] = set()

    def record(self, report: GroundingReport, run: Run, duration: float, context: Context) -> None:
        """Measure one run; `duration` in seconds."""
        claims, facts = report.claim_grounding, report.fact_grounding
        of_run = self._of_run(run)
        if claims.rate is not None and claims.total:
            self._claim_rate.record(claims.rate, of_run, context)
            ungrounded = claims.total - claims.grounded
            for verdict, count in (("grounded", claims.grounded), ("ungrounded", ungrounded)):
                if count:
                    self._claims.add(count, {**of_run, names.VERDICT: verdict}, context)
        if facts.rate is not None and facts.total:
            self._fact_rate.record(facts.rate, of_run, context)
            for verdict, count in (
                ("supported", facts.supported),
                ("contradicted", facts.contradicted),
                ("unsupported", facts.unsupported),
            ):
                if count:
                    self._facts.add(count, {**of_run, names.VERDICT: verdict}, context)
        flags = [flag for flag in (claims.below_threshold, facts.below_threshold) if flag is not None]
        flagged: Attributes = {names.BELOW_THRESHOLD: any(flags)} if flags else {}
        self._runs.add(1, {**of_run, names.STATUS: report.status.value, **flagged}, context)
        self._duration.record(duration, None, context)

    def evidence_dropped(self, count: int, where: str) -> None:
        """Count sources that a limit left out; `where` names the limit."""
        self._dropped.add(count, {names.WHERE: where})

    def error(self, where: str, count: int) -> None:
        """Count failures of our own; `where` names the stage."""
        self._errors.add(count, {names.WHERE: where})

    def _of_run(self, run: Run) -> Attributes:
        attributes = run_attributes(run)
        name = attributes.get(names.AGENT_NAME)
        if isinstance(name, str) and name not in self._agents:
            if len(self._agents) < MAX_AGENT_NAMES:
                self._agents.add(name)
            else:
                attributes[names.AGENT_NAME] = OTHER_AGENT
        return attributes

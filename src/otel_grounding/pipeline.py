"""A run becomes a report, the report becomes signals, and no failure of ours leaves this module."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from time import perf_counter
from traceback import extract_tb

from opentelemetry._logs import Logger, LoggerProvider, get_logger_provider
from opentelemetry.context import Context
from opentelemetry.metrics import MeterProvider, get_meter_provider
from opentelemetry.trace import get_current_span

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.conventions.settings import content_setting
from otel_grounding.diagnostics import shown, warn, warn_once
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import GroundingReport, Run, Status
from otel_grounding.scoring.assess import assess_run, failed_report, prepare
from otel_grounding.sdk_compat import sdk_disabled
from otel_grounding.signals import events
from otel_grounding.signals.attributes import Attributes, attributes_of
from otel_grounding.signals.metrics import Instruments
from otel_grounding.signals.names import SCOPE

_SILENT = (Status.OUTPUT_NOT_CAPTURED, Status.EVIDENCE_NOT_CAPTURED)


class Pipeline:
    """Scores runs and sends what came of it; owns the instruments and the logger.

    Nothing raises. A failure is counted in `reliability.grounding.errors` and each kind of it is logged once, by its
    type and place: an exception's message may hold the application's content.
    """

    def __init__(
        self,
        config: GroundingConfig,
        meter_provider: MeterProvider | None = None,
        logger_provider: LoggerProvider | None = None,
    ) -> None:
        self.config = config
        self.enabled = config.enabled and not sdk_disabled()
        """Where False nobody needs to ask for a score."""
        self._meter_provider = meter_provider
        self._logger_provider = logger_provider
        self._version: str | None = None
        self._told: set[tuple[str, str]] = set()
        if self.enabled:
            # Imports happen here and not at the first run's end: a fork amid one would leave the child its lock.
            prepare(config)
            if config.strip_content:
                import otel_grounding.stripping.texts  # noqa: F401
            self._version = _version()

    def score(self, run: Run, evidence: Evidence, context: Context) -> GroundingReport | None:
        """The report of a run, after its metrics and log events went out; None where nothing is enabled.

        `context` holds the run's span. A run we fail on has the status `error`; spans that are recorded but not sampled
        have metrics and no events, since their traces will not be there to look at.
        """
        if not self.enabled:
            return None
        start = perf_counter()
        try:
            report = assess_run(run, evidence, self.config)
        except Exception as problem:
            self.failed("scoring", problem)
            report = failed_report(run, evidence, self.config)
        duration = perf_counter() - start
        if report.status in _SILENT and run.silent_scope:
            scope = run.silent_scope
            warn_once(f"a run has no score for want of content on the spans of {shown(scope)}: {_setting_of(scope)}")
        run = self._sendable(run)
        try:
            self._instruments.record(report, run, duration, context)
        except Exception as problem:
            self.failed("metrics", problem)
        try:
            if _is_sampled(context):
                events.emit(self._logger, report, run, context, content=self.config.capture_content)
        except Exception as problem:
            self.failed("events", problem)
        return report

    def attributes(self, report: GroundingReport, run: Run, room: int | None = None) -> Attributes:
        """The attributes for the run's span, at most `room` of them; what found no room is counted as an error."""
        found = attributes_of(report, self._sendable(run))
        if room is None or room >= len(found):
            return found
        self._count_error("attribute_limit", len(found) - max(room, 0))
        return dict(islice(found.items(), max(room, 0)))

    def span_events(self, report: GroundingReport, run: Run, context: Context) -> list[events.Event]:
        """The `(name, attributes)` for the run's span: one for each rate below its threshold."""
        if not _is_sampled(context):
            return []
        return events.threshold_events(report, self._sendable(run), content=self.config.capture_content)

    def evidence_dropped(self, count: int, where: str) -> None:
        """Count sources that a limit left out; `where` names the limit (low cardinality)."""
        try:
            self._instruments.evidence_dropped(count, where)
        except Exception as problem:
            self.failed("metrics", problem)

    def failed(self, where: str, problem: Exception) -> None:
        """Count a failure of our own and log the first of its kind; `where` names the stage."""
        with suppress(Exception):  # what failed may be the stack that has no room left: then this fails too
            self._count_error(where)
            kind = (where, type(problem).__name__)
            if kind not in self._told:
                self._told.add(kind)
                frames = extract_tb(problem.__traceback__)
                place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "unknown place"
                warn("%s failed with %s at %s; said once, counted every time", where, kind[1], place)

    def _sendable(self, run: Run) -> Run:
        """A run without its agent's name where that is something said, and content is to stay in the process."""
        if not self.config.strip_content:
            return run
        from otel_grounding.stripping.texts import is_metadata_text  # loaded by then, see above

        if is_metadata_text(run.agent_name):
            return run
        return replace(run, agent_name="")

    def _count_error(self, where: str, count: int = 1) -> None:
        with suppress(Exception):  # the counter itself is broken: there is nobody left to tell
            self._instruments.error(where, count)

    @cached_property
    def _instruments(self) -> Instruments:
        provider = self._meter_provider or get_meter_provider()
        return Instruments(provider.get_meter(SCOPE, self._version))

    @cached_property
    def _logger(self) -> Logger:
        provider = self._logger_provider or get_logger_provider()
        return provider.get_logger(SCOPE, self._version)


def _setting_of(scope: str) -> str:
    return content_setting(scope) or "answers and tool outputs have to be on them, as in the GenAI conventions"


def _is_sampled(context: Context) -> bool:
    return get_current_span(context).get_span_context().trace_flags.sampled


def _version() -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # slow to import: not with the package

    try:
        return version("otel-grounding")
    except PackageNotFoundError:  # run from a source tree
        return None

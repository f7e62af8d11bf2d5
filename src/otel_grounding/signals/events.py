"""A report as events: on the run's span where people look, and through the logger provider for the audit trail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from time import time_ns
from typing import NamedTuple

from opentelemetry._logs import Logger, SeverityNumber
from opentelemetry.context import Context

from otel_grounding.model import ClaimVerdict, FactVerdict, GroundingReport, Run
from otel_grounding.sdk_compat import logger_enabled
from otel_grounding.signals import names
from otel_grounding.signals.attributes import (
    Attributes,
    claim_attributes,
    fact_attributes,
    run_attributes,
    sendable,
)

_MAX_LISTED = 10
_MAX_TEXT = 200


class Event(NamedTuple):
    """An event by its name, with attributes in the order in which they read best."""

    name: str
    attributes: Attributes


def threshold_events(report: GroundingReport, run: Run, *, content: bool) -> list[Event]:
    """One event for each rate that is below its threshold; `content` lets texts of claims and facts into it."""
    found = []
    if report.claim_grounding.below_threshold:
        told = claim_attributes(report.claim_grounding) | {
            names.EVALUATION_EXPLANATION: explain_claims(report, content)
        }
        found.append(Event(names.CLAIM_BELOW_THRESHOLD_EVENT, run_attributes(run) | told))
    if report.fact_grounding.below_threshold:
        told = fact_attributes(report.fact_grounding) | {names.EVALUATION_EXPLANATION: explain_facts(report, content)}
        found.append(Event(names.FACT_BELOW_THRESHOLD_EVENT, run_attributes(run) | told))
    return found


def evaluation_events(report: GroundingReport, *, content: bool) -> list[Event]:
    """`gen_ai.evaluation.result` of the GenAI semantic conventions: one for each rate that is about something."""
    found = []
    claims, facts = report.claim_grounding, report.fact_grounding
    if claims.rate is not None and claims.total:
        found.append(
            _evaluation("claim_grounding_rate", claims.rate, claims.below_threshold, explain_claims(report, content))
        )
    if facts.rate is not None and facts.total:
        found.append(
            _evaluation("fact_grounding_rate", facts.rate, facts.below_threshold, explain_facts(report, content))
        )
    return found


def emit(logger: Logger, report: GroundingReport, run: Run, context: Context, *, content: bool) -> None:
    """Send the log events of a run, in the context of its span."""
    if logger_enabled(logger, context):
        for event in evaluation_events(report, content=content):
            _emit(logger, event, context, SeverityNumber.INFO)
        for event in threshold_events(report, run, content=content):
            _emit(logger, event, context, SeverityNumber.WARN)


def explain_claims(report: GroundingReport, content: bool) -> str:
    """One sentence on the claims, in counts and source ids; with `content` the claims that are not grounded follow.

    Of each claim only the source that covers it best is named: nearly every source shares some word with it.
    """
    claims = report.claim_grounding
    grounded = (claim.source_ids[:1] for claim in report.claims if claim.verdict is ClaimVerdict.GROUNDED)
    said = f"{claims.grounded} of {claims.total} claims are grounded{_listed(', best covered by ', grounded)}"
    lost = (claim.text for claim in report.claims if claim.verdict is ClaimVerdict.UNGROUNDED)
    return said + _ending("ungrounded", lost, content)


def explain_facts(report: GroundingReport, content: bool) -> str:
    """One sentence on the facts, in counts and source ids; with `content` the facts without support follow."""
    facts = report.fact_grounding
    supported = (fact.source_ids for fact in report.facts if fact.verdict is FactVerdict.SUPPORTED)
    said = (
        f"{facts.supported} of {facts.total} facts are supported{_listed(' by ', supported)}; "
        f"{facts.contradicted} contradicted, {facts.unsupported} unsupported"
    )
    lost = (fact.text for fact in report.facts if fact.verdict is not FactVerdict.SUPPORTED)
    return said + _ending("not supported", lost, content)


def _listed(introduction: str, source_ids: Iterator[tuple[str, ...]]) -> str:
    ids = list(dict.fromkeys(chain.from_iterable(source_ids)))
    more = f" and {len(ids) - _MAX_LISTED} more" if len(ids) > _MAX_LISTED else ""
    return introduction + ", ".join(ids[:_MAX_LISTED]) + more if ids else ""


def _ending(label: str, texts: Iterator[str], content: bool) -> str:
    if not content:
        return "."
    shown = [sendable(text, _MAX_TEXT) for text in islice(texts, _MAX_LISTED)]
    return f"; {label}: " + " | ".join(shown) if shown else "."


def _evaluation(name: str, rate: float, below: bool | None, explanation: str) -> Event:
    attributes: Attributes = {names.EVALUATION_NAME: name, names.EVALUATION_SCORE: rate}
    if below is not None:
        attributes[names.EVALUATION_LABEL] = "fail" if below else "pass"
    attributes[names.EVALUATION_EXPLANATION] = explanation
    return Event(names.EVALUATION_EVENT, attributes)


def _emit(logger: Logger, event: Event, context: Context, severity: SeverityNumber) -> None:
    logger.emit(
        timestamp=time_ns(),
        context=context,
        severity_number=severity,
        attributes=event.attributes,
        event_name=event.name,
    )

"""The score that a span carries from when its run ended: what is left to show once its content was taken off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.config import Thresholds
from otel_grounding.model import ClaimGrounding, EvidenceSummary, FactGrounding, GroundingReport, Status
from otel_grounding.signals import names

_NO_CONTENT = (Status.RUN_FAILED, Status.OUTPUT_NOT_CAPTURED)


def score_on(span: ReadableSpan) -> GroundingReport | None:
    """The report that the attributes of a span make up, without claims and facts; None where there is none.

    A rate without its counts, or a value that no score has, counts as not there.
    """
    attributes = span.attributes or {}
    status = _status(attributes.get(names.CLAIM_STATUS))
    if status is None:
        return None
    return GroundingReport(
        status,
        _claims(status, attributes),
        _facts(_status(attributes.get(names.FACT_STATUS)) or Status.OFF, attributes),
        evidence=EvidenceSummary(
            sources=_count(attributes, names.EVIDENCE_SOURCES),
            tools_failed=_count(attributes, names.EVIDENCE_TOOLS_FAILED),
            truncated=attributes.get(names.EVIDENCE_TRUNCATED) is True,
        ),
    )


def says_more(on_span: GroundingReport, anew: GroundingReport) -> bool:
    """Whether the score on a span is to be shown in the place of the one made from what the span holds now.

    One that could be made anew is always the better one.
    """
    if anew.claim_grounding.rate is not None:
        return False
    if on_span.claim_grounding.rate is not None:
        return True
    return anew.status in _NO_CONTENT and on_span.status is not anew.status


def judged_by(on_span: GroundingReport, thresholds: Thresholds) -> GroundingReport:
    """The score of a span by the thresholds of this environment; where it has none those of then hold."""
    claims, facts = on_span.claim_grounding, on_span.fact_grounding
    claims_limit, facts_limit = thresholds.min_claim_grounding_rate, thresholds.min_fact_grounding_rate
    return replace(
        on_span,
        claim_grounding=claims if claims_limit is None else replace(claims, threshold=claims_limit),
        fact_grounding=facts if facts_limit is None else replace(facts, threshold=facts_limit),
    )


def differs(on_span: GroundingReport, anew: GroundingReport) -> bool:
    """Whether both have a claim rate, and not the same: by another definition, or of what was seen then."""
    old, new = on_span.claim_grounding, anew.claim_grounding
    if old.rate is None or new.rate is None:
        return False
    return (old.rate, old.total, old.definition) != (new.rate, new.total, new.definition)


def _claims(status: Status, attributes: Mapping[str, Any]) -> ClaimGrounding:
    rate = _share(attributes, names.CLAIM_RATE)
    if rate is None:
        return ClaimGrounding(status)
    return ClaimGrounding(
        status,
        rate,
        _count(attributes, names.CLAIMS_TOTAL),
        _count(attributes, names.CLAIMS_GROUNDED),
        _text(attributes, names.CLAIM_DEFINITION),
        _share(attributes, names.CLAIM_THRESHOLD),
    )


def _facts(status: Status, attributes: Mapping[str, Any]) -> FactGrounding:
    rate = _share(attributes, names.FACT_RATE)
    if rate is None:
        return FactGrounding(status)
    return FactGrounding(
        status,
        rate,
        total=_count(attributes, names.FACTS_TOTAL),
        supported=_count(attributes, names.FACTS_SUPPORTED),
        contradicted=_count(attributes, names.FACTS_CONTRADICTED),
        unsupported=_count(attributes, names.FACTS_UNSUPPORTED),
        definition=_text(attributes, names.FACT_DEFINITION),
        threshold=_share(attributes, names.FACT_THRESHOLD),
    )


def _status(value: Any) -> Status | None:
    try:
        return Status(value)
    except ValueError:
        return None


def _share(attributes: Mapping[str, Any], name: str) -> float | None:
    value = attributes.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _count(attributes: Mapping[str, Any], name: str) -> int:
    value = attributes.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _text(attributes: Mapping[str, Any], name: str) -> str:
    value = attributes.get(name)
    return value if isinstance(value, str) else ""

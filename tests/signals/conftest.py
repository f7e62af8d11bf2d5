"""A report as scoring makes it, for the tests of what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from otel_grounding.model import (
    ClaimGrounding,
    ClaimResult,
    ClaimVerdict,
    EvidenceSummary,
    FactGrounding,
    FactKind,
    FactResult,
    FactVerdict,
    GroundingReport,
    Status,
)

OUTPUT = "Paris has 2,102,650 inhabitants. The mayor owns forty elephants. Rent is $1,900."
CLAIMS = (
    ClaimResult("Paris has 2,102,650 inhabitants.", 0, 32, ClaimVerdict.GROUNDED, 1.0, ("s2", "s1")),
    ClaimResult("The mayor owns forty elephants.", 33, 64, ClaimVerdict.UNGROUNDED, 0.2, ("s3",)),
)
FACTS = (
    FactResult(FactKind.NUMBER, "2,102,650", 10, 19, FactVerdict.SUPPORTED, ("s2",)),
    FactResult(FactKind.MONEY, "$1,900", 73, 79, FactVerdict.CONTRADICTED, ("s1",), nearest="$1,700"),
)


def make_report(
    *,
    claim_threshold: float | None = None,
    fact_threshold: float | None = None,
    claims: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
    claim_results: tuple[ClaimResult, ...] = CLAIMS,
) -> GroundingReport:
    """A scored report with one of two claims grounded and one of two facts supported; a status alone means no rate."""
    claim_counts = claims or {"status": Status.SCORED, "rate": 0.5, "total": 2, "grounded": 1, "definition": "words/1"}
    fact_counts = facts or {
        "status": Status.SCORED,
        "rate": 0.5,
        "total": 2,
        "supported": 1,
        "contradicted": 1,
        "definition": "facts/1",
    }
    claim_grounding = ClaimGrounding(threshold=claim_threshold, **claim_counts)
    return GroundingReport(
        status=claim_grounding.status,
        claim_grounding=claim_grounding,
        fact_grounding=FactGrounding(threshold=fact_threshold, **fact_counts),
        claims=claim_results,
        facts=FACTS,
        evidence=EvidenceSummary(sources=3, bytes=120, truncated=True, tools_failed=1),
        output_text=OUTPUT,
    )


@pytest.fixture
def report_with() -> Callable[..., GroundingReport]:
    return make_report

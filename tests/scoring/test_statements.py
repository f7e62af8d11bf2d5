"""Statements: polarity, direction, status, order and counts in words, where the evidence confirms or denies them."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding import assess
from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.relations import DEFINITION

CONFIG = GroundingConfig(fact_definition=DEFINITION)

LOG = (
    "Nightly backup for Acme Corp completed successfully. The migration did not affect Globex Ltd. "
    "Ticket sales fell 8% in May. The ferry does not operate on Sundays. Failover is enabled on cluster kestrel."
)
CITIES = {"cities": {"Paris": {"temp_c": 21, "humidity": 40}, "Oslo": {"temp_c": 12, "humidity": 71}}}
SERVERS = (
    "server,region,cpu_percent,memory_gb\nweb-01,us-east,71.5,64\nweb-02,eu-west,38.2,128\ndb-01,us-east,55.9,256\n"
)
FLIGHTS = [{"number": "LH204", "price": 189.9, "delayed": False}, {"number": "IB310", "price": 74.2, "delayed": True}]
TASKS = {"tasks": [{"title": "Fix login", "state": "done"}, {"title": "Add search", "state": "todo"}]}
JOBS = "t=1 job=sync-users status=success\nt=2 job=sync-orders status=failed\n"
ORDERS = [{"orderId": "ORD-7781", "orderStatus": "SHIPPED"}, {"orderId": "ORD-7790", "orderStatus": "CANCELLED"}]
STAFF = [
    {"name": "Ana Costa", "department": "Finance"},
    {"name": "Ben Okafor", "department": "Legal"},
    {"name": "Chloe Wu", "department": "Finance"},
]
SERVICE = {"service": "kestrel", "failover_enabled": True, "isPublic": False}
PROSE = "Acme Corp has a balance of $6,238,500, status paid. Globex Ltd has a balance of $1,857,000, status overdue."

DENIED = [
    # negation
    (LOG, "Nightly backup for Acme Corp was not completed successfully.", "not completed", FactReason.OPPOSITE),
    (LOG, "The migration affected Globex Ltd.", "affected", FactReason.OPPOSITE),
    (LOG, "The ferry operates on Sundays.", "operates", FactReason.OPPOSITE),
    # direction and other opposites
    (LOG, "Ticket sales rose 8% in May.", "rose", FactReason.OPPOSITE),
    (LOG, "Failover is disabled on cluster kestrel.", "disabled", FactReason.OPPOSITE),
    # order
    (CITIES, "Oslo is warmer than Paris.", "Oslo is warmer than Paris", FactReason.WRONG_ORDER),
    (FLIGHTS, "LH204 is cheaper than IB310.", "LH204 is cheaper than IB310", FactReason.WRONG_ORDER),
    (SERVERS, "web-02 has the highest memory.", "web-02 has the highest", FactReason.NOT_EXTREME),
    (PROSE, "Globex Ltd has the highest balance.", "Globex Ltd has the highest", FactReason.NOT_EXTREME),
    # status words and switches
    (TASKS, "Fix login is todo.", "todo", FactReason.OTHER_STATUS),
    (JOBS, "The job sync-orders succeeded.", "succeeded", FactReason.OTHER_STATUS),
    (ORDERS, "ORD-7790 has been shipped.", "shipped", FactReason.OTHER_STATUS),
    (STAFF, "Chloe Wu works in Legal.", "Legal", FactReason.OTHER_STATUS),
    (PROSE, "The status of Acme Corp is overdue.", "overdue", FactReason.OTHER_STATUS),
    (SERVICE, "Failover is disabled on kestrel.", "disabled", FactReason.OTHER_STATUS),
    (SERVICE, "The service kestrel is public.", "public", FactReason.OTHER_STATUS),
]
CONFIRMED = [
    (LOG, "Nightly backup for Acme Corp completed successfully.", "completed"),
    (LOG, "The migration did not affect Globex Ltd.", "not affect"),
    (LOG, "Ticket sales fell 8% in May.", "fell"),
    (CITIES, "Paris is warmer than Oslo.", "Paris is warmer than Oslo"),
    (SERVERS, "db-01 has the most memory.", "db-01 has the most"),
    (TASKS, "The state of Fix login is done.", "done"),
    (SERVICE, "Failover is enabled on kestrel.", "enabled"),
]
SILENT = [
    # about something else, or some figure else
    (LOG, "Nightly backup for Initech LLC did not complete successfully."),
    (LOG, "Ticket sales rose 12% in June."),
    (LOG, "The launch was not affected by weather."),
    # a double negation, and an opposite that is negated, say the same
    (LOG, "The nightly backup for Acme Corp completed not unsuccessfully."),
    (LOG, "Failover is not disabled on cluster kestrel."),
    # opinions, offers, questions
    (JOBS, "If sync-orders succeeded, you could rerun it."),
    (SERVERS, "I would suggest keeping an eye on web-01 over the coming weeks."),
    # one of several, a part of the table, no column that is named
    (SERVERS, "web-02 has one of the highest loads."),
    (SERVERS, "web-02 has the highest memory in eu-west."),
    (SERVERS, "web-02 is the best choice."),
    (TASKS, "Fix login is not todo."),
]


def statements(source: Any, answer: str, config: GroundingConfig = CONFIG) -> list[FactResult]:
    return [fact for fact in assess(answer, [source], config=config).facts if fact.kind is FactKind.STATEMENT]


@pytest.mark.parametrize(("source", "answer", "text", "reason"), DENIED)
def test_the_opposite_of_the_evidence_is_contradicted(source: Any, answer: str, text: str, reason: str) -> None:
    found = [fact for fact in statements(source, answer) if fact.verdict is FactVerdict.CONTRADICTED]
    assert [(fact.text, fact.reason) for fact in found] == [(text, reason)]
    assert found[0].nearest
    assert found[0].where


@pytest.mark.parametrize(("source", "answer", "text"), CONFIRMED)
def test_what_the_evidence_says_is_supported(source: Any, answer: str, text: str) -> None:
    found = statements(source, answer)
    assert (text, FactVerdict.SUPPORTED) in [(fact.text, fact.verdict) for fact in found]
    assert all(fact.verdict is FactVerdict.SUPPORTED for fact in found)


@pytest.mark.parametrize(("source", "answer"), SILENT)
def test_what_the_evidence_does_not_settle_is_no_contradiction(source: Any, answer: str) -> None:
    assert [fact for fact in statements(source, answer) if fact.verdict is not FactVerdict.SUPPORTED] == []


def test_statements_can_be_left_out() -> None:
    config = GroundingConfig(fact_definition=DEFINITION, fact_kinds=frozenset(FactKind) - {FactKind.STATEMENT})
    assert statements(LOG, "Ticket sales rose 8% in May.", config) == []


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("The table lists three employees.", FactVerdict.SUPPORTED),
        ("The table lists four employees.", FactVerdict.CONTRADICTED),
        ("The results contain 7 employees.", FactVerdict.CONTRADICTED),
        ("Two employees are in Finance.", FactVerdict.SUPPORTED),
    ],
)
def test_counts_are_those_of_the_records(answer: str, verdict: FactVerdict) -> None:
    facts = assess(answer, [{"rows": STAFF}], config=CONFIG).facts
    assert verdict in [fact.verdict for fact in facts if fact.kind is FactKind.NUMBER]

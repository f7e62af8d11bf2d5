"""Binding: a right value under a wrong name or field is contradicted, with the cell that proves it."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding import assess
from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactReason, FactResult, FactVerdict
from otel_grounding.scoring.relations import DEFINITION

CONFIG = GroundingConfig(fact_definition=DEFINITION)

MAPPING = {"Paris": 21, "Oslo": 12}
KEYED = {"cities": {"Paris": {"temp_c": 21, "humidity": 40}, "Oslo": {"temp_c": 12, "humidity": 71}}}
CAMEL = {
    "data": {
        "orders": [
            {
                "orderId": "ORD-7781",
                "customerName": "Mara Lind",
                "createdAt": "2026-03-02T10:00:00Z",
                "closedAt": "2026-03-19T08:00:00Z",
                "totalAmount": {"value": 1249.5, "currency": "EUR"},
            },
            {
                "orderId": "ORD-7790",
                "customerName": "Juan Prieto",
                "createdAt": "2026-03-05T10:00:00Z",
                "closedAt": "2026-03-28T08:00:00Z",
                "totalAmount": {"value": 880.0, "currency": "EUR"},
            },
        ]
    }
}
CSV = (
    "server,region,cpu_percent,memory_gb,last_restart\n"
    "web-01,us-east,71.5,64,2026-02-11\nweb-02,eu-west,38.2,128,2026-04-03\ndb-01,us-east,55.9,256,2026-01-25\n"
)
MARKDOWN = (
    "| Employee | Department | Salary | Hired |\n|---|---|---|---|\n"
    "| Ana Costa | Finance | $82,000 | 2019-05-01 |\n| Ben Okafor | Legal | $97,500 | 2021-09-15 |\n"
)
XML = (
    "<flights><flight number='LH204'><to>Madrid</to><price>189.90</price></flight>"
    "<flight number='IB310'><to>Lisbon</to><price>74.20</price></flight></flights>"
)
LOGS = (
    "2026-05-01T02:00:01Z level=info job=sync-users status=success rows=10423\n"
    "2026-05-01T02:10:09Z level=info job=sync-stock status=success rows=55210\n"
)
COLUMNS = {"product": ["Alpha Kettle", "Beta Toaster"], "units_sold": [310, 455], "revenue": [9300, 18200]}
HEADED = {"columns": ["ticker", "price"], "rows": [["ACME", 41.2], ["GLBX", 17.85]]}
PAIRS = (
    "Account: AC-2209\nOwner: Priya Nair\nBalance: 12,480.55 EUR\n\n"
    "Account: AC-2310\nOwner: Tom Beck\nBalance: 3,120.10 EUR\n"
)
PROSE = (
    "Harbor Bridge was built in 1932 and cost 4.2 million pounds. "
    "Tower Bridge was built in 1894 and cost 1.18 million pounds."
)
PYTHON = str([{"name": "Zed Router", "price": 129.99}, {"name": "Yarn Switch", "price": 89.5}])
SERIES = "date,value\n2019,33.58\n2020,33.91\n2021,34.26\n2022,34.77\n"

OTHER_ENTITIES = [
    (MAPPING, "Paris 12 °C, Oslo 21 °C", ["12 °C", "21 °C"]),
    (MAPPING, "It is 12 degrees in Paris and 21 degrees in Oslo.", ["12 degrees", "21 degrees"]),
    (KEYED, "Humidity in Oslo is 40%, with Paris at 71%.", ["40%", "71%"]),
    (CAMEL, "Order ORD-7781 totals €880.00.", ["€880.00"]),
    (CSV, "web-01 runs at 38.2% CPU.", ["38.2%"]),
    (CSV, "| Server | CPU |\n|---|---|\n| web-01 | 38.2% |\n| web-02 | 71.5% |", ["38.2%", "71.5%"]),
    (CSV, "**web-01**\n- CPU: 38.2%\n- Memory: 64 GB", ["38.2%"]),
    (CSV, "web-02 was last restarted on 11 February 2026.", ["11 February 2026"]),
    (MARKDOWN, "Ana Costa earns $97,500.", ["$97,500"]),
    (XML, "Flight LH204 costs 74.20.", ["74.20"]),
    (LOGS, "sync-users processed 55,210 rows.", ["55,210"]),
    (COLUMNS, "Alpha Kettle sold 455 units.", ["455"]),
    (HEADED, "GLBX trades at 41.2.", ["41.2"]),
    (PAIRS, "Account AC-2209 holds 3,120.10 EUR.", ["3,120.10 EUR"]),
    (PROSE, "Tower Bridge was built in 1932.", ["1932"]),
    (PYTHON, "The Yarn Switch costs $129.99.", ["$129.99"]),
    (SERIES, "It rose from 33.58 in 2019 to 34.26 in 2022.", ["34.26"]),
]
OTHER_FIELDS = [
    (CAMEL, "Mara Lind's order was created on March 19, 2026.", ["March 19, 2026"]),
    (
        CAMEL,
        "Mara Lind's order was created on March 19, 2026 and closed on March 2, 2026.",
        ["March 19, 2026", "March 2, 2026"],
    ),
]
WEATHER = {
    "list": [
        {"wind": {"speed": 3.13, "gust": 4.47}, "temp": 2.6, "day": "2024-01-03"},
        {"wind": {"speed": 1.66, "gust": 4.53}, "temp": 1.8, "day": "2024-01-04"},
    ]
}
COLUMNS_NAMED = [
    (WEATHER, "Expect a gust of 3.13 m/s.", ["3.13 m/s"]),
    (WEATHER, "The wind speed will be 4.53 m/s.", ["4.53 m/s"]),
]
FAITHFUL = [
    (WEATHER, "Expect a gust of 4.47 m/s and a wind speed of 3.13 m/s."),
    (WEATHER, "On January 3rd the wind speed is 3.13 m/s, on January 4th it is 1.66 m/s."),
    (MAPPING, "Paris 21 °C, Oslo 12 °C"),
    (MAPPING, "It is 21 degrees in Paris and 12 degrees in Oslo."),
    (KEYED, "Humidity in Oslo is 71%, with Paris at 40%."),
    (CAMEL, "Mara Lind's order was created on March 2, 2026 and closed on March 19, 2026."),
    (CAMEL, "Orders ORD-7781 and ORD-7790 were placed by Mara Lind and Juan Prieto."),
    (CSV, "web-01 runs at 71.5% CPU and web-02 at 38.2%."),
    (CSV, "**web-01**\n- CPU: 71.5%\n- Memory: 64 GB"),
    (CSV, "| Server | CPU |\n|---|---|\n| web-01 | 71.5% |\n| web-02 | 38.2% |"),
    (CSV, "CPU use is 38.2% at the least."),
    (CSV, "web-01 is far above the 38.2% of web-02."),
    (CSV, "web-01 does not run at 38.2%."),
    (MARKDOWN, "Ben Okafor earns $97,500 and was hired on September 15, 2021."),
    (XML, "Flight LH204 costs 189.90 and IB310 costs 74.20."),
    (COLUMNS, "Beta Toaster sold 455 units, bringing in 18,200."),
    (HEADED, "ACME trades at 41.2, while GLBX trades at 17.85."),
    (PROSE, "Harbor Bridge was built in 1932."),
    (PYTHON, "The Zed Router costs $129.99 and the Yarn Switch $89.50."),
    (SERIES, "It rose from 33.58 in 2019 to 34.77 in 2022."),
    # a value that two records share belongs to either
    ([{"name": "Ann Lee", "age": 41}, {"name": "Bo Ray", "age": 41}], "Ann Lee is 41 years old."),
    # the sentence speaks of a record in lower case that has the value
    (
        {"specs": [{"name": "Stand-by", "value": "70 h"}, {"name": "Talk time", "value": "200 min"}]},
        "It offers 70 hours of stand-by time and a talk time of 200 minutes.",
    ),
]


def contradicted(source: Any, answer: str) -> list[FactResult]:
    report = assess(answer, [source], config=CONFIG)
    return [fact for fact in report.facts if fact.verdict is FactVerdict.CONTRADICTED]


@pytest.mark.parametrize(("source", "answer", "texts"), OTHER_ENTITIES)
def test_a_value_of_another_record_is_contradicted(source: Any, answer: str, texts: list[str]) -> None:
    found = contradicted(source, answer)
    assert [(fact.text, fact.reason) for fact in found] == [(text, FactReason.OTHER_ENTITY) for text in texts]


@pytest.mark.parametrize(("source", "answer", "texts"), OTHER_FIELDS)
def test_a_value_of_another_field_is_contradicted(source: Any, answer: str, texts: list[str]) -> None:
    found = contradicted(source, answer)
    assert [(fact.text, fact.reason) for fact in found] == [(text, FactReason.OTHER_FIELD) for text in texts]


@pytest.mark.parametrize(("source", "answer", "texts"), COLUMNS_NAMED)
def test_a_value_that_the_named_column_lacks_is_contradicted(source: Any, answer: str, texts: list[str]) -> None:
    found = contradicted(source, answer)
    assert [(fact.text, fact.reason) for fact in found] == [(text, FactReason.OTHER_FIELD) for text in texts]


def test_a_date_names_the_record_of_its_day() -> None:
    (fact,) = contradicted(WEATHER, "On January 3rd the wind speed is 1.66 m/s.")
    assert (fact.reason, fact.where) == (FactReason.OTHER_ENTITY, "list[0].wind.speed")


@pytest.mark.parametrize(("source", "answer"), FAITHFUL)
def test_what_the_evidence_says_is_left_alone(source: Any, answer: str) -> None:
    assert contradicted(source, answer) == []


def test_the_verdict_names_the_cell_that_proves_it() -> None:
    (fact,) = contradicted(CAMEL, "Order ORD-7781 totals €880.00.")
    assert (fact.where, fact.nearest, fact.source_ids) == ("data.orders[0].totalAmount.value", "1249.5", ("s1",))


def test_an_unknown_name_leaves_the_plain_verdict() -> None:
    assert contradicted(CSV, "mail-09 runs at 38.2% CPU.") == []


def test_evidence_that_was_cut_contradicts_nothing() -> None:
    config = GroundingConfig(fact_definition=DEFINITION, max_evidence_bytes=len(CSV) + 4)
    facts = assess("web-01 runs at 38.2% CPU.", [CSV, "x" * 40], config=config).facts
    assert all(fact.verdict is not FactVerdict.CONTRADICTED for fact in facts)


def test_a_digit_in_the_name_of_a_field_is_not_said_by_a_figure() -> None:
    players = [{"player": "Ana Ruiz", "PTS": 17, "FG3A": 3}, {"player": "Lea Voss", "PTS": 9, "FG3A": 4}]
    found = assess("Ana Ruiz had 17 points (6-9 FG, 1-3 3Pt).", [players], config=CONFIG).facts
    assert not [fact for fact in found if fact.verdict is FactVerdict.CONTRADICTED]

"""How often a random figure passes for a derived one in a big table: what stated arithmetic supports by chance."""

from __future__ import annotations

import json
import random

import pytest
from telling import Find, Hold

from otel_grounding import assess
from otel_grounding.model import FactKind, FactVerdict

ROWS = 1_000
TRIALS = 50
LIMIT = 0.04
"""Share of random figures that may be supported as derived."""

CLAIMS = {
    "sum of two rows": "Together, orders {a} and {b} have an amount of {figure}.",
    "sum of a column": "The total amount is {figure}.",
    "average": "The average amount is {figure}.",
    "difference": "The amount of order {a} exceeds that of order {b} by {figure}.",
    "share": "Order {a} accounts for {percent}% of the total amount.",
    "change": "The amount of order {a} is {percent}% higher than that of order {b}.",
    "two fields": "The margin between amount and cost of order {a} is {figure}.",
    "no arithmetic": "The invoice of order {a} shows {figure}.",
}


@pytest.mark.parametrize("name", CLAIMS)
def bench_random_figures(name: str, find: Find, hold: Hold) -> None:
    rng = random.Random(11)
    ids = [f"ORD-{10_000 + at}" for at in range(ROWS)]
    rows = [{"order": each, "amount": rng.randint(100, 90_000), "cost": rng.randint(100, 90_000)} for each in ids]
    source = json.dumps({"orders": rows})
    derived = supported = 0
    for _ in range(TRIALS):
        a, b = rng.sample(ids, 2)
        figure, percent = f"${rng.randint(1_000, 99_999):,}", f"{rng.uniform(1, 99):.1f}"
        report = assess(CLAIMS[name].format(a=a, b=b, figure=figure, percent=percent), [source])
        for fact in report.facts:
            if fact.kind in (FactKind.MONEY, FactKind.PERCENT) and fact.verdict is FactVerdict.SUPPORTED:
                supported += 1
                derived += fact.reason.startswith("derived")
    find("random figures", f"{derived} of {TRIALS} pass for derived, {supported} are supported in all")
    hold("pass for derived", lambda: derived / TRIALS, LIMIT, "of them")

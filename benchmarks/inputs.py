"""What is scored: three sizes of answer and tool outputs, and text made to be slow."""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import pytest


class Case(NamedTuple):
    """An answer made from tool outputs, and the same answer with every figure, date and id in it wrong."""

    answer: str
    sources: list[str]
    false_answer: str


_NAMES = "Acme Globex Initech Umbrella Hooli Soylent Stark Wayne Wonka Cyberdyne Tyrell Aperture".split()
_FORMS = ["Corp", "LLC", "GmbH", "Ltd"]
_STATES = "paid pending overdue refunded disputed shipped".split()
_SENTENCES = [
    "Order {order_id} from {customer} totalled ${amount:,.2f} and was {status} on {date}. ",
    "The discount applied to {customer} was {discount_pct:.1%}, which the finance team approved. ",
    "You can reach the customer at {contact} about {order_id}. ",
    "I recommend reviewing the {status} invoices before the end of the quarter. ",
]


def case(answer_bytes: int, tools: int, tool_bytes: int) -> Case:
    """A case of this size, the same on every machine."""
    chance = random.Random(7)
    outputs: list[list[dict[str, object]]] = [[] for _ in range(tools)]
    for output in outputs:
        while len(json.dumps(output)) < tool_bytes:
            output.append(_order(chance))
    orders = [order for output in outputs for order in output]
    answer = false_answer = ""
    while len(answer) < answer_bytes:
        order, sentence, other = chance.choice(orders), chance.choice(_SENTENCES), _order(chance)
        answer += sentence.format(**order)
        false_answer += sentence.format(**other | {"customer": order["customer"], "status": order["status"]})
    return Case(answer, [json.dumps({"rows": output}) for output in outputs], false_answer)


def _order(chance: random.Random) -> dict[str, object]:
    return {
        "order_id": f"ORD-{chance.randint(10_000, 99_999)}",
        "customer": f"{chance.choice(_NAMES)} {chance.choice(_FORMS)}",
        "amount": round(chance.uniform(20, 99_000), 2),
        "currency": "USD",
        "date": f"2026-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
        "status": chance.choice(_STATES),
        "discount_pct": round(chance.uniform(0, 0.4), 3),
        "contact": f"u{chance.randint(1, 9999)}@{chance.choice(_NAMES).lower()}.com",
        "note": f"Invoice INV-{chance.randint(1000, 9999)} for ${chance.randint(100, 99_999):,} was approved on"
        f" March {chance.randint(1, 28)}, 2026 by the finance team.",
    }


CASES = {
    "a: 1 KB answer, 3 × 2 KB": case(1 << 10, 3, 2 << 10),
    "b: 4 KB answer, 10 × 4 KB": case(4 << 10, 10, 4 << 10),
    "c: 8 KB answer, 50 × 20 KB": case(8 << 10, 50, 20 << 10),
}
each_size = pytest.mark.parametrize("size", CASES, ids=lambda size: f"input {size[0]}")

HOSTILE = {
    "one word": "a",
    "one number": "1",
    "digits and commas": "1,",
    "digits and points": "1.",
    "digits and spaces": "1 ",
    "dots": ".",
    "stops and quotes": '."',
    "hyphens": "-",
    "dollar signs": "$",
    "at signs": "a@",
    "hosts": "a.",
    "schemes": "http://",
    "brackets": "[",
    "open JSON": '{"a":',
    "quoted quotes": '\\"',
    "dates": "2026-01-",
    "months": "Jan 1 ",
    "signs": "+-",
    "percents": "%",
    "slashes": "/a",
    "table cells": "|",
    "line ends": "\r\n",
    "zero width": "\u200b",
    "combining": "e\u0301",
    "lone surrogates": "\ud800",
    "white space": " ",
    "figures and letters": "1a",
    "times": "1:",
    "digits and hyphens": "1-1-",
    "apostrophes": "1'000",
    "addresses": "x@x.",
    "quarters": "Q1 ",
    "number words": "three a ",
    "hedges": "about ",
    "fractions": "12/",
    "exponents": "1e",
    "measures": "1 m. ",
    "objects": '{"a":1} ',
    "reprs": "{'",
    "tags": "<a b='c'",
    "elements": "<a>1</a>",
    "rows": "| 1 | 2 |\n",
    "lines of pairs": "a: 1\n",
    "lines of values": "a,b\n",
    "assignments": "a=b ",
    "sums": "Total 1 + ",
    "negations": "not rose ",
    "superlatives": "the highest ",
}
"""Pieces which, repeated, make a pattern that backtracks show itself."""


def hostile(piece: str, size: int) -> str:
    """`size` characters of one piece."""
    return (piece * (size // len(piece) + 1))[:size]

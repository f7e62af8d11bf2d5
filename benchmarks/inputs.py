"""What is scored: three sizes of answer and tool outputs, and text made to be slow."""

from __future__ import annotations

import json
import random
from typing import NamedTuple


class Case(NamedTuple):
    """An answer and the tool outputs it was made from."""

    answer: str
    sources: list[str]


def case(answer_bytes: int, tools: int, tool_bytes: int) -> Case:
    """A case of this size, the same on every machine."""
    chance = random.Random(7)
    rows = [[_order(chance)] for _ in range(tools)]
    for output in rows:
        while len(json.dumps(output)) < tool_bytes:
            output.append(_order(chance))
    orders = [order for output in rows for order in output]
    answer = ""
    while len(answer) < answer_bytes:
        order = chance.choice(orders)
        answer += chance.choice(
            [
                f"Order {order['id']} came to ${order['amount']:,.2f} and is {order['status']}. ",
                f"{order['customer']} had {order['discount']:.1%} off when it was placed on {order['date']}. ",
                "I suggest to look at the overdue ones before the quarter ends. ",
            ]
        )
    return Case(answer, [json.dumps({"orders": output}) for output in rows])


def _order(chance: random.Random) -> dict[str, object]:
    return {
        "id": f"ORD-{chance.randint(10_000, 99_999)}",
        "customer": chance.choice(["Acme", "Globex", "Initech", "Hooli"]) + chance.choice([" GmbH", " LLC", " Corp"]),
        "amount": round(chance.uniform(20, 99_000), 2),
        "discount": round(chance.uniform(0, 0.4), 3),
        "date": f"2026-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
        "status": chance.choice(["paid", "pending", "overdue", "refunded"]),
        "note": f"Invoice INV-{chance.randint(1000, 9999)} was approved by the finance team.",
    }


CASES = {
    "a: 1 KB answer, 3 × 2 KB": case(1 << 10, 3, 2 << 10),
    "b: 4 KB answer, 10 × 4 KB": case(4 << 10, 10, 4 << 10),
    "c: 8 KB answer, 50 × 20 KB": case(8 << 10, 50, 20 << 10),
}

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
}
"""Pieces which, repeated, make a pattern that backtracks show itself."""


def hostile(piece: str, size: int) -> str:
    """`size` characters of one piece."""
    return (piece * (size // len(piece) + 1))[:size]

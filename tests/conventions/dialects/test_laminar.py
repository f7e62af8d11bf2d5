"""Laminar."""

from __future__ import annotations

import json

from span_rows import ASKED, SAID, TRANSCRIPT, Row, check, rows

from otel_grounding.model import Role

SPANS = {
    "a model": Row(
        {"lmnr.span.type": "LLM", "lmnr.span.input": json.dumps(TRANSCRIPT[:1]), "lmnr.span.output": json.dumps(SAID)},
        Role.MODEL,
        SAID,
        ASKED,
    ),
}


@rows(SPANS)
def test_its_spans_are_read(row: Row) -> None:
    check(row)

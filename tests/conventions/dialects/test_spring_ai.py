"""Spring AI."""

from __future__ import annotations

import json

from span_rows import ASKED, SAID, SEEN, Row, check, rows

from otel_grounding.model import Role

SPANS = {
    "its own list of messages": Row(
        {
            "spring.ai.kind": "chat_client",
            "gen_ai.prompt": json.dumps([ASKED]),
            "gen_ai.completion": json.dumps([SAID]),
        },
        Role.RUN,
        SAID,
        ASKED,
    ),
    "an advisor": Row({"spring.ai.kind": "advisor", "gen_ai.operation.name": "framework"}, Role.OTHER),
    "a vector store": Row(
        {
            "spring.ai.kind": "vector_store",
            "db.operation.name": "query",
            "db.system": "pgvector",
            "db.vector.query.response.documents": json.dumps([SEEN]),
        },
        Role.RETRIEVAL,
        sources=[("", SEEN)],
    ),
    "a vector store that is filled": Row(
        {"spring.ai.kind": "vector_store", "db.operation.name": "add", "db.system": "pgvector"}, Role.OTHER
    ),
}


@rows(SPANS)
def test_its_spans_are_read(row: Row) -> None:
    check(row)

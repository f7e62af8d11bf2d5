"""Vector stores: each hit is a span event."""

from __future__ import annotations

from span_rows import SEEN, Row, check, rows

from otel_grounding.model import Role

VECTOR_STORES = {
    "chroma": Row(
        {"db.system": "chroma"},
        Role.RETRIEVAL,
        sources=[("", SEEN)],
        events=[("db.query.result", {"db.query.result.id": "d1", "db.query.result.document": SEEN})],
    ),
    "pinecone, what is kept beside the vector": Row(
        {"db.system": "Pinecone"},
        Role.RETRIEVAL,
        sources=[("", SEEN)],
        events=[
            (
                "db.query.result",
                {
                    "db.query.result.id": "d1",
                    "db.query.result.score": 0.9,
                    "db.query.result.metadata": str({"text": SEEN, "page": 3}),
                },
            )
        ],
    ),
    "milvus, a search": Row(
        {"db.system": "milvus"},
        Role.RETRIEVAL,
        sources=[("", {"orders": 7315})],
        events=[
            (
                "db.search.result",
                {
                    "db.search.query.id": 0,
                    "db.search.result.id": 7,
                    "db.search.result.distance": "0.1",
                    "db.search.result.entity": '{"orders": 7315}',
                },
            )
        ],
    ),
    "milvus, a query": Row(
        {"db.system": "milvus"},
        Role.RETRIEVAL,
        sources=[("", SEEN)],
        events=[("db.query.result", {"id": 7, "text": SEEN})],
    ),
    "ids and distances are no content": Row(
        {"db.system": "chroma"},
        Role.RETRIEVAL,
        events=[
            (
                "db.query.result",
                {"db.query.result.id": "d1", "db.query.result.distance": 0.2, "db.query.result.metadata": "{}"},
            )
        ],
    ),
    "no vector store": Row({"db.system": "postgresql", "db.statement": "SELECT 1"}, None),
}


@rows(VECTOR_STORES)
def test_what_a_vector_store_found_is_a_retrieval(row: Row) -> None:
    check(row)

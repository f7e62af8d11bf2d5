"""What a retrieval found."""

from __future__ import annotations

import pytest

from otel_grounding.conventions.documents import read_documents

TEXT = "The Eiffel Tower is 330 metres tall."


@pytest.mark.parametrize(
    "value",
    [
        [TEXT],
        [{"content": TEXT, "id": "wiki"}],
        [{"page_content": TEXT, "metadata": {}}],
        {"documents": [{"page_content": TEXT}], "count": 1},
        [{"node": {"text": TEXT}, "score": 0.9}],
        [{"kwargs": {"page_content": TEXT}, "lc": 1}],
        ({"content": TEXT},),
        TEXT,
    ],
)
def test_a_document_s_text_is_found(value: object) -> None:
    assert [source.content for source in read_documents(value)] == [TEXT]


@pytest.mark.parametrize(
    "value",
    [
        [{"id": None, "score": None}],
        [{"id": "d1", "score": 0.9, "metadata": {"source": "wiki"}}],
        ["<NodeWithScore(node=TextNode(id_=d39d918e), score=0.99)>"],
        [],
        None,
        7,
    ],
)
def test_ids_scores_and_reprs_are_no_content(value: object) -> None:
    assert read_documents(value) == ()


def test_a_document_of_its_own_kind_is_kept_whole() -> None:
    assert [source.content for source in read_documents([{"doc": TEXT}])] == [{"doc": TEXT}]

"""Text that holds structure becomes JSON-like values; what holds none stays prose."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import LINEAR, growth

from otel_grounding.evidence.tables import read_text

STRUCTURED = [
    ('{"a": [1, 2]}', [{"a": [1, 2]}]),
    ("{'a': True, 'b': None}", [{"a": True, "b": None}]),
    ('{"a": 1}\n{"a": 2}\n', [[{"a": 1}, {"a": 2}]]),
    ("name,age\nAnn,41\nBo,7\n", [[{"name": "Ann", "age": "41"}, {"name": "Bo", "age": "7"}]]),
    ('name,note\nAnn,"a, b"\nBo,c\n', [[{"name": "Ann", "note": "a, b"}, {"name": "Bo", "note": "c"}]]),
    ("name\tage\nAnn\t41\nBo\t7", [[{"name": "Ann", "age": "41"}, {"name": "Bo", "age": "7"}]]),
    ("a title\nname#age\nann#41\nbo#7", [[{"name": "ann", "age": "41"}, {"name": "bo", "age": "7"}]]),
    ("| Name | Age |\n|---|---|\n| Ann | 41 |", [[{"Name": "Ann", "Age": "41"}]]),
    (
        "Owner: Ann\nBalance: 41\n\nOwner: Bo\nBalance: 7\n",
        [[{"Owner": "Ann", "Balance": "41"}, {"Owner": "Bo", "Balance": "7"}]],
    ),
    (
        "Rain\n---\n- director: Ann\n- cast member: Bo\n- cast member: Cy",
        [{"name": "Rain", "director": "Ann", "cast member": ["Bo", "Cy"]}],
    ),
    ("t=1 job=sync status=failed", [{"t": "1", "job": "sync", "status": "failed"}]),
    ("<a><b id='1'><c>x</c></b><b id='2'/></a>", [{"a": {"b": [{"id": "1", "c": "x"}, {"id": "2"}]}}]),
]
PROSE = [
    "It is late, and the ferry has gone. Nobody waits.",
    "First, we rest.\nThen, we go.\nLast, we sleep.",
    "See a < b and c > d.",
    "",
    "[not json",
]


@pytest.mark.parametrize(("text", "values"), STRUCTURED)
def test_structure_is_read(text: str, values: list[Any]) -> None:
    assert read_text(text)[0] == values


@pytest.mark.parametrize("text", PROSE)
def test_prose_stays_prose(text: str) -> None:
    assert read_text(text) == ([], text)


def test_what_surrounds_a_table_is_kept() -> None:
    values, prose = read_text("The rates are these.\nname,rate\nAnn,41\nBo,7\nNothing else was found.")
    assert values == [[{"name": "Ann", "rate": "41"}, {"name": "Bo", "rate": "7"}]]
    assert "The rates are these." in prose
    assert "Nothing else was found." in prose


@given(st.text(alphabet="{}[]<>|,;:=#\"' \n\ta1-", max_size=400))
def test_no_text_raises(text: str) -> None:
    values, prose = read_text(text)
    assert isinstance(values, list)
    assert isinstance(prose, str)


@pytest.mark.parametrize("piece", ["<a ", "{'", "a=b ", "a: b\n", "a,b\n", "|", "[", '"', "<a b='c'", "x" * 8])
def test_hostile_text_is_read_in_linear_work(piece: str) -> None:
    assert growth(lambda size: read_text(piece * (size // len(piece))), 16_384) < LINEAR

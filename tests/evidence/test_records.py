"""Records: rows, objects, keyed entries and columns of any JSON-like value, with what names them and where they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.evidence.records import tables_of

NAMED = [
    ({"rows": [{"name": "Ann", "status": "paid"}, {"name": "Bo", "status": "paid"}]}, "rows", [["Ann"], ["Bo"]]),
    ([{"orderId": "A-1", "total": 3}, {"orderId": "A-2", "total": 4}], "", [["A-1"], ["A-2"]]),
    ({"cities": {"Paris": {"temp": 1}, "Oslo": {"temp": 2}}}, "cities", [["Paris"], ["Oslo"]]),
    ({"Paris": 21, "Oslo": 12}, "", [["Paris"], ["Oslo"]]),
    ({"product": ["Kettle", "Mixer"], "sold": [3, 4]}, "", [["Kettle"], ["Mixer"]]),
    ({"columns": ["ticker", "price"], "rows": [["ACME", 1], ["GLBX", 2]]}, "", [["ACME"], ["GLBX"]]),
    ({"data": '[{"name": "Ann", "age": 1}, {"name": "Bo", "age": 2}]'}, "data", [["Ann"], ["Bo"]]),
    ([["host", "cpu"], ["web-01", 1], ["web-02", 2]], "", [["web-01"], ["web-02"]]),
    # no label says that it names, but its values are names
    ([{"who": "Ann Lee", "n": 1}, {"who": "Bo Ray", "n": 2}], "", [["Ann Lee"], ["Bo Ray"]]),
    # a status is no name, a column that repeats groups
    ([{"id": "T-1", "team": "Red"}, {"id": "T-2", "team": "Red"}], "", [["T-1"], ["T-2"]]),
]


@pytest.mark.parametrize(("value", "path", "names"), NAMED)
def test_records_know_their_names(value: Any, path: str, names: list[list[str]]) -> None:
    (table,) = [table for table in tables_of(value, "s1") if table.path == path and len(table.rows) == len(names)]
    assert [table.names(index) for index in range(len(table.rows))] == names


def test_cells_have_the_words_of_their_path_however_it_is_written() -> None:
    (table,) = tables_of([{"totalAmount": {"net_value": 3}}, {"totalAmount": {"net_value": 4}}], "s1")
    (cell,) = table.cells(1)
    assert (cell.path, sorted(cell.words), cell.value) == (
        ("totalAmount", "net_value"),
        ["amount", "net", "total", "valu"],
        4,
    )


def test_a_place_is_written_as_a_key_path() -> None:
    value = {"a": {"orders": [{"x": 1}, {"x": 2}]}, "towns": {"Paris": {"t": 1}, "Oslo": {"t": 2}}}
    tables = {table.path: table for table in tables_of(value, "s1")}
    assert tables["a.orders"].where(1, ("x",)) == "a.orders[1].x"
    assert tables["towns"].where(1, ("t",)) == "towns.Oslo.t"


def test_named_pairs_are_fields() -> None:
    tables = tables_of({"details": [{"name": "Weight", "value": "257 g"}, {"name": "Size", "value": "5 in"}]}, "s1")
    assert ("details", "Weight") in [path for table in tables for path, _ in table.labels.values()]


def test_selection_scans_names_only() -> None:
    (table,) = tables_of([{"id": "A-1", "note": "A-2"}, {"id": "A-2", "note": "x"}], "s1")
    assert list(table.named_rows({"A-2"})) == [(1, "A-2")]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=30,
)


@given(JSON)
def test_any_value_is_read(value: Any) -> None:
    for table in tables_of(value, "s1"):
        for index in range(len(table.rows)):
            assert all(isinstance(name, str) for name in table.names(index))
            assert all(table.where(index, cell.path) is not None for cell in table.cells(index))

"""Any attribute value becomes text."""

from __future__ import annotations

import datetime
import decimal
from collections import OrderedDict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.evidence.values import as_text

DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]
CYCLE: list[Any] = [1]
CYCLE.append(CYCLE)

ROWS: list[tuple[str, Any, str]] = [
    ("text stays as it is", '{"a": 1}', '{"a": 1}'),
    ("a mapping in its key order", {"b": 1, "a": [True, None]}, '{"b": 1, "a": [true, null]}'),
    ("a tuple", ("x", 2.5), '["x", 2.5]'),
    ("letters of every script", {"k": "é退"}, '{"k": "é退"}'),
    ("UTF-8 bytes", b'{"total": 7315}', '{"total": 7315}'),
    ("binary bytes are no text", b"\xff\xfe\x00", ""),
    ("bytes inside", {"a": b"ok", "b": b"\xff"}, '{"a": "ok", "b": ""}'),
    ("keys that are no text", {(1, 2): "x"}, '{"[1, 2]": "x"}'),
    ("a set", {"tags": frozenset({"x"})}, '{"tags": ["x"]}'),
    ("another mapping", OrderedDict(a=1), '{"a": 1}'),
    ("a date", {"d": datetime.date(2026, 6, 30)}, '{"d": "2026-06-30"}'),
    ("a decimal", decimal.Decimal("1.10"), '"1.10"'),
    ("a number", 7315, "7315"),
    ("an integer of any size", 10**400, str(10**400)),
    ("none", None, ""),
    ("an empty text", "", ""),
]


@pytest.mark.parametrize(("value", "text"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_as_text(value: Any, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize("value", [DEEP, CYCLE, 10**5000, [10**5000]], ids=["deep", "cycle", "huge", "huge inside"])
def test_values_json_refuses_still_have_a_text(value: Any) -> None:
    assert as_text(value)


def test_an_object_that_cannot_speak_does_not_silence_its_neighbours() -> None:
    class Broken:
        def __str__(self) -> str:
            raise RuntimeError("no")

        __repr__ = __str__

    assert as_text({"x": Broken(), "y": 1}) == '{"x": "", "y": 1}'


def test_a_view_that_was_released_has_no_text() -> None:
    view = memoryview(b"text")
    view.release()
    assert as_text(view) == as_text([view]).strip('[]"') == ""


def test_a_container_that_fails_has_no_text() -> None:
    class Broken(dict[str, int]):
        def items(self) -> Any:
            raise RuntimeError("no")

    assert as_text([Broken(a=1)]) == ""


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text() | st.integers() | st.none(), inner),
)


@given(anything)
def test_every_value_has_a_text(value: Any) -> None:
    assert isinstance(as_text(value), str)


def test_what_holds_itself_twice_ends() -> None:
    one: list[Any] = []
    one += [one, one]
    other: dict[str, Any] = {}
    other |= {"a": other, "b": other}
    shared: Any = "x"
    for _ in range(60):
        shared = [shared, shared]
    for value in (one, other, shared):
        assert as_text(value)

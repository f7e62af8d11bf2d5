"""JSON in attribute values: whole, cut, or never JSON at all."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.conventions.json_text import dump, parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)

CUT = [
    (
        '{"rows":[{"id":"R-1001","total":48250},{"id":"R-10',
        {"rows": [{"id": "R-1001", "total": 48250}, {"id": "R-10"}]},
    ),
    ('{"a": 1, "b": [1, 2', {"a": 1, "b": [1]}),  # 2, or the first of 2,500
    ('{"a": 1.', {}),
    ('{"a": "x"', {"a": "x"}),
    ('{"a": 1, "b": tr', {"a": 1}),
    ('{"a": 1, "b', {"a": 1}),
    ('{"a": 1, "b":', {"a": 1}),
    ('{"a": "quoted \\', {"a": "quoted "}),
    ('{"a": "caf\\u00', {"a": "caf"}),
    ('{"a": "ends with a backslash\\\\', {"a": "ends with a backslash\\"}),
    ("[", []),
    ('"text that goes', "text that goes"),
]
NEVER_JSON = [
    "[1] see the appendix",
    "{not json}",
    "[see docs]",
    "plain text",
    "",
    "   ",
    '{"a": 1} and more',
]


@pytest.mark.parametrize(("text", "value"), CUT)
def test_of_cut_json_the_readable_part_is_kept_and_the_cut_is_told(text: str, value: object) -> None:
    assert parse(text) == (value, True)


@pytest.mark.parametrize("text", NEVER_JSON)
def test_text_that_was_never_json_stays_as_it_is(text: str) -> None:
    assert parse(text) == (text, False)


@pytest.mark.parametrize("value", [None, 7, b"{}", {"a": 1}, ("a",)])
def test_what_is_no_text_stays_as_it_is(value: object) -> None:
    assert parse(value) == (value, False)


@given(JSON)
def test_whole_json_is_read_whole(value: object) -> None:
    text = json.dumps(value)

    assert parse(text).value == (value if value is None or text.lstrip()[0] in '{["' else text)
    assert not parse(text).cut


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), PLAIN, min_size=1, max_size=4))
def test_the_repr_of_a_mapping_is_read_as_the_mapping(value: object) -> None:
    assert parse(repr(value)).value == value


@pytest.mark.parametrize("text", ["{'a': AIMessage(content='b')}", "{'a': ", "['a' + 'b']", "['a', f(x)]"])
def test_what_only_begins_as_a_repr_stays_as_it_is(text: str) -> None:
    assert parse(text) == (text, False)


@given(st.dictionaries(st.text(max_size=5), JSON, min_size=1, max_size=4), st.data())
def test_json_cut_anywhere_is_told_and_never_raises(value: object, data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]

    assert parse(cut).cut


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '["' + "9" * 5_000 + '", ' + "9" * 5_000 + "]",
        '"' + "\\" * 100_001,
        '["' * 50_000,
    ],
    ids=["deep list", "deep mapping", "digits", "backslashes", "strings"],
)
def test_hostile_json_is_left_alone(text: str) -> None:
    assert parse(text).value is not None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        (b"caf\xc3\xa9", "café"),
        ({"b": 1, "a": "é"}, '{"b": 1, "a": "é"}'),
        (("a", None), '["a", null]'),
        ({("a", "b"): 1}, ""),
        pytest.param(10**5000, "", id="an integer of 5,001 digits"),
    ],
)
def test_any_value_has_a_text(value: object, text: str) -> None:
    assert dump(value) == text

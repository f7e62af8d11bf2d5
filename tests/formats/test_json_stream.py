"""The incremental reader agrees with `json.loads`, however the text is cut into pieces."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.formats import FormatError
from otel_grounding.formats.json_stream import JsonStream

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
SPACE = st.text(" \t\r\n", max_size=3)


def pieces(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def stream(text: str, size: int = 1_000) -> JsonStream:
    return JsonStream(pieces(text, size), "f")


def walked(reader: JsonStream) -> Any:
    """The value ahead, stepped through instead of decoded."""
    if reader.peek() == "{":
        return {key: walked(reader) for key in reader.members()}
    if reader.peek() == "[":
        return [walked(reader) for _ in reader.items()]
    return reader.value()


@given(st.lists(JSON, max_size=4), SPACE, st.integers(1, 50), st.sampled_from([None, 1]), st.booleans())
def test_values_one_after_the_other_are_read_as_written(
    values: list[Any], space: str, size: int, indent: int | None, ascii_only: bool
) -> None:
    text = "".join(json.dumps(each, indent=indent, ensure_ascii=ascii_only) + "\n" + space for each in values)
    whole, steps, passed = stream(text, size), stream(text, size), stream(text, size)
    for value in values:
        assert whole.value() == value
        assert walked(steps) == value
        passed.skip()
    assert whole.peek() == steps.peek() == passed.peek() == ""


@given(JSON, st.integers(1, 20), st.data())
def test_a_cut_value_is_an_error_and_nothing_else(value: Any, size: int, data: st.DataObject) -> None:
    text = json.dumps({"a": value})
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    for take in (JsonStream.value, walked, JsonStream.skip):
        with pytest.raises(FormatError):
            take(stream(cut, size))


@given(st.text(max_size=60), st.integers(1, 20))
def test_any_text_gives_values_or_an_error(text: str, size: int) -> None:
    reader = stream(text, size)
    with suppress(FormatError):
        while reader.peek():
            walked(reader)


def test_the_place_is_that_of_the_fault() -> None:
    reader = stream('{"é": 1,\n "b": [1, 2 3]}', 4)
    with pytest.raises(FormatError) as caught:
        walked(reader)
    assert caught.value.place == "line 2, byte 22"


def test_going_on_behind_a_fault_finds_the_next_line_that_begins_a_document() -> None:
    for size in (1, 2, 3, 7, 100):
        reader = stream('{"a": }\n  {"inner": 1}\nnoise\n{"b": 2}', size)
        with pytest.raises(FormatError):
            walked(reader)
        reader.resync()
        assert reader.value() == {"b": 2}


@pytest.mark.parametrize("piece", [10, 7_001, 64_000])
def test_a_list_longer_than_memory_should_hold_passes_through(piece: int) -> None:
    item = '{"attributes": {"text": "' + "x" * 1_000 + '"}},'

    def endless() -> Iterator[str]:
        yield "["
        for number in range(0, 20_000_000 if piece > 10 else 200_000, piece):
            at = number % len(item)
            yield (item * (piece // len(item) + 2))[at : at + piece]

    tracemalloc.start()
    reader = JsonStream(endless(), "f")
    with suppress(FormatError):
        for _ in reader.items():
            reader.value()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert int(reader.place.rpartition(" ")[2]) > 190_000
    assert peak < 20 * max(piece, len(item)), "up to 20 MB were read"

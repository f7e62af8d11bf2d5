"""Texts out of Python reprs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.conventions.reprs import text_field


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("content='hello' name='x'", "content", "hello"),
        ("content=\"it's\" name='x'", "content", "it's"),
        (r"content='a\nb \'c\'' id='1'", "content", "a\nb 'c'"),
        ("AgentOutput(response=Message(text='the answer'))", "text", "the answer"),
        ("Block(block_type='text', text='second')", "text", "second"),
        ("subtext='no' text='yes'", "text", "yes"),
    ],
)
def test_a_text_field_is_read_as_python_would(text: str, name: str, found: str) -> None:
    field = text_field(text, name)

    assert field is not None
    assert (field.text, field.cut) == (found, False)


def test_a_cut_field_is_told() -> None:
    field = text_field("StopEvent(text='It is 21 C and sunny in Paris; the Eiff...", "text")

    assert field is not None
    assert (field.text, field.cut) == ("It is 21 C and sunny in Paris; the Eiff", True)


def test_a_field_that_is_not_there_is_none() -> None:
    assert text_field("content=[1, 2]", "content") is None


@given(st.text())
def test_what_python_writes_is_read_back(text: str) -> None:
    field = text_field(f"Message(content={text!r}, name='x')", "content")

    assert field is not None
    assert field.text == text


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    text_field(text, "content")

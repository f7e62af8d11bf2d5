"""Values out of text from outside: what is read, what is refused, and that nothing recurses on it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.structured import MAX_DEPTH, is_deep, is_deep_value, parse_json, parse_literal, unescaped

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=30
)
STRINGS = ("a", "[[[", "]]]", '"', "\\", '\\"]', "", "{")


def nested(depth: int, text: str = "x", opening: str = "[", closing: str = "]") -> str:
    return opening * depth + json.dumps(text) + closing * depth


@given(VALUES)
def test_a_literal_is_read_as_its_repr_was_written(value: Any) -> None:
    assert parse_literal(repr(value)) == value


@given(VALUES)
def test_json_is_read_as_it_was_written(value: Any) -> None:
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(1, 'two')", [1, "two"]),
        ("(1,)", [1]),
        ("()", []),
        ("{1: 'a', None: 2, True: 3}", {"1": "a", "null": 2, "true": 3}),
        ("{'a': [1.5, -2, 1e+16], 'b': (None, False)}", {"a": [1.5, -2, 1e16], "b": [None, False]}),
        (r"'it\'s\n\x41\u00e9\U0001f600'", "it's\nAé😀"),
        (r"'C:\dir'", r"C:\dir"),
        (" \n{\"a\": 'b'} ", {"a": "b"}),
    ],
)
def test_what_repr_writes_is_read_as_json_would_hold_it(text: str, value: object) -> None:
    assert parse_literal(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "[", "]", "[1,, 2]", "[1 2]", "{'a'}", "{1, 2}", "b'bytes'", "1 + 2", "-", "--1", "[1or 2]",
        "[1] 12in", "open('x')", "{'a': 1", "'open", "1j", "007", "lambda: 1",
        "[" + "-" * 60_000 + "1]", "Truely", "1.2.3",
    ],
)  # fmt: skip
def test_what_is_no_literal_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # whatever it says, it is one
        parse_literal(text)


@pytest.mark.parametrize("parse", [parse_json, parse_literal])
@pytest.mark.parametrize("text", STRINGS)
def test_what_is_nested_too_deep_is_refused_and_one_level_less_is_read(parse: Any, text: str) -> None:
    assert parse(nested(MAX_DEPTH, text))
    with pytest.raises(ValueError, match="deeper"):
        parse(nested(MAX_DEPTH + 1, text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 5000,
        "[" * 5000 + "]" * 4990,
        '["]",' * 5000,
        '["\\"]",' * 5000,
        '["\\\\",' * 5000,
        '["\\\\\\"]",' * 5000,
        '{"]":' * 5000 + "1" + "}" * 5000,
    ],
)
def test_no_string_hides_how_deep_a_text_is(text: str) -> None:
    assert is_deep(text)


@pytest.mark.parametrize("text", STRINGS)
def test_many_brackets_are_not_deep(text: str) -> None:
    assert not is_deep(json.dumps([{"a": [text, {}]}] * 1000))


@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: (value,), lambda value: {"a": value}])
def test_a_value_is_deep_where_its_text_would_be(wrap: Any) -> None:
    value: Any = "x"
    for _ in range(MAX_DEPTH):
        value = wrap(value)
    assert not is_deep_value([*range(1000), *value])
    assert is_deep_value(wrap(value))
    cycle: list[Any] = []
    cycle.append(cycle)
    assert is_deep_value(cycle)


@given(st.text())
def test_an_escape_that_python_does_not_know_stays_as_it_is(text: str) -> None:
    assert unescaped(repr("'" + text + '"')[1:-1]) == "'" + text + '"'


DEEP = [
    "'[' + '-' * 60_000 + '1]'", "'[' * 60_000", "'[' * 900 + ']' * 900", "'{\"a\":' * 900 + '1' + '}' * 900",
    "'(' * 5_000", "'content=' + repr('[' * 9_000)", "'[' * 9_000 + '1' + ']' * 90",
    "'not ' * 20_000 + '1'",
]  # fmt: skip
IN_A_SMALL_THREAD = """
import sys, threading
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import set_span_in_context
from otel_grounding import GroundingConfig, GroundingSpanProcessor

def end_all() -> None:
    for key in ("gen_ai.tool.call.result", "gen_ai.output.messages", "gen_ai.input.messages", "output.value"):
        for kind in ("execute_tool", "chat", "invoke_agent"):
            inner = tracer.start_span("inner", context=inside, attributes={"gen_ai.operation.name": kind})
            inner.set_attribute("openinference.span.kind", "TOOL")
            inner.set_attribute(key, text)
            inner.end()

text = eval(sys.argv[1])
provider = TracerProvider(shutdown_on_exit=False)
provider.add_span_processor(GroundingSpanProcessor(GroundingConfig()))
tracer = provider.get_tracer("t")
root = tracer.start_span("run", attributes={"gen_ai.operation.name": "invoke_agent"})
inside = set_span_in_context(root)
root.set_attribute("gen_ai.output.messages", '[{"role": "assistant", "content": "The total is 1,234 units now."}]')
threading.stack_size(256 * 1024)
for work in (end_all, root.end):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
print(root.attributes["reliability.claim_grounding.status"])
"""


@pytest.mark.parametrize("text", DEEP)
def test_no_text_harms_a_process_whose_threads_have_small_stacks(text: str) -> None:
    done = subprocess.run([sys.executable, "-c", IN_A_SMALL_THREAD, text], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() in ("scored", "evidence_not_captured")

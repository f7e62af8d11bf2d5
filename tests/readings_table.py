"""The readings of every span of every capture, as lines that people can read.

`python tests/readings_table.py` writes them to `conventions/readings.txt`, which the tests compare them with.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from expected_runs import ANSWER, QUESTION
from replay import Capture, captures, replay

from otel_grounding.conventions import read
from otel_grounding.model import Reading

TABLE = Path(__file__).parent / "conventions" / "readings.txt"
_HEADER = """\
What `conventions.read` finds on each span of each capture, in the order in which the spans ended.
asks: the question; says: the output; saw: a source, with the tool's name and the call's id.
QUESTION is "What is the weather in Paris and how tall is the Eiffel Tower?", ANSWER is "It is 21 C and sunny in Paris;
the Eiffel Tower is 330 metres tall."; all else is as the span has it. A dash: nothing of ours on the span.
"""


def tables() -> Iterator[str]:
    yield _HEADER
    for capture in captures():
        yield table(capture)


def table(capture: Capture) -> str:
    lines = [f"== {capture.name}"]
    for span in replay(capture):
        reading = read(span)
        lines += [f"-          {span.name}"] if reading is None else _lines(span.name, reading)
    return "\n".join(lines) + "\n"


def _lines(name: str, reading: Reading) -> Iterator[str]:
    flags = " failed" * reading.failed + " truncated" * reading.truncated
    yield f"{reading.role.value.upper():<10} {name}{' of ' + reading.agent_name if reading.agent_name else ''}{flags}"
    if reading.question is not None:
        yield f"{'asks':>14} {_text(reading.question)}"
    if reading.output is not None:
        yield f"{'says':>14} {_text(reading.output)}"
    for source in reading.sources:
        yield f"{'saw':>14} {' '.join(filter(None, [source.tool_name, source.call_id, repr(source.content)]))}"


def _text(text: str) -> str:
    return {QUESTION: "QUESTION", ANSWER: "ANSWER"}.get(text, repr(text))


if __name__ == "__main__":
    TABLE.write_text("\n".join(tables()))

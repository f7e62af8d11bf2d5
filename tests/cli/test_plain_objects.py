"""Files of spans as plain objects, as evaluation kits write them: scored, or named as no traces; never passed over."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from plain_writers import PLAIN_WRITERS
from sample_runs import GROUNDED, INVENTED, QUESTION, a_run
from typer.testing import Result

Write = Callable[..., str]
Command = Callable[..., Result]

AGENT: dict[str, Any] = {
    "span_events": [],
    "trace_id": "5f0c77d1e29a4b3c8d61f2a09b7e4c15",
    "span_id": "7c2e91a04bd35f68",
    "parent_span_id": None,
    "name": "invoke_agent totals",
    "start_time": 1700000000000000000,
    "end_time": 1700000006000000000,
    "attributes": {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.output.messages": json.dumps(
            [{"role": "assistant", "parts": [{"type": "text", "content": "The grand total is 7,315 units."}]}]
        ),
    },
    "status": {"code": "OK"},
}


@pytest.mark.parametrize(
    ("written", "count"),
    [
        (json.dumps([AGENT]), 1),
        (json.dumps(AGENT, indent=2), 1),
        (f"{json.dumps(AGENT)}\n{json.dumps({**AGENT, 'trace_id': 'a'})}\n", 2),
        (json.dumps({"session_id": "1", "span_count": 1, "spans": [AGENT]}), 1),
    ],
    ids=["a list", "one object", "lines", "a session"],
)
def test_a_run_in_them_fails_a_build_as_any_other(written: str, count: int, write: Write, command: Command) -> None:
    result = command("score", write(written, "spans.json"), "--fail-under", "0.5", "--fail-unscored", "--json")
    found: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [(run["span_name"], run["status"]) for run in found] == [("invoke_agent totals", "no_evidence")] * count


@pytest.mark.parametrize("form", PLAIN_WRITERS)
def test_a_run_has_the_score_that_it_has_in_any_format(form: str, write: Write, command: Command) -> None:
    result = command("score", "--json", "--content", write(PLAIN_WRITERS[form](a_run(f"{GROUNDED} {INVENTED}"))))
    run = json.loads(result.stdout)
    assert (run["claim_grounding"]["rate"], run["question"], run["outermost"]) == (0.5, QUESTION, True)


def test_json_of_anything_else_is_an_error_that_says_what_was_expected(write: Write, command: Command) -> None:
    result = command("score", write(json.dumps([{"id": "1", "output": "7,315", "span_events": []}])), "--fail-unscored")
    assert result.exit_code == 2
    assert "no trace format that is known" in result.stderr
    assert "trace_id, span_id and name" in result.stderr

"""CrewAI under OpenLLMetry."""

from __future__ import annotations

import json

from span_rows import ASKED, SAID, Row, check, rows

from otel_grounding.model import Role

CREW = {"gen_ai.provider.name": "crewai", "gen_ai.operation.name": "invoke_agent"}
CREWS = {
    "a crew": Row(
        {**CREW, "crewai.crew.result": SAID, "crewai.crew.tasks": json.dumps([{"description": ASKED}])},
        Role.RUN,
        SAID,
        ASKED,
    ),
    "a crew of a class of its own": Row({**CREW, "crewai.ordercrew.result": SAID}, Role.RUN, SAID),
    "a flow": Row({**CREW, "crewai.flow.result": SAID}, Role.RUN, SAID),
    "a task": Row(
        {**CREW, "traceloop.span.kind": "task", "crewai.task.description": ASKED, "traceloop.entity.output": SAID},
        Role.RUN,
        SAID,
        ASKED,
    ),
    "a task's own result": Row(
        {**CREW, "crewai.task.description": ASKED, "crewai.task.output": SAID}, Role.RUN, SAID, ASKED
    ),
    "an agent": Row(
        {**CREW, "traceloop.span.kind": "agent", "crewai.agent.role": "counter", "crewai.agent.result": SAID},
        Role.RUN,
        SAID,
    ),
}


@rows(CREWS)
def test_what_a_crew_answered_is_the_answer(row: Row) -> None:
    check(row)

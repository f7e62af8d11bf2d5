"""An application that knows nothing of scoring: an agent that asks another one, through the API alone."""

from __future__ import annotations

import json

from opentelemetry import trace

ANSWER = {"role": "assistant", "parts": [{"type": "text", "content": "The tower is 330 metres tall."}]}
AGENT = {"gen_ai.operation.name": "invoke_agent", "gen_ai.output.messages": json.dumps([ANSWER])}

tracer = trace.get_tracer("agents", "2.1")
with (
    tracer.start_as_current_span("invoke_agent guide", attributes=AGENT),
    tracer.start_as_current_span("execute_tool ask_expert", attributes={"gen_ai.operation.name": "execute_tool"}),
    tracer.start_as_current_span("invoke_agent expert", attributes=AGENT),
):
    pass
print("answered")

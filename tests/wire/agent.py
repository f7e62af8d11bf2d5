"""An application that knows nothing of scoring: one run with one tool, through the API alone."""

from __future__ import annotations

import json

from opentelemetry import trace

ANSWER = "The Eiffel Tower in Paris is 330 metres tall. Martians painted the whole building green last summer."

tracer = trace.get_tracer("agents", "2.1")
with tracer.start_as_current_span("invoke_agent guide") as agent:
    agent.set_attributes({"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "guide"})
    with tracer.start_as_current_span("execute_tool lookup") as tool:
        tool.set_attributes({"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "lookup"})
        tool.set_attribute("gen_ai.tool.call.result", "The Eiffel Tower in Paris is 330 metres tall.")
    answer = {"role": "assistant", "parts": [{"type": "text", "content": ANSWER}]}
    agent.set_attribute("gen_ai.output.messages", json.dumps([answer]))
print("answered")

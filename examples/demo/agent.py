"""A support agent with two tools and a script in the place of a model.

It is instrumented by hand with the GenAI semantic conventions and knows nothing of grounding: these are the spans that
any instrumented agent writes when content capture is on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from opentelemetry import trace

_tracer = trace.get_tracer("demo.support-agent")

ORDERS = {
    "A-1042": {
        "order_id": "A-1042",
        "status": "shipped",
        "carrier": "DHL",
        "shipped_on": "2026-11-24",
        "items": [{"name": "Walnut desk lamp", "quantity": 2, "unit_price": 64.50}],
        "total": 129.00,
        "currency": "EUR",
    }
}
POLICIES = {
    "returns": "Returns are accepted within 30 days of delivery. Items must be unused and in the original packaging. "
    "Refunds reach the original payment method within 5 days."
}


def get_order(order_id: str) -> dict[str, Any]:
    return ORDERS[order_id]


def search_policy(topic: str) -> str:
    return POLICIES[topic]


TOOLS: dict[str, Callable[..., Any]] = {"get_order": get_order, "search_policy": search_policy}


@dataclass(frozen=True)
class Turn:
    """What the user asks, which tools the script calls for it, and what it answers."""

    title: str
    question: str
    calls: tuple[tuple[str, dict[str, str]], ...]
    answer: str


TURNS = (
    Turn(
        "every claim is backed",
        "Where is my order A-1042, and can I still return it?",
        (("get_order", {"order_id": "A-1042"}), ("search_policy", {"topic": "returns"})),
        "Order A-1042 was shipped with DHL on 2026-11-24. It holds 2 walnut desk lamps for a total of 129.00 EUR. "
        "Returns are accepted within 30 days of delivery, unused and in the original packaging.",
    ),
    Turn(
        "half of it is invented, and a figure is wrong",
        "How do I return order A-1042, and when is my money back?",
        (("get_order", {"order_id": "A-1042"}), ("search_policy", {"topic": "returns"})),
        "Returns of order A-1042 are accepted within 30 days of delivery. "
        "The total of 139.00 EUR reaches the original payment method within 14 days. "
        "A courier collects the parcel from your door, free of charge. "
        "Premium members also receive a voucher worth 20 EUR.",
    ),
    Turn(
        "no tool was asked",
        "How long do your lamps last?",
        (),
        "A walnut desk lamp usually lasts about 25,000 hours. Its shade should be replaced every 3 years.",
    ),
)


def answer(turn: Turn) -> str:
    """Run the agent on one question."""
    question = {"role": "user", "parts": [{"type": "text", "content": turn.question}]}
    with _span("invoke_agent", "support-agent", {"gen_ai.agent.name": "support-agent"}) as run:
        run.set_attribute("gen_ai.input.messages", json.dumps([question]))
        history = [question, *(_call(f"call_{i}", *call) for i, call in enumerate(turn.calls, 1))]
        final = [{"role": "assistant", "parts": [{"type": "text", "content": turn.answer}], "finish_reason": "stop"}]
        with _span("chat", "scripted") as model:
            model.set_attribute("gen_ai.input.messages", json.dumps(history))
            model.set_attribute("gen_ai.output.messages", json.dumps(final))
        run.set_attribute("gen_ai.output.messages", json.dumps(final))
    return turn.answer


def _call(call_id: str, name: str, arguments: dict[str, str]) -> dict[str, Any]:
    with _span("execute_tool", name, {"gen_ai.tool.name": name, "gen_ai.tool.call.id": call_id}) as span:
        span.set_attribute("gen_ai.tool.call.arguments", json.dumps(arguments))
        result = TOOLS[name](**arguments)
        span.set_attribute("gen_ai.tool.call.result", result if isinstance(result, str) else json.dumps(result))
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": result}]}


@contextmanager
def _span(operation: str, name: str, attributes: dict[str, str] | None = None) -> Iterator[trace.Span]:
    with _tracer.start_as_current_span(f"{operation} {name}") as span:
        span.set_attributes({"gen_ai.operation.name": operation, "gen_ai.provider.name": "scripted"})
        span.set_attributes(attributes or {})
        yield span

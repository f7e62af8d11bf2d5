"""What is content, and is stripped, in every dialect."""

from __future__ import annotations

import pytest
from replay import Capture, captures, replay

from otel_grounding.conventions.content import is_content_event, is_content_key

WORDS_OF_CONTENT = ("What is the weather", "sunny", "330 metres", "You are helpful", "Eiffel")


@pytest.mark.parametrize("capture", captures(), ids=lambda capture: capture.name)
def test_without_its_content_keys_and_events_no_capture_says_a_word(capture: Capture) -> None:
    for span in replay(capture):
        kept = {key: value for key, value in (span.attributes or {}).items() if not is_content_key(key)}
        for event in span.events:
            if not is_content_event(event.name):
                kept |= {key: value for key, value in (event.attributes or {}).items() if not is_content_key(key)}
        for key, value in kept.items():
            assert not any(word in str(value) for word in WORDS_OF_CONTENT), key


@pytest.mark.parametrize(
    "key",
    [
        "gen_ai.prompt.0.content",
        "gen_ai.completion.12.tool_calls.0.arguments",
        "llm.input_messages.3.message.content",
        "llm.output_messages.0.message.contents.0.message_content.text",
        "retrieval.documents.0.document.content",
        "ai.prompt.messages",
        "ai.toolCall.result",
        "all_messages_events",
        "gen_ai.output",
        "haystack.component.output",
        "exception.message",
    ],
)
def test_content_of_dialects_without_a_capture_is_known(key: str) -> None:
    assert is_content_key(key)


@pytest.mark.parametrize(
    "key",
    [
        "gen_ai.operation.name",
        "gen_ai.agent.name",
        "gen_ai.tool.name",
        "gen_ai.tool.call.id",
        "gen_ai.prompt.name",
        "gen_ai.usage.input_tokens",
        "gen_ai.request.model",
        "openinference.span.kind",
        "langfuse.observation.type",
        "llm.model_name",
        "db.system",
        "http.request.method",
        "exception.type",
        "error.type",
        "reliability.claim_grounding_rate",
        "reliability.claim_grounding.status",
    ],
)
def test_names_counts_and_scores_stay(key: str) -> None:
    assert not is_content_key(key)


@pytest.mark.parametrize("name", ["exception", "reliability.claim_grounding_below_threshold", "retry"])
def test_other_events_stay(name: str) -> None:
    assert not is_content_event(name)

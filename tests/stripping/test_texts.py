"""Texts that look like metadata, and texts that look like something said."""

from __future__ import annotations

import pytest

from otel_grounding.stripping.texts import MAX_TOKEN, is_metadata_text

METADATA = [
    "",
    "chat",
    "gpt-4o-mini-2024-07-18",
    "us.anthropic.claude-3-5-sonnet-20241022-v2:0",
    "arn:aws:bedrock:us-east-1:123456789012:inference-profile/a",
    "01a22857-2a7a-7504-89ee-a0b8506d8179",
    "2026-11-29T17:27:47.435928+00:00",
    "/orders/{order_id}/lines",
    "http://127.0.0.1:33283/v1/",
    "FinishReason.STOP",
    "function:<lambda>:",
    "P-get_weather,P-lookup_fact",
    "get_weather, lookup_fact",
    "travel_agent",
    "OpenAI Agent",
    "Senior Research Analyst",
    "model -> tools",
    "(merged tools)",
    "[Travel Planner]",
    "Reiseplanungsassistent für Familien",
    "天气助手",
    '"AGENT"',
    '["get_weather", "lookup_fact"]',
    "['get_weather', 'lookup_fact', 'final_answer']",
    '["text"]',
    "[]",
    '{"input": 5, "output": 5, "total": 10}',
    '{"input": 0.000125,"output":1e-05}',
]
SAID = [
    "the secret answer is forty-two whales",
    "What is the weather in Paris and how tall is the Eiffel Tower?",
    "Is it sunny?",
    "It is sunny.",
    "Paris: sunny",
    "query docs text=whales limit=5",
    "Sunny today!",
    "one\ntwo",
    "one\u200btwo\u200bthree",
    "You are helpful. Answer briefly.",
    "“sunny”",
    "q=what%20is%20it",
    "/search?q=whales",
    '{"q":"whales"}',
    "{'q':'whales'}",
    '{"total": 10, "note": "whales"}',
    '[{"role":"user"}]',
    '["the answer is whales"]',
    "巴黎今天天气晴朗气温二十一度埃菲尔铁塔",
    "今天天气好吗？",
    "พยากรณ์อากาศวันนี้ในกรุงปารีส",
    "w" * (MAX_TOKEN + 1),
    "word " * 3 + "w" * 60,
    "[" + ",".join(["name"] * 100) + "]",
]


@pytest.mark.parametrize("text", METADATA)
def test_ids_names_enums_and_figures_do(text: str) -> None:
    assert is_metadata_text(text)


@pytest.mark.parametrize("text", SAID)
def test_sentences_questions_and_records_do_not(text: str) -> None:
    assert not is_metadata_text(text)


@pytest.mark.parametrize(("words", "is_name"), [(1, True), (4, True), (5, False)])
def test_a_name_has_few_words(words: int, is_name: bool) -> None:
    assert is_metadata_text(" ".join(["word"] * words)) is is_name


def test_how_few_is_for_the_caller_to_say() -> None:
    assert is_metadata_text("one two", 2)
    assert not is_metadata_text("one two", 1)

"""Texts that look like metadata, and texts that look like something said."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode

import pytest

from otel_grounding.conventions.metadata import Form
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
    "R&D agent",
    "transfer_to_customer_support_billing_agent",
    "mcp__github__list_pull_request_review_comments",
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
    "bob.smith@example.com",
    "write to bob@example.com",
    "+491701234567",
    "+49 170 1234567",
    "0170 1234567",
    "129.00 $",
    "Acme;owes;Bob",
    "find_out_whether_the_customer_has_paid_for_all_of_the_seven_llamas",
    "find-out-whether-the-customer-has-paid-for-all-of-the-seven-llamas",
    "find.out.whether.the.customer.has.paid.for.all.of.the.seven.llamas.that.she.took.home",
    "FindOutWhetherTheCustomerHasPaidForAllOfTheSevenLlamas",
    b64encode(b"the secret answer is forty-two whales").decode(),
    urlsafe_b64encode(b"the secret answer is forty-two whales").decode().rstrip("="),
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
    assert is_metadata_text("one two", max_words=2)
    assert not is_metadata_text("one two", max_words=1)


WORDS = [
    "stop",
    "gpt-4o-mini-2024-07-18",
    "meta-llama/Llama-3.2-11B-Vision-Instruct-Turbo",
    "claude-3-5-sonnet@20240620",
    "arn:aws:bedrock:us-east-1:123456789012:inference-profile/a",
    "asyncio.exceptions.CancelledError",
    "IncompleteToolCallRetriesExceededError",
    "haystack.components.generators.chat.openai.OpenAIChatGenerator",
    "resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b",
    "wzHcyEWfmOGDIE5QOhTAqFDoDWP3y8IUvpNINCwL9N4TEHbUw0/gZJ+VZTmCNCWR7fezEN3eCiQ=",
    "2026-11-29T17:27:47.435928+00:00",
    "call_1, call_2",
    '["stop", "tool_calls"]',
    '{"input": 5, "output": 5}',
]


@pytest.mark.parametrize("text", WORDS)
def test_an_id_a_type_and_a_value_of_an_enumeration_are_one_token(text: str) -> None:
    assert is_metadata_text(text, Form.WORD)


@pytest.mark.parametrize(
    "text",
    ["Acme owes Bob", "Yes, Acme", "sunny today", "今天晴", "да", "the_secret_answer_is_forty_two_whales", *SAID],
)
def test_a_short_answer_is_none_of_them(text: str) -> None:
    assert not is_metadata_text(text, Form.WORD)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("01a22857-2a7a-7504-89ee-a0b9d64c48af", True),
        ("9f86d081884c7d65", True),
        ("session-42", True),
        ("thread_AbC123", True),
        ("202611291", True),
        ("Acme owes Bob", False),
        ("acme-owes-bob", False),
        ("invoice-for-bob-smith-42", False),
        ("bob", False),
        ("bob.smith@example.com", False),
        ("+491701234567", False),
        ("491701234567", False),
        ('["a1"]', False),
    ],
)
def test_an_id_of_who_is_talked_with_stays_where_a_machine_made_it(text: str, stays: bool) -> None:
    assert is_metadata_text(text, Form.HANDLE) is stays


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("/orders/{order_id}/lines", True),
        ("find/<str:who>/", True),
        ("^old/(?P<who>[^/]+)/$", True),
        ("/api/v1/orders", True),
        ("/find/Please-find-out-whether-the-customer-has-paid", False),
        ("/find/Please find out", False),
        ("/find?q%3Dwhales", False),
    ],
)
def test_a_route_is_the_pattern_of_a_path(text: str, stays: bool) -> None:
    assert is_metadata_text(text, Form.ROUTE) is stays

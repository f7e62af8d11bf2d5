"""Which attributes stay when content goes."""

from __future__ import annotations

from typing import Any

import pytest

from otel_grounding.signals import names
from otel_grounding.stripping.attributes import MAX_KEY, AttributeFilter

SECRET = "the secret answer is forty-two whales"


def kept(key: str, value: Any, *keep: str) -> bool:
    left, taken = AttributeFilter(keep).stripped({key: value})
    assert taken == 1 - len(left)
    return left == {key: value}


@pytest.mark.parametrize("value", [True, 0, 21, 0.5, (1, 2, 3), (0.5, 1), (True,), (), [1.5], None])
def test_numbers_and_booleans_stay_under_any_key(value: Any) -> None:
    assert kept("app.anything", value)
    assert kept("output.value", value)


@pytest.mark.parametrize(
    "value", [SECRET, "sunny", "21", "", ("a",), (1, "a"), {"n": 1}, {"text": SECRET}, [[1]], [{"n": "a"}], b"bytes"]
)
def test_a_text_or_what_may_hold_one_goes_under_a_key_that_is_not_known(value: Any) -> None:
    assert not kept("app.anything", value)
    assert not kept("output.value", value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("gen_ai.response.finish_reasons", ("stop", "tool_calls")),
        ("gen_ai.response.finish_reasons", '["stop"]'),
        ("gen_ai.response.finish_reasons", ()),
        ("gen_ai.request.model", 7),
        ("gen_ai.workflow.edges", ("model -> tools",)),
        ("gen_ai.agent.name", "Research Analyst"),
        ("gen_ai.conversation.id", "01a22857-2a7a-7504-89ee-a0b9d64c48af"),
        ("http.route", "^orders/(?P<number>[^/]+)/$"),
        ("messaging.destination.template", "orders/{customer}/new"),
        ("celery.task_name", "shop.tasks.ship"),
        ("celery.state", "FAILURE"),
        ("db.operation.name", "BATCH SELECT"),
        ("db.query.summary", "SELECT orders JOIN customers"),
    ],
)
def test_metadata_stays_under_a_key_of_metadata(key: str, value: Any) -> None:
    assert kept(key, value)


@pytest.mark.parametrize(
    "value",
    [SECRET, (SECRET,), ("stop", SECRET), {"reason": "stop"}, [["stop"]], ("x",) * 100, b"stop", "Is it?", "x" * 300],
)
def test_content_does_not_stay_even_there(value: Any) -> None:
    assert not kept("gen_ai.response.finish_reasons", value)


def test_lists_of_numbers_that_are_long_enough_to_encode_a_text_go_under_any_key() -> None:
    assert kept("app.buckets", (1,) * 64)
    assert not kept("app.buckets", (1,) * 65)


@pytest.mark.parametrize(
    "key",
    [
        SECRET,
        f"metadata.{SECRET}",
        "metadata.the_customer_owes_bob_all_of_the_seven_llamas",
        "user.bob@example.com",
        "what?",
        "a" * (MAX_KEY + 1),
        "key\nof lines",
    ],
)
def test_a_key_that_is_content_itself_goes_whatever_its_value(key: str) -> None:
    assert not kept(key, 1)


@pytest.mark.parametrize(
    "key",
    ["embedding.embeddings.0.embedding.vector", "ai.embedding", "db.query.embeddings.vector", "llm.prompt_token_ids"],
)
def test_lists_of_numbers_that_encode_a_text_go(key: str) -> None:
    assert not kept(key, (0.1, 0.2))
    assert kept(f"{key}.count", 2)


SHORT = ["Acme owes Bob", "bob.smith@example.com", "+49 170 1234567", "Yes, Acme"]


@pytest.mark.parametrize(
    "key",
    """
    gen_ai.conversation.id session.id gen_ai.data_source.id gen_ai.agent.id gen_ai.response.id gen_ai.operation.name
    gen_ai.evaluation.score.label error.type exception.type server.address feature_flag.key feature_flag.result.variant
    code.file.path langfuse.session.id traceloop.association.properties.thread_id langsmith.metadata.thread_id
    mlflow.trace.session gcp.vertex.agent.session_id lmnr.association.properties.session_id messaging.message.id
    llm.input_messages.0.message.role http.route db.system jsonrpc.request.id
    """.split(),
)
@pytest.mark.parametrize("value", SHORT)
def test_an_id_a_type_or_a_place_that_is_something_said_goes(key: str, value: str) -> None:
    assert not kept(key, value)
    assert not kept(key, (value,))


@pytest.mark.parametrize(
    "key",
    """
    gen_ai.request.stop_sequences gen_ai.evaluation.explanation user.id enduser.id user.email url.full http.url
    http.target url.path url.query langfuse.trace.tags metadata.customer tag.tags feature_flag.context.id
    feature_flag.result.value traceloop.association.properties.customer
    """.split(),
)
@pytest.mark.parametrize("value", [*SHORT, "bob", "4711"])
def test_what_is_the_users_by_design_goes_whatever_it_looks_like(key: str, value: str) -> None:
    assert not kept(key, value)


def test_what_this_project_writes_stays() -> None:
    assert kept(names.CLAIM_STATUS, "evidence_not_captured")
    assert kept(names.CLAIM_DEFINITION, "lexical-overlap/1.0.0")
    assert kept(names.CLAIM_RATE, 0.5)
    assert not kept("reliability.note", "word")


def test_the_explanation_of_a_score_goes_since_another_exporter_may_have_put_texts_of_claims_into_it() -> None:
    assert not kept(names.EVALUATION_EXPLANATION, f"1 of 2 claims are grounded; ungrounded: {SECRET}")


class TestKeeping:
    @pytest.mark.parametrize("glob", ["app.*", "app.tenant", "app.tenan?", "*.tenant", "app.[a-z]*", "*p*t*"])
    def test_a_glob_brings_back_keys_of_ones_own_with_whatever_value(self, glob: str) -> None:
        assert kept("app.tenant", "ACME Corp. of Springfield, Inc.", glob)
        assert kept("app.tenant", ("a", "b"), glob)

    @pytest.mark.parametrize("glob", ["app", "app.", "tenant", "APP.*", "app.?", "app.tenant.*", "[app.tenant]"])
    def test_it_matches_the_whole_key_as_it_is_written(self, glob: str) -> None:
        assert not kept("app.tenant", "ACME", glob)

    def test_it_brings_back_nothing_else(self) -> None:
        left, taken = AttributeFilter(("app.*",)).stripped({"app.a": "x y", "application": "x", "output.value": "x"})
        assert (left, taken) == ({"app.a": "x y"}, 2)

    def test_hostile_globs_and_keys_are_matched_in_a_time_that_does_not_explode(self) -> None:
        hostile = "a*" * 90 + "b"
        assert not kept("a" * MAX_KEY, "x", hostile)


def test_what_is_remembered_of_keys_is_bounded() -> None:
    remembering = AttributeFilter()
    for number in range(5_000):
        remembering.stripped({f"app.{number}": number})
    info = remembering._stays.cache_info()  # type: ignore[attr-defined]
    assert info.currsize == info.maxsize == 2_048

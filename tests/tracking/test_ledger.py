"""What is one source, what is held, and what that costs."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otel_grounding import GroundingConfig, Source
from otel_grounding.tracking import ledger
from otel_grounding.tracking.ledger import Budget, Held, Ledger, digest_of, hold

SAME = [
    ('{"a": 1, "b": [1, 2]}', '{"b":[1,2],"a":1}'),
    ('{"a": 1}', {"a": 1}),
    ('{"a": true, "b": null}', "{'a': True, 'b': None}"),
    ('{"rows": [{"x": 1, "y": 2}]}', {"rows": [{"y": 2, "x": 1}]}),
    ("[1, 2]", (1, 2)),
    ('"It is 21 degrees."', "It is 21 degrees."),
    ("  It is 21 degrees.\n", "It is 21 degrees."),
    ('{"city": "Z\\u00fcrich"}', {"city": "Zürich"}),
    (b"plain text", "plain text"),
]
DIFFERENT = [
    ('{"a": 1}', '{"a": 2}'),
    ('{"a": 1, "b": 2}', '{"a": 2, "b": 1}'),
    ("[1, 2]", "[2, 1]"),
    ("It is 21 degrees.", "It is 22 degrees."),
    ('{"a": 1}', '[["a", 2]]'),
    ("{'a': 1", "{'a': 2"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_values_that_say_the_same_have_one_digest(one: Any, other: Any) -> None:
    assert digest_of(one) == digest_of(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_values_that_differ_have_two(one: Any, other: Any) -> None:
    assert digest_of(one) != digest_of(other)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(value=st.dictionaries(st.text(max_size=8), JSON, max_size=5))
def test_a_mapping_has_the_digest_of_any_json_that_writes_it(value: dict[str, Any]) -> None:
    turned = dict(reversed(value.items()))
    assert digest_of(value) == digest_of(json.dumps(turned, indent=2)) == digest_of(json.dumps(turned))


@given(text=st.text(max_size=80) | st.binary(max_size=40))
def test_any_text_has_a_digest(text: str | bytes) -> None:
    assert digest_of(text) == digest_of(text)


def test_digests_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "_MAX_DIGESTS", 10)
    for number in range(100):
        digest_of(f"text {number}")
    assert len(ledger._digests) <= 10


def held(content: str, call_id: str = "", *, quoted: bool = False, budget: Budget | None = None) -> Held:
    source = Source(content, call_id=call_id)
    found = hold(source, digest_of(content), quoted, GroundingConfig(), budget or Budget())
    assert found is not None
    return found


class TestWhichCallIsKnown:
    @pytest.mark.parametrize(
        ("first_id", "first_quoted", "second_id", "second_quoted", "known"),
        [
            ("c1", False, "c1", True, True),
            ("c1", False, "c1", False, True),
            ("c1", False, "c2", True, False),
            ("c1", False, "c2", False, False),
            ("", False, "c1", True, True),
            ("c1", False, "", True, True),
            ("", False, "", True, True),
            ("", True, "", True, True),
            ("", False, "c1", False, True),
            ("", False, "", False, False),
        ],
    )
    def test_of_the_same_content(
        self, first_id: str, first_quoted: bool, second_id: str, second_quoted: bool, known: bool
    ) -> None:
        one = Ledger(GroundingConfig())
        one.add(held("the same", first_id, quoted=first_quoted))
        assert one.knows(digest_of("the same"), second_id, second_quoted) is known

    def test_among_many_calls_of_the_same_content(self) -> None:
        one = Ledger(GroundingConfig(max_sources=3))
        for call_id in ("c1", "c2", "c3", "c4"):
            one.add(held("the same", call_id))
        digest = digest_of("the same")
        assert [one.knows(digest, call_id, False) for call_id in ("c1", "c2", "c4", "")] == [False, True, True, True]
        for _ in range(3):
            one.add(held("the same"))
        assert [one.knows(digest, "", quoted) for quoted in (False, True)] == [False, True]

    def test_one_that_is_named_once_keeps_its_name(self) -> None:
        one = Ledger(GroundingConfig())
        one.add(held("the same", "c1"))
        for name in ("", "look_up", "search"):
            one.name_tool(digest_of("the same"), name)
        assert [source.tool_name for source in one.sources()] == ["look_up"]

    def test_of_other_content_it_never_is(self) -> None:
        one = Ledger(GroundingConfig())
        one.add(held("this", "c1"))
        assert not one.knows(digest_of("that"), "c1", True)


class TestLimits:
    def test_the_oldest_goes_first_and_is_known_no_more(self) -> None:
        one = Ledger(GroundingConfig(max_sources=2))
        for text in ("first", "second", "third"):
            one.add(held(text))
        assert [source.text for source in one.sources()] == ["second", "third"]
        assert (one.size, one.dropped) == (len("secondthird"), 1)
        assert one.weight == sum(source.weight for source in one.sources())
        assert not one.has_content(digest_of("first"))

    def test_of_two_alike_the_other_stays_known(self) -> None:
        one = Ledger(GroundingConfig(max_sources=1))
        one.add(held("same", "c1"))
        one.add(held("same", "c2"))
        assert one.has_content(digest_of("same"))
        assert len(one) == 1


class TestBudget:
    def test_a_source_counts_until_the_last_reference_is_gone(self) -> None:
        budget = Budget()
        one, other = Ledger(GroundingConfig()), Ledger(GroundingConfig())
        source = held("long text " * 100, budget=budget)
        one.add(source)
        other.add(source)
        del source, one
        gc.collect()
        assert budget.used > 1_000
        del other
        gc.collect()
        assert budget.used == 0

    def test_what_does_not_fit_is_refused_and_not_counted(self) -> None:
        budget = Budget(limit=100)
        assert hold(Source("long text " * 100), 0, False, GroundingConfig(), budget) is None
        assert budget.used == 0
        assert budget.reserve(100)
        assert not budget.reserve(1)
        budget.free(40)
        assert budget.reserve(40)

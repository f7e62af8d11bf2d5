"""What a span remembers of what it has seen, and what it forgets."""

from __future__ import annotations

import pytest

from otel_grounding import GroundingConfig, Source
from otel_grounding.model import Reading, Role
from otel_grounding.tracking import seen
from otel_grounding.tracking.ledger import Budget, Held, digest_of, hold
from otel_grounding.tracking.seen import Seen, Words


def new() -> Seen:
    return Seen(GroundingConfig())


def held(content: str, *, quoted: bool = False) -> Held:
    found = hold(Source(content), digest_of(content), quoted, GroundingConfig(), Budget())
    assert found is not None
    return found


class TestWords:
    def test_of_answers_the_last_are_kept_and_of_questions_the_first(self) -> None:
        it = new()
        for number in range(100):
            it.hear(Words(f"answer {number}"), Words(f"question {number}"))
        assert (it.said[-1].text, it.asked[0].text) == ("answer 99", "question 0")
        assert len(it.said) == len(it.asked) == 16

    def test_long_words_are_held_up_to_a_limit_and_the_newest_answer_always(self) -> None:
        it = new()
        for number in range(20):
            it.hear(Words(f"{number} " + "x" * 300_000), Words(f"{number} " + "y" * 300_000))
        assert it.size < 2_500_000
        it.hear(Words("z" * 3_000_000), None)
        assert it.said[-1].text[0] == "z"
        assert it.size < 5_500_000
        assert it.asked[0].text.startswith("0 ")

    def test_a_question_that_each_model_call_repeats_is_held_once(self) -> None:
        it = new()
        for _ in range(3):
            it.hear(None, Words("".join(["How is ", "the weather?"])))
        assert len({id(words.text) for words in it.asked}) == 1

    @pytest.mark.parametrize(("texts", "last"), [(["an answer", "", ""], "an answer"), ([""], "")])
    def test_an_empty_answer_counts_where_it_is_the_only_one(self, texts: list[str], last: str) -> None:
        it = new()
        for text in texts:
            it.hear(Words(text), None)
        assert it.answer is not None
        assert it.answer.text == last

    def test_those_that_come_late_stand_where_they_were_said(self) -> None:
        it, late = new(), new()
        for each, text in ((it, "first"), (late, "second"), (it, "third"), (late, "fourth")):
            each.hear(Words(text), Words(text + "?"))
        it.merge(late)
        assert [words.text for words in it.said] == ["first", "second", "third", "fourth"]
        assert [words.text for words in it.asked] == ["first?", "second?", "third?", "fourth?"]

    def test_none_is_lost_to_words_that_turn_out_to_be_said_beneath_a_call(self) -> None:
        it, call = new(), new()
        beneath, own = Words("said beneath"), Words("")
        for each in (it, call):
            each.hear(beneath, None)
        it.hear(own, None)
        it.forget_words_of(call)
        assert it.answer is own

    def test_those_said_beneath_a_call_are_forgotten_and_the_same_said_elsewhere_are_not(self) -> None:
        it, call = new(), new()
        own, beneath = Words("the same"), Words("the same")
        it.hear(own, own)
        for each in (it, call):
            each.hear(beneath, beneath)
        it.forget_words_of(call)
        assert (it.said, it.asked) == ([own], [own])

    def test_those_of_sub_agents_are_no_source(self) -> None:
        it = new()
        it.note_prose([digest_of("an opinion")])
        it.observe(held("an opinion"))
        assert len(it.ledger) == 0

    def test_of_sub_agents_the_newest_are_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seen, "_MAX_PROSE", 2)
        it = new()
        it.note_prose([1, 2, 3])
        assert list(it.prose) == [2, 3]


class TestCalls:
    def test_a_quoted_output_is_that_of_the_call_whose_span_has_none(self) -> None:
        it = new()
        it.count_call(Reading(Role.TOOL), new())
        assert (it.calls, it.missing) == (1, 1)
        it.observe(held("330 metres", quoted=True))
        assert (it.calls, it.missing) == (1, 0)

    def test_a_quoted_output_of_no_call_that_was_seen_is_a_call(self) -> None:
        it = new()
        it.observe(held("330 metres", quoted=True))
        assert (it.calls, it.missing) == (1, 0)

    def test_a_call_around_one_without_an_output_is_the_same_call(self) -> None:
        it, inside = new(), new()
        for each in (it, inside):
            each.count_call(Reading(Role.TOOL), new())
        it.count_call(Reading(Role.TOOL, sources=(Source("330 metres"),)), inside)
        assert (it.calls, it.missing) == (1, 0)

    def test_a_failed_call_is_counted_and_misses_no_output(self) -> None:
        it = new()
        it.count_call(Reading(Role.TOOL, failed=True), new())
        assert (it.calls, it.missing, it.failed) == (1, 0, 1)


def test_what_was_seen_before_comes_first_and_each_source_once() -> None:
    earlier, later = new(), new()
    earlier.hear(Words("first"), Words("asked first"))
    later.hear(Words("last"), Words("asked last"))
    for each in (earlier, later):
        each.observe(held("330 metres", quoted=True))
    later.merge(earlier)
    assert ([each.text for each in later.said], later.asked[0].text) == (["first", "last"], "asked first")
    assert len(later.ledger) == 1

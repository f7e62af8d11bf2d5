"""Answers and evidence that grow together: the work grows as they do, counted in calls, never timed."""

from __future__ import annotations

import gc
from cProfile import Profile

import pytest
from growing import SHAPES, Growing, make

from otel_grounding import assess
from otel_grounding.evidence.work import POOL, SHARE, Work
from otel_grounding.model import FactVerdict

SIZE = 80
MOST = 2.7
"""Between the 2 of work that grows with its input and the 4 of work that grows with its square; some is fixed."""
FAR = 2.4
"""The same where the sizes are those at which the budget takes hold."""


def calls(given: Growing) -> int:
    """The calls of Python's and of C's functions that a score takes: the same on every machine."""
    profile = Profile()
    profile.enable()
    assess(given.answer, given.sources)
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_answer_over_twice_the_evidence_is_twice_the_work(shape: str) -> None:
    assess(*make(shape, 4, 4))  # what is loaded and compiled once is no work of a score
    counted = [calls(make(shape, size, size)) for size in (SIZE, 2 * SIZE)]
    assert counted[1] / counted[0] < MOST, counted


@pytest.mark.parametrize("shape", ["averages", "comparisons", "statuses"])
def test_it_stays_so_beyond_the_sizes_of_tables(shape: str) -> None:
    counted = [calls(make(shape, size, size)) for size in (500, 1000)]
    assert counted[1] / counted[0] < FAR, counted


def test_more_evidence_beside_the_same_answer_costs_no_more_than_its_reading() -> None:
    small, large = (calls(make("comparisons", 200, size)) for size in (400, 1600))
    assert large / small < 4


class TestWork:
    def test_a_question_has_a_share_of_its_own_when_the_pool_is_empty(self) -> None:
        work = Work()
        work.begin()
        assert work.allows(SHARE + POOL)
        assert not work.allows(1)
        work.begin()
        assert work.allows(SHARE)
        assert not work.allows(1)
        assert work.is_short

    def test_what_is_refused_takes_nothing_from_the_pool(self) -> None:
        work = Work()
        assert not work.allows(SHARE + POOL + 1)
        work.begin()
        assert work.allows(SHARE + POOL)

    def test_short_is_short_until_the_next_question(self) -> None:
        work = Work()
        work.allows(SHARE + POOL + 1)
        assert not work.allows(1)
        work.begin()
        assert not work.is_short


class TestWithoutWork:
    """When the budget is used up a fact has the verdict of its plain value: never a contradiction by half a look."""

    @pytest.fixture(autouse=True)
    def no_pool(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("otel_grounding.evidence.figures.Work", lambda: Work(0))
        monkeypatch.setattr("otel_grounding.evidence.work.SHARE", 0)

    @pytest.mark.parametrize(
        ("answer", "source"),
        [
            ("Order 7 came to 1,299.50 EUR.", [{"order": 7, "total": 1299.5, "currency": "EUR"}]),
            ("It came to 1,299.50 EUR.", "The total was 1,299.50 EUR."),
            ("It came to 1,299.50 EUR in all.", ["note " * 200 + "1,299.50 EUR " + "word " * 200]),
            ("It is due on 2026-03-04.", [{"due": "2026-03-04"}]),
            ("Ticket OPS-4412 is done.", "We closed OPS-4412."),
            ("Some 41.5 km of road.", [{"length_km": 41.5}]),
        ],
    )
    def test_a_value_that_is_there_supports(self, answer: str, source: object) -> None:
        (fact,) = [fact for fact in assess(answer, [source]).facts if any(map(str.isdigit, fact.text))]
        assert fact.verdict is FactVerdict.SUPPORTED
        assert fact.source_ids

    @pytest.mark.parametrize("shape", SHAPES)
    def test_nothing_is_contradicted(self, shape: str) -> None:
        report = assess(*make(shape, 12, 12))
        looked = {fact.reason for fact in report.facts if fact.verdict is FactVerdict.CONTRADICTED}
        assert looked <= LOOKED_UP, looked


LOOKED_UP = {"near_identifier", "other_status", "wrong_arithmetic"}
"""Contradictions that come out of look-ups, or of the answer's own sums: neither needs a budget."""


@pytest.mark.parametrize("shape", ["totals", "json", "prose", "short sources", "comparisons"])
def test_a_score_leaves_nothing_to_the_garbage_collector(shape: str) -> None:
    given = make(shape, 20, 20)
    assess(*given)
    gc.collect()
    gc.disable()
    try:
        assess(*given)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("shape", ["averages named", "comparisons", "statuses", "json", "prose", "short sources"])
def test_a_score_is_the_same_each_time(shape: str) -> None:
    given = make(shape, 60, 60)
    assert assess(*given).to_dict(content=True) == assess(*given).to_dict(content=True)


def test_the_last_facts_of_a_long_answer_are_supported_like_its_first() -> None:
    report = assess(*make("the same price", 1500, 1500))
    assert {fact.verdict for fact in report.facts[-50:]} == {fact.verdict for fact in report.facts[:50]}

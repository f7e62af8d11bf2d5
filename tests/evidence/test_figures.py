"""The hard data of the evidence: what is read, from which shapes, and where it says it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_keys import sense_of
from otel_grounding.evidence.figure_text import sentence_around
from otel_grounding.evidence.figures import Figures
from otel_grounding.evidence.index import index_source, is_cut
from otel_grounding.evidence.work import Work
from otel_grounding.model import Source

CONFIG = GroundingConfig()


def figures(*sources: Any) -> Figures:
    return Figures([index_source(Source(source, id=f"s{at}"), CONFIG) for at, source in enumerate(sources, 1)], CONFIG)


def paths(found: Figures, value: Any) -> list[str]:
    return [found.where(place, value) for place in found.places_of(value)]


SHAPES = [
    ({"a": {"b": [{"c": 7315}]}}, "a.b[0].c"),
    ('{"a": {"b": [{"c": 7315}]}}', "a.b[0].c"),
    ({"text": '{"total": 7315}'}, "text.total"),
    ({"text": json.dumps(json.dumps({"total": 7315}))}, "text.total"),
    ([[1], [2, 7315]], "[1][1]"),
    ("{'total': 7315}", "total"),
]


@pytest.mark.parametrize(("source", "path"), SHAPES)
def test_a_value_is_found_with_its_path(source: Any, path: str) -> None:
    assert paths(figures(source), 7315) == [path]


TABLES = ["id,total\nA,7315\nB,8420", "| id | total |\n|---|---|\n| A | 7315 |", "id\ttotal\nA\t7315\nB\t8420"]


@pytest.mark.parametrize("text", TABLES)
def test_cells_of_text_tables_are_under_their_heading(text: str) -> None:
    assert paths(figures(text), "7315") == ["[0].total"]


HEADED = [
    {"columns": ["name", "share_pct"], "data": [["Loom", 41.6]]},
    {"rows": [["name", "share_pct"], ["Loom", 41.6]]},
    [["name", "share_pct"], ["Loom", 41.6]],
]


@pytest.mark.parametrize("source", HEADED)
def test_cells_of_rows_are_named_by_their_heading(source: Any) -> None:
    (place,) = figures(source).places_of(41.6)
    assert place.label(1) == "share_pct"


def test_cells_of_html_tables_are_named_by_their_heading() -> None:
    text = "<table><tr><th>Name</th><th>Cost EUR</th></tr><tr><td>Loom</td><td>7315</td></tr></table>"
    (place,) = figures(text).places_of("7315")
    assert place.label(1) == "Cost EUR"


def test_every_place_of_a_value_is_kept() -> None:
    assert paths(figures({"rows": [{"x": 5}, {"y": 5}]}, {"z": 5}), 5) in (
        ["rows[1].y", "rows[0].x", "z"],
        ["rows[0].x", "rows[1].y", "z"],
    )


def test_the_places_of_a_value_are_bounded() -> None:
    assert len(figures({"rows": [{"x": 5} for _ in range(1_000)]}).places_of(5)) == 64


def test_truth_values_and_nothing_are_no_figures() -> None:
    found = figures({"a": True, "b": None})
    assert not found.leaves


def test_numbers_are_found_by_size() -> None:
    found = figures({"a": 10, "b": -12.5, "c": "14", "d": 99, "e": float("nan"), "f": 10**400})
    assert found.numbers_between(9, 15) == [10, -12.5, "14"]


def test_text_is_searched_for_whole_literals_only() -> None:
    (text,) = figures("ids 48250, 148250 and 482501; INV-48250").texts
    assert [text.text[at - 4 : at] for at in text.find("48250")] == ["ids ", "INV-"]


def test_literals_are_found_by_size_and_magnitude_word() -> None:
    (text,) = figures("sold 1.24 million of 7 and 3.350").texts
    assert text.literals_between(1_235_000, 1_245_000) == ["1.24"]
    assert set(text.literals_between(3_350, 3_350)) == {"3.350"}


def test_a_line_is_read_once_however_often_it_is_asked_for() -> None:
    (text,) = figures("word " * 400 + "$5").texts
    assert text.window(1_990, CONFIG, Work()) is text.window(1_991, CONFIG, Work())


def test_long_runs_of_base64_are_left_out() -> None:
    assert "7315" not in figures("see " + "QUJD7315" * 100).texts[0].text


CUT = [
    ('{"rows":[{"id":1},{"i', True),
    ('[{"a": 1', True),
    ('{"a": 1}', False),
    ("plain text", False),
    ("[x] done", False),
]


@pytest.mark.parametrize(("text", "cut"), CUT)
def test_json_that_ends_in_the_middle_is_known(text: str, cut: bool) -> None:
    assert is_cut(text) is cut
    assert figures(text).cut is cut


def test_the_sentence_around_a_place() -> None:
    text = "One is 1.5. Two is 2. Three is 3."
    assert sentence_around(text, text.index("Two")) == "Two is 2."


SENSES = [
    ("duration_ms", "ms", 0),
    ("durationMs", "ms", 0),
    ("price_usd", "USD", 0),
    ("priceUsd", "USD", 0),
    ("temp_c", "°C", 0),
    ("temp_f", "°F", 0),
    ("price_cents", "¢", -2),
    ("weight (kg)", "kg", 0),
    ("size_bytes", "B", 0),
    ("timeout_s", "s", 0),
    ("revenue (millions)", "", 6),
    ("rain_3h", "", 0),
    ("3h", "", 0),
    ("created_at", "", 0),
    ("name", "", 0),
    ("s", "", 0),
    ("m", "", 0),
]


@pytest.mark.parametrize(("key", "unit", "exponent"), SENSES)
def test_names_give_units(key: str, unit: str, exponent: int) -> None:
    assert (sense_of(key).unit, sense_of(key).exponent) == (unit, exponent)


SORTS = [
    ("discount_pct", "percent"),
    ("growthRate", "ratio"),
    ("outstanding_balance", "money"),
    ("created_at", "time"),
    ("orderId", "identity"),
    ("year", "year"),
    ("item_count", "counts"),
    ("stock_value", "money"),
]


@pytest.mark.parametrize(("key", "sort"), SORTS)
def test_names_say_what_sort_a_value_is(key: str, sort: str) -> None:
    assert getattr(sense_of(key), sort)


def test_an_object_s_name_speaks_for_a_field_that_says_nothing() -> None:
    found = figures({"humidity": {"all": 96}})
    (place,) = found.places_of(96)
    name, sense = place.title_of("all")
    assert (name, sense.ratio) == ("humidity all", True)

"""Answers and evidence that grow together: what a scorer must take no more than linear time over.

Each shape is a kind of answer over a kind of evidence, chosen so that a careless reading would look at every sentence
beside every record. `make(shape, sentences, records)` gives one of any size, the same on every machine. The tests count
the work on small ones; the benchmarks time large ones.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

Record = dict[str, Any]
_SYLLABLES = "ba de fi go hu ka le mi no pu ra se ti vo wu xa ze".split()
_STATES = "paid pending overdue refunded".split()
_MONTHS = "January February March April May June July August September October November December".split()


class Growing(NamedTuple):
    """An answer and the tool outputs beside it."""

    answer: str
    sources: list[Any]


Shape = Callable[[int, int], Growing]
SHAPES: dict[str, Shape] = {}


def shape(make: Shape) -> Shape:
    SHAPES[make.__name__.removeprefix("_").replace("_", " ")] = make
    return make


def word(number: int) -> str:
    """A name of letters for a number."""
    found = ""
    for _ in range(4):
        number, digit = divmod(number, len(_SYLLABLES))
        found = _SYLLABLES[digit] + found
    return found.capitalize()


def orders(count: int) -> list[Record]:
    return [
        {
            "name": word(at), "price": 1000 + at, "stock": 5 * at + 3, "status": _STATES[at % 4],
            "date": str(date(2001, 1, 1) + timedelta(days=at)),
        }
        for at in range(count)
    ]  # fmt: skip


def said(sentences: Iterable[str]) -> str:
    return " ".join(sentences)


def cycle(sentences: int, records: int) -> Iterator[int]:
    return (at % records for at in range(sentences))


# ---- derived figures


@shape
def _averages(sentences: int, records: int) -> Growing:
    return Growing(
        said(f"The average price is {at}.37 EUR." for at in range(1000, 1000 + sentences)),
        [json.dumps([{"price": at} for at in range(1000, 1000 + records)])],
    )


@shape
def _averages_named(sentences: int, records: int) -> Growing:
    answer = said(f"The average price of {word(at)} is {at}.37 EUR." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _totals(sentences: int, records: int) -> Growing:
    chance = random.Random(1)
    answer = said(f"The total is {chance.randrange(10**6, 10**7)}." for _ in range(sentences))
    return Growing(answer, [json.dumps([{"v": at} for at in range(1000, 1000 + records)])])


@shape
def _sums_of_two(sentences: int, records: int) -> Growing:
    answer = said(f"The total of {at} and {at + 1} is {2 * at + 1}." for at in range(1000, 1000 + sentences))
    return Growing(answer, [json.dumps([{"v": at} for at in range(1000, 1000 + records)])])


@shape
def _sums_of_two_names(sentences: int, records: int) -> Growing:
    answer = said(
        f"{word(at)} and {word((at + 1) % records)} together have a price of {7777 + at}."
        for at in cycle(sentences, records)
    )
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _sums_of_a_status(sentences: int, records: int) -> Growing:
    answer = said(f"The overdue orders have a total price of {70000 + at}." for at in range(sentences))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _shares(sentences: int, records: int) -> Growing:
    answer = said(
        f"{word(at)} accounts for {at % 97}.{at % 89:02}% of the total stock." for at in cycle(sentences, records)
    )
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _differences(sentences: int, records: int) -> Growing:
    answer = said(
        f"The price of {word(at)} is {5003 + at} higher than that of {word((at + 7) % records)}."
        for at in cycle(sentences, records)
    )
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _ratios(sentences: int, records: int) -> Growing:
    answer = said(
        f"{word(at)} has {at}.37 times the stock of {word((at + 7) % records)}." for at in cycle(sentences, records)
    )
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _equations(sentences: int, records: int) -> Growing:
    chain = " + ".join(str(1000 + at) for at in range(max(2, sentences)))
    return Growing(f"In all {chain} = 7777777.", [json.dumps(orders(records))])


@shape
def _sums_of_the_answer(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} costs {1000 + at} EUR, the total so far is {9991 + at} EUR." for at in range(sentences))
    return Growing(answer, ["The office opens at nine.", *([{"v": 1}] * min(records, 500))])


# ---- order, counts, status


@shape
def _comparisons(sentences: int, records: int) -> Growing:
    answer = said(f"Item{at}x is more expensive than Item{(at + 1) % records}x." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps([{"name": f"Item{at}x", "price": at} for at in range(records)])])


@shape
def _superlatives(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} has the highest price and the lowest stock." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _extremes(sentences: int, records: int) -> Growing:
    answer = said(f"The highest price is {1000 + at}." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _extremes_of_days(sentences: int, records: int) -> Growing:
    rows = orders(records)
    answer = said(
        f"The highest price on {rows[at]['date']} was {1000 + (at + 1) % records}, the lowest was {1000 + at}."
        for at in cycle(sentences, records)
    )
    return Growing(answer, [json.dumps(rows)])


@shape
def _ranges(sentences: int, records: int) -> Growing:
    answer = said(f"Prices range from {1000 + at} to {1000 + (at + 9) % records}." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _counts(sentences: int, records: int) -> Growing:
    answer = said(f"The list contains {at} orders." for at in range(2, 2 + sentences))
    return Growing(answer, [json.dumps({"orders": orders(records)})])


@shape
def _counts_of_a_status(sentences: int, records: int) -> Growing:
    answer = said(f"Of the orders {at} are {_STATES[at % 4]}." for at in range(2, 2 + sentences))
    return Growing(answer, [json.dumps({"orders": orders(records)})])


@shape
def _counts_of_short_lists(sentences: int, records: int) -> Growing:
    lists = {
        f"{word(at)}_orders": [{"name": word(3 * at + each), "status": _STATES[each]} for each in range(3)]
        for at in range(records // 3)
    }
    return Growing(said(f"There are {at % 9 + 2} orders that are paid." for at in range(sentences)), [lists])


@shape
def _short_figures(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} has a stock of {at % 90 + 2} and 14 rooms." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _number_words(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} has three rooms and seven doors." for at in cycle(sentences, records))
    return Growing(answer, [said(f"{word(at)} has three rooms and nine doors." for at in range(records))])


@shape
def _statuses(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} is {_STATES[(at + 1) % 4]}." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _statuses_of_many_words(sentences: int, records: int) -> Growing:
    rows = [{"name": word(at), "status": f"{word(at + 1).lower()} open"} for at in range(records)]
    answer = said(f"{word(at)} is {word(at + 2).lower()} open." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(rows)])


@shape
def _statuses_in_prose(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} has the status closed." for at in cycle(sentences, records))
    return Growing(answer, [said(f"The status of {word(at)} is open since Monday." for at in range(records))])


@shape
def _negations(sentences: int, records: int) -> Growing:
    answer = said(f"The payment of {word(at)} was not approved by the bank." for at in cycle(sentences, records))
    return Growing(answer, [said(f"The payment of {word(at)} was approved by the bank." for at in range(records))])


@shape
def _negations_alike(sentences: int, records: int) -> Growing:
    answer = said(f"The big payment number {at} was not approved by the bank." for at in range(sentences))
    return Growing(answer, ["The big payment was approved by the bank of the town.\n" * records])


@shape
def _switches(sentences: int, records: int) -> Growing:
    rows = [{"name": word(at), "backup_enabled": at % 2 == 0} for at in range(records)]
    answer = said(f"The backup of {word(at)} is disabled." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(rows)])


# ---- figures, dates, identifiers


@shape
def _prices(sentences: int, records: int) -> Growing:
    chance = random.Random(1)
    answer = said(f"Item {at} costs {chance.randrange(10**6) / 100:.2f} EUR." for at in range(sentences))
    return Growing(answer, [said(f"{chance.randrange(10**7) / 100:.2f} EUR" for _ in range(10 * records))])


@shape
def _prices_of_names(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} costs {1001 + at}.00 EUR." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _the_same_price(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} has a stock of 12345 and a price of 777 EUR." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps([{"name": word(at), "price": 777, "stock": 12345} for at in range(records)])])


@shape
def _hedged(sentences: int, records: int) -> Growing:
    answer = said(f"About {at}000 visitors came, over {at}00 of them twice." for at in range(1, 1 + sentences))
    return Growing(answer, [json.dumps([{"visitors": 997 * at + 3} for at in range(records)])])


@shape
def _percents(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} fell by {at % 100}.{at % 10}%." for at in range(sentences))
    return Growing(answer, [json.dumps([{"name": word(at), "change_pct": at / 7} for at in range(records)])])


@shape
def _bare_percents(sentences: int, records: int) -> Growing:
    return Growing("1% " * sentences, ["The total is 1,234 USD." * records])


@shape
def _measures(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} is {at}.5 km long and weighs {at} kg." for at in range(sentences))
    return Growing(answer, [json.dumps([{"length_m": 31 * at, "weight_g": 17 * at} for at in range(records)])])


@shape
def _dates(sentences: int, records: int) -> Growing:
    rows = orders(records)
    answer = said(f"{word(at)} was sold on {rows[(at + 3) % records]['date']}." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(rows)])


@shape
def _days_of_months(sentences: int, records: int) -> Growing:
    answer = said(f"On {_MONTHS[at % 12]} {at % 28 + 1} it was {1000 + at}." for at in range(sentences))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _months(sentences: int, records: int) -> Growing:
    answer = said(f"In {_MONTHS[at % 12]} {2001 + at % 9} the price was {1000 + at}." for at in range(sentences))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _weekdays(sentences: int, records: int) -> Growing:
    answer = said(f"The price on Friday was {1000 + at}. Then it was {2000 + at}." for at in range(sentences))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _dates_without_an_end(sentences: int, records: int) -> Growing:
    return Growing("On 2026-01-02 it rained, " * sentences, [json.dumps(orders(records))])


@shape
def _identifiers(sentences: int, records: int) -> Growing:
    answer = said(f"Order ORD-{10007 + 10 * at} was sent." for at in range(sentences))
    return Growing(answer, [json.dumps([{"order": f"ORD-{10001 + 10 * at}"} for at in range(records)])])


@shape
def _identifiers_in_prose(sentences: int, records: int) -> Growing:
    answer = said(f"Order ORD-{10007 + 10 * at} was sent." for at in range(sentences))
    return Growing(answer, [said(f"We sent ORD-{10001 + 10 * at} by mail." for at in range(records))])


@shape
def _long_identifiers(sentences: int, records: int) -> Growing:
    chance = random.Random(1)
    answer = said(f"Job {chance.randbytes(16).hex()}-{at} is done." for at in range(sentences))
    return Growing(answer, [json.dumps([{"job": f"{chance.randbytes(16).hex()}-{at}"} for at in range(records)])])


@shape
def _hashes(sentences: int, records: int) -> Growing:
    chance = random.Random(1)
    answer = said(f"Commit {chance.randbytes(4).hex()} broke it." for at in range(sentences))
    return Growing(answer, [said(f"commit {chance.randbytes(20).hex()} fixes" for at in range(records))])


@shape
def _addresses(sentences: int, records: int) -> Growing:
    answer = said(f"Write to {word(at).lower()}@exemple.org or https://example.org/{at}." for at in range(sentences))
    rows = [{"mail": f"{word(at).lower()}@example.org", "url": f"https://example.org/x/{at}"} for at in range(records)]
    return Growing(answer, [json.dumps(rows)])


@shape
def _scores(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} won {at % 90}:{at % 80}." for at in cycle(sentences, records))
    return Growing(answer, [said(f"{word(at)} lost {at % 70}:{at % 60}." for at in range(records))])


# ---- names


@shape
def _hyphened(sentences: int, records: int) -> Growing:
    rows = [{"service": f"check-{word(at).lower()}-api", "status": "open"} for at in range(records)]
    return Growing(said(f"check-out{chr(97 + at % 26)}-api is open." for at in range(sentences)), [json.dumps(rows)])


@shape
def _hyphened_in_prose(sentences: int, records: int) -> Growing:
    answer = said(f"check-{word(at + 1).lower()}-api is open since 12:30." for at in range(sentences))
    return Growing(answer, [said(f"check-{word(at).lower()}-api was slow at 1{at}." for at in range(records))])


@shape
def _names_sharing_words(sentences: int, records: int) -> Growing:
    rows = [{"name": f"Acme {word(at)} Group", "price": 1000 + at} for at in range(records)]
    answer = said(f"Acme {word(at)} costs {1001 + at} EUR." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(rows)])


@shape
def _one_name_for_all(sentences: int, records: int) -> Growing:
    rows = [{"name": "Acme", "price": 1000 + at} for at in range(records)]
    return Growing(said(f"Acme costs {1001 + at} EUR." for at in range(sentences)), [json.dumps(rows)])


@shape
def _two_names_for_all(sentences: int, records: int) -> Growing:
    rows = [{"name": "Acme", "city": "Lyon", "price": 1000 + at} for at in range(records)]
    return Growing(said(f"Acme in Lyon costs {1001 + at} EUR." for at in range(sentences)), [json.dumps(rows)])


@shape
def _many_names_in_a_sentence(sentences: int, records: int) -> Growing:
    names = ", ".join(word(at) for at in cycle(sentences, records))
    return Growing(f"{names} cost 1001, 1002 and 1003 EUR.", [json.dumps(orders(records))])


@shape
def _many_figures_in_a_sentence(sentences: int, records: int) -> Growing:
    names = ", ".join(f"{word(at)} {1001 + at} EUR" for at in cycle(sentences, records))
    return Growing(f"The prices are {names}", [json.dumps(orders(records))])


@shape
def _one_long_name(sentences: int, records: int) -> Growing:
    return Growing(said(f"{word(at)}" for at in range(sentences)), [said(word(at) for at in range(records))])


# ---- forms of answers


@shape
def _bullets(sentences: int, records: int) -> Growing:
    lines = [f"- {word(at)} costs {1001 + at} EUR and is {_STATES[at % 4]}" for at in cycle(sentences, records)]
    return Growing("\n".join(lines), orders(records))


@shape
def _headings(sentences: int, records: int) -> Growing:
    lines = [f"## {word(at)}\n- Price: {1001 + at} EUR\n- Status: paid" for at in cycle(sentences, records)]
    return Growing("\n".join(lines), [json.dumps(orders(records))])


@shape
def _pronouns(sentences: int, records: int) -> Growing:
    answer = said(f"{word(at)} is new. It costs {1001 + at} EUR. It is paid." for at in cycle(sentences, records))
    return Growing(answer, [json.dumps(orders(records))])


@shape
def _table_in_the_answer(sentences: int, records: int) -> Growing:
    rows = "\n".join(f"| {word(at)} | {1001 + at} | {_STATES[at % 4]} |" for at in cycle(sentences, records))
    return Growing(f"| name | price | status |\n| --- | --- | --- |\n{rows}", [json.dumps(orders(records))])


@shape
def _one_endless_line(sentences: int, records: int) -> Growing:
    return Growing(" ".join(f"{word(at).lower()} {1001 + at}" for at in range(sentences)), [orders(records)])


# ---- forms of evidence, with the same answer


def _told(sentences: int, records: int) -> str:
    return said(
        f"{word(at)} costs {1001 + at} EUR, more than {word((at + 1) % records)}, was sold on 2026-01-{at % 28 + 1:02}"
        f" and is {_STATES[(at + 1) % 4]}. The average stock is {at}.7."
        for at in cycle(sentences, records)
    )


@shape
def _markdown(sentences: int, records: int) -> Growing:
    rows = ["| name | price | stock | status | date |", "|---|---|---|---|---|"]
    rows += [f"| {' | '.join(map(str, row.values()))} |" for row in orders(records)]
    return Growing(_told(sentences, records), ["\n".join(rows)])


@shape
def _csv(sentences: int, records: int) -> Growing:
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(["name", "price", "stock", "status", "date"])
    lines.writerows(row.values() for row in orders(records))
    return Growing(_told(sentences, records), [written.getvalue()])


@shape
def _json(sentences: int, records: int) -> Growing:
    return Growing(_told(sentences, records), [json.dumps({"data": {"orders": orders(records)}}, indent=1)])


@shape
def _json_lines(sentences: int, records: int) -> Growing:
    return Growing(_told(sentences, records), ["\n".join(map(json.dumps, orders(records)))])


@shape
def _json_in_json(sentences: int, records: int) -> Growing:
    inner = json.dumps({"content": [{"type": "text", "text": json.dumps(orders(records))}]})
    return Growing(_told(sentences, records), [inner])


@shape
def _json_in_each_record(sentences: int, records: int) -> Growing:
    return Growing(_told(sentences, records), [[{"at": at, "text": json.dumps(row)} for at, row in
                                                enumerate(orders(records))]])  # fmt: skip


@shape
def _by_name(sentences: int, records: int) -> Growing:
    by_name = {row.pop("name"): row for row in orders(records)}
    return Growing(_told(sentences, records), [json.dumps(by_name)])


@shape
def _columnar(sentences: int, records: int) -> Growing:
    rows = orders(records)
    return Growing(_told(sentences, records), [json.dumps({key: [row[key] for row in rows] for key in rows[0]})])


@shape
def _nested(sentences: int, records: int) -> Growing:
    rows = [
        {
            "item": {"name": row["name"], "money": {"price": row["price"], "currency": "EUR"}},
            "stock": {"now": row["stock"]},
            "tags": [row["status"], row["date"]],
        }
        for row in orders(records)
    ]
    return Growing(_told(sentences, records), [json.dumps(rows)])


@shape
def _records_of_lists(sentences: int, records: int) -> Growing:
    rows = [{"name": word(at), "items": orders(4)} for at in range(records // 4 + 1)]
    return Growing(_told(sentences, records), [json.dumps(rows)])


@shape
def _many_fields(sentences: int, records: int) -> Growing:
    rows = [{"name": word(at), **{f"{word(key).lower()}_price": at * key for key in range(40)}}
            for at in range(records // 40 + 2)]  # fmt: skip
    return Growing(_told(sentences, records), [json.dumps(rows)])


@shape
def _a_shape_for_each_record(sentences: int, records: int) -> Growing:
    rows = [{"name": word(at), f"{word(at).lower()}_price": 1000 + at, "status": "paid"} for at in range(records)]
    return Growing(_told(sentences, records), [json.dumps(rows)])


@shape
def _one_wide_record(sentences: int, records: int) -> Growing:
    return Growing(_told(sentences, records), [json.dumps({f"{word(at)}_price": 1000 + at for at in range(records)})])


@shape
def _prose(sentences: int, records: int) -> Growing:
    lines = [f"{row['name']} has a price of {row['price']} EUR. Its stock is {row['stock']}. It was sold on"
             f" {row['date']}. The status of {row['name']} is {row['status']}." for row in orders(records)]  # fmt: skip
    return Growing(_told(sentences, records), ["\n".join(lines)])


@shape
def _pairs(sentences: int, records: int) -> Growing:
    blocks = ["\n".join(f"{key}: {value}" for key, value in row.items()) for row in orders(records)]
    return Growing(_told(sentences, records), ["\n\n".join(blocks)])


@shape
def _logs(sentences: int, records: int) -> Growing:
    lines = [f"2026-01-02T03:04:05Z INFO name={row['name']} price={row['price']} status={row['status']}"
             for row in orders(records)]  # fmt: skip
    return Growing(_told(sentences, records), ["\n".join(lines)])


@shape
def _xml(sentences: int, records: int) -> Growing:
    items = [f"<order name=\"{row['name']}\"><price>{row['price']}</price><status>{row['status']}</status></order>"
             for row in orders(records)]  # fmt: skip
    return Growing(_told(sentences, records), [f"<orders>{''.join(items)}</orders>"])


@shape
def _one_long_line(sentences: int, records: int) -> Growing:
    text = ", ".join(f"{row['name']} {row['price']} EUR {row['status']} {row['date']}" for row in orders(records))
    return Growing(_told(sentences, records), [text])


@shape
def _short_sources(sentences: int, records: int) -> Growing:
    return Growing(_told(sentences, records), [json.dumps(row) for row in orders(min(records, 1000))])


@shape
def _short_proses(sentences: int, records: int) -> Growing:
    rows = orders(min(records, 1000))
    return Growing(_told(sentences, records), [f"{row['name']} costs {row['price']} EUR and is not {row['status']}."
                                               for row in rows])  # fmt: skip


@shape
def _short_sources_of_shapes(sentences: int, records: int) -> Growing:
    rows = orders(min(records, 1000))
    return Growing(_told(sentences, records), [{f"{row['name']}_{key}": value for key, value in row.items()}
                                               for row in rows])  # fmt: skip


def make(name: str, sentences: int, records: int) -> Growing:
    """One shape of this size."""
    return SHAPES[name](sentences, records)

"""Order: superlatives over a column, and comparisons of two of its values, as a sentence states them in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from otel_grounding.evidence.book import Book, Column
from otel_grounding.evidence.work import Work
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.scoring.scales import Scale
from otel_grounding.text.wording import content_stems, stem

_HINTS = {
    "price": "price cost fee fare rate amount rent premium charge",
    "time": "duration length time delay latency elapsed lead wait",
    "date": "date time created opened founded established year start started since released built joined born day",
    "speed": "speed velocity throughput",
    "temp": "temperature temp",
    "age": "age",
    "size": "size length height distance area population",
    "weight": "weight mass",
    "score": "score rating rank points",
}
_HINT_STEMS = {name: frozenset(map(stem, words.split())) for name, words in _HINTS.items()}
_HIGH, _LOW = 1, -1
_SUPERLATIVES: dict[str, tuple[int, str]] = {
    **dict.fromkeys("highest largest biggest greatest most maximum max top".split(), (_HIGH, "")),
    **dict.fromkeys("lowest smallest least fewest minimum min".split(), (_LOW, "")),
    **dict.fromkeys("priciest costliest dearest".split(), (_HIGH, "price")),
    "cheapest": (_LOW, "price"), "longest": (_HIGH, "time"), "shortest": (_LOW, "time"), "slowest": (_HIGH, "time"),
    "quickest": (_LOW, "time"), "fastest": (_LOW, "time"), "oldest": (_LOW, "date"), "earliest": (_LOW, "date"),
    "newest": (_HIGH, "date"), "latest": (_HIGH, "date"), "hottest": (_HIGH, "temp"), "warmest": (_HIGH, "temp"),
    "coldest": (_LOW, "temp"), "coolest": (_LOW, "temp"), "youngest": (_LOW, "age"), "tallest": (_HIGH, "size"),
    "heaviest": (_HIGH, "weight"), "lightest": (_LOW, "weight"),
}  # fmt: skip
_COMPARATIVES: dict[str, tuple[int, str]] = {
    **dict.fromkeys("higher larger bigger greater more above".split(), (_HIGH, "")),
    **dict.fromkeys("exceeds exceeded surpasses surpassed tops topped outperforms".split(), (_HIGH, "")),
    **dict.fromkeys("lower smaller fewer less below trails trailed".split(), (_LOW, "")),
    "cheaper": (_LOW, "price"), "pricier": (_HIGH, "price"), "costlier": (_HIGH, "price"), "longer": (_HIGH, "time"),
    "shorter": (_LOW, "time"), "slower": (_HIGH, "time"), "faster": (_LOW, "time"), "earlier": (_LOW, "date"),
    "older": (_LOW, "date"), "later": (_HIGH, "date"), "newer": (_HIGH, "date"), "warmer": (_HIGH, "temp"),
    "hotter": (_HIGH, "temp"), "colder": (_LOW, "temp"), "cooler": (_LOW, "temp"), "heavier": (_HIGH, "weight"),
    "lighter": (_LOW, "weight"),
}  # fmt: skip
_EXPENSIVE = re.compile(r"(most|least|more|less) (expensive|costly|recent|profitable)\b", re.IGNORECASE)
_WORDS = re.compile(
    rf"\b(?:{'|'.join(sorted({*_SUPERLATIVES, *_COMPARATIVES}, key=len, reverse=True))})\b", re.IGNORECASE
)
_TOKENS = frozenset(word.encode() for word in (*_SUPERLATIVES, *_COMPARATIVES))
_VERBS = frozenset("exceeds exceeded surpasses surpassed tops topped outperforms trails trailed".split())
_NOUNS = frozenset("maximum minimum max min".split())
_RANKS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
_RANK = re.compile(rf"\b({'|'.join(_RANKS)})[ -]\Z", re.IGNORECASE)
_ONE_OF = re.compile(
    r"\b(?:one of|among|at|up to|at the|no|not|n['’]t|if|would|could|should|may|might|whether|which|who|what)\b",
    re.IGNORECASE,
)
_NO_ORDER = re.compile(
    r" (?:data|figures?|records?|results?|information|update|report|version|available)\b", re.IGNORECASE
)
"""Behind "latest": it says when, not which."""
_UNIT_BEFORE = re.compile(r"\d ?\Z")
"""Before "min": a unit."""
_SCOPED = re.compile(
    r"\b(?:in|among|during|since|within|for|from|outside|excluding|except|after|before|until|on|to|ever|so far)\b",
    re.IGNORECASE,
)
_UNIT_WORDS = frozenset(
    map(
        stem,
        "usd eur gbp seconds secs ms minutes hours days percent pct kg km amount value total avg number count in"
        " of c f gb mb kb tb km cm mm gbps mbps kwh"
        " millis milliseconds minutes degrees bytes per".split(),
    )
)
_GENERIC = frozenset(
    map(
        stem,
        "two three four five six seven eight nine ten all list listed results table data record rows entry entries"
        " items group set overall among currently returned found shown by far".split(),
    )
)


def check_order(sentence: Sentence) -> Iterator[FactResult]:
    """The superlatives and comparisons of a sentence that a column of the evidence confirms or denies."""
    if _TOKENS.isdisjoint(sentence.answer.tokens) or _TOKENS.isdisjoint(sentence.tokens) or not sentence.named:
        return
    for cue in _WORDS.finditer(sentence.text, sentence.start, sentence.end):
        word = cue.group().lower()
        if _NO_ORDER.match(sentence.text, cue.end()) or (
            word == "min" and _UNIT_BEFORE.search(sentence.text, max(0, cue.start() - 2), cue.start())
        ):
            continue
        direction, hint = _SUPERLATIVES.get(word) or _COMPARATIVES[word]
        phrase = _EXPENSIVE.match(sentence.text, cue.start())
        if phrase:
            hint = {"recent": "date"}.get(phrase.group(2).lower(), "price")
        found = (
            _superlative(sentence, cue, direction, hint)
            if word in _SUPERLATIVES
            else _comparison(sentence, cue, direction, hint)
        )
        if found is not None:
            yield found


def _columns(book: Book, said: frozenset[str], hint: str) -> list[Column]:
    """The columns that a sentence measures by: all their words are said, or the word of order implies them."""
    hints = _HINT_STEMS.get(hint, frozenset())
    found = []
    for column in book.columns(said | hints):
        words = column.words - _UNIT_WORDS
        in_prose = column.entries[0][0].table is None
        if words and (
            words <= said or (in_prose and len(words & said) > 1 and 3 * len(words & said) >= 2 * len(words))
        ):
            found.append((0, len(column.words - said), column))
        elif hints & column.words and words - hints <= said:
            found.append((1, len(column.words - said), column))
    found.sort(key=lambda item: item[:2])
    best = [column for rank, _, column in found if rank == found[0][0]]
    return best[:4]


def _superlative(sentence: Sentence, cue: re.Match[str], direction: int, hint: str) -> FactResult | None:
    text, start, end = sentence.text, sentence.start, sentence.end
    book, said, entities = sentence.answer.book, sentence.said, sentence.named
    if _ONE_OF.search(text, max(start, cue.start() - 24), cue.start()):
        return None
    columns = _columns(book, said, hint)
    if not columns:
        return None
    denied: list[FactResult] = []
    rank_word = _RANK.search(text, start, cue.start())
    rank = _RANKS[rank_word.group(1).lower()] if rank_word else 1
    for column in columns:
        scale = sentence.answer.scales.of(column)
        if scale.count < 2:
            continue
        entity = _subject(entities, cue, scale, book.work)
        if entity is None:
            continue
        mine = scale.value_of(entity, book.work)
        if mine is None or rank > len(scale.ordered):
            continue
        wanted = scale.ordered[-rank if direction == _HIGH else rank - 1]
        row, field = scale.holder(wanted)
        extreme = "highest" if direction == _HIGH else "lowest"
        where = f"{extreme} of {scale.count} values of `{column.label}`: {row.where(field.path)}"
        a, b = min(entity.start, cue.start()), max(entity.names[0].end, cue.end())
        if mine[0] == wanted:
            return FactResult(
                FactKind.STATEMENT,
                text[a:b],
                a,
                b,
                FactVerdict.SUPPORTED,
                (row.source_id,),
                reason=FactReason.EXTREME,
                where=where,
            )
        if not _is_scoped(text, cue, end, column, entity):
            nearest = f"{field.owner or next(iter(row.names), '')}: {field.value}".lstrip(": ")
            denied.append(
                FactResult(
                    FactKind.STATEMENT,
                    text[a:b],
                    a,
                    b,
                    FactVerdict.CONTRADICTED,
                    (row.source_id,),
                    nearest,
                    FactReason.NOT_EXTREME,
                    where,
                )
            )
    return denied[0] if denied and len(denied) == len(columns) else None


def _is_scoped(text: str, cue: re.Match[str], end: int, column: Column, entity: Entity) -> bool:
    """Whether the sentence may narrow the comparison to some of the rows: "the highest in Europe"."""
    scope = _SCOPED.search(text, cue.end(), end)
    behind = frozenset(content_stems(text[scope.end() : end])) if scope else frozenset()
    return bool(behind - column.words - entity.words - _GENERIC)


def _subject(entities: list[Entity], cue: re.Match[str], scale: Scale, work: Work) -> Entity | None:
    """The entity that is said to be the extreme: the nearest before the word, else the first behind it."""
    known = [entity for entity in entities if scale.places_of(entity, work)]
    before = [entity for entity in known if entity.start < cue.start()]
    if cue.group().lower() in _NOUNS:  # "the maximum is 64 GB (web-02)"
        return next((entity for entity in known if entity.start >= cue.end()), before[-1] if before else None)
    if before:
        return before[-1]
    return known[0] if len(known) == 1 else None


def _comparison(sentence: Sentence, cue: re.Match[str], direction: int, hint: str) -> FactResult | None:
    text, start, end = sentence.text, sentence.start, sentence.end
    book, said, entities = sentence.answer.book, sentence.said, sentence.named
    verb = cue.group().lower() in _VERBS
    if (
        not verb
        and not re.search(r"\bthan\b|\bthat of\b", text[cue.end() : end])
        and cue.group().lower() not in ("above", "below")
    ):
        return None
    if _ONE_OF.search(text, max(start, cue.start() - 24), cue.start()):
        return None
    before = [entity for entity in entities if entity.start < cue.start()]
    behind = [entity for entity in entities if entity.start >= cue.end()]
    if not before or not behind:
        return None
    denied: FactResult | None = None
    columns = _columns(book, said, hint)
    for column in columns:
        scale = sentence.answer.scales.of(column)
        mine, theirs = scale.value_of(before[-1], book.work), scale.value_of(behind[0], book.work)
        if mine is None or theirs is None:
            continue
        one, other = mine[0], theirs[0]
        holds = one > other if direction == _HIGH else one < other
        a, b = before[-1].start, max(cue.end(), behind[0].names[0].end)
        values = [str(field.value) for _, field in (mine, theirs)]
        where = f"`{column.label}`: {values[0]} and {values[1]}"
        ids = scale.sources({one, other}, book.work)
        if holds:
            return FactResult(
                FactKind.STATEMENT,
                text[a:b],
                a,
                b,
                FactVerdict.SUPPORTED,
                ids,
                reason=FactReason.RIGHT_ORDER,
                where=where,
            )
        denied = denied or FactResult(
            FactKind.STATEMENT,
            text[a:b],
            a,
            b,
            FactVerdict.CONTRADICTED,
            ids,
            f"{values[0]}, {values[1]}",
            FactReason.WRONG_ORDER,
            where,
        )
    return denied if len(columns) == 1 else None

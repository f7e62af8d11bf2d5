"""Number words: "three", "a dozen", "both", "none"."""

from __future__ import annotations

import re
from collections.abc import Set
from decimal import Decimal

from otel_grounding.model import FactKind
from otel_grounding.text.facts.hedges import hedge_of, is_lowered, words_before
from otel_grounding.text.facts.mention import Mention, Quantity

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: value for value, word in enumerate(_ONES)} | {word: 10 * at for at, word in enumerate(_TENS, 2)}
_VALUES |= {"dozen": 12, "both": 2, "none": 0, "twice": 2, "hundred": 100}
NUMBER_WORDS = {Decimal(value): word for value, word in enumerate(_ONES) if word != "one"}
"""The words of the small numbers, by value."""
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
_SPELLED = re.compile(
    rf"\b(?:a (?:dozen|hundred|thousand|million)|(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))}))\b"
    r"(?:(?: and |[ -])(?:" + "|".join([*_ONES[1:], *_TENS, *_SCALES]) + r")\b){0,6}",
    re.IGNORECASE,
)
_NOUN = re.compile(r"(?: of (?:the |its |their |these |those )?(?:\w{1,12} )?|-| )(?P<noun>[A-Za-z]{2,24})")
_ONE = Decimal(1)
_WORDS = frozenset(word.encode() for word in _VALUES if word != "one")


def find_number_words(text: str, words: Set[bytes]) -> list[Mention]:
    """The spelled numbers of a folded `text`. All are below the digit floor: a word counts only what something binds.

    "One" alone is an article or a pronoun, never a figure.

    Args:
        words: The runs of ASCII letters of the text, lower-cased.
    """
    if _WORDS.isdisjoint(words):
        return []
    found = []
    for match in _SPELLED.finditer(text):
        parts = match[0].lower().replace("-", " ").split()
        value = _value(parts)
        if value is None or parts == ["one"]:
            continue
        noun = _NOUN.match(text, match.end())
        before = words_before(text, match.start())
        found.append(
            Mention(
                FactKind.NUMBER,
                match.start(),
                match.end(),
                match[0],
                (Quantity(Decimal(value), _ONE),),
                hedge=hedge_of(before, text, match.end()),
                below_floor=True,
                noun=noun["noun"] if noun else "",
                lowered=is_lowered(before, text[match.end() : match.end() + 24]),
            )
        )
    return found


def _value(words: list[str]) -> int | None:
    """What the words add up to; None where they are a list of numbers rather than one."""
    total = part = 0
    last = 10**12
    for word in words:
        if word in ("a", "and"):
            continue
        scale = _SCALES.get(word)
        if scale is not None and (part or word in ("hundred", "dozen") or total == 0):
            if scale == 100 or word == "dozen":
                part = (part or 1) * scale
            else:
                total, part = total + (part or 1) * scale, 0
            last = scale
            continue
        value = _VALUES.get(word)
        if value is None or (part % 100 and not (part % 10 == 0 and value < 10)) or value >= last:
            return None
        part += value
        last = 100 if value < 10 else value
    return total + part

"""The words around a figure that loosen it, turn its sign, or say that it went down."""

from __future__ import annotations

from otel_grounding.text.facts.mention import Hedge

_ABOUT, _OVER, _UNDER = Hedge.ABOUT, Hedge.OVER, Hedge.UNDER
_LAST = {
    **dict.fromkeys(
        "about approximately approx approx. roughly around circa ca. c. ~ ≈ some estimated near ~$ ≈$".split(), _ABOUT
    ),
    **dict.fromkeys(
        "over above exceeding exceeds exceeded surpassing surpassed > >= ≥ topping topped upwards".split(), _OVER
    ),
    **dict.fromkeys("under below nearly almost < <= ≤ approaching".split(), _UNDER),
}
_LAST_TWO = {
    "more than": _OVER, "at least": _OVER, "greater than": _OVER, "higher than": _OVER, "north of": _OVER,
    "upwards of": _OVER, "upward of": _OVER, "in excess": _OVER, "excess of": _OVER,
    "fewer than": _UNDER, "less than": _UNDER,
    "lower than": _UNDER, "up to": _UNDER, "at most": _UNDER, "shy of": _UNDER, "close to": _ABOUT, "order of": _ABOUT,
    "or about": _ABOUT, "just over": _OVER, "just under": _UNDER, "just below": _UNDER, "just above": _OVER,
}  # fmt: skip
_TURNED = {_OVER: _UNDER, _UNDER: _OVER}
_BEHIND = {"or so": _ABOUT, "or more": _OVER, "or less": _UNDER, "or higher": _OVER, "and above": _OVER, "plus": _OVER}
_CONTINUED = frozenset((" or ", " and", " plu"))
_NEGATIVE = frozenset(("minus", "negative"))
_LOWERED = frozenset(
    "down fell fall falls fallen falling dropped drop drops dropping declined decline declines declining decreased"
    " decrease decreases decreasing lost loss losses lose reduced reduction shrank shrunk lower below under refund"
    " refunded credit credited negative minus cut less slid slipped plunged deficit off".split()
)
_SKIPPED = frozenset(("a", "an", "the", "of", "by", "to", "**", "*", "$", "("))
_TELLING = frozenset(_LAST) | frozenset(pair.split()[1] for pair in _LAST_TWO) | _SKIPPED
NEAR = 32
"""How many characters before a figure are looked at."""


def words_before(text: str, start: int) -> list[str]:
    """The lower-cased words shortly before `start`; the first one may be cut."""
    return text[max(0, start - NEAR) : start].lower().split()


def hedge_of(before: list[str], text: str, end: int) -> Hedge | None:
    """How the words before a figure, or those behind it, loosen it."""
    last = before[-1].lstrip("(*_").rstrip("*_$€£") if before else ""
    if last in _TELLING:
        found = _LAST.get(last)
        if found is None and len(before) > 1:
            found = _LAST_TWO.get(f"{before[-2]} {last}")
            if found is not None and len(before) > 2 and before[-3] in ("no", "not"):
                found = _TURNED.get(found, found)  # "no more than" is at most
            if found is None and last in _SKIPPED:
                found = _LAST.get(before[-2])
        if found is not None:
            return found
    if text.startswith("+", end) and not text[end + 1 : end + 2].isalnum():
        return _OVER
    if text[end : end + 4] in _CONTINUED:
        return _BEHIND.get(" ".join(text[end : end + 12].lower().split()[:2]).rstrip(".,;"))
    return None


def is_negative(before: list[str]) -> bool:
    """Whether the last word before a figure is a minus sign in words."""
    return bool(before) and before[-1] in _NEGATIVE


_CLAUSE = (",", ";", ".", ":")


def is_lowered(before: list[str], behind: str) -> bool:
    """Whether a word of decrease stands within three words before a figure or two behind it."""
    near = before[-3:]
    if not _LOWERED.isdisjoint(near):
        at = max(at for at, word in enumerate(near) if word in _LOWERED)
        if not any(word.endswith(_CLAUSE) for word in near[at:]):
            return True
    return behind[:1] == " " and not _LOWERED.isdisjoint(behind.lower().split()[:2])

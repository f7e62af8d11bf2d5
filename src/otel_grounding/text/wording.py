"""Words as meaning-bearing units: stems, words of a label, function words, opposites and negation.

The lists are general English, none of them is about one domain. Stems are crude on purpose: they only have to bring the
forms of one word together ("completed", "completes"), not to be words.
"""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_LABEL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")

STOP_WORDS = frozenset(
    "a an the this that these those of for to in on at by with from as and or but so if then than is are was were"
    " be been being"
    " am it its them their his her our your my they he she we you i which who whose what when where while there here"
    " has have had"
    " having do does did will would shall should can could may might must also just only very too both each all"
    " any some"
    " such s t re ve ll per via about into over under between through during within across out again".split()
)
"""Words that carry no content of their own."""

NEGATIONS = frozenset(
    "not no never none neither nor without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't"
    " wouldn't"
    " hasn't haven't hadn't couldn't shouldn't can’t don’t doesn’t didn’t isn’t aren’t wasn’t weren’t won’t"
    " wouldn’t hasn’t"
    " haven’t hadn’t couldn’t shouldn’t".split()
)

_OPPOSITES = """
rise/climb/grow/increase/gain/jump/surge/soar/up/higher/advance/expand/upward/growth
  : fall/drop/decline/decrease/lose/plunge/slump/sink/down/lower/shrink/dip/tumble/slip/reduce/downward/loss
success/succeed/successful/successfully/pass : failure/fail/failed/unsuccessful/unsuccessfully
enable/activate : disable/deactivate
enabled/active/activated : disabled/inactive/deactivated
open/reopen : close/shut
online/reachable/available : offline/unreachable/unavailable
accept/approve/grant/allow/permit/authorize : reject/refuse/deny/decline/forbid/prohibit/block
approved/accepted/allowed/granted : rejected/refused/denied/declined/forbidden
before/earlier/prior/preceding : after/later/following/subsequent
above/exceed/over : below/beneath/under
more : less/fewer
most : least/fewest
highest/largest/biggest/greatest/maximum/max : lowest/smallest/minimum/min
first/earliest/oldest : last/latest/newest
fastest/quickest : slowest
fast/quick/quickly : slow/slowly
longest : shortest
strongest : weakest
best : worst
cheapest : dearest/costliest
include : exclude/omit
start/begin/commence : end/finish/stop/cease
connect : disconnect
healthy : unhealthy/degraded
valid : invalid/expired
safe/secure : unsafe/insecure
win/won/beat/defeat/victory : lose/lost/loss/defeated
paid : unpaid/overdue
complete/finish : incomplete/unfinished
public : private
add/attach : remove/detach/delete
hire : fire/dismiss
buy/purchase : sell
import : export
true/yes : false/no
positive/profit/surplus : negative/deficit
agree : disagree
likely : unlikely
able : unable
possible : impossible
known : unknown
present : absent/missing
full : empty
hot/warm : cold/cool
heavy : light
strong : weak
early : late
new : old
same/equal/identical : different
visible : hidden
locked : unlocked
encrypted : unencrypted
verified/confirmed : unverified/unconfirmed
resolved/solved/fixed : unresolved/unsolved
certain/certainty : uncertain/uncertainty
stable : unstable
optional : mandatory/required
inside : outside
major : minor
optimistic : pessimistic
accelerate : decelerate/slow
strengthen : weaken
widen : narrow
lengthen : shorten
"""

_IRREGULAR = {
    "temp": "temperature", "temps": "temperature", "qty": "quantity", "amt": "amount", "avg": "average",
    "dept": "department", "lat": "latitude", "lon": "longitude", "desc": "description",
    "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
    "sank": "sink", "sunk": "sink", "shrank": "shrink", "shrunk": "shrink", "began": "begin", "begun": "begin",
    "won": "win", "lost": "lose", "sold": "sell", "bought": "buy", "went": "go", "gone": "go", "kept": "keep",
    "held": "hold", "paid": "pay", "made": "make", "sent": "send", "left": "leave", "met": "meet", "led": "lead",
    "shut": "shut", "ran": "run", "came": "come", "got": "get", "saw": "see", "seen": "see", "took": "take",
    "taken": "take", "gave": "give", "given": "give", "found": "find", "children": "child", "people": "person",
    "men": "man", "women": "woman", "indices": "index", "data": "data", "status": "status", "address": "address",
    "business": "business", "news": "news", "series": "series", "less": "less", "beat": "beat", "beaten": "beat",
    "arrival": "arrive", "departure": "depart", "shipment": "ship", "payment": "pay", "delivery": "deliver",
    "approval": "approve", "enrolment": "enrol", "enrollment": "enrol", "restoration": "restore",
    "resolution": "resolve", "closure": "close", "removal": "remove", "renewal": "renew", "registration": "register",
    "agreed": "agree", "freed": "free", "forbade": "forbid", "forbidden": "forbid",
}  # fmt: skip


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The crude stem of one word, lower-cased: "Completed" and "completes" are both "complet"."""
    word = word.lower().replace("’", "'")
    word = word[:-2] if word.endswith("'s") else word
    if word in _IRREGULAR:
        return _IRREGULAR[word].rstrip("e")
    if len(word) > 7 and word.endswith(("tion", "tions")):  # "validation" is what was validated
        word = word.removesuffix("s")[:-3]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if len(word) - len(ending) >= 3 and word.endswith(ending) and not word.endswith(("ss", "eed")):
            word = word[: -len(ending)]
            if ending in ("ing", "ed") and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            if word.endswith("i"):
                word = word[:-1] + "y"
            break
    return word.rstrip("e") if len(word) > 3 else word


@lru_cache(maxsize=4096)
def label_parts(label: str) -> tuple[str, ...]:
    """The stems of a field's name: `totalAmount`, `total_amount` and "Total amount" are the same."""
    return tuple(stem(part) for part in _LABEL_PART.findall(label[:200]) if part.lower() not in STOP_WORDS)


@lru_cache(maxsize=4096)
def label_words(label: str) -> frozenset[str]:
    """The same as a set."""
    return frozenset(label_parts(label))


@lru_cache(maxsize=8192)
def content_stem(word: str) -> str:
    """The stem of a content word; empty for function words and negations."""
    low = word.lower()
    return "" if low in STOP_WORDS or low in NEGATIONS else stem(word)


def content_stems(text: str) -> list[str]:
    """The stems of the content words of a text, in order; negations are left out."""
    return [found for found in map(content_stem, WORD.findall(text)) if found]


def _opposites() -> dict[str, tuple[frozenset[int], frozenset[int]]]:
    sides: dict[str, tuple[set[int], set[int]]] = {}
    for number, line in enumerate(" ".join(_OPPOSITES.split("\n  ")).strip().splitlines()):
        for side, words in enumerate(line.split(":")):
            for word in words.split("/"):
                sides.setdefault(stem(word.strip()), (set(), set()))[side].add(number)
    return {word: (frozenset(left), frozenset(right)) for word, (left, right) in sides.items()}


_SIDES = _opposites()
_TURNING = frozenset(_SIDES)


def has_opposite(word_stem: str) -> bool:
    """Whether the lists know an opposite of this stem."""
    return word_stem in _SIDES


def turning_stems(stems: frozenset[str]) -> frozenset[str]:
    """Those of the stems of which the lists know an opposite."""
    return stems & _TURNING


def are_opposite(one: str, other: str) -> bool:
    """Whether two stems stand on the two sides of one opposition, and on the same side of none."""
    a, b = _SIDES.get(one), _SIDES.get(other)
    if a is None or b is None or one == other:
        return False
    return bool(a[0] & b[1] or a[1] & b[0]) and not (a[0] & b[0] or a[1] & b[1])


def _forms() -> dict[str, tuple[bytes, ...]]:
    """Each stem of the lists with the lower-case forms in which it is written."""
    found: dict[str, set[str]] = {}
    lemmas = {word.strip() for line in _OPPOSITES.replace("\n  ", " ").splitlines() for word in re.split("[/:]", line)}
    for word in filter(None, lemmas):
        short = word[:-1] if word.endswith("e") else word
        y = word[:-1] + "i" if word.endswith("y") else short
        for form in (
            word,
            word + "s",
            y + "es",
            y + "ed",
            short + "ing",
            short + short[-1] + "ed",
            short + short[-1] + "ing",
        ):
            if stem(form) == stem(word):
                found.setdefault(stem(word), set()).add(form)
    for form, lemma in _IRREGULAR.items():
        if stem(lemma) in found:
            found[stem(lemma)].add(form)
    return {key: tuple(sorted(form.encode() for form in forms if len(form) > 2)) for key, forms in found.items()}


_FORMS = _forms()


@lru_cache(maxsize=1024)
def opposite_forms(word_stem: str) -> tuple[bytes, ...]:
    """The written forms of every opposite of a stem, as significant tokens."""
    return tuple(form for other, forms in _FORMS.items() if are_opposite(word_stem, other) for form in forms)


@lru_cache(maxsize=1024)
def opposites_of(word_stem: str) -> frozenset[str]:
    """The stems that stand on the other side of a stem."""
    return frozenset(other for other in _SIDES if are_opposite(word_stem, other))

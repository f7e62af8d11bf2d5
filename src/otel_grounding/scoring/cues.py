"""The words by which a sentence says that a figure is computed: sums, averages, differences, shares, ratios."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from otel_grounding.text.wording import stem

_MOVES = (
    r"increas\w{1,3}|decreas\w{1,3}|rose|rise\w?|rising|grew|grow\w{0,4}|fell|fall\w{0,4}|drop\w{0,4}|declin\w{1,3}"
    r"|gain\w{0,3}|lost|chang\w{1,3}|up|down|improv\w{1,6}"
)
_CUES = {
    "sum": r"total\w{0,5}|sums?|summed|combined|together|altogether|overall|in all|aggregate\w?|cumulative\w{0,2}"
    r"|add(?:s|ed|ing)? up|both|jointly",
    "average": r"averag\w{1,3}|means?|median|typical\w{0,2}",
    "difference": _MOVES
    + r"|differ\w{0,6}|gap|exceed\w{0,3}|loss|margin|sav\w{1,4}|remain\w{0,3}|delta|apart|longer|shorter"
    r"|faster|slower|older|younger|later|earlier|took|takes|lasted|minus|reduc\w{1,5}|surplus|deficit|shortfall"
    r"|more|less|higher|lower|fewer|greater|larger|smaller|ahead|behind|above|below|left|leav\w{1,3}|trail\w{0,3}"
    r"|tops?|topped|leads?|lag\w{0,4}",
    "range": r"range\w?|spread|gap|difference|swing|between",
    "change": _MOVES,
    "share": r"share\w?|proportion|portion|account\w{0,3}|makes? up|made up|represent\w{0,3}|fraction|rates?|ratio"
    r"|margin|utili[sz]ation|completion|used|out of|of (?:the|all|its|total)",
    "ratio": r"times|ratio|twice|double[ds]?|triple[ds]?|half|factor|multiple|fold",
}
Cues = Mapping[str, frozenset[str]]
_CUE = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CUES.items()}


def cues_of(text: str, among: Iterable[str] = _CUE) -> dict[str, frozenset[str]]:
    """The operations that a text has words for, each with the stems of those words.

    Args:
        among: The operations that are asked for.
    """
    found = {}
    for name in among:
        stems = frozenset(stem(match.group()) for match in _CUE[name].finditer(text))
        if stems:
            found[name] = stems
    return found

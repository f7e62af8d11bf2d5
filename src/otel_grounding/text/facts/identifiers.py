"""Identifiers in running text: addresses, codes, hashes, versions, paths. Each is one piece, never its fragments."""

from __future__ import annotations

import re
import unicodedata

from otel_grounding.model import FactKind
from otel_grounding.text.facts.chunks import Chunk
from otel_grounding.text.facts.mention import Mention

MAX_CHUNK = 1_024
"""Longer runs without spaces hold no identifier that anyone states, other than an address."""
_FIGURE = re.compile(r"[-+(\[\"'*~≈]*[$€£¥₹]?-?\d[\d,]*(?:\.\d+)?%?[)\]\"'*]*[.,;:!?]*\Z")
"""The commonest run of all, which is no identifier."""
_URL = re.compile(r"\b(?:https?|ftp|s3|gs|wss?|file)://[^\s<>\"'`|\\\x1f]{1,2048}|\bwww\.[^\s<>\"'`|\\\x1f]{1,2048}")
_EMAIL = re.compile(r"[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_ARN = re.compile(r"\barn:[a-z0-9-]{1,16}:[^\s\"'<>,;()]{1,512}")
_PATH = re.compile(
    r"(?<![\w/.:<-])(?:~?/|\.{1,2}/|[A-Za-z]:[\\/])(?:[\w.@+-]+[\\/])*+[\w.@+-]*\w"
    r"|(?<![\w/.:<-])(?:[\w@+-][\w.@+-]*/)++[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,4}\b(?::\d{1,6})?"
)
_FILE = re.compile(
    r"\b[\w-]{1,64}\.(?:py|js|ts|tsx|jsx|go|rs|java|rb|php|cs|cpp|hpp|sh|sql|json|jsonl|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|csv|tsv"
    r"|parquet|md|txt|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|zip|tar|gz|whl|lock)\b"
)
_UUID = re.compile(r"\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b")
_IPV4 = re.compile(r"\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5}|/\d{1,2})?(?![\w.]\w)")
_IPV6 = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{1,4}(?:/\d{1,3})?(?![\w:])")
_VERSION = re.compile(
    r"\b[vV]\d+(?:\.\d+)*+(?:-[0-9A-Za-z.]+)?\b|(?<![\w.,])\d{1,5}\.\d{1,5}\.\d{1,5}(?:\.\d+)*+(?:[-+][0-9A-Za-z.]+|(?:rc|a|b|dev|post)\d+)?(?!\w|[.,]\d)"
)
_HOST = re.compile(
    r"(?<![\w.@-])(?:[A-Za-z0-9-]{1,63}\.){1,6}(?:com|net|org|io|dev|gov|edu|co|uk|de|fr|eu|info|app|ai|cloud|local|internal|lan|example|test)\b(?::\d{1,5})?"
)
_PHONE = re.compile(
    r"(?<![\w.,$€£-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)|\d{1,4})(?:[ .-]?\d{2,4}){2,4}"
    r"|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[.-]\d{3}[.-]\d{4})(?![\w-])"
)
_SIMPLE = re.compile(
    r"([A-Za-z]{2,12}[-_]\d{2,12}|[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}\.[A-Za-z]{2,12})[.,;:!?)]*+\Z", re.ASCII
)
"""The commonest identifiers, which need no closer look."""
SCORE = re.compile(r"\d{1,3}:\d(?!\d)")
"""A score or a ratio, and no time of day; a fact only where the evidence has it, either way round."""
_PART = re.compile(r"[#$%&+\-./0-9:?@A-Z\\_a-z~^!°]+")
_CODE = re.compile(r"#?[A-Za-z0-9]+(?:[-_./:#+][A-Za-z0-9]+)*+\Z")
_MEASURE = re.compile(
    r"(?:\d{1,3}[dhms]){2,4}\Z|(?:mid|early|late|pre|post|under|over|sub|top|non)-[\w-]{1,12}\Z|[-+~]?[$€£¥₹]?[\d.,']*\d(?:[A-Za-zµμ°%²³]{0,3}|-[A-Za-z]+|(?:st|nd|rd|th)|[kKMmGT]?[BbW](?:/s|ps)?|M[Hh]z|[A-Za-z]{1,4}/[A-Za-z]{1,3})"
    r"(?:[-–—/x×][-+~]?[$€£¥₹]?[\d.,']*\d[A-Za-zµμ°%]{0,4})?(?:-[A-Za-z]+)*\Z"
)
_DATED = re.compile(
    r"\d{4}-\d\d(?:-\d\dT.*)?\Z|(?:\d{4}[-/.]?)?[QqHh][1-4](?:[-/']?\d{2,4})?\Z|FY'?\d{2,4}\Z|\d{1,2}-[A-Z][a-z]{2}-\d{2,4}\Z|\d{4}\W\d\d?\W\d\d?"
)
_NO_VERSION = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+|[0-3]?\d\.[0-3]?\d\.(?:19|20)\d\d|(?:19|20)\d\d\.[01]\d\.[0-3]\d")
"""European thousands and dates, which look like a version."""
_OPEN, _CLOSE = "([{<\"'`*_“‘«|~=", ")]}>\"'`*_”’»|.,;:!?…~="
_BRACKETS = {")": "(", "]": "[", "}": "{"}
MIN_DIGITS = 2
"""A code has at least so many digits: "GPT-4" and "AB-1" are names."""


def fold_identifier(text: str) -> str:
    """The form in which equal identifiers are equal: case, Unicode form and a trailing slash do not count."""
    if text.isascii():
        return text.lower().rstrip("/")
    return unicodedata.normalize("NFKC", text).casefold().rstrip("/")


def find_identifiers(text: str, chunks: list[Chunk]) -> list[Mention]:
    """The identifiers in the chunks of a folded `text`, in order, without overlaps."""
    found: list[Mention] = []
    done = 0
    for chunk in chunks:
        if _FIGURE.match(chunk.text) and "+" not in chunk.text and "(" not in chunk.text:
            continue
        simple = _SIMPLE.match(chunk.text)
        if simple is not None and not _DATED.match(simple[1]) and not _MEASURE.match(simple[1]):
            written, start = simple[1], chunk.start
            done = start + len(written)
            found.append(Mention(FactKind.IDENTIFIER, start, done, written, identifier=written.lower()))
            continue
        for start, end in sorted(_in_chunk(text, chunk), key=_longest):
            if start >= done:
                written = text[start:end]
                found.append(
                    Mention(
                        FactKind.IDENTIFIER, start, end, written, identifier=fold_identifier(written),
                        below_floor=SCORE.fullmatch(written) is not None,
                    )
                )  # fmt: skip
                done = end
    return found


def _longest(span: tuple[int, int]) -> tuple[int, int]:
    return span[0], -span[1]


def _in_chunk(text: str, chunk: Chunk) -> list[tuple[int, int]]:
    """The identifiers of one chunk; which patterns are tried depends on the signs in it."""
    offset, word = chunk.start, chunk.text
    spans: list[tuple[int, int]] = []
    if "://" in word or "www." in word:
        spans = [_trim(text, offset + match.start(), offset + match.end()) for match in _URL.finditer(word)]
        if spans:
            return spans
    if len(word) > MAX_CHUNK:
        return []
    patterns: list[re.Pattern[str]] = []
    if "@" in word:
        patterns.append(_EMAIL)
    if ":" in word and "arn:" in word:
        patterns.append(_ARN)
    points = word.count(".")
    if chunk.has_digit:
        dashes, colons = word.count("-"), word.count(":")
        if dashes > 3:
            patterns.append(_UUID)
        if points > 2:
            patterns.append(_IPV4)
        if colons > 1:
            patterns.append(_IPV6)
        if points > 1 or "v" in word or "V" in word:
            patterns.append(_VERSION)
        for at, first in enumerate(word[:3]):
            if (first in "+(" or (first.isdigit() and (dashes or points))) and (
                phone := _PHONE.match(text, offset + at)
            ):
                spans.append(phone.span())
            if first not in _OPEN:
                break
    if "/" in word or "\\" in word:
        spans += [
            (offset + match.start(), offset + match.end()) for match in _PATH.finditer(word) if _is_path(match[0])
        ]
    for pattern in patterns:
        for match in pattern.finditer(word):
            if pattern is not _VERSION or not _NO_VERSION.fullmatch(match[0]):
                spans.append(_trim(text, offset + match.start(), offset + match.end()))
    if not spans and ":" in word and (score := SCORE.search(word)) and not word[: score.start()].strip(_OPEN):
        spans.append((offset + score.start(), offset + score.end()))
    if not spans and points:
        for pattern in (_FILE, _HOST):
            spans += [(offset + match.start(), offset + match.end()) for match in pattern.finditer(word)]
    if not spans and chunk.has_digit:
        for part in _PART.finditer(word):
            start, end = _trim(word, *part.span())
            while start < end and word[start] in _OPEN:
                start += 1
            if _is_code(word[start:end]):
                spans.append((offset + start, offset + end))
    return spans


def _is_path(path: str) -> bool:
    """A path has a directory; a fraction, a pair of words and a date are none."""
    if path[0] not in "~/." and path[1:2] != ":":
        return True
    parts = [part for part in re.split(r"[\\/]", path) if part]
    return (
        bool(parts) and any(char.isalpha() for char in path) and (len(parts) > 1 or path[0] != "." or "." in parts[-1])
    )


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the punctuation of the sentence; a closing bracket stays where it was opened inside."""
    while end > start:
        last = text[end - 1]
        if last in _BRACKETS:
            if text.count(last, start, end) <= text.count(_BRACKETS[last], start, end):
                break
        elif last not in _CLOSE:
            break
        end -= 1
    return start, end


def _is_code(code: str) -> bool:
    if not _CODE.match(code) or _MEASURE.match(code) or _DATED.match(code):
        return False
    digits = sum(map(str.isdigit, code))
    if digits < MIN_DIGITS:
        return False
    if not any(map(str.isalpha, code)):
        return code[0] == "#" and digits > 3
    return True

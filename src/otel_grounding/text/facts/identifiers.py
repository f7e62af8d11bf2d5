"""Identifiers in running text: addresses, codes, hashes, versions, paths. Each is one piece, never its fragments."""

from __future__ import annotations

import re
import unicodedata

from otel_grounding.model import FactKind
from otel_grounding.text.facts.mention import Mention

_CHUNK = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+")
"""A run without spaces that holds a digit; entered at its beginning only, so that it is linear."""
_LETTER = re.compile(r"[^\W\d_]")
_URL = re.compile(r"\b(?:https?|ftp|s3|gs|wss?|file)://[^\s<>\"'`|\\\x1f]{1,2048}|\bwww\.[^\s<>\"'`|\\\x1f]{1,2048}")
_EMAIL = re.compile(r"[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_ARN = re.compile(r"\barn:[a-z0-9-]{1,16}:[^\s\"'<>,;()]{1,512}")
_PATH = re.compile(
    r"(?<![\w/.:<-])(?:~?/|\.{1,2}/|[A-Za-z]:[\\/])(?:[\w.@+-]+[\\/])*+[\w.@+-]*\w"
    r"|(?<![\w/.:<-])(?:[\w@+-][\w.@+-]*/)++[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,4}\b"
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
    r"(?<![\w.,$€£-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)|\d{1,4})(?:[ .-]?\d{2,4}){2,4}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[.-]\d{3}[.-]\d{4})(?![\w-])"
)
_CODE = re.compile(r"#?[^\W_]+(?:[-_./:#+][^\W_]+)*+\Z")
_MEASURE = re.compile(
    r"(?:mid|early|late|pre|post|under|over|sub|top|non)-[\w-]{1,12}\Z|[-+~]?[$€£¥₹]?[\d.,']*\d(?:[A-Za-zµμ°%²³]{0,3}|-[A-Za-z]+|(?:st|nd|rd|th)|[kKMmGT]?[BbW](?:/s|ps)?|M[Hh]z|[A-Za-z]{1,4}/[A-Za-z]{1,3})"
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


def find_identifiers(text: str) -> list[Mention]:
    """The identifiers of a folded `text`, in order, without overlaps."""
    spans: list[tuple[int, int]] = []
    if "://" in text or "www." in text:
        spans += [_trim(text, *match.span()) for match in _URL.finditer(text)]
    if "@" in text:
        spans += _emails(text)
    if "arn:" in text:
        spans += [_trim(text, *match.span()) for match in _ARN.finditer(text)]
    if "/" in text or "\\" in text:
        spans += [match.span() for match in _PATH.finditer(text) if _is_path(match[0])]
    if "." in text:
        spans += [match.span() for pattern in (_FILE, _HOST) for match in pattern.finditer(text)]
    spans += _chunks(text)
    spans.sort(key=lambda span: (span[0], -span[1]))
    found: list[Mention] = []
    for start, end in spans:
        if found and start < found[-1].end:
            continue
        written = text[start:end]
        found.append(Mention(FactKind.IDENTIFIER, start, end, written, identifier=fold_identifier(written)))
    return found


def _emails(text: str) -> list[tuple[int, int]]:
    """Addresses found from their `@` outwards: matching from the left would try every word."""
    spans, at = [], text.find("@")
    while at >= 0:
        start = at
        while start > 0 and at - start < 64 and (text[start - 1].isalnum() or text[start - 1] in "._%+-"):
            start -= 1
        match = _EMAIL.match(text, start)
        if match:
            spans.append(_trim(text, *match.span()))
        at = text.find("@", match.end() if match else at + 1)
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


def _chunks(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for match in _CHUNK.finditer(text):
        chunk = match[0]
        # figures are by far the commonest chunks with a digit: digits with separators and a sign
        if (
            not _LETTER.search(chunk)
            and chunk.count(".") < 2
            and chunk.count("-") < 2
            and ":" not in chunk
            and "(" not in chunk
        ):
            continue
        spans += _in_chunk(text, match.start(), chunk)
    if "-" in text or "+" in text or "(" in text:
        spans += [match.span() for match in _PHONE.finditer(text)]
    return spans


def _in_chunk(text: str, offset: int, chunk: str) -> list[tuple[int, int]]:
    for pattern in (_UUID, _IPV4, _IPV6, _VERSION):
        found = [match.span() for match in pattern.finditer(chunk) if not _NO_VERSION.fullmatch(match[0])]
        if found:
            return [(offset + start, offset + end) for start, end in found]
    spans = []
    for part in re.finditer(r"[^,;()\[\]{}\"'`*<>|=“”]+", chunk) if len(chunk) < 4096 else ():
        start, end = _trim(chunk, *part.span())
        while start < end and chunk[start] in _OPEN:
            start += 1
        code = chunk[start:end]
        if _is_code(code):
            spans.append((offset + start, offset + end))
    return spans


def _is_code(code: str) -> bool:
    if not _CODE.match(code) or _MEASURE.match(code) or _DATED.match(code):
        return False
    digits = sum(map(str.isdigit, code))
    if digits < MIN_DIGITS:
        return False
    if not any(map(str.isalpha, code)):
        return code[0] == "#" and digits > 3
    return True

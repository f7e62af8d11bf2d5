"""Whether a text has the form of metadata: one token, or the few words of a name.

The second of two locks: a key that is known for names may still be given a whole task as the name of its agent.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error

from otel_grounding.conventions.metadata import Form

MAX_TOKEN = 200
"""Characters of a text without a space: ids, versions, addresses of hosts, names of images."""
MAX_NAME = 64
MAX_WORDS = 4
MAX_LIST = 2_000
MAX_ITEMS = 64
"""Characters of a list of names or a record of counts, and how many there may be in it."""
_MAX_JOINED = {Form.WORD: 5, Form.NAME: 8, Form.HANDLE: 2, Form.ROUTE: 5}
"""Words that are joined by other signs than spaces: tools are called `search_orders_of_customer`, no id is."""
_MAX_CAPITALISED = 6
"""The same for words that only capitals tell apart, as in the names of classes."""
_MAX_SEGMENTED = 12
"""Words of a path of packages or of a name of a cloud's resource, all its parts together."""
_SHORT = 12
"""Characters of a text that is too short to be an address, or to hold a sentence in another encoding."""

_UNLIKELY = re.compile(
    r"[\x00-\x1f\x7f\u00ad\u034f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff"
    r"\"'\\%?!$=;“”„«»…。，、；：？！「」『』،؛؟।]"
    # a sentence in a script that puts no spaces between words
    r"|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{13}"
)
"""What names have no use for: quotes, escapes, amounts of money, ends of sentences, lines, signs that nobody sees."""
_SENTENCE = re.compile(r"[.:;](?: |$)")
_PERSONAL = re.compile(r"@[A-Za-z][\w-]{0,62}\.[A-Za-z]|(?:^|[ :])\+\d", re.ASCII)
"""Addresses of mail, and numbers to call."""
_TOKENS = {
    Form.WORD: re.compile(r"[\w./:@+\-()<>\[\]#~*|]{0,198}={0,2}", re.ASCII).fullmatch,
    Form.NAME: re.compile(r"[\w./:@+\-()<>#,~*|]{0,200}", re.ASCII).fullmatch,
    Form.ROUTE: re.compile(r"[\w./:@+\-()<>\[\]#~*|{}^$?\\]{0,200}", re.ASCII).fullmatch,
}
_TOKENS[Form.HANDLE] = _TOKENS[Form.WORD]
"""What nearly all texts under keys of metadata are."""
_SEGMENTS = re.compile(r"[./:,]")
_LETTER = re.compile(r"[^\W\d_]")
_JOINED_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{3,}(?![^\W_])")
_CAPITALISED_WORD = re.compile(r"[A-Z][a-z]{2,}|[a-z]{3,}|[A-Z]{3,}")
_DIGIT = re.compile(r"\d", re.ASCII)
_BY_MACHINE = re.compile(r"[\d_]")
_TO_CALL = re.compile(r"\d{10,15}").fullmatch
_BASE64 = re.compile(r"[A-Za-z0-9+/]{16,198}={0,2}").fullmatch
"""Sentences in the alphabet for URLs are like this too: of ASCII only a question mark or a tilde needs its signs."""
_QUOTES = "\"' "
_BRACKETS = {"[": "]", "{": "}", '"': '"'}


def is_metadata_text(text: str, form: Form = Form.NAME, max_words: int = MAX_WORDS) -> bool:
    """Whether a text is an id, a name, an enum's value, a list of such, or figures by their names.

    Args:
        form: What is looked for. Lists and figures are looked for among words and names.
        max_words: How many words a name may have.
    """
    if len(text) <= _SHORT and form is not Form.HANDLE and text.isascii() and text.isidentifier():
        return True  # most values of enumerations, and this is cheap to see
    if _TOKENS[form](text):
        return _is_token(text, form)
    if len(text) > MAX_LIST or form is Form.HANDLE or form is Form.ROUTE:
        return False
    if text[:1] in _BRACKETS and text[-1:] == _BRACKETS[text[0]]:
        inner = text[1:-1]
        parts = inner.split(",") if inner else []
        is_item = _is_figure if text[0] == "{" else _is_quoted_token
        if len(parts) <= MAX_ITEMS and all(map(is_item, parts)):
            return True
    if form is Form.WORD:
        parts = text.split(", ")
        return 1 < len(parts) <= MAX_ITEMS and all(map(_is_id, parts))
    return _is_name(text, max_words)


def _is_token(text: str, form: Form) -> bool:
    if len(text) > _SHORT and (_PERSONAL.search(text) or _is_encoded(text)):
        return False
    if form is Form.HANDLE and (not _DIGIT.search(text) or _TO_CALL(text)):
        return False
    return _has_few_words(text, form)


def _has_few_words(text: str, form: Form) -> bool:
    """Whether no part of a text is a sentence whose words are joined by other signs than spaces, or by none."""
    if len(text) < 4 * _MAX_JOINED[form] or _is_short_of_words(text, form):
        return True
    return len(_JOINED_WORD.findall(text)) <= _MAX_SEGMENTED and all(
        _is_short_of_words(part, form) or _is_random(part) for part in _SEGMENTS.split(text)
    )


def _is_short_of_words(text: str, form: Form) -> bool:
    most = _MAX_JOINED[form]
    joined, capitalised = len(_JOINED_WORD.findall(text)), len(_CAPITALISED_WORD.findall(text))
    return joined <= most and capitalised <= max(most, _MAX_CAPITALISED)


def _is_random(text: str) -> bool:
    """Whether letters of both cases are there by chance, as between the digits of an id in base 62."""
    return len(_DIGIT.findall(text)) > 2 and len(_JOINED_WORD.findall(text)) <= 2


def _is_encoded(text: str) -> bool:
    """Whether a token is a sentence in base64: some systems make their ids of what those are about."""
    if not _BASE64(text):
        return False
    try:
        decoded = b64decode(text.rstrip("=") + "===")
    except Error:
        return False
    return b" " in decoded and decoded.isascii() and decoded.decode("ascii").isprintable()


def _is_name(text: str, max_words: int) -> bool:
    if len(text) > MAX_TOKEN or _UNLIKELY.search(text) or _PERSONAL.search(text):
        return False
    words = len(text.split())
    if words > 1 and (words > max_words or len(text) > MAX_NAME or _SENTENCE.search(text) or not _LETTER.search(text)):
        return False
    return _has_few_words(text, Form.NAME)


def _is_quoted_token(text: str) -> bool:
    return _is_name(text.strip(_QUOTES), 1)


def _is_id(text: str) -> bool:
    return bool(_TOKENS[Form.WORD](text) and _BY_MACHINE.search(text)) and _is_token(text, Form.WORD)


def _is_figure(text: str) -> bool:
    """`"name": number`, as records of token counts and costs have it."""
    name, _, figure = text.partition(":")
    try:
        float(figure)
    except ValueError:
        return False
    return _is_quoted_token(name)

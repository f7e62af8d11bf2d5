"""Whether a text has the form of metadata: one token, or the few words of a name.

The second of two locks: a key that is known for names may still be given a whole task as the name of its agent.
"""

from __future__ import annotations

import re

MAX_TOKEN = 200
"""Characters of a text without a space: ids, versions, addresses of hosts, names of images."""
MAX_NAME = 64
MAX_WORDS = 4
MAX_LIST = 2_000
MAX_ITEMS = 64
"""Characters of a list of names or a record of counts, and how many there may be in it."""

_UNLIKELY = re.compile(
    r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060\"'\\%?!“”„«»…。，、；：？！「」『』،؛؟।]"
    # a sentence in a script that puts no spaces between words
    r"|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{13}"
)
"""What ids and names have no use for: quotes, escapes, ends of sentences, lines, signs that nobody sees."""
_SENTENCE = re.compile(r"[.:;](?: |$)|=")
"""Ends of sentences between words, and `key=value`, as some write a query's values into its summary."""
_TOKEN = re.compile(r"[\w./:@+\-()<>#,=~$*|]{0,200}", re.ASCII).fullmatch
"""What nearly all texts under keys of metadata are; the rest is looked at more closely."""
_QUOTES = "\"' "


def is_metadata_text(text: str, max_words: int = MAX_WORDS) -> bool:
    """Whether a text is an id, a name, an enum's value, a list of such in brackets, or figures by their names."""
    if _TOKEN(text):
        return True
    if len(text) > MAX_LIST:
        return False
    if text[:1] in _BRACKETS and text[-1:] == _BRACKETS[text[0]]:
        inner = text[1:-1]
        parts = inner.split(",") if inner else []
        is_item = _is_figure if text[0] == "{" else _is_quoted_token
        if len(parts) <= MAX_ITEMS and all(map(is_item, parts)):
            return True
    return _is_name(text, max_words)


_BRACKETS = {"[": "]", "{": "}", '"': '"'}


def _is_name(text: str, max_words: int) -> bool:
    if len(text) > MAX_TOKEN or _UNLIKELY.search(text):
        return False
    words = len(text.split())
    return words <= 1 or (words <= max_words and len(text) <= MAX_NAME and not _SENTENCE.search(text))


def _is_quoted_token(text: str) -> bool:
    return _is_name(text.strip(_QUOTES), 1)


def _is_figure(text: str) -> bool:
    """`"name": number`, as records of token counts and costs have it."""
    name, _, figure = text.partition(":")
    try:
        float(figure)
    except ValueError:
        return False
    return _is_quoted_token(name)

"""Attributes without content: numbers stay, texts under keys of metadata, and what the user wants kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum, auto
from fnmatch import translate
from functools import lru_cache
from typing import Any

from otel_grounding.conventions.metadata import Form, form_of
from otel_grounding.conventions.span_view import plain
from otel_grounding.signals import names
from otel_grounding.stripping.texts import MAX_ITEMS, is_metadata_text

MAX_KEY = 200
_MAX_KEYS = 2_048
"""Keys of which the decision is remembered; an application has some hundred."""
_OURS = {value: Form.WORD for value in vars(names).values() if isinstance(value, str)}
_OURS[names.RUN_AGENT_NAME] = Form.NAME
del _OURS[names.EVALUATION_EXPLANATION]
_ENCODED = re.compile(r"embedding|vector|token_ids|logprob", re.IGNORECASE)
"""Keys of lists of numbers that can be turned back into the text they stand for; so can long ones under any key."""


class _Stays(Enum):
    """What may stay under a key of which no form is known."""

    NOTHING = auto()
    NUMBERS = auto()
    ANYTHING = auto()


class AttributeFilter:
    """Decides what of attributes stays.

    Args:
        keep: Globs of keys whose values stay, whatever they are.
    """

    def __init__(self, keep: Iterable[str] = ()) -> None:
        # `translate` makes patterns that do not backtrack: what a star matches is fixed once what follows it is found
        self._kept = tuple(re.compile(translate(glob)).match for glob in keep)
        self._stays: Callable[[str], _Stays | Form] = lru_cache(_MAX_KEYS)(self._stays_under)

    def stripped(self, attributes: Any) -> tuple[dict[str, Any], int]:
        """The attributes that stay, in their order, and how many do not."""
        given = plain(attributes)
        kept = {key: value for key, value in given.items() if self._stays_on(key, value)}
        return kept, len(given) - len(kept)

    def _stays_on(self, key: str, value: Any) -> bool:
        if len(key) > MAX_KEY:
            return False
        stays = self._stays(key)
        if isinstance(stays, Form):
            return _is_metadata(value, stays)
        if stays is _Stays.NUMBERS:
            return _is_number(value) or (_are_numbers(value) and not _ENCODED.search(key))
        return stays is _Stays.ANYTHING

    def _stays_under(self, key: str) -> _Stays | Form:
        if any(matches(key) for matches in self._kept):
            return _Stays.ANYTHING
        if form := form_of(key) or _OURS.get(key):
            return form
        return _Stays.NUMBERS if is_metadata_text(key, Form.WORD) else _Stays.NOTHING


def _is_metadata(value: Any, form: Form) -> bool:
    if isinstance(value, str):
        return is_metadata_text(value, form)
    if not _is_sequence(value):
        return _is_number(value)
    return len(value) <= MAX_ITEMS and all(
        is_metadata_text(each, form) if isinstance(each, str) else _is_number(each) for each in value
    )


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float)


def _are_numbers(value: Any) -> bool:
    return _is_sequence(value) and len(value) <= MAX_ITEMS and all(map(_is_number, value))


def _is_sequence(value: Any) -> bool:
    return isinstance(value, tuple | list)

"""Attributes that are computed when first asked for, without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  # named like the one it stands in for
    """`functools.cached_property` as it is since Python 3.12.

    That of 3.11 holds one lock for all instances of a class while it computes: threads that score wait for each other,
    and a process that forks meanwhile leaves a child that waits for ever.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        value = instance.__dict__[self._name] = self._compute(instance)
        return value

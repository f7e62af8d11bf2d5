"""What all formats share: ids, times and attribute values as the SDK holds them, and the making of a span."""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.util import BoundedList
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags, TraceState

from otel_grounding.structured import parse_json

T = TypeVar("T")
TRACE_ID_BYTES = 16
SPAN_ID_BYTES = 8
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class MalformedSpanError(ValueError):
    """One span is not as its format wants it; the others can still be read."""


def attempt(make: Callable[..., T], *args: Any) -> T | MalformedSpanError:
    """What `make` makes of the arguments, or why it can't."""
    try:
        return make(*args)
    except MalformedSpanError as problem:
        return problem
    except RecursionError:
        return MalformedSpanError("a value is nested too deeply")


def an_id(text: Any, size: int, what: str) -> int:
    """An id of `size` bytes as hex digits (with or without `0x`) or base64: their lengths tell them apart."""
    if not isinstance(text, str):
        raise MalformedSpanError(f"{what} is not text")
    digits = text.removeprefix("0x")
    try:
        if len(digits) == 2 * size:
            found = int.from_bytes(bytes.fromhex(digits))
        else:
            decoded = base64.b64decode(text, validate=True)
            if len(decoded) != size:
                raise MalformedSpanError(f"{what} is not of {size} bytes")
            found = int.from_bytes(decoded)
    except (ValueError, binascii.Error) as problem:
        raise MalformedSpanError(f"{what} is not of {size} bytes in hex or base64") from problem
    if not found:
        raise MalformedSpanError(f"{what} is zero")
    return found


def any_id(value: Any, size: int, what: str, *, may_be_zero: bool = False) -> int:
    """An id in whatever form: as OTLP has it, of fewer digits, a UUID, or a name, of which a digest is the id.

    With `may_be_zero` one that is missing or of zeros is 0.
    """
    if not isinstance(value, str | int | None):
        raise MalformedSpanError(f"{what} is not text")
    digits = "" if value is None else str(value).strip().removeprefix("0x").replace("-", "")
    if not digits.strip("0"):
        if may_be_zero:
            return 0
        raise MalformedSpanError(f"{what} is missing")
    try:
        return an_id(digits.rjust(2 * size, "0") if _are_digits(digits) else str(value), size, what)
    except MalformedSpanError:
        return int.from_bytes(hashlib.blake2b(str(value).encode("utf-8", "replace"), digest_size=size).digest())


def _are_digits(text: str) -> bool:
    return all(sign in "0123456789abcdefABCDEF" for sign in text)


def context(
    trace_id: int, span_id: int, *, flags: int = TraceFlags.SAMPLED, state: str = "", remote: bool = False
) -> SpanContext:
    """A span's context; what was written to a file was sampled unless it says otherwise."""
    kept = TraceState.from_header([state]) if state else None
    return SpanContext(trace_id, span_id, is_remote=remote, trace_flags=TraceFlags(flags), trace_state=kept)


def nanoseconds_of(text: Any) -> int | None:
    """The nanoseconds since 1970 of an ISO 8601 time."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise MalformedSpanError("a time is not text")
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise MalformedSpanError("a time is not in ISO 8601") from None
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return (found - _EPOCH) // timedelta(microseconds=1) * 1_000


_UNITS = ((10**17, 1), (10**14, 10**3), (10**11, 10**6))
"""From which number on a time since 1970 is in units of so many nanoseconds: a moment of after 1973 in each."""


def any_moment(value: Any, what: str) -> int | None:
    """A time in ISO 8601, or since 1970 in nano-, micro-, milliseconds or seconds: its size tells which."""
    if isinstance(value, str) and not value.strip().replace(".", "", 1).isdigit():
        return nanoseconds_of(value) if value.strip() else None
    if value is None:
        return None
    try:
        found = float(value) if not isinstance(value, int | str) or "." in str(value) else int(value)
    except (TypeError, ValueError):
        raise MalformedSpanError(f"{what} is no time") from None
    if isinstance(value, bool) or not math.isfinite(found) or found < 0:
        raise MalformedSpanError(f"{what} is no time")
    unit = next((each for least, each in _UNITS if found >= least), 10**9)
    return moment(int(found * unit), what)


def json_of(text: str, what: str) -> Any:
    """The value that a text of JSON holds."""
    try:
        return parse_json(text)
    except ValueError:
        raise MalformedSpanError(f"{what} is not JSON") from None


def held(value: Any) -> Any:
    """An attribute value as the SDK holds it: lists are tuples, at any depth."""
    if isinstance(value, list):
        return tuple(held(each) for each in value)
    if isinstance(value, dict):
        return {key: held(each) for key, each in value.items()}
    return value


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """An object, or an empty one where it is left out or null."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise MalformedSpanError(f"{what} is not an object")
    return value


def sequence(value: Any, what: str) -> Sequence[Any]:
    """A list, or an empty one where it is left out or null."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise MalformedSpanError(f"{what} is not a list")
    return value


def text(value: Any, what: str) -> str:
    """Text, or an empty one where it is left out or null."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise MalformedSpanError(f"{what} is not text")
    return value


def number(value: Any, what: str) -> int:
    """A whole number, also as digits (JSON's way for 64 bits); 0 where it is left out."""
    try:
        return int(value or 0)
    except (TypeError, ValueError, OverflowError):
        raise MalformedSpanError(f"{what} is not a whole number") from None


def moment(value: Any, what: str, nanoseconds: int = 1) -> int:
    """A time or duration in nanoseconds, from a number of so many of them each; 0 where it is left out."""
    found = number(value, what) * nanoseconds
    if not 0 <= found < 2**64:
        raise MalformedSpanError(f"{what} is no time")
    return found


def kind(value: Any) -> SpanKind:
    """`SPAN_KIND_CLIENT`, `SpanKind.CLIENT`, `client`, or OTLP's number 3; what is unknown is internal."""
    if isinstance(value, int):  # OTLP counts from 1, 0 is unspecified
        return SpanKind(value - 1) if 1 <= value <= len(SpanKind) else SpanKind.INTERNAL
    name = str(value or "").rpartition(".")[2].upper().removeprefix("SPAN_KIND_")
    return SpanKind.__members__.get(name, SpanKind.INTERNAL)


def status(code: Any, description: Any = None) -> Status:
    """`STATUS_CODE_ERROR`, `ERROR`, or OTLP's number 2; what is unknown is unset."""
    if isinstance(code, int):
        found = StatusCode(code) if 0 <= code < len(StatusCode) else StatusCode.UNSET
    else:
        name = str(code or "").upper().removeprefix("STATUS_CODE_")
        found = StatusCode.__members__.get(name, StatusCode.UNSET)
    # The SDK warns about a description anywhere but on an error.
    return Status(found, text(description, "the status description") or None if found is StatusCode.ERROR else None)


def with_dropped(attributes: Mapping[str, Any], dropped: int) -> Mapping[str, Any]:
    """The attributes together with the number of those that the writer had dropped."""
    if not dropped:
        return attributes
    bounded = BoundedAttributes(attributes=attributes)
    bounded.dropped = dropped
    return bounded


def list_with_dropped(entries: Sequence[Any], dropped: int) -> Sequence[Any]:
    """Events or links together with the number of those that the writer had dropped."""
    if not dropped:
        return entries
    bounded: Sequence[Any] = BoundedList.from_seq(None, entries)
    bounded.dropped = dropped  # type: ignore[attr-defined]  # the SDK's list is typed as any sequence
    return bounded

"""Trace files to ended spans: OTLP/JSON, Jaeger API JSON, Tempo API JSON, the SDK's span JSON and plain objects.

Log events that carry content of a span are read from the same files, and joined to their span where both are known.

What a file is shows in its content: names and endings are not looked at. Files are streamed: no more is held than some
spans (of Jaeger: one trace), and a window of the text.
"""

from __future__ import annotations

from otel_grounding.formats.adot import is_of_adot
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.log_events import LogEvent, joined
from otel_grounding.formats.reading import read_records, read_spans

__all__ = ["FormatError", "LogEvent", "is_of_adot", "joined", "read_records", "read_spans"]

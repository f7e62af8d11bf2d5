"""Trace files to ended spans: OTLP/JSON, Jaeger API JSON, Tempo API JSON and the SDK's span JSON.

What a file is shows in its content: names and endings are not looked at. Files are streamed: no more is held than some
spans (of Jaeger: one trace), and a window of the text.
"""

from __future__ import annotations

from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.reading import read_spans

__all__ = ["FormatError", "read_spans"]

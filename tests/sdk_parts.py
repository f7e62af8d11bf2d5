"""Parts of the SDK as tests need them, whatever its version."""

from __future__ import annotations

from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import SpanKind
from opentelemetry.util.types import Attributes

try:
    from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter
except ImportError:  # its name in 1.38
    from opentelemetry.sdk._logs.export import InMemoryLogExporter as InMemoryLogRecordExporter

__all__ = ["InMemoryLogRecordExporter", "RecordOnly"]


class RecordOnly(Sampler):
    """Records every span and samples none."""

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        *_: Any,
        **__: Any,
    ) -> SamplingResult:
        return SamplingResult(Decision.RECORD_ONLY, attributes)

    def get_description(self) -> str:
        return "RecordOnly"

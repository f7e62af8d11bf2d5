"""Tempo's API JSON: OTLP's spans in an envelope of its own, the ids in base64.

Version 1 of the API answers `{"batches": […]}`, version 2 `{"trace": {"resourceSpans": […]}}`.
"""

from __future__ import annotations

KEYS = frozenset(("batches",))

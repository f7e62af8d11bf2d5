"""Spans to runs: those of this process as they end, and those of batches that have ended."""

"""A report as OpenTelemetry signals: attributes, events, metrics. Nothing here computes a score."""

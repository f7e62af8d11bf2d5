"""How much of an agent's final answer can be traced to what its tools returned, on the run's own span."""

from otel_grounding.config import ConfigError, GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.install import install
from otel_grounding.model import GroundingReport, Source
from otel_grounding.processor import GroundingSpanProcessor
from otel_grounding.scoring.assess import assess

__all__ = [
    "ConfigError",
    "GroundingConfig",
    "GroundingReport",
    "GroundingSpanExporter",
    "GroundingSpanProcessor",
    "Source",
    "assess",
    "install",
]

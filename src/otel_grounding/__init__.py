"""How much of an agent's final answer can be traced to what its tools returned, on the run's own span."""

from otel_grounding.config import ConfigError, GroundingConfig
from otel_grounding.model import GroundingReport, Source
from otel_grounding.scoring.assess import assess

__all__ = [
    "ConfigError",
    "GroundingConfig",
    "GroundingReport",
    "Source",
    "assess",
]

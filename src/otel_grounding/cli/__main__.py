"""`python -m otel_grounding.cli`: the command where its script is not on the path."""

from otel_grounding.cli import main

main()

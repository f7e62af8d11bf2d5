"""A final output judged by its evidence: pure functions."""

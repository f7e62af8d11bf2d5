"""The dialects, one module each, all with the same two names: `MARKS` and `read(span)`."""

"""Spans without content: of texts only metadata stay, numbers stay, and what was taken off is counted."""

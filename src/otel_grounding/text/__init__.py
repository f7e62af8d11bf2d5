"""Text to sentences, tokens and hard data, each with its offsets."""

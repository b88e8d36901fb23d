"""Files: what they say, and on which line."""

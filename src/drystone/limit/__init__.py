"""Statics and limit analysis: does it stand, how much can it take, and how does it fail. See README.md."""

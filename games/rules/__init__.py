"""The rule book: pure Python, no clock, no chance of its own, no framework."""

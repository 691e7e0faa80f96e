"""The house itself: commands, environment, requirements, the server process."""

"""The wiring: settings, addresses, the ASGI application and the commands that serve it."""

"""The tests; `tests.chromium` and `tests.servers` are shared by those that need a browser or a real server."""

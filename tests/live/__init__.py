"""Tests of real server processes over real sockets: killed, started again, several at once."""

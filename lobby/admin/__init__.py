"""The people and what concerns all of them: accounts, guests, reported names, site notices, errors, what staff did."""

from lobby.admin import faults, log, notices, nudges, reports, users

__all__ = ["faults", "log", "notices", "nudges", "reports", "users"]

"""Why something about people was refused: typed codes, worded where they are shown."""

from __future__ import annotations

from enum import StrEnum


class PersonCode(StrEnum):
    """What is wrong with a private link, or with becoming somebody."""

    LINK_UNREADABLE = "link_unreadable"  # not one of ours, or cut off
    LINK_ENDED = "link_ended"  # there is a newer link
    LINK_ACCOUNT = "link_account"  # the guest is an account now, or their seats moved: sign in
    CONFIRM = "confirm"  # this device is somebody already: ask first
    NOT_A_GUEST = "not_a_guest"
    USERNAME_TAKEN = "username_taken"


class PersonRefused(Exception):
    """Nothing was changed; `code` says why."""

    def __init__(self, code: PersonCode) -> None:
        super().__init__(code)
        self.code = code

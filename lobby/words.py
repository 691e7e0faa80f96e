"""Why something about people was refused, as a sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from lobby.errors import PersonCode

_TEXTS: Final[Mapping[PersonCode, Promise]] = {
    PersonCode.LINK_UNREADABLE: gettext_lazy(
        "This private link is not complete. Please copy it once more, or scan its QR code."
    ),
    PersonCode.LINK_ENDED: gettext_lazy(
        "This private link has ended: there is a newer one. Ask for it on the device where you are still seated."
    ),
    PersonCode.LINK_ACCOUNT: gettext_lazy(
        "This private link has ended: its seats belong to an account now. Sign in to it, and you have them."
    ),
    PersonCode.CONFIRM: gettext_lazy(
        "This device sits at tables already. Say whether its seats should move."
    ),
    PersonCode.NOT_A_GUEST: gettext_lazy(
        "Only guests have a private link. With an account, sign in on the other device."
    ),
    PersonCode.USERNAME_TAKEN: gettext_lazy("Somebody else has this user name. Please choose another one."),
}


def person_refusal(code: PersonCode) -> str:
    """The sentence for a refusal."""
    return str(_TEXTS[code])

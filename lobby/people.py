"""What the person in charge decides about people: another name, no more access, access again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.names import clean_name
from games.services import office
from games.services.base import writing
from games.services.errors import Code, Refused
from games.services.written_down import write_down
from lobby.models import User


def lock_person(person: User) -> None:
    """Keep somebody there until the end of this transaction. Raises Refused NO_SUCH_PERSON if they were deleted."""
    if User.objects.select_for_update(no_key=True).filter(pk=person.pk).first() is None:
        raise Refused(Code.NO_SUCH_PERSON)


def rename_person(person: User, name: str, *, staff_id: int) -> None:
    """Give somebody another name, in all their seats too, those of old matches included.

    Raises Refused NAME_*, NO_SUCH_PERSON.
    """
    cleaned = clean_name(name)
    with writing():
        lock_person(person)
        office.rename_seats(user_id=person.pk, name=cleaned)
        person.name = cleaned
        person.save(update_fields=["name"])
        write_down(staff_id, User, person.pk, cleaned, _("Renamed"))


def block_person(person: User, *, staff_id: int) -> None:
    """Keep somebody out: no session, no password and no private link lets them in, stand-ins play on in their seats.

    Pages that are still open are shut within 20 seconds. The row and the seats stay, so that a mistake can be put
    right with `unblock_person`: the sessions and the link are good again then. Raises Refused NO_SUCH_PERSON.
    """
    with writing():
        lock_person(person)
        person.is_active = False
        person.save(update_fields=["is_active"])
        office.send_away(user_id=person.pk)
        write_down(staff_id, User, person.pk, str(person), _("Blocked"))


def unblock_person(person: User, *, staff_id: int) -> None:
    """Let somebody in again, on the devices where they were. Their seats in matches that go on they take back.

    Raises Refused NO_SUCH_PERSON.
    """
    with writing():
        lock_person(person)
        person.is_active = True
        person.save(update_fields=["is_active"])
        write_down(staff_id, User, person.pk, str(person), _("No longer blocked"))

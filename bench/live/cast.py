"""Tables with eight people each, made in the database of a bench; run as a module it prints their cookies as JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and the session cookie of each of its seats, in turn order."""

    table_id: int
    code: str
    sessions: tuple[str, ...]


def read(text: str) -> list[Seated]:
    """What this module printed."""
    return [Seated(table["table_id"], table["code"], tuple(table["sessions"])) for table in json.loads(text)]


def make(tables: int, seats: int) -> list[dict[str, object]]:
    """Open tables with that many people each, start their matches, and sign everybody in."""
    from games.services import matches, places
    from games.services.tables import open_table
    from lobby.models import User, guest_username

    made: list[dict[str, object]] = []
    for number in range(tables):
        people = [
            User.objects.create(username=guest_username(), name=f"P{number}{'ABCDEFGH'[seat]}", is_guest=True)
            for seat in range(seats)
        ]
        key = f"bench-{number:04}"
        now = open_table(
            user_id=people[0].pk, name=people[0].name, game="chicken-foot", places=seats, key=f"{key}-open"
        )
        for seat, person in enumerate(people[1:], start=1):
            places.join(
                table_id=now.table.id,
                user_id=person.pk,
                name=person.name,
                key=f"{key}-join-{seat}",
                place=seat,
            )
        matches.start(table_id=now.table.id, user_id=people[0].pk, match=1, key=f"{key}-start")
        sessions = [_session(person) for person in people]
        made.append({"table_id": now.table.id, "code": now.table.code, "sessions": sessions})
    return made


def _session(person: object) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from lobby.models import User

    assert isinstance(person, User)
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def main() -> None:
    import django

    django.setup()
    json.dump(make(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)


if __name__ == "__main__":
    main()

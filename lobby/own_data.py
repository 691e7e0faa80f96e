"""All that this site stores about a person, as plain values for a download."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from games.queries.own_data import seats_of, tables_of
from games.queries.own_log import actions_of, notes_of
from lobby.models import NameReport, Nudge, User


def data_of(person: User) -> Mapping[str, object]:
    """Account, preferences, seats with results and penalties, what was done in rounds, tables, subscriptions, what was
    told and reported.

    Passwords and the addresses of subscriptions are not in it: whoever gets the file could use them.
    """
    return {
        "account": _account(person),
        "preferences": {
            "language": person.language,
            "theme": person.theme,
            "draw_for_me": person.draw_for_me,
            "mail_turns": person.mail_turns,
            "public_profile": person.public_profile,
        },
        "seats": seats_of(person.pk),
        "actions": actions_of(person.pk),
        "notes": notes_of(person.pk),
        "tables_opened": tables_of(person.pk),
        "push_subscriptions": [
            {"service": urlsplit(row.endpoint).hostname, "language": row.language, "since": row.created_at}
            for row in person.push_subscriptions.order_by("pk")
        ],
        "turns_told": list(Nudge.objects.filter(user=person).order_by("pk").values("turn_at", "sent_at")),
        "names_reported": list(
            NameReport.objects.filter(reporter=person)
            .order_by("pk")
            .values("table_code", "match_number", "name", "reason", "at")
        ),
    }


def _account(person: User) -> Mapping[str, object]:
    return {
        "user_name": "" if person.is_guest else person.username,
        "guest": person.is_guest,
        "name": person.name,
        "email": person.email,
        "confirmed_email": person.confirmed_email,
        "since": person.date_joined,
        "last_sign_in": person.last_login,
        "profile": person.slug,
    }

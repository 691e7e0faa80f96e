"""Somebody in charge of the site, for the pictures of admin."""

from __future__ import annotations

from bench.screens import tables
from bench.screens.tables import Staged
from games.models import Match, Round
from lobby.models import User


def in_charge() -> str:
    """The session of a superuser."""
    return tables.session(User.objects.create(username="rosa", name="Rosa", is_staff=True, is_superuser=True))


def match_page(staged: Staged) -> str:
    """The page in admin of the match at this table."""
    return f"/admin/games/match/{Match.objects.get(table__code=staged.code).pk}/change/"


def hands_page(staged: Staged) -> str:
    """The page in admin where one may look at the hands of the round being played at this table."""
    row = Round.objects.get(match__table__code=staged.code, status=Round.Status.PLAYING)
    return f"/admin/games/round/{row.pk}/hands/"

"""Somebody in charge of the site, for the pictures of admin."""

from __future__ import annotations

from bench.screens import tables
from bench.screens.tables import Staged
from games.models import Match, Round
from lobby.models import SiteNotice, User


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


def tell_news() -> None:
    """News on every page, for who has not put them away."""
    SiteNotice.objects.create(
        text_en="On Saturday at 20:00 we all play the double-twelve set. Come and sit down!",
        text_ko="토요일 저녁 8시에 다 같이 더블 트웰브 세트로 놀아요. 와서 앉으세요!",
        text_ja="土曜日の20時に、みんなでダブル12のセットで遊びます。どうぞお席へ！",
    )

"""The tables of the pictures in the site's database: opened, and played on to a wanted position, by the services."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

from django.test import Client
from django.utils import timezone

from bench.screens.roads import Road
from games.models import Action, Match, Round, Seat, Table
from games.queries import Snapshot, snapshot
from games.rules.actions import parse_action
from games.rules.settings import Setting
from games.services import matches, play, rounds
from games.services.base import locked, touch
from games.services.due import replan
from lobby.models import User
from tests import factories

# Of the family at the table, in the order of their seats; bots sit behind them under their own names. The last one
# is Mina again, with fewer matches: her front page.
FAMILIES: Final = {
    "en": ("Rosa", "Mina", "Kenji", "Tom", "Nana", "Luis", "Mina"),
    "ko": ("은주", "미나", "준호", "태오", "할머니", "지우", "미나"),
    "ja": ("さくら", "美奈", "健二", "大和", "ばあば", "陽菜", "美奈"),
}
NAMES: Final = {
    "en": ("Sunday at Grandma’s", "Clara’s porch", "Quick one before dinner", "Night owls", "Mina and Nana"),
    "ko": ("할머니 댁 일요일", "은주네 마루", "저녁 먹기 전 한 판", "올빼미 모임", "미나와 할머니"),
    "ja": ("日曜はおばあちゃんち", "さくらの縁側", "夕飯前に一局", "夜ふかしの会", "美奈とばあば"),
}
A_MOMENT: Final = timedelta(seconds=4)


@dataclass(frozen=True, slots=True)
class Staged:
    """A table to take pictures of."""

    table_id: int
    code: str


def cast() -> list[User]:
    """The family; the second of them takes the pictures, the last one those of the front page."""
    return [factories.person(name) for name in FAMILIES["en"]]


def session(person: User) -> str:
    """The session cookie of a browser in which this person is signed in."""
    client = Client()
    client.force_login(person)
    return str(client.cookies["sessionid"].value)


def waiting(
    people: Sequence[User],
    bots: Sequence[str],
    code: str,
    *,
    settings: Mapping[str, Setting] | None = None,
    places: int = 4,
    is_public: bool = False,
) -> Staged:
    """A table that waits for its start."""
    table = factories.waiting_table(
        people,
        bots,
        settings=settings,
        code=code,
        name=NAMES["en"][0],
        places=places,
        is_public=is_public,
    )
    Seat.objects.filter(match__table=table, kind=Seat.Kind.BOT).update(name="Pip")
    return Staged(table.pk, code)


def played(
    people: Sequence[User], bots: Sequence[str], code: str, road: Road, more: Sequence[str] = ()
) -> Staged:
    """A table on which everything on the way to a position was played, and `more` after it."""
    with _seeds(road.seeds):
        table = factories.waiting_table(
            people,
            bots,
            code=code,
            name=NAMES["en"][0],
        )
        _name_bots(table)
        factories.begin(table.pk)
        now_at = snapshot(table.pk)
        for number, texts in enumerate(road.actions):
            if number:
                now_at = rounds.open_next(table_id=table.pk, round_number=number - 1)
            now_at = _play(now_at, texts)
        _play(now_at, more)
    return Staged(table.pk, code)


def ready(staged: Staged, people: Sequence[User]) -> None:
    """Some have said that they are ready for the next round."""
    for person in people:
        now_at = snapshot(staged.table_id)
        matches.ready(
            table_id=staged.table_id,
            user_id=person.pk,
            match=now_at.match.number,
            round_number=now_at.round.number,
        )


def speak(language: str, people: Sequence[User], named: Sequence[tuple[Staged, int]]) -> None:
    """Give people and tables (with the number of their name) the names of a language."""
    for person, name in zip(people, FAMILIES[language], strict=True):
        User.objects.filter(pk=person.pk).update(name=name)
        Seat.objects.filter(user_id=person.pk).update(name=name)
    for staged, number in named:
        Table.objects.filter(pk=staged.table_id).update(name=NAMES[language][number])
        refresh(staged)


def refresh(staged: Staged) -> None:
    """Everybody is there, and the turn began a moment ago: taking the pictures before this one took its time."""
    now = timezone.now()
    with locked(staged.table_id) as table:
        Seat.objects.filter(match__table=table).update(last_seen=now, present=True)
        Match.objects.filter(table=table, turn_at__isnull=False).update(turn_at=now - A_MOMENT)
        Round.objects.filter(match__table=table, ended_at__isnull=False).update(ended_at=now - A_MOMENT)
        replan(table)
        touch(table)


def _name_bots(table: Table) -> None:
    bots = Seat.objects.filter(match__table=table, kind=Seat.Kind.BOT).order_by("number")
    for bot, name in zip(bots, ("Pip", "Dot", "Clover"), strict=False):
        bot.name = name
        bot.save(update_fields=["name"])


@contextmanager
def _seeds(seeds: Sequence[str]) -> Iterator[None]:
    """The seeds of the rounds to come are these, in this process only."""
    left = iter(seeds)

    def next_seed(size: int) -> bytes:
        return bytes.fromhex(next(left, "5" * 2 * size))

    with patch("games.services.rounds.secrets", SimpleNamespace(token_bytes=next_seed)):
        yield


def _play(now_at: Snapshot, texts: Sequence[str]) -> Snapshot:
    """Make the actions; passes that follow a draw by themselves are in the log already."""
    first = now_at.round.ply
    for number, text in enumerate(texts):
        if now_at.round.ply > first + number:
            continue
        seat, state = now_at.turn_seat, now_at.state
        assert seat is not None
        assert state is not None
        if seat.user_id is None:
            after = play.act_for(now_at, parse_action(state.layout, text), Action.By.BOT)
            assert after is not None
            now_at = after
        else:
            now_at = factories.act(now_at, seat, text)
    return now_at

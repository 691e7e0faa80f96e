"""Tables of a site that is served, made in a process of their own as its administrator could: the way to a test's
first position, with the browsers of the people who sit there already signed in.

`stage(site, Wish(people=("Ann",), bots=("easy",)))` runs this module and returns the codes and session cookies.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from tests.servers import ROOT, ServerFailed, Site

Setting = int | str | None
SEED: Final = bytes(range(32)).hex()
SESSION_COOKIE: Final = "sessionid"


@dataclass(frozen=True)
class Wish:
    """A table that a test wants: people in the first places, bots (by level) behind them."""

    people: tuple[str, ...]
    bots: tuple[str, ...] = ()
    settings: Mapping[str, Setting] = field(default_factory=dict)
    seed: str | None = SEED  # of the first deal, 64 hex digits
    pace: str = "normal"
    places: int = 4
    playing: bool = True  # False: it waits for its start
    plies: int = 0  # so many actions of the first round are made already, by simple players
    name: str = "Test table"
    public: bool = False


@dataclass(frozen=True)
class Staged:
    """The table, and the session of each person in the order of their places."""

    code: str
    sessions: tuple[str, ...]


def stage(site: Site, wish: Wish) -> Staged:
    """Open the table in the site's database, which must have been prepared (a server has run)."""
    return stage_all(site, [wish])[0]


def stage_all(site: Site, wishes: list[Wish]) -> list[Staged]:
    """The same for several tables in one process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.live.staging"],
        cwd=ROOT,
        env=site.environ(DJANGO_SETTINGS_MODULE="config.settings"),
        input=json.dumps([asdict(wish) for wish in wishes]),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode:
        raise ServerFailed(f"Staging ended with {done.returncode}:\n{done.stderr}")
    return [Staged(code, tuple(sessions)) for code, sessions in json.loads(done.stdout)]


def _main() -> None:
    import django

    django.setup()
    wishes = [Wish(**wish) for wish in json.loads(sys.stdin.read())]
    print(json.dumps([_made(wish) for wish in wishes]))


def _made(wish: Wish) -> tuple[str, list[str]]:
    """Open one table with the tests' own factories; its code and the sessions."""
    from games.queries import snapshot
    from tests import factories

    people = [factories.person(name) for name in wish.people]
    table = factories.waiting_table(
        people,
        wish.bots,
        settings=wish.settings,
        seed=wish.seed,
        name=wish.name,
        pace=wish.pace,
        places=wish.places,
        is_public=wish.public,
    )
    if wish.playing:
        factories.begin(table.pk)
        factories.play_until(
            snapshot(table.pk), lambda now: now.between_rounds or factories.has_ply(wish.plies)(now)
        )
    return table.code, [_signed_in(person.pk) for person in people]


def _signed_in(user_id: int) -> str:
    """The session cookie of a browser in which this person is signed in."""
    from django.test import Client

    from lobby.models import User

    client = Client()
    client.force_login(User.objects.get(pk=user_id))
    return client.cookies[SESSION_COOKIE].value


if __name__ == "__main__":
    _main()

"""Tables of a site that is served, made in a process of its own as its administrator could: the way to a test's
first position, with the browsers of the people who sit there already signed in.

`stage(site, Wish(people=("Ann",), bots=("easy",)))` has this module run and returns the codes and session cookies.
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
    """The same for several tables at once."""
    if site.assistant is None:
        site.assistant = _Assistant(site)
    answer = site.assistant.ask(json.dumps([asdict(wish) for wish in wishes]))
    return [Staged(code, tuple(sessions)) for code, sessions in json.loads(answer)]


class _Assistant:
    """The process that stages the tables of a site: a wish a line, an answer a line. It begins with the first one."""

    def __init__(self, site: Site) -> None:
        self._log = (site.folder / "staging.log").open("w+")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.live.staging"],
            cwd=ROOT,
            env=site.environ(DJANGO_SETTINGS_MODULE="config.settings"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            bufsize=1,
        )

    def ask(self, wishes: str) -> str:
        """The answer to some wishes. Raises ServerFailed with what the process said instead."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(wishes + "\n")
        answer = process.stdout.readline()
        if not answer:
            self._log.seek(0)
            raise ServerFailed(f"Staging ended with {process.wait()}:\n{self._log.read()}")
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._log.close()


def _main() -> None:
    import django

    django.setup()
    from django.db import connections

    from games.queries.memory import forget_everything

    for line in sys.stdin:
        print(json.dumps([_made(Wish(**wish)) for wish in json.loads(line)]), flush=True)
        # Until the next wish the site goes on without this process.
        connections.close_all()
        forget_everything()


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

"""The scenes: which table, seen from where, after which steps, in which windows, languages and themes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bench.screens import accounts, office, tables, wishes
from bench.screens.camera import (
    DESKTOP,
    PHONE,
    Look,
    Steps,
    Window,
    choosing,
    nothing,
    opening_sheet,
    pressing,
    warned_of,
)
from bench.screens.evenings import evenings
from bench.screens.roads import find, find_match
from bench.screens.tables import Staged
from games.rules.actions import action_text
from games.rules.settings import Setting
from lobby.models import User

LANGUAGES: Final = ("en", "ko", "ja")
Chosen = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Described:
    """What the gallery says of a scene."""

    name: str
    title: str
    say: str
    windows: tuple[str, ...]
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture to take, in several looks. The main ones are taken in every language."""

    name: str
    title: str
    say: str
    path: str
    staged: tuple[Staged, ...] = ()
    steps: Steps = nothing
    windows: tuple[Window, ...] = (PHONE, DESKTOP)
    main: bool = True
    session: str = ""  # of who looks; "": of who looks at most of them
    begin: Callable[[], str] | None = None  # a new session for each look, where what is done ends it
    with_news: bool = False  # the site's news have not been put away

    @property
    def languages(self) -> tuple[str, ...]:
        return LANGUAGES if self.main else ("en",)

    def looks(self, language: str) -> Iterator[Look]:
        """Both themes in English, the phone light and the desktop light in the other languages."""
        if language not in self.languages:
            return
        for window in self.windows:
            yield Look(window, language)
            if language == "en":
                yield Look(window, language, dark=True)

    def refresh(self) -> None:
        for staged in self.staged:
            tables.refresh(staged)

    def described(self) -> Described:
        return Described(
            self.name, self.title, self.say, tuple(window.name for window in self.windows), self.languages
        )


@dataclass(slots=True)
class SetUp:
    """All scenes of a site, and the session of who looks at them."""

    people: list[User]
    session: str
    scenes: list[Scene] = field(default_factory=list)
    named: list[tuple[Staged, int]] = field(default_factory=list)

    def speak(self, language: str) -> None:
        tables.speak(language, self.people, self.named)

    def table(self, staged: Staged, name: int = 0) -> Staged:
        self.named.append((staged, name))
        return staged


def set_up(chosen: Chosen) -> SetUp:
    """Play every chosen scene's table to its position, in this process and the site's database."""
    people = tables.cast()
    made = SetUp(people, tables.session(people[wishes.ME]))
    for names, make in MAKERS:
        if any(map(chosen, names)):
            made.scenes += [scene for scene in make(made) if chosen(scene.name)]
    return made


def _at(staged: Staged) -> str:
    return f"/t/{staged.code}/"


def _front(made: SetUp) -> Iterator[Scene]:
    rosa, _me, kenji, host, guest, _luis, mina = made.people
    quiet = made.table(
        tables.played([mina, guest], [], "HAM6NA7Y", find(2, wishes.others_turn, name="two")), 4
    )
    road = find(4, wishes.middle, rounds_before=2, name="sunday 2")
    mine = made.table(tables.played([rosa, mina, kenji], ["normal"], "Q7RKDM4Y", road))
    made.table(tables.waiting([guest], ["normal"], "CLARA234", is_public=True), 1)
    short: dict[str, Setting] = {"length": "one", "blank": 25}
    made.table(tables.waiting([host, guest], ["normal"], "QVCK4679", settings=short, is_public=True), 2)
    half = {"length": "half"}
    made.table(tables.waiting([host], ["normal"], "NGHT4W7A", settings=half, places=8, is_public=True), 3)
    say = "The front page: play at once, open a table, go on with a match of one’s own, sit down somewhere."
    own = tables.session(mina)
    yield Scene("front", "Front page", say, "/", (mine, quiet), session=own)
    say = "A new table: seats, length, who finds it; the house rules are folded away."
    yield Scene("new-table", "New table", say, "/new/", session=own)
    office.tell_news()
    say = "News of the site, which stand above every page until they are put away."
    yield Scene("news", "News of the site", say, "/", (mine, quiet), session=own, with_news=True)


def _waiting(made: SetUp) -> Iterator[Scene]:
    people = made.people
    staged = made.table(tables.waiting([people[wishes.ME], people[0]], ["normal"], "7KQM2XPD"))
    say = "The host waits: the link to send around, who sits where, the start."
    yield Scene("waiting", "Waiting", say, _at(staged), (staged,))
    say = "Another game, length or rules, while the table waits."
    yield Scene("table-settings", "Change a table", say, f"{_at(staged)}settings/", (staged,), main=False)
    say = "Another name for the table, by who opened it."
    yield Scene("rename-table", "Rename a table", say, f"{_at(staged)}rename/", (staged,), main=False)
    say = "Before a table is closed for good: what that means."
    yield Scene("close-table", "Close a table", say, f"{_at(staged)}close/", (staged,), main=False)


def _opening(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.opening, name="opening")
    staged = made.table(tables.played(made.people[:3], ["normal"], "4HXWT2CN", road))
    say = "The opening: my turn, the 9-9 waits for six toes, only tiles with a 9 stand up."
    yield Scene("opening", "Opening", say, _at(staged), (staged,))


def _middle(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.middle, rounds_before=2, name="sunday 2")
    staged = made.table(tables.played(made.people[:3], ["normal"], "Q7RKDM4X", road))
    say = "The middle: my turn, a tile is chosen, the places where it may go are lit."
    yield Scene("middle", "Middle", say, _at(staged), (staged,), choosing(wishes.most_places(road.here)))
    say = "The score sheet of the running match, one tap away."
    sheet = opening_sheet("score-sheet")
    yield Scene("score-sheet", "Score sheet", say, _at(staged), (staged,), sheet, main=False)
    say = "The same sheet as a page: to be printed, and without scripts."
    yield Scene("sheet-page", "Score sheet as a page", say, f"{_at(staged)}sheet/", (staged,), main=False)
    say = "The menu of a table: signs to the others, sound, language, what else there is."
    yield Scene("menu", "Menu of a table", say, _at(staged), (staged,), opening_sheet("menu"))


def _dead_foot(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.dead_foot, rounds_before=2, name="dead")
    before = made.table(tables.played(made.people[:3], ["normal"], "X3NPA9WD", road))
    say = "Before a double is laid that can never get its toes: a warning, and the way back."
    warned = warned_of(wishes.doomed(road.here))
    yield Scene("dead-foot-warning", "Dead foot, the warning", say, _at(before), (before,), warned)
    lay = action_text(road.here.state.layout, wishes.doomed_play(road.here))
    after = made.table(tables.played(made.people[:3], ["normal"], "X3NPA9WE", road, [lay]))
    say = "After it was laid all the same: which foot is dead, and whose turn it is."
    yield Scene("dead-foot", "Dead foot", say, _at(after), (after,))


def _many(made: SetUp) -> Iterator[Scene]:
    road = find(2, wishes.many_tiles, name="many")
    staged = made.table(tables.played(made.people[:2], [], "M2TYRC7H", road))
    say = "Twenty tiles in hand."
    chosen = choosing(wishes.most_places(road.here))
    yield Scene("twenty-tiles", "Twenty tiles", say, _at(staged), (staged,), chosen, main=False)


def _eight(made: SetUp) -> Iterator[Scene]:
    road = find(8, wishes.full_table, rounds_before=1, name="eight")
    bots = ["normal", "normal"]
    staged = made.table(tables.played(made.people[:6], bots, "W9GAJE3V", road))
    say = "Eight at the table, double-twelve set."
    yield Scene("eight-seats", "Eight seats", say, _at(staged), (staged,), main=False)


def _round_over(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.round_over, rounds_before=2, name="round")
    staged = made.table(tables.played(made.people[:3], ["normal"], "R4NDV6KC", road))
    tables.ready(staged, [made.people[0]])
    say = "The end of a round: who went out, what everybody held, points and totals, who begins next."
    yield Scene("round-over", "End of a round", say, _at(staged), (staged,))


def _replay(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.round_over, rounds_before=2, name="round")
    staged = made.table(tables.played(made.people[:3], ["normal"], "R4NDV6KD", road))
    round_path = f"{_at(staged)}m/1/r/3/"
    say = "A round that is over, step by step: all hands, what could have been played, and what was."
    yield Scene("replay", "Replay", say, f"{round_path}?at=34")
    say = "The check of its deal, worked out in the viewer’s own browser: seal, hands, boneyard, draws."
    yield Scene("check-deal", "Check the deal", say, f"{round_path}check/")


def _match_over(made: SetUp) -> Iterator[Scene]:
    road = find_match(4, wishes.match_over, name="match")
    staged = made.table(tables.played(made.people[:3], ["normal"], "MATCH4VR", road))
    say = "The end of the match: the winner, the standings, how it went, the whole sheet, once more."
    yield Scene("match-over", "End of the match", say, _at(staged), (staged,))
    say = "The lasting page of that match: the sheet with totals, best and worst of each round, the chart, every hand."
    yield Scene("match-page", "A match of the past", say, f"{_at(staged)}m/1/")
    say = "The check of all deals of that match."
    yield Scene("check-match", "Check a match", say, f"{_at(staged)}m/1/check/", main=False)


def _past(made: SetUp) -> Iterator[Scene]:
    staged = made.table(evenings(made.people[:5], "FAM4KY7T"))
    say = "All matches of a table: who won how often, over all evenings."
    yield Scene("family", "The family table", say, f"{_at(staged)}all/")
    say = "One’s own matches, newest first, to be searched and filtered."
    yield Scene("my-matches", "My matches", say, "/me/history/")
    say = "One’s own figures, each with its definition."
    yield Scene("statistics", "Statistics", say, "/me/statistics/")


def _accounts(made: SetUp) -> Iterator[Scene]:
    _rosa, _me, kenji, _host, guest, *_others = made.people
    say = "A guest signs up and keeps seat, name and history."
    yield Scene("sign-up", "Sign up", say, "/sign-up/", session=tables.session(guest))
    profile = accounts.signed_up(kenji)
    own = tables.session(kenji)
    say = "One’s own page: name, preferences, what is told of turns, the way out."
    yield Scene("account", "Your page", say, "/me/", session=own)
    say = "The public page of somebody who wants one."
    yield Scene("profile", "A public page", say, profile, main=False)
    say = "A guest signs in to an account: the seats come along."
    yield Scene("sign-in", "Sign in", say, "/login/", main=False, session=tables.session(guest))
    say = "A link for a new password, by mail."
    yield Scene("forgotten", "Forgotten password", say, "/password/forgotten/", main=False)
    say = "It was asked for; whether anybody has that address is not told."
    yield Scene("forgotten-sent", "Mail on its way", say, "/password/forgotten/sent/", main=False)
    say = "Behind that link: the new password."
    yield Scene("new-password", "New password", say, accounts.password_link(kenji), main=False)
    say = "Behind the link of another mail: whether the address is one’s own."
    yield Scene("confirm-email", "Confirm an e-mail", say, accounts.confirm_link(kenji), main=False)
    say = "The private link: the way to one’s seats on another device."
    link = tables.session(guest)
    yield Scene("private-link", "Your private link", say, "/carry/", main=False, session=link)
    say = "Behind it, on the other device: whose seats they are, before they move there."
    yield Scene("private-link-opened", "A private link, opened", say, accounts.carried(guest), main=False)
    say = "Signed out: the seats stay, and the way back to them."
    again, out = partial(tables.session, kenji), pressing("Sign out")
    yield Scene("signed-out", "Signed out", say, "/me/", (), out, main=False, begin=again)
    say = "A new password for who knows the old one."
    yield Scene("password", "Change the password", say, "/password/", main=False, session=own)
    say = "What is deleted with an account, and what stays."
    yield Scene("delete-account", "Delete an account", say, "/me/delete/", main=False, session=own)
    say = "Help and rules."
    yield Scene("help", "Help", say, "/help/", main=False)
    say = "A page that there is not."
    yield Scene("not-found", "Not found", say, "/t/ABCDEFGH/", main=False)


def _office(made: SetUp) -> Iterator[Scene]:
    road = find(4, wishes.middle, rounds_before=2, name="sunday 2")
    staged = made.table(tables.played(made.people[:3], ["normal"], "Q7RKDM4Z", road))
    say = "Reporting a name, to the person in charge of the site and to nobody else."
    yield Scene("report-name", "Report a name", say, f"{_at(staged)}report/")
    staff = office.in_charge()
    say = "Admin: the pulse of the site."
    everywhere = tuple(one for one, _name in made.named)  # nothing is late, though no clock runs
    yield Scene("admin-pulse", "Pulse", say, "/admin/pulse/", everywhere, main=False, session=staff)
    say = "Admin: what there is."
    yield Scene("admin-index", "Admin", say, "/admin/", main=False, session=staff)
    say = "Admin: the tables."
    yield Scene("admin-tables", "Tables in admin", say, "/admin/games/table/", main=False, session=staff)
    say = "Admin: a match, with what may be decided about it."
    match = office.match_page(staged)
    yield Scene("admin-match", "A match in admin", say, match, main=False, session=staff)
    say = "Admin: a decision says what it does before it is taken."
    asked = pressing("End the match with the scores so far…")
    yield Scene("admin-decision", "A decision", say, match, (), asked, main=False, session=staff)
    say = "Admin: before anybody looks at hands, a reason."
    hands = office.hands_page(staged)
    yield Scene("admin-hands", "Look at the hands", say, hands, main=False, session=staff)


MAKERS: Final[tuple[tuple[tuple[str, ...], Callable[[SetUp], Iterator[Scene]]], ...]] = (
    (("waiting", "table-settings", "rename-table", "close-table"), _waiting),
    (("opening",), _opening),
    (("middle", "score-sheet", "sheet-page", "menu"), _middle),
    (("dead-foot-warning", "dead-foot"), _dead_foot),
    (("twenty-tiles",), _many),
    (("eight-seats",), _eight),
    (("round-over",), _round_over),
    (("replay", "check-deal"), _replay),
    (("match-over", "match-page", "check-match"), _match_over),
    (("family", "my-matches", "statistics"), _past),
    (
        (
            *("sign-up", "account", "profile", "sign-in", "forgotten", "forgotten-sent", "new-password"),
            *("confirm-email", "private-link", "private-link-opened", "signed-out", "password"),
            *("delete-account", "help", "not-found"),
        ),
        _accounts,
    ),
    (("front", "new-table", "news"), _front),
    (
        (
            *("report-name", "admin-pulse", "admin-index", "admin-tables", "admin-match", "admin-decision"),
            "admin-hands",
        ),
        _office,
    ),
)

"""Lists and pages of admin: the same few statements for few and for many rows, and no counting of millions."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games.admin.base import COUNTED_AT_MOST, SparePaginator
from games.models import LETTERS, Action, Match, Note, Penalty, Receipt, Round, Seat, Table, Watcher
from games.services.written_down import write_down
from lobby.leaving import delete_person
from lobby.models import DELETED, Fault, NameReport, Nudge, PushSubscription, SiteNotice, User
from tests import factories
from tests.services.ends import match_ended
from tests.services.statements import counted
from tests.web.pages import browser

pytestmark = pytest.mark.django_db

LISTED: list[type[Model]] = [
    Table,
    Match,
    Seat,
    Round,
    Action,
    Penalty,
    Note,
    Receipt,
    Watcher,
    User,
    SiteNotice,
    NameReport,
    Fault,
    Nudge,
    PushSubscription,
    LogEntry,
]
# Session and user come on top of what is counted here: content, and with it the count and the related rows.
LIST_AT_MOST = 8
PAGE_AT_MOST = 12


@pytest.fixture
def root() -> Client:
    return browser(User.objects.create(username="root", is_staff=True, is_superuser=True))


def address(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def rows_of_everything(number: int) -> None:
    """One more of everything that is listed, with everything that is shown beside it."""
    ann, ben = factories.person(f"Ann {number}"), factories.person(f"Ben {number}")
    over = match_ended([ann, ben], ["normal"])
    now = factories.play_until(factories.playing_table([ann, ben]), factories.has_ply(6))
    table = Table.objects.get(pk=now.table.id)
    table.blocked.add(factories.person(f"Otto {number}"))
    table.host = ben
    table.save()
    at = timezone.now()
    Note.objects.create(match_id=now.match.id, what="back", seat=0, by_seat=1, version=1, at=at)
    Receipt.objects.create(key=f"key-{number}", what="open", user=ann, table=table)
    Watcher.objects.create(table=table, key=f"watching-{number}", last_seen=at)
    SiteNotice.objects.create(text_en=f"News {number}", text_ko="소식", text_ja="お知らせ")
    NameReport.objects.create(
        table_code=over.table.code,
        match_number=1,
        place=0,
        name=ann.name,
        reported=ann,
        reporter=ben,
        handled_by=ben,
        status=NameReport.Status.DONE,
    )
    Fault.objects.create(hour=at, logger="games", what=f"ValueError {number}", times=3, last_at=at)
    Nudge.objects.create(user=ann, match_id=now.match.id, turn_at=at)
    PushSubscription.objects.create(user=ann, endpoint=f"https://push.example/{number}", p256dh="p", auth="a")
    LogEntry.objects.create(
        user=ben,
        content_type=ContentType.objects.get_for_model(Table),
        object_id=str(table.pk),
        object_repr=table.code,
        action_flag=2,
        change_message="Closed",
    )


@pytest.fixture
def filled(root: Client) -> Client:
    rows_of_everything(1)
    return root


def cost(client: Client, path: str) -> int:
    client.get(path)  # content types are read once per process
    with counted() as statements:
        response = client.get(path)
    assert response.status_code == 200, path
    return len(statements)


def costs(client: Client) -> dict[str, int]:
    """What every list and the page of its newest row cost."""
    found = {}
    for model in LISTED:
        path, newest = address(model), model._default_manager.order_by("pk").last()
        assert newest is not None, model
        found[path] = cost(client, path)
        found[f"{path}change/"] = cost(client, f"{path}{newest.pk}/change/")
    return found


def test_everything_that_is_stored_is_listed() -> None:
    ours = {model for app in ("games", "lobby") for model in apps.get_app_config(app).get_models()}
    assert ours <= set(LISTED)
    assert all(admin.site.is_registered(model) for model in LISTED)


def test_lists_and_pages_take_the_same_few_statements_for_many_rows(filled: Client) -> None:
    few = costs(filled)
    for number in range(2, 6):
        rows_of_everything(number)
    many = costs(filled)
    assert few == many
    assert max(few[address(model)] for model in LISTED) <= LIST_AT_MOST
    assert max(few.values()) <= PAGE_AT_MOST


def test_a_page_costs_the_same_for_a_full_table(root: Client) -> None:
    pages = []
    for size in (2, 8):
        people = [factories.person(f"P{number}") for number in range(size)]
        now = match_ended(people)
        Table.objects.get(pk=now.table.id).blocked.set(people)
        pages.append([(Table, now.table.id), (Match, now.match.id), (Round, now.round.id)])
    small, large = ([cost(root, f"{address(model)}{pk}/change/") for model, pk in page] for page in pages)
    assert small == large


def test_no_list_asks_how_many_there_are_beyond_what_is_shown(filled: Client) -> None:
    for model in LISTED:
        with counted() as statements:
            filled.get(address(model))
        for sql in statements:
            if sql.startswith("SELECT COUNT(*)"):
                # A count is of a query that ends at the limit, except for the two short lists of staff's own rows.
                assert f"LIMIT {COUNTED_AT_MOST}" in sql or model in (SiteNotice, LogEntry), sql


def test_a_list_is_counted_as_far_as_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        factories.person(f"P{number}")
    monkeypatch.setattr("games.admin.base.COUNTED_AT_MOST", 3)
    assert SparePaginator(User.objects.order_by("pk"), 2).num_pages == 2
    assert SparePaginator(list(User.objects.all()), 2).count == 5


def test_a_code_is_looked_up_however_it_is_typed(filled: Client) -> None:
    table = Table.objects.order_by("pk").first()
    assert table is not None
    typed = f"{table.code[:4].lower()} {table.code[4:]}"
    for model in (Table, Match, Seat, Round, Action, Penalty, Note):
        page = filled.get(address(model), {"q": typed}).content.decode()
        other = Table.objects.order_by("pk").last()
        assert other is not None
        assert other.code not in page.replace(f'value="{typed}"', ""), model
    assert table.code in filled.get(address(Table), {"q": typed}).content.decode()
    assert "Ann 1" in filled.get(address(Seat), {"q": "nn 1"}).content.decode()


@pytest.mark.parametrize(
    ("path", "narrowing"),
    [
        ("/admin/games/table/", {"state": "open"}),
        ("/admin/games/table/", {"state": "closed"}),
        ("/admin/games/table/", {"state": "overdue"}),
        ("/admin/games/table/", {"state": "trouble"}),
        ("/admin/games/table/", {"state": "nonsense"}),
        ("/admin/games/table/", {"game": "chicken-foot"}),
        ("/admin/games/match/", {"status__exact": "playing"}),
        ("/admin/games/note/", {"what": "back"}),
        ("/admin/games/seat/", {"match__status__exact": "playing"}),
        ("/admin/lobby/namereport/", {"status__exact": "open"}),
    ],
)
def test_filters_narrow(filled: Client, path: str, narrowing: dict[str, str]) -> None:
    assert filled.get(path, narrowing).status_code == 200


@pytest.mark.parametrize("model", [Match, User, NameReport, SiteNotice])
def test_what_no_page_of_admin_sends_is_a_bad_request(root: Client, model: type[Model]) -> None:
    for query in ({"game": "\0"}, {"q": "\0"}, {"name__icontains": "a\0"}):
        assert root.get(address(model), query).status_code == 400
    # SQLite cannot be asked for such a number, PostgreSQL has none like it.
    assert root.get(address(model), {"id__in": "9" * 30}).status_code in (200, 400)
    for pk in ("\0", "abc", "-1", "１", "9" * 30):
        sent = {"action": "block", "_selected_action": pk, "index": "0"}
        assert root.post(address(model), sent).status_code == 400


def test_a_row_that_there_cannot_be_is_a_bad_request(root: Client) -> None:
    one = {"CHANGE_FORM-action": "block", "_selected_action": "9" * 30}
    assert root.post(f"{address(User)}{'9' * 30}/change/", one).status_code == 400


def test_tables_in_trouble_are_found(filled: Client) -> None:
    table = Table.objects.order_by("pk").first()
    assert table is not None
    Table.objects.filter(pk=table.pk).update(
        trouble="ValueError at x", trouble_count=2, due_at=timezone.now()
    )
    page = filled.get("/admin/games/table/", {"state": "trouble"}).content.decode()
    assert f"/admin/games/table/{table.pk}/change/" in page
    assert page.count("/change/?_changelist_filters") == 1


def test_from_table_to_match_to_round_to_action(filled: Client) -> None:
    """Every link of the way leads on, and to the rows of that one only."""
    match = Match.objects.filter(status=Match.Status.PLAYING).get()
    rows = Round.objects.get(match=match)
    for path, onward in (
        (
            f"/admin/games/table/{match.table_id}/change/",
            f"/admin/games/match/?table__id__exact={match.table_id}",
        ),
        (f"/admin/games/match/{match.pk}/change/", f"/admin/games/round/?match__id__exact={match.pk}"),
        (f"/admin/games/round/{rows.pk}/change/", f"/admin/games/action/?round__id__exact={rows.pk}"),
        ("/admin/games/seat/", f"/admin/games/match/{match.pk}/change/"),
    ):
        page = filled.get(path).content.decode()
        assert onward.replace("&", "&amp;") in page, path
        assert filled.get(onward).status_code == 200, onward


def test_a_round_that_is_over_leads_to_its_replay(filled: Client) -> None:
    over = Round.objects.filter(status=Round.Status.OVER).first()
    assert over is not None
    page = filled.get(f"/admin/games/round/{over.pk}/change/").content.decode()
    table = over.match.table
    assert f"/t/{table.code}/m/1/r/1/" in page
    assert filled.get(f"/t/{table.code}/m/1/r/1/").status_code == 200
    assert "/hands/" not in page


@pytest.mark.parametrize("language", ["ko", "ja"])
def test_admin_opens_in_every_language(filled: Client, language: str) -> None:
    filled.cookies["django_language"] = language
    for model in LISTED:
        assert f'<html lang="{language}"' in filled.get(address(model)).content.decode()


def test_nothing_inline_that_the_policy_would_refuse(filled: Client) -> None:
    for model in LISTED:
        newest = model._default_manager.order_by("pk").last()
        assert newest is not None
        for path in (address(model), f"{address(model)}{newest.pk}/change/"):
            page = filled.get(path).content.decode()
            assert " style=" not in page, path
            assert "<style" not in page, path
            assert "<script>" not in page, path


def test_a_round_says_in_words_how_it_began_and_ended(filled: Client) -> None:
    over = Round.objects.filter(status=Round.Status.OVER).select_related("match").first()
    assert over is not None
    pages = (
        address(Round),
        f"{address(Round)}{over.pk}/change/",
        f"{address(Match)}{over.match_id}/change/",
    )
    assert over.first is not None
    assert f">{LETTERS[over.first]}<" in filled.get(pages[1]).content.decode()
    for changes, words in (
        ({"reason": "out", "out": 2, "blocked_foot": None}, "C went out"),
        ({"reason": "blocked", "out": None, "blocked_foot": 5}, "blocked 5-5"),
    ):
        Round.objects.filter(pk=over.pk).update(**changes)
        for page in pages:
            assert f">{words}<" in filled.get(page).content.decode(), page


def test_what_is_played_is_said_in_the_words_of_its_players(filled: Client) -> None:
    table = Table.objects.latest("pk")
    match = Match.objects.filter(table=table).latest("pk")
    for path in (f"{address(Table)}{table.pk}/change/", f"{address(Match)}{match.pk}/change/"):
        page = filled.get(path).content.decode()
        assert ">Chicken Foot<" in page
        assert "0-0 left in hand: counts 50" in page
        assert "dead_foot" not in page


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "(deleted player)"), ("ko", "(탈퇴한 참가자)"), ("ja", "（退会した参加者）")],
)
def test_the_log_says_who_is_deleted_in_every_language(filled: Client, language: str, word: str) -> None:
    ben, otto = User.objects.get(name="Ben 1"), User.objects.get(name="Otto 1")
    write_down(ben.pk, User, otto.pk, "Otto 1 #3", "Renamed")
    delete_person(otto)
    delete_person(ben)
    entry = LogEntry.objects.get(content_type__model="user")
    spoken = {"accept-language": language}
    listed, row, users = (
        filled.get(path, headers=spoken).content.decode()
        for path in (address(LogEntry), f"{address(LogEntry)}{entry.pk}/change/", address(User))
    )
    assert listed.count(word) >= 2
    assert word in row
    assert word in users
    for page in (listed, users):
        assert DELETED not in page

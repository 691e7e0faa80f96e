"""Acting: what the mover gets back, repeats, stale pages, refusals, payloads that no page of ours makes."""

import re

import pytest

from games.models import Action, Round
from games.names import clean_name, clean_table_name
from games.push.render import CSRF_PLACE
from games.queries import Snapshot, snapshot
from games.queries.memory import forget_everything
from games.services.errors import Refused
from lobby.models import User
from tests import factories
from tests.web.pages import Page, browser, read

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _forget() -> None:
    forget_everything()


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def now(people: factories.Cast) -> Snapshot:
    return factories.playing_table([people.host, people.guest], seed="5" * 64)


def mover_and_other(now: Snapshot, people: factories.Cast) -> tuple[User, User]:
    seat = now.turn_seat
    assert seat is not None
    pair = (people.host, people.guest)
    return pair if seat.user_id == people.host.pk else pair[::-1]


def first_play(now: Snapshot) -> str:
    return factories.text_of(now, factories.legal(now)[0])


def test_the_answer_brings_the_movers_page_up_to_date(now: Snapshot, people: factories.Cast) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    response = page.post("act", action=first_play(now))
    message = read(response)
    assert response.status_code == 200
    assert message["v"] == now.version + 1
    assert message["ply"] == 1
    assert {"r-hand", "r-bar", "r-turn", "s-A", "s-B"} <= set(message["regions"])
    assert message["layout"][0]["ply"] == 0
    assert len(message["log"]) == 1


def test_a_tile_and_an_end_make_an_action_for_pages_without_scripts(
    now: Snapshot, people: factories.Cast
) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    tile, _at, end = first_play(now).partition("@")
    response = page.submit("act", tile=tile, at=end)
    assert (response.status_code, response["Location"]) == (302, f"/t/{now.table.code}/")
    assert snapshot(now.table.code).round.ply == 1


def test_scenario_8_the_same_play_twice_then_another_tile_with_the_old_version(
    now: Snapshot, people: factories.Cast
) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    one, another = (factories.text_of(now, action) for action in factories.legal(now)[:2])
    first = page.post("act", action=one, key="k" * 20)
    second = page.post("act", action=one, key="k" * 20)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.content == second.content
    third = page.post("act", action=another)
    refused = read(third)
    assert third.status_code == 409
    assert refused["refused"]["code"] == "stale"
    assert "moved on" in refused["refused"]["say"]
    assert refused["v"] == now.version + 1
    assert "r-hand" in refused["regions"]
    assert list(Action.objects.values_list("text", flat=True)) == [one]


def test_scenario_9_draw_pressed_four_times_fast_draws_one_tile(people: factories.Cast) -> None:
    now = factories.play_until(
        factories.playing_table([people.host, people.guest], seed="1" * 64),
        lambda now_at: [factories.kind_of(action) for action in factories.legal(now_at)] == ["draw"],
    )
    mover, other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    answers = [page.post("act", action="draw") for _press in range(4)]
    assert answers[0].status_code == 200
    assert {answer.status_code for answer in answers[1:]} <= {409}
    after = snapshot(now.table.code)
    assert Action.objects.filter(kind="draw", ply__gte=now.round.ply).count() == 1
    assert after.state is not None
    assert now.state is not None
    assert len(after.state.boneyard) == len(now.state.boneyard) - 1
    turn = after.turn_seat
    assert turn is not None
    # The drawer goes on if the tile fits; else it is the next seat's turn, the pass being written with the draw.
    assert turn.user_id == (mover.pk if after.round.ply == now.round.ply + 1 else other.pk)


def test_scenario_10_somebody_elses_seat_in_the_payload_changes_nothing(
    now: Snapshot, people: factories.Cast
) -> None:
    mover, other = mover_and_other(now, people)
    page = Page.load(browser(other), now.table.code)
    seat = now.turn_seat
    assert seat is not None
    response = page.post(
        "act", action=first_play(now), seat=seat.letter, user=mover.pk, index=seat.index or 0
    )
    assert response.status_code == 422
    assert read(response)["refused"]["code"] == "not_your_turn"
    hidden = factories.hand_of(now, seat)
    assert not any(f'"{tile}' in response.content.decode() for tile in hidden)
    assert not Action.objects.exists()


@pytest.mark.parametrize(
    ("action", "code", "words"),
    [
        ("draw", "must_play", "must play"),
        ("pass", "must_play", "must play"),
        ("nonsense", "unreadable", "open end"),
        ("", "unreadable", "open end"),
        ("9-9@9-9", "not_held", "do not hold"),
    ],
)
def test_a_refusal_names_the_rule_and_comes_with_the_table_as_it_is(
    now: Snapshot, people: factories.Cast, action: str, code: str, words: str
) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    response = page.post("act", action=action)
    message = read(response)
    assert response.status_code == 422
    assert message["refused"]["code"] == code
    assert words in message["refused"]["say"]
    assert message["v"] == now.version


def test_a_tile_without_the_number_of_the_foot_is_told_which_number_it_needs(
    now: Snapshot, people: factories.Cast
) -> None:
    mover, _other = mover_and_other(now, people)
    seat = now.turn_seat
    assert seat is not None
    tile = next(tile for tile in factories.hand_of(now, seat) if "9" not in tile)
    page = Page.load(browser(mover), now.table.code)
    refused = read(page.post("act", action=f"{tile}@9-9"))["refused"]
    assert refused["code"] == "does_not_fit"
    assert "This end needs 9." in refused["say"]


def test_with_a_foot_waiting_elsewhere_is_refused_by_that_rule(people: factories.Cast) -> None:
    start = factories.playing_table([people.host, people.guest], seed="5" * 64)
    now = factories.play_until(start, factories.has_ply(2))
    mover, _other = mover_and_other(now, people)
    seat = now.turn_seat
    assert seat is not None
    assert now.state is not None
    end = now.state.layout[1].tile
    page = Page.load(browser(mover), now.table.code)
    refused = read(page.post("act", action=f"{factories.hand_of(now, seat)[0]}@{end}"))["refused"]
    assert refused["code"] == "foot_first"
    assert "still needs 4 toes" in refused["say"]


def test_a_page_that_does_not_say_what_it_shows_is_told_to_fetch_itself(
    now: Snapshot, people: factories.Cast
) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    for version in ("", "many", "-1", "9" * 40):
        message = read(page.post("act", action="draw", v=version))
        assert message["reload"] is True


def test_a_refusal_without_scripts_is_told_on_the_next_page(now: Snapshot, people: factories.Cast) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    response = page.submit("act", action="draw")
    assert response.status_code == 302
    shown = Page.load(page.client, now.table.code).html
    assert re.search(r"Whoever can play must play, and \d-\d fits\.", shown)
    assert "must play" not in Page.load(page.client, now.table.code).html


@pytest.mark.parametrize(
    "fields",
    [
        {"match": "x"},
        {"round": "-1"},
        {"ply": ""},
        {"ply": "٣"},
        {"ply": "9" * 30},
        {"match": "99999999999"},
        {"key": "short"},
        {"key": "k" * 65},
        {"key": "ключ" * 4},
        {"action": "x" * 3000},
    ],
)
def test_what_no_page_of_ours_posts_is_refused_in_a_sentence(
    now: Snapshot, people: factories.Cast, fields: dict[str, str]
) -> None:
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    response = page.post("act", **{"action": first_play(now), **fields})
    assert response.status_code == 400
    assert "reload" in read(response)["refused"]["say"]
    assert not Action.objects.exists()


def test_the_pages_own_script_reads_the_refusal_in_a_good_answer(
    now: Snapshot, people: factories.Cast
) -> None:
    """Browsers write every other answer on their console."""
    mover, _other = mover_and_other(now, people)
    page = Page.load(browser(mover), now.table.code)
    headers = {"accept": "application/json", "x-quiet": "yes"}
    fields = {**page.fields, "action": "draw"}
    response = page.client.post(f"/t/{page.code}/act/", fields, headers=headers)
    assert response.status_code == 200
    assert read(response)["refused"]["code"] == "must_play"


def test_somebody_without_a_seat_and_somebody_unknown_cannot_act(
    now: Snapshot, people: factories.Cast
) -> None:
    for user in (people.outsider, None):
        page = Page.load(browser(user), now.table.code)
        response = page.post("act", action=first_play(now))
        assert response.status_code == 403
        assert read(response)["refused"]["code"] == "not_seated"
    assert not Action.objects.exists()


def test_an_unknown_table_is_not_found(people: factories.Cast) -> None:
    client = browser(people.host)
    for address in ("/t/AAAAAAAA/", "/t/AAAAAAAA/page/"):
        assert client.get(address).status_code == 404
    for address in ("/t/AAAAAAAA/act/", "/t/AAAAAAAA/news/", "/t/AAAAAAAA/leave/"):
        fields = {"match": 1, "round": 0, "ply": 0, "key": "k" * 20, "action": "draw", "v": 0}
        assert client.post(address, fields, headers={"accept": "application/json"}).status_code == 404


def test_acting_needs_the_token_of_the_page(now: Snapshot, people: factories.Cast) -> None:
    mover, _other = mover_and_other(now, people)
    client = browser(mover, csrf=True)
    page = Page.load(client, now.table.code)
    assert page.post("act", action=first_play(now)).status_code == 403
    headers = {"accept": "application/json", "x-csrftoken": client.cookies["csrftoken"].value}
    fields = {**page.fields, "action": first_play(now)}
    assert client.post(f"/t/{now.table.code}/act/", fields, headers=headers).status_code == 200


def test_the_token_in_private_parts_is_the_pages(now: Snapshot, people: factories.Cast) -> None:
    page = Page.load(browser(people.host), now.table.code)
    assert CSRF_PLACE not in page.html
    assert 'name="csrfmiddlewaretoken"' in page.html


def test_no_name_can_be_taken_for_the_place_of_the_token() -> None:
    with pytest.raises(Refused):
        clean_name(CSRF_PLACE)
    with pytest.raises(Refused):
        clean_table_name(CSRF_PLACE)


def test_the_end_of_a_round_tells_the_page_to_fetch_the_scores(people: factories.Cast) -> None:
    now = factories.playing_table([people.host, people.guest], seed="2" * 64)
    last = now
    while not now.between_rounds:
        last, now = now, factories.step(now)
    assert Round.objects.get(pk=last.round.id).status == "over"
    page = Page.load(browser(people.host), now.table.code)
    assert 'data-stage="round_over"' in page.html

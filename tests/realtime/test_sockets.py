"""Sockets over the whole application: who may open one, what they are told, what is missed (nothing)."""

import pytest
from django.db import OperationalError

from games import consumers, events
from games.models import Table
from games.push import rooms
from games.push.facts import at_least, lock_of
from games.queries import Snapshot, snapshot
from tests import factories
from tests.realtime.sockets import Socket, browser, do, run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> factories.Cast:
    return factories.cast()


@pytest.fixture
def now(people: factories.Cast) -> Snapshot:
    return factories.playing_table([people.host, people.guest], seed="5" * 64)


def test_an_unknown_table_closes_the_socket_with_a_code() -> None:
    async def main() -> None:
        async with Socket("AAAAAAAA", await do(browser)) as page:
            assert page.accepted
            assert (await page.communicator.receive_output(timeout=5)) == {
                "type": "websocket.close",
                "code": 4404,
            }

    run(main)


def test_a_page_of_another_site_gets_no_socket(now: Snapshot, people: factories.Cast) -> None:
    async def main() -> None:
        client = await do(browser, people.host)
        async with Socket(now.table.code, client, origin="http://evil.example") as page:
            assert not page.accepted

    run(main)


def test_a_page_that_shows_the_newest_version_is_sent_nothing(now: Snapshot, people: factories.Cast) -> None:
    async def main() -> None:
        async with Socket(now.table.code, await do(browser, people.host), v=now.version) as page:
            assert await page.quiet()

    run(main)


def test_a_page_of_an_unknown_old_version_is_told_to_fetch_itself(
    now: Snapshot, people: factories.Cast
) -> None:
    async def main() -> None:
        async with Socket(now.table.code, await do(browser, people.host), v=0) as page:
            assert await page.next() == {"v": now.version, "reload": True}
            assert await page.quiet()

    run(main)


def test_what_changes_between_page_and_socket_is_sent_when_the_socket_opens(
    now: Snapshot, people: factories.Cast
) -> None:
    async def main() -> None:
        client = await do(browser, people.host)
        shown = await do(client.get, f"/t/{now.table.code}/")
        assert shown.status_code == 200
        later = await do(factories.step, await do(factories.step, now))
        async with Socket(now.table.code, client, v=now.version) as page:
            message = await page.next()
        assert message["v"] == later.version
        assert "reload" not in message
        assert [step["ply"] for step in message["layout"] if "ply" in step] == [0, 1]
        assert len(message["log"]) == 2

    run(main)


def test_a_change_while_the_socket_opens_is_not_missed(
    now: Snapshot, people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meddling_version_of(table_id: int) -> int:
        # Somebody plays after the group was joined, and the version is read before that.
        before = snapshot(table_id)
        factories.step(before)
        return before.version

    monkeypatch.setattr("games.consumers.version_of", meddling_version_of)

    async def main() -> None:
        client = await do(browser, people.host)
        await do(client.get, f"/t/{now.table.code}/")
        async with Socket(now.table.code, client, v=now.version) as page:
            assert (await page.next())["v"] == now.version + 1

    run(main)


def test_nothing_is_lost_or_said_twice_in_a_run_of_actions(now: Snapshot, people: factories.Cast) -> None:
    async def main() -> None:
        client = await do(browser, people.host)
        await do(client.get, f"/t/{now.table.code}/")
        async with Socket(now.table.code, client, v=now.version) as page:
            assert await page.quiet()
            later = now
            for _action in range(8):
                later = await do(factories.step, later)
            messages = await page.until(later.version)
            assert await page.quiet()
        versions = [message["v"] for message in messages]
        assert versions == sorted(set(versions))
        lines = [line for message in messages for line in message["log"]]
        assert len(lines) == later.round.ply == len(set(lines))

    run(main)


def test_notices_that_come_together_are_answered_by_one_push_of_the_newest(
    now: Snapshot, people: factories.Cast
) -> None:
    def play_on() -> Snapshot:
        # While this thread holds the table's lock nothing is rendered, so all notices are there before the first push.
        with lock_of(now.table.id):
            later = now
            for _action in range(6):
                later = factories.step(later)
            return later

    async def main() -> None:
        client = await do(browser, people.host)
        await do(client.get, f"/t/{now.table.code}/")
        async with Socket(now.table.code, client, v=now.version) as page:
            assert await page.quiet()
            later = await do(play_on)
            message = await page.next()
            assert message["v"] == later.version
            assert len(message["log"]) == later.round.ply
            assert await page.quiet()

    run(main)


def test_a_watcher_is_counted_while_the_page_is_heard_from(now: Snapshot, people: factories.Cast) -> None:
    async def main() -> None:
        async with Socket(now.table.code, await do(browser), v=now.version, watch="w" * 12) as page:
            message = await page.next()
            assert message["v"] == now.version + 1
        assert (await do(snapshot, now.table.code)).watchers == 1

    run(main)


def test_a_seat_is_present_through_its_socket_and_stays_so_when_one_of_two_tabs_closes(
    people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 6, the part of the server: presence counts seats, not sockets."""
    now = factories.playing_table([people.host, people.guest])
    code = now.table.code

    async def main() -> None:
        client = await do(browser, people.guest)
        async with Socket(code, client, v=now.version) as one:
            async with Socket(code, client, v=now.version):
                pass
            assert await one.quiet()
            seat = (await do(snapshot, code)).seat_of(people.guest.pk)
            assert seat is not None
            assert seat.present

    run(main)


def test_a_new_private_link_closes_the_sockets_of_other_devices(
    now: Snapshot, people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.consumers.ASK_EVERY", 0.3)

    def new_link() -> None:
        people.guest.carry_number += 1
        people.guest.save()

    async def main() -> None:
        client = await do(browser, people.guest)
        async with Socket(now.table.code, client, v=now.version) as page:
            assert await page.quiet()
            # A silent one, too: it would listen on.
            await do(new_link)
            assert (await page.communicator.receive_output(timeout=5))["code"] == 4401
            await do(factories.step, now)
            assert await page.quiet()

    run(main)


def test_a_socket_whose_person_cannot_be_looked_up_is_closed_and_leaves_nothing_behind(
    now: Snapshot, people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> bool:
        raise OperationalError

    monkeypatch.setattr("games.consumers.ASK_EVERY", 0.3)

    async def main() -> None:
        async with Socket(now.table.code, await do(browser, people.guest), v=now.version) as page:
            assert await page.quiet()
            monkeypatch.setattr("games.consumers._still_signed_in", fail)
            assert (await page.communicator.receive_output(timeout=5))["code"] == 1013
        assert not rooms._rooms

    run(main)


def test_a_sign_of_life_at_a_table_that_is_gone_is_no_error(people: factories.Cast) -> None:
    for user_id in (people.guest.pk, None):
        consumers._note(2**31 - 1, user_id, factories.new_key())


def test_a_socket_that_fails_while_it_opens_leaves_nothing_behind(
    now: Snapshot, people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OperationalError

    monkeypatch.setattr("games.consumers._note", fail)

    async def main() -> None:
        page = Socket(now.table.code, await do(browser, people.guest), v=now.version)
        with pytest.raises(OperationalError):
            async with page:
                await page.communicator.wait(timeout=5)
        assert not rooms._rooms

    run(main)


def test_a_version_that_the_table_does_not_have_is_read_for_once(
    now: Snapshot, people: factories.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message of another site on the same Redis, or of a database that was put back."""
    reads: list[int] = []

    def counted(table_id: int, version: int) -> Snapshot:
        reads.append(version)
        return at_least(table_id, version)

    monkeypatch.setattr("games.push.rooms.at_least", counted)

    async def main() -> None:
        async with Socket(now.table.code, await do(browser, people.host), v=now.version) as page:
            assert await page.quiet()
            events.send(events.table_group(now.table.id), {"type": "table.changed", "v": now.version + 1000})
            assert await page.quiet()
            assert len([version for version in reads if version > now.version]) == 1
            later = await do(factories.step, now)
            assert (await page.next())["v"] == later.version

    run(main)


def test_pages_that_have_just_gone_keep_nobody_from_hearing(now: Snapshot, people: factories.Cast) -> None:
    """So it is with servers that raise OSError for them."""

    async def gone(_text: str) -> None:
        raise OSError

    async def main() -> None:
        client = await do(browser, people.host)
        async with Socket(now.table.code, client, v=now.version) as page:
            assert await page.quiet()
            lost = [rooms.Viewer(None, "en", now.version, gone) for _page in range(20)]
            for viewer in lost:
                room = rooms.enter(now.table.id, viewer)
            later = await do(factories.step, now)
            assert (await page.next())["v"] == later.version
            for viewer in lost:
                rooms.leave(room, viewer)

    run(main)


def test_two_tables_do_not_hear_of_each_other(people: factories.Cast) -> None:
    one = factories.playing_table([people.host, people.guest])
    other = factories.playing_table([people.host, people.guest])
    assert Table.objects.count() == 2

    async def main() -> None:
        client = await do(browser, people.host)
        async with Socket(one.table.code, client, v=one.version) as page:
            await do(factories.step, other)
            assert await page.quiet()

    run(main)

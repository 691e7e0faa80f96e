"""The main job, whole: a table, three bots, ten rounds through the pages, the server killed twice on the way, and a
record at the end that holds against the rules and the seeds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player, play_round
from tests.browser.test_connection import allow_broken_connections, no_banner
from tests.servers import Server

ROUNDS = 10


@pytest.mark.timeout(300)
def test_ten_rounds_are_played_through_the_pages_while_the_server_is_killed_twice(
    own_visitors: Visitors, own_server: Server, tmp_path: Path
) -> None:
    ann = own_visitors.desktop()
    allow_broken_connections(ann)
    ann.page.emulate_media(reduced_motion="reduce")
    page = ann.go("/")
    page.get_by_role("button", name="Play now").click()
    player = Player.of(ann)
    expect(player.turn).to_be_visible()

    for number in range(1, ROUNDS + 1):
        expect(page.get_by_text(f"Round {number} of {ROUNDS}").first).to_be_visible()
        if number in (2, 7):
            player.wait_for_my_turn()
            own_server.restart()
            # Within one poll the page knows that the server is there again.
            page.wait_for_timeout(2500)
            no_banner(page)
        play_round([player])
        if number < ROUNDS:
            ready = page.get_by_role("button", name="I’m ready")
            expect(ready).to_be_visible()
            ready.click()
            expect(player.turn).to_be_visible()

    expect(page.get_by_role("list", name="Standings").get_by_role("listitem")).to_have_count(4)
    sheet = page.get_by_role("table").first.get_by_role("row")
    expect(sheet).to_have_count(ROUNDS + 2)  # and the heads and the totals
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("record", re.IGNORECASE)).click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    assert own_server.site.manage("record", "check", str(record))

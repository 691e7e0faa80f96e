"""Files that browsers keep for good: their address changes with them, and an older address leads to the newer one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client

from config.edition import BEFORE, edition
from tests.servers import ROOT, Server


def test_it_changes_with_any_file_and_with_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    first = tmp_path / "css/board.css"
    first.write_text("a")
    before = edition([tmp_path], ["django"])
    assert edition([tmp_path], ["django"]) == before
    assert re.match(BEFORE, f"/static/{before}/css/board.css")
    seen = {before, edition([tmp_path], ["django", "django-htmx"])}
    first.write_text("b")
    seen.add(edition([tmp_path], ["django"]))
    first.rename(tmp_path / "css/table.css")
    seen.add(edition([tmp_path], ["django"]))
    (tmp_path / "empty.js").touch()
    seen.add(edition([tmp_path], ["django"]))
    assert len(seen) == 5
    first.write_text("a")
    (tmp_path / "css/table.css").unlink()
    (tmp_path / "empty.js").unlink()
    assert edition([tmp_path], ["django"]) == before


@pytest.mark.parametrize("prefix", ["/static/", "/static/0123456789ab/"])
def test_an_older_address_leads_to_the_file_as_it_is_now(client: Client, prefix: str) -> None:
    response = client.get(f"{prefix}games/page.js")
    assert (response.status_code, response["Location"]) == (302, static("games/page.js"))
    assert client.get(static("games/page.js")).status_code == 200


def test_what_was_never_there_is_not_looked_for_again_and_again(client: Client) -> None:
    now = client.get("/static/games/nothing.js")["Location"]
    assert client.get(now).status_code == 404


@pytest.mark.parametrize(
    "path", ["a b.css", "é.js", "%3f.js", "../../x", "a/../x.js", "..", "//x.example/a.js", ".x"]
)
def test_what_is_no_name_of_ours_leads_nowhere(client: Client, path: str) -> None:
    for prefix in ("/static/", "/static/0123456789ab/"):
        assert client.get(prefix + path).status_code == 404


@pytest.mark.slow
def test_collected_files_have_their_hash_in_their_name(tmp_path: Path) -> None:
    """As in the image: from a folder in which nothing was collected before."""
    settings_file = tmp_path / "collecting.py"
    settings_file.write_text(f"from config.settings import *\nSTATIC_ROOT = {str(tmp_path / 'built')!r}\n")
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0", "--settings", "collecting"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "VAR_DIR": str(tmp_path / "var")},
        check=True,
        timeout=60,
    )
    named = json.loads((tmp_path / "built/staticfiles.json").read_text())["paths"]["games/page.js"]
    assert re.fullmatch(r"games/page\.[0-9a-f]{12}\.js", named)
    assert (tmp_path / "built" / f"{named}.gz").exists()


@pytest.mark.slow
def test_a_served_file_is_kept_by_browsers(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", "/")
    page = connection.getresponse().read().decode()
    links = re.findall(r'"(/static/[^"]+\.(?:js|css|png|svg|webmanifest))"', page)
    assert len(links) > 10
    for link in links:
        assert link.startswith(settings.STATIC_URL)
        connection.request("GET", link)
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, "immutable" in answer.headers["Cache-Control"]) == (200, True), link
    connection.close()

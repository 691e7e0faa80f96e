"""What is made at the first start: the secret key and the compiled catalogues; what a log may say."""

import gettext
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from config import secret_key
from config.logs import HidePrivateLinks
from config.prepare import compile_catalogues
from lobby import push_key
from lobby.kept_secret import Unusable
from tests.servers import ROOT, Site


def test_the_key_is_made_once_and_private(tmp_path: Path) -> None:
    key = secret_key.load_or_make(tmp_path / "var")
    assert len(key) >= 50
    assert secret_key.load_or_make(tmp_path / "var") == key
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "var/secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_a_key_may_be_copied_with_the_end_of_its_line(tmp_path: Path) -> None:
    key = push_key.load_or_make(tmp_path)
    (tmp_path / "push_key").write_text(f"{key}\n")
    assert push_key.load_or_make(tmp_path) == key
    (tmp_path / "push_key").write_text(f"{key[1:]}\n")
    with pytest.raises(Unusable, match=str(tmp_path / "push_key")):
        push_key.load_or_make(tmp_path)


@pytest.mark.slow
def test_a_command_ends_when_it_is_done_and_says_nothing_more(tmp_path: Path) -> None:
    said = []
    with Site(tmp_path) as site:
        for _time in range(2):
            done = subprocess.run(
                [sys.executable, "manage.py", "prepare"],
                cwd=ROOT,
                env=site.environ(),
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
            )
            said.append((done.stdout, done.stderr))
    assert said == [("Brought the database up to date.\n", ""), ("", "")]


def catalogue(folder: Path, word: str) -> Path:
    path = folder / "ko/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = polib.POFile()
    entries.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    entries.append(polib.POEntry(msgid="tile", msgstr=word))
    entries.save(str(path))
    return path


def test_catalogues_are_compiled_when_they_changed(tmp_path: Path) -> None:
    source = catalogue(tmp_path, "조각")
    assert compile_catalogues([tmp_path]) == [source]
    assert compile_catalogues([tmp_path]) == []
    catalogue(tmp_path, "패")
    later = source.with_suffix(".mo").stat().st_mtime + 5
    os.utime(source, (later, later))
    assert compile_catalogues([tmp_path]) == [source]
    with source.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("tile") == "패"


def logged(message: str, *arguments: object) -> str:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, arguments, None)
    assert HidePrivateLinks().filter(record)
    return record.getMessage()


def test_private_links_do_not_reach_the_log() -> None:
    token = "eyJ1IjoxLCJuIjowfQ:1sabcd:Zk3jP-x_9dXbCq0Jc2kL5m8n1rTtVwXyZ0a"
    assert token not in logged("Not Found: %s", f"/seat/{token}/")
    assert token not in logged(f"Forbidden: /seat/{token}/")
    assert logged("Not Found: %s", "/t/ABCD2345/") == "Not Found: /t/ABCD2345/"


def test_private_links_do_not_reach_the_log_of_another_server_either() -> None:
    token = "12-0.Zk3jP-x_9dXbCq0Jc2kL5m8n1rTtVwXyZ0aBcDeFgH"
    arguments = ("10.0.0.7:1234", "GET", f"/carry/{token}/", "1.1", 200)
    record = logging.LogRecord(
        "uvicorn.access", logging.INFO, "", 0, '%s - "%s %s HTTP/%s" %d', arguments, None
    )
    access = logging.getLogger("uvicorn.access")
    assert access.handlers
    assert not access.propagate
    for handler in access.handlers:
        assert handler.filter(record)
        assert token not in record.getMessage()

"""The environment: what it may say, and the one sentence for everything else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.env import BASE_DIR, NAMES, EnvError, MailServer, Postgres, read


def test_nothing_set_is_one_process_on_sqlite() -> None:
    env = read({})
    assert (env.port, env.pace, env.debug, env.database, env.redis_url) == (8000, 1.0, False, None, None)
    assert env.var_dir == BASE_DIR / "var"
    assert env.clock


def test_an_empty_value_is_an_unset_one() -> None:
    assert read(dict.fromkeys(NAMES, "")) == read({})


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_utf_8_is_refused_by_name(name: str) -> None:
    with pytest.raises(EnvError, match=f"{name} must be text in UTF-8"):
        read({name: os.fsdecode(b"\xff" * 40)})


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://ann:s%40cret@db/play", Postgres("play", "ann", "s@cret", "db", "")),
        ("postgresql://db:5433/play", Postgres("play", "", "", "db", "5433")),
        ("postgres://ann@/play?host=/run/pg", Postgres("play", "ann", "", "/run/pg", "")),
        ("postgres://ann@/play?host=%2Frun%2Fpg&port=6000", Postgres("play", "ann", "", "/run/pg", "6000")),
    ],
)
def test_database_url(url: str, expected: Postgres) -> None:
    assert read({"DATABASE_URL": url}).database == expected


@pytest.mark.parametrize(
    "url", ["redis://localhost", "redis://:pw@host:6380/2", "rediss://h", "unix:///run/redis.sock"]
)
def test_redis_url(url: str) -> None:
    assert read({"REDIS_URL": url}).redis_url == url


def test_allowed_hosts() -> None:
    hosts = read({"ALLOWED_HOSTS": "play.example.org, .example.net,192.168.0.7, [::1]"}).allowed_hosts
    assert hosts == ("play.example.org", ".example.net", "192.168.0.7", "[::1]")


WRONG = [
    ("PORT", "abc"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "8000 "),
    ("PORT", "٣"),
    ("PORT", "9" * 5000),
    ("PACE", "x"),
    ("PACE", "-1"),
    ("PACE", "nan"),
    ("PACE", "11"),
    ("DEBUG", "yes"),
    ("CLOCK", "off"),
    ("BEHIND_HTTPS", "true"),
    ("SQLITE_FULL_SYNC", "2"),
    ("SECRET_KEY", "short"),
    ("DATABASE_URL", "foo"),
    ("DATABASE_URL", "mysql://host/name"),
    ("DATABASE_URL", "sqlite:///file"),
    ("DATABASE_URL", "postgres://host"),
    ("DATABASE_URL", "postgres://host:port/name"),
    ("DATABASE_URL", "postgres://host/name?sslmode=require"),
    ("DATABASE_URL", "postgres:///name?host=/run&port=abc"),
    ("VAR_DIR", __file__),
    ("VAR_DIR", f"{__file__}/below/it"),
    ("REDIS_URL", "localhost"),
    ("REDIS_URL", "http://localhost"),
    ("REDIS_URL", "redis://"),
    ("ALLOWED_HOSTS", "https://play.example.org"),
    ("ALLOWED_HOSTS", "two words"),
    ("ALLOWED_HOSTS", "*"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(EnvError) as refusal:
        read({name: value})
    sentence = str(refusal.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(EnvError) as refusal:
        read({"DATABASE_URL": "mysql://ann:s3cret@host/name"})
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "abc"),
        ("VAR_DIR", __file__),
        ("VAR_DIR", "/proc/x"),
        ("SECRET_KEY", os.fsdecode(b"\xff" * 40)),
        ("DATABASE_URL", "foo"),
        ("DATABASE_URL", "postgres://ann:s3cret@127.0.0.1:1/name"),
        ("REDIS_URL", "redis://:s3cret@127.0.0.1:1"),
    ],
)
def test_the_process_ends_with_2_and_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    sentence = refused({"VAR_DIR": str(tmp_path), name: value}, "serve")
    assert name in sentence
    assert "s3cret" not in sentence


def refused(environ: dict[str, str], *command: str) -> str:
    """The one sentence that a command of `manage.py` ends with, and 2."""
    clean = {key: text for key, text in os.environ.items() if key not in NAMES}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=BASE_DIR,
        env=clean | environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("secret_key", b""),
        ("secret_key", b"s3cret-\xff" * 8),
        ("push_key", b""),
        ("push_key", b"s3cret-\xff" * 8),
        ("push_key", b"A" * 43),
        ("db.sqlite3", b"s3cret, and no database" * 100),
    ],
)
@pytest.mark.parametrize("command", [["prepare"], ["serve", "--prepare"]], ids=" ".join)
def test_a_file_that_cannot_be_used_is_one_sentence(
    name: str, held: bytes, command: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(held)
    sentence = refused({"VAR_DIR": str(tmp_path)}, *command)
    assert str(tmp_path / name) in sentence
    assert "s3cret" not in sentence
    assert (tmp_path / name).read_bytes() == held  # perhaps it can be mended


def test_a_folder_that_cannot_be_made_is_one_sentence_with_a_key_of_the_environment_too() -> None:
    environ = {"VAR_DIR": "/proc/x", "SECRET_KEY": "s3cret" * 10}
    for command in ("serve", "prepare"):
        assert "VAR_DIR" in refused(environ, command)


@pytest.mark.parametrize(
    "host",
    ["a:b", "two words", "http://localhost", ":interface=::", "a.example:80", "192.0.2.1", "2001:db8::1"],
)
def test_an_interface_that_is_none_is_one_sentence(host: str, tmp_path: Path) -> None:
    assert "--host" in refused({"VAR_DIR": str(tmp_path)}, "serve", "--host", host)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://ann:s%40cret@mail.example.org", MailServer("mail.example.org", 587, "ann", "s@cret", False)),
        ("smtps://ann:x@mail.example.org", MailServer("mail.example.org", 465, "ann", "x", True)),
        ("smtp://localhost", MailServer("localhost", 25, "", "", False)),
        ("smtp://localhost:2525", MailServer("localhost", 2525, "", "", False)),
    ],
)
def test_a_mail_server(url: str, expected: MailServer) -> None:
    assert read({"EMAIL_URL": url, "SITE_URL": "https://play.example.org/"}).mail == expected


def test_mails_need_an_address_for_their_links() -> None:
    with pytest.raises(EnvError, match="SITE_URL"):
        read({"EMAIL_URL": "smtp://localhost"})
    assert read({"EMAIL_URL": "smtp://localhost", "ALLOWED_HOSTS": "play.example.org"}).mail is not None


@pytest.mark.parametrize(
    ("environ", "site", "sender"),
    [
        ({}, "http://localhost:8000", "chicken-foot@localhost"),
        ({"PORT": "9000"}, "http://localhost:9000", "chicken-foot@localhost"),
        ({"ALLOWED_HOSTS": ".a.org,b.org", "BEHIND_HTTPS": "1"}, "https://a.org", "chicken-foot@a.org"),
        (
            {"SITE_URL": "https://c.org:8443/", "ALLOWED_HOSTS": "a.org"},
            "https://c.org:8443",
            "chicken-foot@c.org",
        ),
    ],
)
def test_where_the_site_is_and_whom_its_mails_come_from(
    environ: dict[str, str], site: str, sender: str
) -> None:
    env = read(environ)
    assert (env.site_url, env.mail_from) == (site, f"Chicken Foot <{sender}>")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EMAIL_URL", "http://mail"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_FROM", "nobody"),
        ("EMAIL_FROM", "a@b.org\nBcc: c@d.org"),
        ("SITE_URL", "play.example.org"),
        ("SITE_URL", "https://play.example.org/sub/"),
        ("SITE_URL", "https://play example.org"),
        ("SITE_URL", " https://play.example.org"),
        ("SITE_URL", "https://play.exa\nmple.org"),
        ("SITE_URL", "https://play.example.org<b>"),
        ("SITE_URL", "https://.example.org"),
        ("SITE_URL", "https://play.example.org:"),
        ("SITE_URL", "https://[fe80::1%<b>]"),
        ("SITE_URL", "https://play.example.org#top"),
        ("PUSH_KEY", "short"),
        ("PUSH_KEY", "A" * 43),
        ("PUSH_KEY", "_" * 43),
    ],
)
def test_what_is_wrong_about_mail_and_pushes_is_one_sentence(name: str, value: str) -> None:
    with pytest.raises(EnvError, match=name):
        read({"ALLOWED_HOSTS": "a.org", name: value})

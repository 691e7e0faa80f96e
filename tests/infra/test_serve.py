"""The server process: what it refuses to do, and what it says."""

import socket
import sqlite3
import stat
import sys

import pytest

from tests.servers import Server, ServerFailed, Site

pytestmark = pytest.mark.slow


def exit_code_and_log(server: Server) -> tuple[int, str]:
    server.launch()
    assert server.process is not None
    return server.process.wait(timeout=30), server.log()


def test_it_prints_its_addresses_and_keeps_its_key_private(site: Site) -> None:
    server = site.start()
    assert f"http://localhost:{server.port}/" in server.log()
    key = site.folder / "var/secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_busy_port_is_one_sentence(site: Site) -> None:
    server = site.server()
    site.manage("prepare")
    with socket.socket() as other:
        other.bind(("127.0.0.1", server.port))
        other.listen()
        code, log = exit_code_and_log(server)
    assert code == 2
    assert len(log.splitlines()) == 1
    assert f"Port {server.port} cannot be used" in log


def test_a_second_process_is_refused_without_redis(site: Site) -> None:
    first = site.start(REDIS_URL="")
    code, log = exit_code_and_log(site.server(REDIS_URL=""))
    assert code == 2
    assert len(log.splitlines()) == 1
    assert "already served" in log
    first.kill()
    # The lock dies with its holder, however it died.
    site.start(REDIS_URL="")


def test_the_database_is_in_wal_mode(site: Site) -> None:
    if site.database_url is not None:
        pytest.skip("PostgreSQL")
    site.start()
    with sqlite3.connect(site.folder / "var/db.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_it_can_be_stopped_and_started_again(site: Site) -> None:
    server = site.start()
    server.stop()
    server.start()
    assert "Traceback" not in server.log()


def test_a_server_that_cannot_start_is_told_with_its_log(site: Site) -> None:
    with pytest.raises(ServerFailed, match="PACE must be"):
        site.start(PACE="x")


class UnderUvicorn(Server):
    """The same application under another ASGI server, which calls no start hook of ours."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(self.port)]


def test_another_server_starts_the_clock_and_the_lock_too(site: Site) -> None:
    pytest.importorskip("uvicorn", reason="scale.txt is not installed")
    site.manage("prepare")
    first = UnderUvicorn(site, {"REDIS_URL": ""})
    site.servers.append(first)
    first.start()
    code, log = exit_code_and_log(site.server(REDIS_URL=""))
    assert code == 2
    assert "already served" in log
    second = UnderUvicorn(site, {"REDIS_URL": ""})
    code, log = exit_code_and_log(second)
    assert code == 2
    assert "already served" in log


@pytest.mark.scale
def test_with_redis_there_may_be_several(site: Site) -> None:
    first, second = site.start(), site.start()
    assert first.process is not None
    assert second.process is not None
    assert first.process.poll() is None
    assert second.process.poll() is None

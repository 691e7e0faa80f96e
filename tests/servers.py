"""Real server processes for tests and benches: own database, own port; started, killed, started again.

    with Site(folder) as site:
        server = site.start(PACE="0")
        ... server.url ...
        server.kill()         # SIGKILL, nothing is told to the process
        server.start()        # the same address, the same database

A site has its own SQLite file; with DATABASE_URL set it has its own PostgreSQL database (and uses REDIS_URL), and may
have several servers at once.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import LiteralString, Protocol, Self
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 30


class ServerFailed(Exception):
    """A server did not start, or ended by itself; the message holds its log."""


class Assistant(Protocol):
    """A process beside the servers of a site that does something for its tests."""

    def ask(self, wishes: str) -> str: ...

    def close(self) -> None: ...


class Site:
    """A database and the servers on it; leaving the context ends them and drops the database."""

    def __init__(self, folder: Path, *, like: "Site | None" = None) -> None:
        """`like` is a site that nobody is at: this one begins with what is stored there."""
        self.folder = folder
        self.servers: list[Server] = []
        self.assistant: Assistant | None = None
        self.database_url: str | None = None
        if os.environ.get("DATABASE_URL"):
            self.database_url = _own_database(None if like is None else like.database_url)
        elif like is not None:
            (folder / "var").mkdir(mode=0o700, parents=True)
            shutil.copy(like.folder / "var/db.sqlite3", folder / "var")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def server(self, **environment: str) -> "Server":
        """A server of this site that is not started yet; `environment` overrides what `environ` says."""
        server = Server(self, environment)
        self.servers.append(server)
        return server

    def start(self, **environment: str) -> "Server":
        """As `server`, started."""
        server = self.server(**environment)
        server.start()
        return server

    def environ(self, **more: str) -> dict[str, str]:
        """The environment of this site's processes: no waits, its own folder and database."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("PORT", "DEBUG", "CI")}
        own = {"VAR_DIR": str(self.folder / "var"), "PACE": "0", "PYTHONUNBUFFERED": "1"}
        if self.database_url is not None:
            own["DATABASE_URL"] = self.database_url
        return inherited | own | more

    def manage(self, *arguments: str) -> str:
        """Runs `manage.py` on this site's database and returns what it printed; a failure raises with its words."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environ(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if done.returncode:
            raise ServerFailed(
                f"manage.py {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}"
            )
        return done.stdout

    def close(self) -> None:
        for server in self.servers:
            server.kill()
        if self.assistant is not None:
            self.assistant.close()
        if self.database_url is not None:
            _drop(self.database_url)


class Server:
    """One server process of a site. Its port stays the same when it is started again."""

    def __init__(self, site: Site, environment: dict[str, str]) -> None:
        self.site = site
        self.environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_file = site.folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process and waits until it answers. Raises ServerFailed."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Starts the process without waiting for it."""
        self.site.folder.mkdir(parents=True, exist_ok=True)
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT,
                env=self.site.environ(PORT=str(self.port), **self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def command(self) -> list[str]:
        return [sys.executable, "manage.py", "serve", "--prepare", "--host", "127.0.0.1"]

    def wait(self) -> None:
        """Waits until the server answers an HTTP request, whatever the answer. Raises ServerFailed."""
        end = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < end:
            if self.process is None or self.process.poll() is not None:
                raise ServerFailed(f"The server ended by itself:\n{self.log()}")
            if self._answers():
                return
            time.sleep(0.05)
        raise ServerFailed(f"The server did not answer within {SECONDS_TO_START} s:\n{self.log()}")

    def kill(self) -> None:
        """Ends the process at once, as a power switch would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Asks the process to end and waits for it."""
        self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kills and starts again, on the same port and database."""
        self.kill()
        self.start()

    def log(self) -> str:
        """What the process printed so far, over all its lives."""
        return self.log_file.read_text(errors="replace") if self.log_file.exists() else ""

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except OSError:
            return False
        finally:
            connection.close()
        return True

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


def free_port() -> int:
    """A TCP port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _own_database(like: str | None) -> str:
    """Makes a PostgreSQL database beside the one of DATABASE_URL, as a copy of that one; its address."""
    name = f"site_{secrets.token_hex(6)}"
    if like is None:
        _in_postgresql("CREATE DATABASE {}", name)
    else:
        _in_postgresql("CREATE DATABASE {} TEMPLATE {}", name, _database_name(like))
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def _database_name(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


def _drop(database_url: str) -> None:
    _in_postgresql("DROP DATABASE IF EXISTS {} WITH (FORCE)", _database_name(database_url))


def _in_postgresql(statement: LiteralString, *names: str) -> None:
    import psycopg
    from psycopg.sql import SQL, Identifier

    # The database of DATABASE_URL itself may not exist: tests make theirs, named after it.
    maintenance = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres"))
    with psycopg.connect(maintenance, autocommit=True) as connection:
        connection.execute(SQL(statement).format(*map(Identifier, names)))

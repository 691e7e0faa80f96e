"""What holds for every test: catalogues compiled once, browser tests only with a browser, services only when set."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from config.prepare import compile_catalogues
from games import limits
from games.queries.memory import forget_everything
from lobby import notices
from tests.chromium import find_chromium
from tests.servers import Server, Site

MOST_WORKERS = 4
LEFT_OUT = pytest.StashKey[int]()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a browser is waited for as much as it is worked with."""
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)


def pytest_configure(config: pytest.Config) -> None:
    # Passwords are hashed slowly on purpose; here that would only cost time.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each test client is a site of its own, and would read all static files first.
    settings.WHITENOISE_AUTOREFRESH = True
    # With more workers than cores a lock may be waited for longer than people would.
    options = settings.DATABASES["default"]["OPTIONS"]
    if "options" in options:
        options["options"] = options["options"].replace("lock_timeout=5s", "lock_timeout=18s")
    # Parallel workers share the files, so only the first process compiles them.
    if not hasattr(config, "workerinput"):
        compile_catalogues(Path(folder) for folder in settings.LOCALE_PATHS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_out = []
    if find_chromium() is None:
        leave_out += [item for item in items if item.get_closest_marker("browser")]
        if leave_out and os.environ.get("CI") == "true":
            raise pytest.UsageError("No Chromium was found, and in CI the browser tests are not left out.")
    config.stash[LEFT_OUT] = len(leave_out)
    if settings.ENV.database is None or settings.REDIS_URL is None:
        leave_out += [item for item in items if item.get_closest_marker("scale")]
    if leave_out:
        config.hook.pytest_deselected(items=leave_out)
        items[:] = [item for item in items if item not in set(leave_out)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if find_chromium() is None:
        terminalreporter.write_line(
            "The browser tests were left out: no Chromium was found. Install one or name it: CHROMIUM=/path/to/chromium"
        )


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """A test's database is put back after it, so what the process remembers of it is not true any more."""
    forget_everything()
    limits.forget()
    notices.suppose(())


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose database is up to date and empty: the others begin with a copy, which takes no time."""
    with Site(tmp_path_factory.mktemp("prepared")) as site:
        site.manage("prepare")
        yield site


@pytest.fixture
def site(tmp_path: Path, prepared: Site) -> Iterator[Site]:
    """A database of its own; `site.start(NAME="value")` serves it."""
    with Site(tmp_path, like=prepared) as site:
        yield site


@pytest.fixture
def server(site: Site) -> Server:
    """A running server without waits (PACE=0)."""
    return site.start()

"""compose.yaml and Dockerfile, as far as they can be read without Docker."""

import re
import shlex
from typing import Any

import pytest
import yaml

from config.env import BASE_DIR, read

COMPOSE = yaml.safe_load((BASE_DIR / "compose.yaml").read_text())
DOCKERFILE = (BASE_DIR / "Dockerfile").read_text()
OURS = ("prepare", "web", "clock")


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = COMPOSE["services"]
    return found


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n", " ", DOCKERFILE)
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def test_the_services_are_there() -> None:
    assert set(services()) == {*OURS, "postgres", "redis"}


def resolved(value: str) -> str:
    """A value of the file with its defaults, and a password where one is demanded."""
    return re.sub(r"\$\{\w+(?::([-?])([^}]*))?\}", lambda m: m[2] if m[1] == "-" else "pw", str(value))


@pytest.mark.parametrize("name", OURS)
def test_the_environment_is_one_the_site_accepts(name: str) -> None:
    env = read({key: resolved(value) for key, value in services()[name]["environment"].items()})
    assert env.database is not None
    assert env.database.host in services()
    assert env.redis_url == "redis://redis:6379/0"
    assert not env.clock  # the clock is a process of its own


@pytest.mark.parametrize("name", OURS)
def test_commands_are_management_commands_that_exist(name: str) -> None:
    program, script, command, *_ = services()[name]["command"]
    assert (program, script) == ("python", "manage.py")
    assert (BASE_DIR / "config/management/commands" / f"{command}.py").exists()


def test_nothing_starts_before_what_it_needs() -> None:
    for name, service in services().items():
        for needed, condition in service.get("depends_on", {}).items():
            if condition["condition"] == "service_healthy":
                assert "healthcheck" in services()[needed], name
            else:
                assert services()[needed]["restart"] == "no", name
    assert "healthcheck" in services()["web"]


def test_volumes_are_declared() -> None:
    used = {volume.split(":")[0] for service in services().values() for volume in service.get("volumes", [])}
    assert used == set(COMPOSE["volumes"])


def test_the_image_runs_without_rights_and_with_hashes() -> None:
    steps = instructions()
    assert steps[0][0] == "FROM"
    assert next(rest for name, rest in steps if name == "USER") == "site"
    installs = [rest for name, rest in steps if name == "RUN" and "pip install" in rest]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    last, rest = steps[-1]
    assert last == "CMD"
    assert shlex.split(rest.strip("[]").replace(",", " "))[:2] == ["python", "manage.py"]


def test_the_image_copies_only_what_exists_and_every_package() -> None:
    copied = {source for name, rest in instructions() if name == "COPY" for source in rest.split()[:-1]}
    for source in copied:
        assert (BASE_DIR / source).exists(), source
    assert {"config", "lobby", "games", "templates", "locale", "manage.py"} <= copied

"""What the environment may say, read once and checked: a wrong value is one sentence, never a traceback."""

import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, unquote, urlsplit

from lobby.push_key import is_private_key

BASE_DIR = Path(__file__).resolve().parent.parent
_HOST = re.compile(r"^\.?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$")

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:@\[\]]+)(:[0-9]+)?")

NAMES = (
    "VAR_DIR",
    "PORT",
    "PACE",
    "DEBUG",
    "SECRET_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "ALLOWED_HOSTS",
    "BEHIND_HTTPS",
    "SQLITE_FULL_SYNC",
    "CLOCK",
    "EMAIL_URL",
    "EMAIL_FROM",
    "SITE_URL",
    "PUSH_KEY",
)


class EnvError(Exception):
    """A value that cannot be used; the message is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Postgres:
    """Where the database is, from DATABASE_URL."""

    name: str
    user: str
    password: str
    host: str
    port: str


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in, from EMAIL_URL: with TLS from the start (smtps), or asked for after it (smtp)."""

    host: str
    port: int
    user: str
    password: str
    tls_from_start: bool


@dataclass(frozen=True, slots=True)
class Env:
    """The whole environment of a process, checked."""

    var_dir: Path
    port: int
    pace: float
    debug: bool
    secret_key: str | None
    database: Postgres | None
    redis_url: str | None
    allowed_hosts: tuple[str, ...]
    behind_https: bool
    sqlite_full_sync: bool
    clock: bool
    mail: MailServer | None
    mail_from: str
    site_url: str
    push_key: str | None


def read(environ: Mapping[str, str]) -> Env:
    """Checks `environ` (an unset and an empty variable are the same) and returns what it says.

    Raises EnvError with one sentence that names the variable.
    """
    for name in NAMES:
        _check_text(name, environ.get(name, ""))
    return Env(
        var_dir=_folder(Path(environ.get("VAR_DIR") or BASE_DIR / "var").absolute()),
        port=_port(environ.get("PORT") or "8000"),
        pace=_pace(environ.get("PACE") or "1"),
        debug=_flag("DEBUG", environ),
        secret_key=_secret_key(environ.get("SECRET_KEY") or None),
        database=_postgres(environ.get("DATABASE_URL") or None),
        redis_url=_redis(environ.get("REDIS_URL") or None),
        allowed_hosts=_hosts(environ.get("ALLOWED_HOSTS") or ""),
        behind_https=_flag("BEHIND_HTTPS", environ),
        sqlite_full_sync=_flag("SQLITE_FULL_SYNC", environ),
        clock=_flag("CLOCK", environ, default="1"),
        mail=_mail(environ),
        mail_from=_mail_from(environ),
        site_url=_site_url(environ),
        push_key=_push_key(environ.get("PUSH_KEY") or None),
    )


def read_or_exit(environ: Mapping[str, str] = os.environ) -> Env:
    """As `read`; a wrong value is told on standard error and the process ends with 2."""
    try:
        return read(environ)
    except EnvError as error:
        stop(str(error))


def stop(sentence: str) -> NoReturn:
    """Ends the process with 2 after one sentence: what was asked of it cannot be done as it was asked."""
    print(sentence, file=sys.stderr, flush=True)
    raise SystemExit(2)


def _check_text(name: str, value: str) -> None:
    """What is no UTF-8 comes as lone surrogates, and fails wherever it is written or signed with."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise EnvError(f"{name} must be text in UTF-8.") from None


def _shown(value: str, at_most: int = 60) -> str:
    """A value as a sentence repeats it."""
    return repr(value if len(value) <= at_most else f"{value[:at_most]}…")


def _flag(name: str, environ: Mapping[str, str], default: str = "0") -> bool:
    value = environ.get(name) or default
    if value not in ("0", "1"):
        raise EnvError(f"{name} must be 0 or 1, not {_shown(value)}.")
    return value == "1"


def _folder(path: Path) -> Path:
    """A folder that is there, or can be made: the keys and the database come into it."""
    there = next(folder for folder in (path, *path.parents) if os.path.exists(folder))
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise EnvError(f"VAR_DIR must be a folder that can be made and written to, not {str(path)!r}.")
    return path


def _port(value: str) -> int:
    if not (re.fullmatch("[0-9]{1,5}", value) and 1 <= int(value) <= 65535):
        raise EnvError(f"PORT must be a number from 1 to 65535, not {_shown(value)}.")
    return int(value)


def _pace(value: str) -> float:
    try:
        pace = float(value)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= 10:
        raise EnvError(
            f"PACE must be a number from 0 (no waits) to 10 (ten times the normal waits),"
            f" not {_shown(value)}."
        )
    return pace


def _secret_key(value: str | None) -> str | None:
    if value is not None and len(value) < 32:
        raise EnvError("SECRET_KEY must have at least 32 characters.")
    return value


def _url(name: str, value: str, schemes: tuple[str, ...]) -> SplitResult:
    """The parts of a URL; its text is not repeated in the sentence, since it may hold a password."""
    wanted = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        url = urlsplit(value)
        complete = url.scheme in schemes and bool(url.hostname or url.path.strip("/")) and url.port != 0
    except ValueError:
        complete = False
    if not complete:
        raise EnvError(f"{name} must be an address that begins with {wanted} and names a host.")
    return url


def _postgres(value: str | None) -> Postgres | None:
    if value is None:
        return None
    url = _url("DATABASE_URL", value, ("postgres", "postgresql"))
    name = unquote(url.path.lstrip("/"))
    if not name:
        raise EnvError(
            "DATABASE_URL must end with the name of the database, as in postgres://user@host/name."
        )
    query = dict(part.partition("=")[::2] for part in url.query.split("&") if part)
    if set(query) - {"host", "port"} or not query.get("port", "1").isdecimal():
        raise EnvError("DATABASE_URL may have only host= and port= (a number) after the question mark.")
    return Postgres(
        name=name,
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        # A socket folder comes as ?host=/path, as libpq writes it.
        host=unquote(query.get("host", url.hostname or "")),
        port=query.get("port", str(url.port or "")),
    )


def _redis(value: str | None) -> str | None:
    if value is not None:
        _url("REDIS_URL", value, ("redis", "rediss", "unix"))
    return value


def _hosts(value: str) -> tuple[str, ...]:
    hosts = tuple(host.strip() for host in value.split(",") if host.strip())
    for host in hosts:
        if not (_HOST.fullmatch(host) or _is_address(host.strip("[]"))):
            raise EnvError(
                f"ALLOWED_HOSTS must be host names with commas between them; {_shown(host)} is none."
            )
    return hosts


def is_host(text: str) -> bool:
    """Whether this is the name of a host, or an address without brackets."""
    return (not text.startswith(".") and bool(_HOST.fullmatch(text))) or _is_address(text)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _mail(environ: Mapping[str, str]) -> MailServer | None:
    value = environ.get("EMAIL_URL") or None
    if value is None:
        return None
    if not (environ.get("SITE_URL") or environ.get("ALLOWED_HOSTS")):
        # Of the address of a request nobody knows whether it is the site's: links in mails are not made from it.
        raise EnvError("EMAIL_URL needs SITE_URL too: the address that links in mails begin with.")
    url = _url("EMAIL_URL", value, ("smtp", "smtps"))
    tls_from_start = url.scheme == "smtps"
    user = unquote(url.username or "")
    port = url.port or (465 if tls_from_start else 587 if user else 25)
    return MailServer(url.hostname or "", port, user, unquote(url.password or ""), tls_from_start)


def _mail_from(environ: Mapping[str, str]) -> str:
    value = environ.get("EMAIL_FROM") or ""
    if value and (not parseaddr(value)[1].strip("@").count("@") or _CONTROL.search(value)):
        raise EnvError("EMAIL_FROM must be an address, alone or as in: Chicken Foot <play@example.org>")
    return value or f"Chicken Foot <chicken-foot@{urlsplit(_site_url(environ)).hostname}>"


def _site_url(environ: Mapping[str, str]) -> str:
    """Where the site is for those who get a mail, without a slash at its end."""
    value = environ.get("SITE_URL") or ""
    if value:
        url = _url("SITE_URL", value, ("http", "https"))
        place = _HOST_AND_PORT.fullmatch(url.netloc)
        # Python's parts of a URL leave out what stands around it, and line ends in it.
        whole = value.lower().startswith(f"{url.scheme}://{url.netloc}".lower())
        front = not (url.path.strip("/") or url.query or url.fragment)
        if not (place and whole and front and is_host(place[1].strip("[]"))):
            raise EnvError("SITE_URL must be the address of the front page, as in https://play.example.org")
        return f"{url.scheme}://{url.netloc}"
    hosts = _hosts(environ.get("ALLOWED_HOSTS") or "")
    if hosts:
        return f"{'https' if _flag('BEHIND_HTTPS', environ) else 'http'}://{hosts[0].lstrip('.')}"
    return f"http://localhost:{_port(environ.get('PORT') or '8000')}"


def _push_key(value: str | None) -> str | None:
    if value is not None and not is_private_key(value):
        raise EnvError("PUSH_KEY must be the 43 characters that stand in the file push_key of another site.")
    return value

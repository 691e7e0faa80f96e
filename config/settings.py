"""Django's settings. What may differ between machines comes from the environment through `config.env`."""

import sys
import warnings
from datetime import timedelta
from email.utils import parseaddr
from typing import Any

from django.utils.csp import CSP

from config.edition import BEFORE, edition
from config.env import BASE_DIR, MailServer, Postgres, read_or_exit
from config.release import release
from config.secret_key import load_or_make

ENV = read_or_exit()

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or load_or_make(ENV.var_dir)
VAR_DIR = ENV.var_dir
RELEASE = release()

# Without a list of names the rule of config/hosts.py holds: this machine and its home network.
ALLOWED_HOSTS = [*ENV.allowed_hosts, "localhost", "127.0.0.1"] if ENV.allowed_hosts else ["*"]
HOME_NETWORK_HOSTS = not ENV.allowed_hosts

# How long bots and forced actions let people look: 1 is normal, 0 is none (tests). No rule hangs on it.
PACE = ENV.pace
# Whether a serving process also runs the clock; in compose a process of its own does.
CLOCK_IN_SERVER = ENV.clock

INSTALLED_APPS = [
    "config",
    "lobby",
    "games",
    "axes",
    "channels",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.hosts.HomeNetworkHosts",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.answers.OnlyUtf8",
    "config.answers.AskAgain",
    "django.middleware.gzip.GZipMiddleware",
    "lobby.sessions.Sessions",
    "lobby.sessions.RenewSessions",
    "lobby.zone.LocalTimes",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

SQLITE_FILE = VAR_DIR / "db.sqlite3"


def _sqlite() -> dict[str, Any]:
    # NORMAL survives a killed process; FULL also a power cut, at a file sync per move.
    synchronous = "FULL" if ENV.sqlite_full_sync else "NORMAL"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": SQLITE_FILE,
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            # A writer takes the lock when it begins, so it waits instead of failing half way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
        },
        # A file, as in earnest: an in-memory database knows neither WAL nor a second connection.
        "TEST": {"NAME": VAR_DIR / "test.sqlite3"},
    }


def _postgresql(server: Postgres) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": server.name,
        "USER": server.user,
        "PASSWORD": server.password,
        "HOST": server.host,
        "PORT": server.port,
        "CONN_MAX_AGE": 0,
        # A connection from the pool is asked once whether it lives, so that a restarted PostgreSQL costs no page.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
            # Compiling a statement (jit) takes fifty times as long as ours take.
            "options": "-c lock_timeout=5s -c statement_timeout=20s -c idle_in_transaction_session_timeout=30s"
            " -c jit=off",
        },
    }


DATABASES = {"default": _postgresql(ENV.database) if ENV.database else _sqlite()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The in-memory layer serves exactly one process (config/process_lock.py sees to it). With several it is Redis, and
# its pub/sub layer: the other one drops messages under load.
# Several sites may share a Redis: the database's name keeps their messages apart.
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [ENV.redis_url],
            "prefix": f"chicken-foot.{ENV.database.name if ENV.database else ''}",
        },
    }
    if ENV.redis_url
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"},
}
REDIS_URL = ENV.redis_url

AUTH_USER_MODEL = "lobby.User"
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator",
        # The name is what everybody at the table sees.
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
]

# Who guesses passwords waits: ten wrong ones for a name from an address, and that pair has to wait. The address alone
# would lock out a whole school behind one router, the name alone its owner, whenever somebody wishes.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # a try too early does not make the wait longer
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who signed in when and from where is nobody's business
AXES_HANDLER = "lobby.throttle.Handler"
AXES_CLIENT_IP_CALLABLE = "lobby.throttle.address_of"
AXES_LOCKOUT_CALLABLE = "lobby.throttle.locked_out"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # a wait ends by itself, and there is nothing to decide

# A guest's seat hangs on this cookie: a year, renewed by a POST at most once a week (lobby), never by a GET.
SESSION_ENGINE = "lobby.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_SAVE_EVERY_REQUEST = False
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_AGE = SESSION_COOKIE_AGE

# Without EMAIL_URL mails are printed where the server runs, and pages say that the site sends none.
SENDS_MAIL = ENV.mail is not None
SITE_URL = ENV.site_url
DEFAULT_FROM_EMAIL = ENV.mail_from


def _mailer(server: MailServer | None) -> dict[str, Any]:
    if server is None:
        return {"BACKEND": "config.printed_mail.EmailBackend"}
    options = {
        "host": server.host,
        "port": server.port,
        "username": server.user,
        "password": server.password,
        "use_ssl": server.tls_from_start,
        # A relay on the own machine takes mail without a password, and knows no TLS.
        "use_tls": not server.tls_from_start and bool(server.user),
        "timeout": 20,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}


MAILERS = {"default": _mailer(ENV.mail)}

# What signs pushes (made in VAR_DIR where it is not given), whom push services may write to about them, and which
# services are sent to.
PUSH_KEY = ENV.push_key
PUSH_CONTACT = f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "android.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ko", "한국어"), ("ja", "日本語")]
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Browsers keep files for good: `collectstatic` (done in the image) puts a hash into their names; without it they are
# served from where they lie, under an address that changes with them. With DEBUG browsers ask whether they changed.
STATIC_ROOT = BASE_DIR / "static-built"
STATIC_COLLECTED = (STATIC_ROOT / "staticfiles.json").exists() or sys.argv[1:2] == ["collectstatic"]
STATIC_URL = "/static/"
if not STATIC_COLLECTED and not DEBUG:
    _folders = [BASE_DIR / "games/static", BASE_DIR / "lobby/static"]
    STATIC_URL += edition(_folders, ["django", "django-htmx"]) + "/"
    WHITENOISE_IMMUTABLE_FILE_TEST = BEFORE
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
# WhiteNoise warns of a STATIC_ROOT that is not there, which is the rule while nothing was collected.
warnings.filterwarnings("ignore", "No directory at", UserWarning)
WHITENOISE_MAX_AGE = 60 if STATIC_COLLECTED else 0
WHITENOISE_ALLOW_ALL_ORIGINS = False

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
# Browsers complain about this header on a page that came over plain http from another machine.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if ENV.behind_https else None
X_FRAME_OPTIONS = "DENY"
if ENV.behind_https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 30 * 24 * 3600

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"private_links": {"()": "config.logs.HidePrivateLinks"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["private_links"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},
        # Whoever sends foreign names gets a 400; a traceback for each would only fill the log.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Another server than ours writes down every address, those of private links too.
        "uvicorn.access": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "games": {"level": "INFO"},
        "lobby": {"level": "INFO"},
    },
}

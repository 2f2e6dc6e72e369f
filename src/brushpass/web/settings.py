"""Django's settings. Where things lie is said by `BRUSHPASS_DATA`; the rest has one good value.

`brushpass serve` sets the environment; nothing here is asked of who runs it for friends.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("BRUSHPASS_DATA", ".data"))


def _secret_key() -> str:
    """Made once and kept beside the database, readable by its owner alone."""
    path = DATA / "secret-key"
    if not path.exists():
        DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=DATA, encoding="ascii") as draft:  # its owner's alone
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            with suppress(FileExistsError):  # another process that starts now was quicker
                os.link(draft.name, path)
    return path.read_text(encoding="ascii")


def _database() -> dict[str, Any]:
    """PostgreSQL where `DATABASE_URL` says where it is; else a file beside the secret key."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "tables.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 10,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
            },
        }
    from psycopg.conninfo import conninfo_to_dict

    # A machine that hangs is as good as one that is gone: sockets are told to find out.
    patience = {
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    options = {**patience, **conninfo_to_dict(url)}
    options["options"] = f"{options.get('options', '')} -c synchronous_commit=on".strip()
    name = options.pop("dbname", None)
    if name is None:
        raise ImproperlyConfigured("DATABASE_URL names a database: postgresql://HOST/NAME")
    return {"ENGINE": "django.db.backends.postgresql", "NAME": name, "OPTIONS": options}


# Without a place, nothing is served and nothing written: a type checker reads these settings too.
SECRET_KEY = _secret_key() if "BRUSHPASS_DATA" in os.environ else secrets.token_urlsafe(48)
DEBUG = False
ALLOWED_HOSTS = os.environ.get("BRUSHPASS_HOSTS", "localhost,127.0.0.1,[::1]").split(",")

INSTALLED_APPS = [
    "brushpass.web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
]
MIDDLEWARE = [
    "brushpass.web.health.Health",
    "brushpass.web.guard.Headers",
    "servestatic.middleware.ServeStaticMiddleware",
    "brushpass.web.guard.Limits",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "brushpass.web.urls"
ASGI_APPLICATION = "brushpass.web.asgi.application"
TEMPLATES = [
    {
        "NAME": "jinja2",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {"environment": "brushpass.web.jinja.environment"},
    }
]

# What was acknowledged is on the disk: FULL waits for it, and commits in groups pay for that.
DATABASES = {"default": _database()}
SHARED = bool(
    os.environ.get("DATABASE_URL")
)  # several processes may serve these tables (fellows.py)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "brushpass.web.relay.Relay",
        "CONFIG": {"url": os.environ.get("REDIS_URL", "")},
    }
}

SESSION_COOKIE_NAME = "brushpass"
SESSION_COOKIE_AGE = 400 * 24 * 3600  # as long as a browser keeps one
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "brushpass.web.wrong.forged"
SECURE_CONTENT_TYPE_NOSNIFF = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

if os.environ.get("BRUSHPASS_HTTPS"):  # behind a proxy that ends TLS and sets this header
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "UserAttributeSimilarityValidator",
    )
]

USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [HERE / "locale"]

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [HERE / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "brushpass.web.fonts.FontFinder",
]
STORAGES = {
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_USE_STATIC_ROOT = False
SERVESTATIC_USE_MANIFEST = True

LOG = "json" if os.environ.get("BRUSHPASS_LOG") == "json" else "plain"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "brushpass.web.logs.Plain"},
        "json": {"()": "brushpass.web.logs.Json"},
    },
    "filters": {"news": {"()": "brushpass.web.logs.News"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG, "filters": ["news"]},
        "counted": {"class": "brushpass.web.meters.Errors", "filters": ["news"]},
    },
    "root": {"handlers": ["console", "counted"], "level": "WARNING"},
    "loggers": {
        "brushpass": {"level": "INFO"},
        "django.request": {"level": "ERROR"},  # a page that is not there is no news
        "django.security": {"level": "CRITICAL"},  # nor is one that is refused: anybody sends it
    },
}

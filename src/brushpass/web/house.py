"""What those who run the house do from the command line: copy what is kept, put old tables away,
say who minds the house.
"""

import getpass
import os
import shutil
import sqlite3
import sys
from pathlib import Path

from brushpass.web.serve import prepare, settle

SHELL = "the command line"
"""Who did it, in the log of the house."""


class NotDone(Exception):
    """What was asked could not be done; the text says why, and what to do."""


def backup(data: Path | None, to: Path) -> str:
    """Copy everything that is kept into a folder, while the server runs; what was copied.

    `brushpass serve --data FOLDER` serves the copy as it is.
    """
    if os.environ.get("DATABASE_URL"):
        raise NotDone("the tables are in PostgreSQL: pg_dump copies them (docs/operations.md)")
    kept = settle(data)
    if not (kept / "tables.sqlite3").is_file():
        raise NotDone(f"there are no tables in {kept}: --data names the folder of the server")
    if to.exists() and any(to.iterdir()):
        raise NotDone(f"{to} is not empty: a copy gets a folder of its own")
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    source = sqlite3.connect(f"file:{kept / 'tables.sqlite3'}?mode=ro", uri=True)
    copy = sqlite3.connect(to / "tables.sqlite3")
    try:
        source.backup(copy)
        (tables,) = copy.execute("SELECT COUNT(*) FROM web_table").fetchone()
        (actions,) = copy.execute("SELECT COUNT(*) FROM web_action").fetchone()
    finally:
        copy.close()
        source.close()
    if (kept / "secret-key").is_file():
        shutil.copy2(kept / "secret-key", to / "secret-key")
    return f"{tables} tables with {actions} actions are in {to}"


def tidy(data: Path | None, days: int | None) -> str:
    """Put old tables away now."""
    settle(data)
    prepare()
    from brushpass.web import chores

    days = chores.KEEP if days is None else days
    gone = chores.put_away(days)
    return f"{gone} tables at which nothing happened for {days} days were put away"


def admin(data: Path | None, name: str, *, dismiss: bool = False) -> str:
    """Let somebody mind the house, with a new password; or dismiss them, at once."""
    settle(data)
    prepare()
    from django.contrib.auth import password_validation
    from django.contrib.auth.models import User
    from django.core.exceptions import ValidationError

    from brushpass.web import models

    account = name.strip().casefold()
    user = User.objects.filter(username=account).first()
    if dismiss:
        if user is None or not user.is_staff:
            raise NotDone(f"{account} does not mind the house")
        user.is_staff = False
        user.save()
        models.Deed.objects.create(who=SHELL, what="dismiss", to=f"account {account}")
        return f"{account} does not mind the house any more"
    if len(account) > models.Player.NAME:
        raise NotDone(f"a name has {models.Player.NAME} letters at most")
    user = user or User(username=account)
    password = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    try:
        user.full_clean(exclude=["password"])
        password_validation.validate_password(password, user)
    except ValidationError as error:
        raise NotDone(" ".join(error.messages)) from error
    user.set_password(password)
    user.is_staff = True
    user.save()
    models.Deed.objects.create(who=SHELL, what="appoint", to=f"account {account}")
    return f"{account} minds the house: /house on the server, with this name and password"

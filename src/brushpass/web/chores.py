"""What is done now and then, whoever plays: old tables are put away, and with them who has left.

Every process looks whether it is due; the database says which of them does it.
"""

import asyncio
import logging
import os
from datetime import UTC, datetime, timedelta

from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.models import Q

from brushpass.web import models

log = logging.getLogger(__name__)

KEEP = int(os.environ.get("BRUSHPASS_KEEP_DAYS", "400"))
"""Days for which a table is kept after the last thing happened there; 0 keeps it for good."""
EVERY = timedelta(hours=24)
LOOK = 600.0
"""Seconds between two looks whether it is time."""
AT_ONCE = 50
"""How many tables go in one transaction: nobody is to wait for it."""


def put_away(days: int = KEEP) -> int:
    """Delete the tables at which nothing has happened for so many days, finished or not, and the
    players without an account who sit at no other; how many tables it were.
    """
    if days <= 0:
        return 0
    before = datetime.now(UTC) - timedelta(days=days)
    gone = 0
    while keys := list(
        models.Table.objects.filter(touched__lt=before).values_list("pk", flat=True)[:AT_ONCE]
    ):
        models.Table.objects.filter(pk__in=keys).delete()
        gone += len(keys)
    idle = models.Player.objects.filter(made__lt=before, user=None, seating=None, remark=None)
    idle.filter(Q(table=None) & Q(muted=False, barred=False)).delete()
    return gone


def due(name: str = "tidy") -> bool:
    """Whether it is time for a chore, and ours to do: of all processes one is told so."""
    now = datetime.now(UTC)
    models.Chore.objects.get_or_create(name=name, defaults={"done": now - 2 * EVERY})
    waiting = models.Chore.objects.filter(name=name, done__lt=now - EVERY)
    return waiting.update(done=now) == 1


def look() -> None:
    """Do what is due."""
    try:
        if due():
            call_command("clearsessions")
            gone = put_away()
            if gone:
                log.info("put away %d tables after %d days", gone, KEEP)
    finally:
        connection.close_if_unusable_or_obsolete()


async def now_and_then() -> None:
    """Look until cancelled."""
    while True:
        try:
            await sync_to_async(look)()
        except DatabaseError:
            log.exception("tidying up: tried again later")
        await asyncio.sleep(LOOK)

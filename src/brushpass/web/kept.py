"""What is kept about a player: all of it in one file to fetch, and the way to have it erased."""

import json
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import F
from django.utils.translation import gettext_noop as said

from brushpass.web import models, shelf, talk
from brushpass.web.keeper import apart, keeper
from brushpass.web.refusal import Refused
from brushpass.web.store import store

SOMEBODY = "Somebody"
"""What somebody who was erased is called where they sat, in every language: it is written down."""


def about(player: models.Player) -> str:
    """Everything that is kept about somebody, as JSON: of tables what they did there themselves."""
    deeds = models.Deed.objects.filter(to=f"player {player.pk}").order_by("pk")
    told: dict[str, Any] = {
        "number": player.pk,
        "name": player.name,
        "account": None if player.user is None else player.user.username,
        "since": player.made.isoformat(),
        "muted": player.muted,
        "barred": player.barred,
        "what the house did": [
            {"at": each.at.isoformat(), "what": each.what, "why": each.why} for each in deeds
        ],
        "does not hear": list(
            models.Mute.objects.filter(by=player).values_list("of__name", flat=True)
        ),
        "reported": [
            {"at": each.at.isoformat(), "remark": talk.text_of(each.remark)}
            for each in models.Report.objects.filter(by=player).select_related("remark")
        ],
        "tables": [_at_table(row, player) for row in _tables(player)],
        "said": [
            {
                "at": each.at.isoformat(),
                "table": f"/t/{each.table.key}",
                "as": each.name,
                "text": talk.text_of(each),
            }
            for each in models.Remark.objects.filter(player=player).select_related("table")
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _tables(player: models.Player) -> list[models.Table]:
    return list(models.Table.objects.filter(seatings__player=player).distinct().order_by("pk"))


def _seats(table: models.Table, player: models.Player) -> list[int]:
    rows = models.Seating.objects.filter(table=table, player=player)
    return sorted(set(rows.values_list("seat", flat=True)))


def _at_table(table: models.Table, player: models.Player) -> dict[str, Any]:
    seats = _seats(table, player)
    own = models.Action.objects.filter(table=table, seat__in=seats, own__isnull=False)
    sat = models.Seating.objects.filter(table=table, player=player).order_by("pk")
    marks = models.Mark.objects.filter(table=table, seat__in=seats)
    return {
        "table": f"/t/{table.key}",
        "game": table.game,
        "set": table.made.isoformat(),
        "set by you": table.maker_id == player.pk,
        "your number": [(table.numbers or {}).get(str(seat)) for seat in seats],
        "seatings": [
            {"at": each.at.isoformat(), "seat": each.seat, "kind": each.kind, "name": each.name}
            for each in sat
        ],
        "actions": [
            {"at": each.at.isoformat(), "number": each.number, "words": each.words}
            for each in own.order_by("number")
        ],
        "notebook": {each.key: each.text for each in marks},
    }


async def erase(player: models.Player) -> None:
    """Forget somebody: their name, their account, what they said and noted. The games stay for who
    played them too, with the seat of somebody who is gone.
    """
    if player.user is not None and player.user.is_staff:
        raise Refused(said("Who minds the house is dismissed first: brushpass admin --dismiss."))
    for key in await sync_to_async(shelf.unfinished)(player.pk):
        await keeper.leave(key, player.pk, for_good=True)
    talked = models.Table.objects.filter(remarks__player=player).distinct()
    heard = await sync_to_async(lambda: list(talked.values_list("key", flat=True)))()
    await keeper.changed(await store.commit(lambda: _erase(player)))
    for key in heard:
        await talk.announce(key)
    await keeper.tell(player.pk, "renewed")


def _erase(player: models.Player) -> list[tuple[str, int]]:
    """The tables at which somebody sat who is erased, and how often these were changed by now."""
    tables = models.Table.objects.filter(pk__in=[each.pk for each in _tables(player)])
    tables.update(changes=F("changes") + 1)
    changed = list(tables.values_list("key", "changes"))
    for table in tables.order_by("pk"):
        rows, seats = models.Seating.objects.filter(table=table), _seats(table, player)
        taken = set(rows.exclude(seat__in=seats).values_list("name", flat=True))
        for seat in seats:
            name = apart(SOMEBODY, taken)
            taken.add(name)
            rows.filter(seat=seat).update(name=name, player=None)
        models.Mark.objects.filter(table=table, seat__in=seats).delete()
    models.Remark.objects.filter(player=player).delete()
    models.Player.objects.filter(pk=player.pk).delete()
    if player.user is not None:
        player.user.delete()
    return changed

"""What those who mind the house may do: mute, bar, close, hide; and that it is written down.

An act and its line in the log are one transaction. Whoever it is about learns of it at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.utils.translation import gettext_noop as said

from brushpass.web import models, shelf, talk
from brushpass.web.keeper import keeper
from brushpass.web.refusal import Refused
from brushpass.web.store import store

_TO_A_PLAYER: Mapping[str, Mapping[str, bool]] = {
    "mute": {"muted": True},
    "unmute": {"muted": False},
    "bar": {"barred": True},
    "admit": {"barred": False},
}
_TO_A_REMARK: Mapping[str, Mapping[str, bool]] = {
    "hide": {"hidden": True},
    "let-stand": {"hidden": False},
}
KINDS: Mapping[str, str] = {
    "mute": said("muted"),
    "unmute": said("unmuted"),
    "bar": said("barred"),
    "admit": said("let in again"),
    "close": said("closed"),
    "hide": said("hid"),
    "let-stand": said("let stand"),
    "appoint": said("appointed"),
    "dismiss": said("dismissed"),
}
"""What a line of the log says was done."""
_DONE = said("There is nothing to do: it was done before, or it is not there any more.")


@dataclass(frozen=True, slots=True)
class Minder:
    """Somebody who minds the house, about to do something for a reason."""

    account: str
    why: str

    def deed(self, what: str, to: str) -> models.Deed:
        """The line of the log; who gives no reason does nothing."""
        if not self.why:
            raise Refused(said("Say why: it is kept with what you do."))
        return models.Deed(who=self.account, what=what, to=to, why=self.why)


async def to_a_player(minder: Minder, what: str, player: int) -> None:
    """Mute or bar somebody, or take it back."""
    change = _TO_A_PLAYER.get(what)
    if change is None:
        raise Refused(_DONE)
    rows = models.Player.objects.filter(pk=player).exclude(**change)
    await _do(minder.deed(what, f"player {player}"), lambda: rows.update(**change))
    if what == "bar":
        for key in await sync_to_async(shelf.unfinished)(player):
            await keeper.leave(key, player, for_good=True)
    await keeper.tell(player, "anew" if "barred" in change else "talked")


async def to_a_remark(minder: Minder, what: str, remark: int) -> None:
    """Hide a remark from all or let it stand; either settles what was reported of it."""
    change = _TO_A_REMARK.get(what)
    row = await models.Remark.objects.select_related("table").filter(pk=remark).afirst()
    if change is None or row is None:
        raise Refused(_DONE)
    to = f"remark {row.pk} of player {row.player_id or '?'} at table {row.table_id}"
    rows, open_reports = models.Remark.objects.filter(pk=remark), row.reports.filter(settled=False)

    def write() -> int:
        return rows.exclude(**change).update(**change) + open_reports.update(settled=True)

    await _do(minder.deed(what, to), write)
    await talk.announce(row.table.key)


async def to_a_table(minder: Minder, what: str, table: int) -> None:
    """Close a table, whatever stands there."""
    row = await models.Table.objects.only("key").filter(pk=table, ended__isnull=True).afirst()
    if what != "close" or row is None:
        raise Refused(_DONE)
    await keeper.close(row.key, minder.deed(what, f"table {table}"))


async def _do(deed: models.Deed, change: Callable[[], int]) -> None:
    """Change something and write it down; nothing where nothing is changed."""

    def write() -> None:
        if not change():
            raise Refused(_DONE)
        deed.pk = None
        deed.save(force_insert=True)

    await store.commit(write)

"""What is kept: players, tables, and the actions that are all there is to a game; what was said
there, and what those who mind the house did.

Actions and seatings are only ever added. A table in memory (keeper.py) is a cache of them; whatever
changes a table counts it (`Table.changes`), so that no process goes by a cache that is too old.
"""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from brushpass import dealer


def new_key() -> str:
    """A link that nobody can guess."""
    return secrets.token_urlsafe(16)


def new_short_key() -> str:
    """Something that tells nothing, among few of its kind."""
    return secrets.token_urlsafe(9)


class Player(models.Model):
    """A person: a name is enough; an account may follow."""

    NAME: ClassVar[int] = 24
    """How long a name may be."""

    name = models.CharField(max_length=NAME)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    made = models.DateTimeField(auto_now_add=True)
    muted = models.BooleanField(default=False)
    """By the house: nobody hears them."""
    barred = models.BooleanField(default=False)
    """By the house: they have no seat at any table."""

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"


class Server(models.Model):
    """One of the processes that serve the same tables, as long as it says that it is there."""

    seen = models.DateTimeField(default=Now)
    """By the database's clock."""

    def __str__(self) -> str:
        return f"server {self.pk}"


class Table(models.Model):
    """One game being played, or about to be."""

    key = models.CharField(max_length=32, unique=True, default=new_key)
    game = models.CharField(max_length=16)
    terms = models.JSONField()
    """What was agreed before sitting down (terms.py)."""
    seed = models.CharField(max_length=64, default=dealer.new_seed)
    """What the dealer deals from, with the players' numbers: shown to nobody before the end."""
    numbers: "models.JSONField[Any, Any]" = models.JSONField(null=True, default=dict)
    """By seat, as text, the number that a player's browser made up (proof.py). Null at a table that
    began before there were any: it is dealt from the seed alone.
    """
    maker = models.ForeignKey(Player, models.SET_NULL, null=True)
    made = models.DateTimeField(auto_now_add=True, db_index=True)
    touched = models.DateTimeField(auto_now=True, db_index=True)
    began = models.DateTimeField(null=True)
    ended: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    """`{"reason": …}`; where it was not played out also `"after"` and `"seat"`, and `"by": "house"`
    where those who mind the house closed it.
    """
    clocks: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    """Seconds left by seat, as of the last action."""
    turned = models.DateTimeField(null=True)
    """When the clock that runs began to run, by the database's clock."""
    changes = models.PositiveIntegerField(default=0)
    """How often the table was changed. Every change names the count that it knows, and is refused
    where there were more: of two processes that change a table at once one comes first.
    """
    server = models.ForeignKey(Server, models.SET_NULL, null=True, related_name="drives")
    """The process that sees to bots and clocks here; None where there is but one, or none."""
    asked: "models.JSONField[Any, Any]" = models.JSONField(default=list)
    """The seats that want a rematch."""
    next = models.OneToOneField("self", models.SET_NULL, null=True, related_name="before")

    class Meta:
        """The running clocks are looked for every second."""

        indexes: ClassVar = [
            models.Index(
                fields=["touched"],
                name="running_clocks",
                condition=models.Q(began__isnull=False, clocks__isnull=False, ended__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Seating(models.Model):
    """Somebody sat down, or a bot took over: who sits is the last of a seat's seatings."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seatings")
    after = models.PositiveIntegerField()
    """How many actions there were."""
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    """As `scenes.TableEvent.kind`."""
    name = models.CharField(max_length=Player.NAME)
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    """Whose seat it is, though a bot may be playing."""
    bot = models.CharField(max_length=16, null=True)
    """The level of the bot that plays."""
    at = models.DateTimeField(auto_now_add=True)


class Action(models.Model):
    """One action of a game, as its record has it (`draw`, `1! use drone 2`)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()
    words = models.TextField()
    seat = models.PositiveSmallIntegerField(null=True)
    """Who sent it; None for chance."""
    own = models.CharField(max_length=40, null=True)
    """The number that the page gave it, so that what is sent twice is done once."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Two actions can never have the same number: one of two at once is refused."""

        constraints: ClassVar = [
            models.UniqueConstraint("table", "number", name="one_action_a_number"),
            models.UniqueConstraint("table", "seat", "own", name="an_action_once"),
        ]


class Mark(models.Model):
    """A mark that a seat made in its notebook."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="marks")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40)
    text = models.CharField(max_length=200)

    class Meta:
        """One text a key."""

        constraints: ClassVar = [
            models.UniqueConstraint("table", "seat", "key", name="one_mark_a_key")
        ]


class Remark(models.Model):
    """Something said at a table, or by those who watch it."""

    LONGEST: ClassVar[int] = 200

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    key = models.CharField(max_length=16, default=new_short_key)
    """What pages call it. A number would tell players how much those who watch have said."""
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    """Null: said beside the table, where players hear it when the game is over."""
    name = models.CharField(max_length=Player.NAME)
    phrase = models.CharField(max_length=24, blank=True)
    """One of `talk.PHRASES`, which each reader gets in their own language."""
    text = models.CharField(max_length=LONGEST, blank=True)
    own = models.CharField(max_length=40, null=True)
    """The number that the page gave it, so that what is sent twice is said once."""
    hidden = models.BooleanField(default=False)
    """Two have reported it, or the house did not want it."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """One remark a key, and what is sent twice is said once."""

        constraints: ClassVar = [
            models.UniqueConstraint("table", "key", name="one_remark_a_key"),
            models.UniqueConstraint("table", "player", "own", name="a_remark_once"),
        ]
        indexes: ClassVar = [models.Index("player", "at", name="remarks_of_late")]

    def __str__(self) -> str:
        return f"{self.name}: {self.text or self.phrase}"


class Mute(models.Model):
    """A player does not want to hear another, at any table."""

    by = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    of = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")

    class Meta:
        """Once is enough."""

        constraints: ClassVar = [models.UniqueConstraint("by", "of", name="one_mute_a_pair")]


class Report(models.Model):
    """A player found that a remark should not stand. Two hide it; the house looks at all."""

    remark = models.ForeignKey(Remark, models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, models.CASCADE)
    at = models.DateTimeField(auto_now_add=True)
    settled = models.BooleanField(default=False)
    """The house has looked at it."""

    class Meta:
        """One a player."""

        constraints: ClassVar = [models.UniqueConstraint("remark", "by", name="one_report_each")]

    def __str__(self) -> str:
        return f"report of {self.by}"


class Deed(models.Model):
    """Something that somebody who minds the house did. These are only ever added."""

    at = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=150)
    """The account's name, as it was then."""
    what = models.CharField(max_length=24)
    to = models.CharField(max_length=100)
    why = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.who}: {self.what} {self.to}"


class Watcher(models.Model):
    """Somebody looks at a table from a page that this process serves."""

    server = models.ForeignKey(Server, models.CASCADE)
    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers")
    seat = models.PositiveSmallIntegerField(null=True)
    """Null for everyone who has none."""
    open = models.BooleanField()
    """Over a socket; otherwise they fetched the page a while ago."""


class Chore(models.Model):
    """Something done now and then, by whichever process comes first (chores.py)."""

    name = models.CharField(max_length=24, unique=True)
    done = models.DateTimeField()

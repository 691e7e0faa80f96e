"""What is stored: tables, matches, seats, rounds, actions, penalties.

No rules live here. The rows that a viewer may never see before a round is over are `Round.seed`, `Round.deal`,
`Round.state` and `Action.drawn`; they leave the database only through `games.queries` and `games.rules.view`.
"""

from __future__ import annotations

import secrets

from django.conf import settings as conf
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

# Without 0/O, 1/I/L, U/V twins and S/5, B/8: read aloud and typed by people.
CODE_ALPHABET = "ACDEFGHJKMNPQRTVWXYZ234679"
CODE_LENGTH = 8
LETTERS = "ABCDEFGH"
KEY_LENGTH = 64


def new_code() -> str:
    """A fresh table code from the system's random source (unique by the column's constraint)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _n in range(CODE_LENGTH))


class Table(models.Model):
    """The lasting place behind a link. Every write at a table locks this row and raises `version`."""

    class Pace(models.TextChoices):
        CALM = "calm", _("calm")
        NORMAL = "normal", _("normal")
        QUICK = "quick", _("quick")

    class Due(models.TextChoices):
        BOT = "bot", _("bot's turn")
        FORCED_DRAW = "forced_draw", _("forced draw")
        FORCED_PASS = "forced_pass", _("forced pass")
        TURN_CLOCK = "turn_clock", _("turn clock")
        PRESENCE = "presence", _("presence")
        OBJECTION = "objection", _("time to object")
        NEXT_ROUND = "next_round", _("next round")
        SWEEP = "sweep", _("sweep")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=200)
    game = models.SlugField(max_length=32)
    settings = models.JSONField(default=dict)
    places = models.PositiveSmallIntegerField(default=4)
    is_public = models.BooleanField(default=False)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.NORMAL)
    turn_clock = models.PositiveIntegerField(default=0, help_text=_("seconds; 0 is off"))
    locked = models.BooleanField(default=False, help_text=_("the link only shows; nobody new sits down"))
    opener = models.ForeignKey(
        conf.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="opened_tables"
    )
    # Set only when the role was handed over by hand; otherwise the host follows from who is present.
    host = models.ForeignKey(
        conf.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="hosted_tables"
    )
    blocked = models.ManyToManyField(conf.AUTH_USER_MODEL, blank=True, related_name="blocked_at")
    matches_begun = models.PositiveIntegerField(default=0, help_text=_("number of the newest match"))

    version = models.PositiveBigIntegerField(default=0)

    # When the server itself has to act next: one column per reason, the earliest repeated in due_at/due_kind.
    due_at = models.DateTimeField(null=True, blank=True)
    due_kind = models.CharField(max_length=12, choices=Due, blank=True, default="")
    bot_at = models.DateTimeField(null=True, blank=True)
    forced_draw_at = models.DateTimeField(null=True, blank=True)
    forced_pass_at = models.DateTimeField(null=True, blank=True)
    turn_clock_at = models.DateTimeField(null=True, blank=True)
    presence_at = models.DateTimeField(null=True, blank=True)
    objection_at = models.DateTimeField(null=True, blank=True)
    next_round_at = models.DateTimeField(null=True, blank=True)
    sweep_at = models.DateTimeField(null=True, blank=True)
    # A table whose due work raised an exception is put off, and shown in admin with what happened.
    trouble = models.TextField(blank=True, default="")
    trouble_count = models.PositiveSmallIntegerField(default=0)

    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["-created_at", "-id"],
                name="table_public",
                condition=Q(is_public=True, closed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Match(models.Model):
    """One play from the first round to the last; it exists from the moment its table waits for it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        ENDED_EARLY = "ended_early", _("ended early")

    UNFINISHED = (Status.WAITING, Status.PLAYING, Status.PAUSED)

    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(help_text=_("number at its table, from 1"))
    status = models.CharField(max_length=12, choices=Status, default=Status.WAITING)
    game = models.SlugField(max_length=32)
    settings = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField(default=0)
    set_max = models.PositiveSmallIntegerField(default=0)
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)  # null: until a target is passed
    rounds_done = models.PositiveSmallIntegerField(default=0)
    round_number = models.PositiveSmallIntegerField(default=0, help_text=_("current round, from 0"))
    first = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("first seat of round 1"))
    turn = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("index of the seat to act"))
    turn_at = models.DateTimeField(null=True, blank=True, help_text=_("since when that seat is to act"))
    winners = models.JSONField(default=list, blank=True)
    is_draw = models.BooleanField(default=False)

    # "This is the last round": indexes of the seats that said so; agreed once all present people did.
    last_round_by = models.JSONField(default=list, blank=True)
    last_round = models.BooleanField(default=False)
    # Ending early: who agreed so far, and whose proposal (the host's) is open to objection.
    end_by = models.JSONField(default=list, blank=True)
    end_proposed_by = models.PositiveSmallIntegerField(null=True, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(status__in=["waiting", "playing", "paused"]),
                name="match_one_unfinished",
            ),
        ]
        indexes = [models.Index(fields=["status", "-ended_at", "-id"], name="match_ended")]
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class Seat(models.Model):
    """A place before the start (`number`), a seat in turn order after it (`index`, shown as a letter)."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    class StandIn(models.TextChoices):
        NONE = "", _("none")
        CALLED = "called", _("called for an absent player")
        LEFT = "left", _("the player left")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text=_("place at the table, from 0"))
    index = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("turn order, from 0"))
    user = models.ForeignKey(
        conf.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PERSON)
    level = models.CharField(max_length=8, blank=True, default="")  # bots only: easy, normal, hard
    stand_in = models.CharField(max_length=8, choices=StandIn, blank=True, default=StandIn.NONE)
    auto_draw = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    present = models.BooleanField(default=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    total = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("standing, 1 is best"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_place"),
            models.UniqueConstraint(
                fields=["match", "index"], condition=Q(index__isnull=False), name="seat_index"
            ),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="seat_user_once"
            ),
        ]
        indexes = [models.Index(fields=["user", "-match"], name="seat_of_user")]

    def __str__(self) -> str:
        return f"{self.letter or self.number} {self.name}"

    @property
    def letter(self) -> str:
        """The seat's letter, empty before the start."""
        return "" if self.index is None else LETTERS[self.index]


class Round(models.Model):
    """One deal. The row exists from the moment its commitment is shown; `deal` and `state` from its start."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        DROPPED = "dropped", _("not scored")  # the match was ended early in the middle of it

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text=_("from 0"))
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    start = models.CharField(max_length=8, blank=True, default="")  # the starting double, "9-9"
    first = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=64)  # secret until the round is over
    commitment = models.CharField(max_length=64)
    deal = models.JSONField(null=True, blank=True)  # secret: hands and boneyard order
    state = models.JSONField(null=True, blank=True)  # secret: the rules' state as JSON
    # Where the starting double lies, {"wide": …, "square": …} as in Action.poses; null where play begins empty.
    poses = models.JSONField(null=True, blank=True)
    ply = models.PositiveSmallIntegerField(default=0, help_text=_("number of actions so far"))
    reason = models.CharField(max_length=8, blank=True, default="")  # out, blocked
    out = models.PositiveSmallIntegerField(null=True, blank=True)
    blocked_foot = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number + 1}"


class Action(models.Model):
    """The append-only log of a round, with the poses the farmyard gave the tile when it was laid."""

    class Kind(models.TextChoices):
        PLAY = "play", _("play")
        DRAW = "draw", _("draw")
        PASS = "pass", _("pass")

    class By(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        STAND_IN = "stand-in", _("stand-in")
        CLOCK = "clock", _("clock")

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    round = models.ForeignKey(Round, models.CASCADE, related_name="actions")
    ply = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(help_text=_("index of the seat"))
    kind = models.CharField(max_length=4, choices=Kind)
    text = models.CharField(max_length=16)  # "9-3@9-9", "draw", "pass": public
    drawn = models.CharField(max_length=8, blank=True, default="")  # secret: the tile a draw gave
    poses = models.JSONField(null=True, blank=True)  # {"wide": …, "square": …}, see games.farmyard
    by = models.CharField(max_length=8, choices=By)
    user = models.ForeignKey(conf.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH, null=True, blank=True)  # noqa: DJ001 unique only when given
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "ply"], name="action_ply"),
            models.UniqueConstraint(fields=["table", "key"], name="action_key"),
        ]
        ordering = ["round", "ply"]

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]} {self.text}"


class Penalty(models.Model):
    """What a seat was charged in a round; all of them are the score sheet."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="penalties")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="penalties")
    points = models.PositiveSmallIntegerField()
    tiles = models.JSONField(default=list)  # what was left in the hand: ["9-3", …]
    total = models.PositiveIntegerField()  # running total after this round

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="penalty_once")]
        verbose_name_plural = _("penalties")

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat_id}: {self.points}"


class Note(models.Model):
    """What happened at the table besides actions: who called a stand-in, left, came back, reacted."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes")
    round_number = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)  # before which action of that round it happened
    what = models.SlugField(max_length=24)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    version = models.PositiveBigIntegerField()  # Table.version with which it became visible
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "id"], name="note_of_match")]

    def __str__(self) -> str:
        return self.what


class Receipt(models.Model):
    """What a POST with a client-made key did (other than actions, which carry their key themselves)."""

    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    what = models.SlugField(max_length=24)
    user = models.ForeignKey(conf.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="+")
    outcome = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.what} #{self.pk}"  # not the key: it says what somebody did


class Watcher(models.Model):
    """Somebody who looks on without a seat, counted while their page is heard from."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers")
    key = models.CharField(max_length=KEY_LENGTH)  # made by the page; says nothing about who it is
    last_seen = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="watcher_once")]

    def __str__(self) -> str:
        return f"#{self.pk}"

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

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=200)
    game = models.SlugField(_("game"), max_length=32)
    settings = models.JSONField(_("settings"), default=dict)
    places = models.PositiveSmallIntegerField(_("places"), default=4)
    is_public = models.BooleanField(_("public"), default=False)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace, default=Pace.NORMAL)
    turn_clock = models.PositiveIntegerField(_("turn clock"), default=0, help_text=_("seconds; 0 is off"))
    locked = models.BooleanField(
        _("locked"), default=False, help_text=_("the link only shows; nobody new sits down")
    )
    opener = models.ForeignKey(
        conf.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="opened_tables",
        verbose_name=_("opener"),
    )
    # Set only when the role was handed over by hand; otherwise the host follows from who is present.
    host = models.ForeignKey(
        conf.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_tables",
        verbose_name=_("host"),
    )
    blocked = models.ManyToManyField(
        conf.AUTH_USER_MODEL, blank=True, related_name="blocked_at", verbose_name=_("blocked people")
    )
    matches_begun = models.PositiveIntegerField(_("number of the newest match"), default=0)

    version = models.PositiveBigIntegerField(_("version"), default=0)

    # When the server itself has to act next: one column per reason, the earliest repeated in due_at/due_kind.
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    due_kind = models.CharField(_("what is due"), max_length=12, choices=Due, blank=True, default="")
    bot_at = models.DateTimeField(_("bot's turn"), null=True, blank=True)
    forced_draw_at = models.DateTimeField(_("forced draw"), null=True, blank=True)
    forced_pass_at = models.DateTimeField(_("forced pass"), null=True, blank=True)
    turn_clock_at = models.DateTimeField(_("turn clock"), null=True, blank=True)
    presence_at = models.DateTimeField(_("presence"), null=True, blank=True)
    objection_at = models.DateTimeField(_("time to object"), null=True, blank=True)
    next_round_at = models.DateTimeField(_("next round"), null=True, blank=True)
    sweep_at = models.DateTimeField(_("sweep"), null=True, blank=True)
    # A table whose due work raised an exception is put off, and shown in admin with what happened.
    trouble = models.TextField(_("trouble"), blank=True, default="")
    trouble_count = models.PositiveSmallIntegerField(_("times in trouble"), default=0)

    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
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

    table = models.ForeignKey(Table, models.CASCADE, related_name="matches", verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number at its table"))
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.WAITING)
    game = models.SlugField(_("game"), max_length=32)
    settings = models.JSONField(_("settings"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"), default=0)
    set_max = models.PositiveSmallIntegerField(_("highest number"), default=0)
    # Null: until a target is passed.
    rounds_planned = models.PositiveSmallIntegerField(_("rounds planned"), null=True, blank=True)
    rounds_done = models.PositiveSmallIntegerField(_("rounds done"), default=0)
    round_number = models.PositiveSmallIntegerField(_("current round, from 0"), default=0)
    first = models.PositiveSmallIntegerField(_("first seat"), null=True, blank=True)
    turn = models.PositiveSmallIntegerField(_("seat to act"), null=True, blank=True)
    turn_at = models.DateTimeField(_("turn since"), null=True, blank=True)
    winners = models.JSONField(_("winners"), default=list, blank=True)
    is_draw = models.BooleanField(_("shared win"), default=False)

    # "This is the last round": indexes of the seats that said so; agreed once all present people did.
    last_round_by = models.JSONField(_("asked for a last round"), default=list, blank=True)
    last_round = models.BooleanField(_("last round"), default=False)
    # Ending early: who agreed so far, and whose proposal (the host's) is open to objection.
    end_by = models.JSONField(_("agreed to end"), default=list, blank=True)
    end_proposed_by = models.PositiveSmallIntegerField(_("proposed to end"), null=True, blank=True)

    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # Nobody has come for weeks: its people are told that it will be ended then. Whoever comes takes it away.
    ends_at = models.DateTimeField(_("will be ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="match_number"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(status__in=["waiting", "playing", "paused"]),
                name="match_one_unfinished",
            ),
        ]
        indexes = [
            # The lists of the lobby: however many matches are over, these are few.
            models.Index(
                fields=["status", "-id"],
                name="match_unfinished",
                condition=Q(status__in=["waiting", "playing", "paused"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} · {self.number}"


class Seat(models.Model):
    """A place before the start (`number`), a seat in turn order after it (`index`, shown as a letter)."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    class StandIn(models.TextChoices):
        NONE = "", _("none")
        CALLED = "called", _("called for an absent player")
        LEFT = "left", _("the player left")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("place, from 0"))
    index = models.PositiveSmallIntegerField(_("turn order, from 0"), null=True, blank=True)
    user = models.ForeignKey(
        conf.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("person"),
    )
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.PERSON)
    level = models.CharField(_("level"), max_length=8, blank=True, default="")  # bots: easy, normal, hard
    stand_in = models.CharField(
        _("stand-in"), max_length=8, choices=StandIn, blank=True, default=StandIn.NONE
    )
    auto_draw = models.BooleanField(_("draws by itself"), default=False)
    ready = models.BooleanField(_("ready"), default=False)
    present = models.BooleanField(_("present"), default=True)
    last_seen = models.DateTimeField(_("last seen"), null=True, blank=True)
    joined_at = models.DateTimeField(_("sat down"), auto_now_add=True)
    total = models.PositiveIntegerField(_("total"), default=0)
    place = models.PositiveSmallIntegerField(_("standing"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_place"),
            models.UniqueConstraint(
                fields=["match", "index"], condition=Q(index__isnull=False), name="seat_index"
            ),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="seat_user_once"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-match"], name="seat_of_user"),
            # Seats get their standing when their match ends.
            models.Index(fields=["user", "-match"], name="seat_unfinished", condition=Q(place=None)),
        ]

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

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("number, from 0"))
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    start = models.CharField(_("starting double"), max_length=8, blank=True, default="")  # "9-9"
    first = models.PositiveSmallIntegerField(_("first seat"), null=True, blank=True)
    seed = models.CharField(_("seed"), max_length=64)  # secret until the round is over
    commitment = models.CharField(_("commitment"), max_length=64)
    deal = models.JSONField(_("deal"), null=True, blank=True)  # secret: hands and boneyard order
    state = models.JSONField(_("position"), null=True, blank=True)  # secret: the rules' state as JSON
    # Where the starting double lies, {"wide": …, "square": …} as in Action.poses; null where play begins empty.
    poses = models.JSONField(_("place of the starting double"), null=True, blank=True)
    ply = models.PositiveSmallIntegerField(_("actions so far"), default=0)
    reason = models.CharField(_("how it ended"), max_length=8, blank=True, default="")  # out, blocked
    out = models.PositiveSmallIntegerField(_("who went out"), null=True, blank=True)
    blocked_foot = models.PositiveSmallIntegerField(_("blocked foot"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        permissions = [("look_at_hands", _("Can look at the hands of a round that is being played"))]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"{self.match} · {self.number + 1}"


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

    table = models.ForeignKey(Table, models.CASCADE, related_name="+", verbose_name=_("table"))
    round = models.ForeignKey(Round, models.CASCADE, related_name="actions", verbose_name=_("round"))
    ply = models.PositiveSmallIntegerField(_("ply"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=4, choices=Kind)
    text = models.CharField(_("action"), max_length=16)  # "9-3@9-9", "draw", "pass": public
    # Secret: the tile a draw gave.
    drawn = models.CharField(_("drawn tile"), max_length=8, blank=True, default="")
    # {"wide": …, "square": …}, see games.farmyard
    poses = models.JSONField(_("place on the table"), null=True, blank=True)
    by = models.CharField(_("acted by"), max_length=8, choices=By)
    user = models.ForeignKey(
        conf.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("person"),
    )
    key = models.CharField(_("key"), max_length=KEY_LENGTH, null=True, blank=True)  # noqa: DJ001 unique only when given
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        constraints = [
            models.UniqueConstraint(fields=["round", "ply"], name="action_ply"),
            models.UniqueConstraint(fields=["table", "key"], name="action_key"),
        ]
        ordering = ["round", "ply"]

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]} {self.text}"


class Penalty(models.Model):
    """What a seat was charged in a round; all of them are the score sheet."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="penalties", verbose_name=_("round"))
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="penalties", verbose_name=_("seat"))
    points = models.PositiveSmallIntegerField(_("points"))
    tiles = models.JSONField(_("tiles left"), default=list)  # what was left in the hand: ["9-3", …]
    total = models.PositiveIntegerField(_("running total"))  # running total after this round

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("score sheets")
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="penalty_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat_id}: {self.points}"


class Note(models.Model):
    """What happened at the table besides actions: who called a stand-in, left, came back, reacted."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes", verbose_name=_("match"))
    round_number = models.PositiveSmallIntegerField(_("round"), default=0)
    ply = models.PositiveSmallIntegerField(
        _("ply"), default=0
    )  # before which action of that round it happened
    what = models.SlugField(_("what happened"), max_length=24)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    by_seat = models.PositiveSmallIntegerField(_("done by"), null=True, blank=True)
    data = models.JSONField(_("details"), default=dict, blank=True)
    version = models.PositiveBigIntegerField(_("version"))  # Table.version with which it became visible
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        indexes = [models.Index(fields=["match", "id"], name="note_of_match")]

    def __str__(self) -> str:
        return self.what


class Receipt(models.Model):
    """What a POST with a client-made key did (other than actions, which carry their key themselves)."""

    key = models.CharField(_("key"), max_length=KEY_LENGTH, unique=True)
    what = models.SlugField(_("what was done"), max_length=24)
    user = models.ForeignKey(
        conf.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("person"),
    )
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("table")
    )
    outcome = models.JSONField(_("outcome"), default=dict)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")

    def __str__(self) -> str:
        return f"{self.what} #{self.pk}"  # not the key: it says what somebody did


class Watcher(models.Model):
    """Somebody who looks on without a seat, counted while their page is heard from."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers", verbose_name=_("table"))
    key = models.CharField(_("key"), max_length=KEY_LENGTH)  # made by the page; says nothing about who it is
    last_seen = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("watcher")
        verbose_name_plural = _("watchers")
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="watcher_once")]

    def __str__(self) -> str:
        return f"#{self.pk}"

"""A family's evenings of a year: matches that are over, at one table, for the pictures of the past."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from bench.screens.tables import NAMES, Staged
from games.models import Seat
from lobby.models import User
from tests import pasts
from tests.pasts import Sitter

_WEEKS: Final = 26
_SOURCE: Final = 12
_BOT: Final = "Pip"


def evenings(people: Sequence[User], code: str) -> Staged:
    """A table with a match every second week, of some of the people, now and then with a bot."""
    source = random.Random(_SOURCE)
    table = pasts.table(NAMES["en"][0], code=code, opener=people[0])
    first = timezone.now() - timedelta(weeks=2 * _WEEKS, hours=3)
    for evening in range(_WEEKS):
        sitters: list[Sitter] = list(people[: source.choice((2, 3, 4, 4, 5))])
        if len(sitters) < 4 and source.random() < 0.5:
            sitters.append("normal")
        rounds = [pasts.any_round(source, len(sitters)) for _round in range(10)]
        pasts.match(table, sitters, rounds, began=first + timedelta(weeks=2 * evening))
    Seat.objects.filter(match__table=table, kind=Seat.Kind.BOT).update(name=_BOT)
    return Staged(table.pk, code)

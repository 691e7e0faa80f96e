"""Everything a seated person can ask of a table besides acting: one verb, one service, one address each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import forms, limits
from games.queries import Snapshot
from games.services import agreements, bots, hosts, matches, places, reactions, standins
from games.services.errors import Code, Refused
from games.views.answers import answer, facts_of, translated_out, user_id_of


class Asked(NamedTuple):
    """Who asks what of which table; `fields` is what was posted."""

    table_id: int
    user_id: int
    fields: forms.Fields

    @property
    def who(self) -> dict[str, int]:
        """The arguments that every service takes."""
        return {"table_id": self.table_id, "user_id": self.user_id}

    def whole(self, name: str) -> int:
        return forms.whole(self.fields, name)

    def text(self, name: str) -> str:
        return forms.text(self.fields, name)


Verb = Callable[[Asked], Snapshot]

VERBS: Final[Mapping[str, Verb]] = {
    # The own seat
    "name": lambda asked: places.rename(**asked.who, name=asked.text("name")),
    "leave": lambda asked: standins.leave(**asked.who),
    "back": lambda asked: standins.back(**asked.who),
    "prefs": lambda asked: places.draw_for_me(**asked.who, on=forms.flag(asked.fields, "auto_draw")),
    "react": lambda asked: reactions.react(**asked.who, code=asked.text("code"), key=asked.text("key")),
    # Places
    "swap": lambda asked: places.swap(**asked.who, place=asked.whole("place"), other=asked.whole("other")),
    "bot": lambda asked: bots.add_bot(
        **asked.who,
        level=asked.text("level") or bots.USUAL,
        place=forms.optional_whole(asked.fields, "place"),
        key=asked.text("key"),
    ),
    "unbot": lambda asked: bots.remove_bot(**asked.who, place=asked.whole("place")),
    "level": lambda asked: bots.set_level(**asked.who, place=asked.whole("place"), level=asked.text("level")),
    # The match
    "start": lambda asked: matches.start(**asked.who, match=asked.whole("match"), key=asked.text("key")),
    "ready": lambda asked: matches.ready(
        **asked.who, match=asked.whole("match"), round_number=asked.whole("round")
    ),
    "next": lambda asked: matches.next_round(
        **asked.who, match=asked.whole("match"), round_number=asked.whole("round")
    ),
    "last-round": lambda asked: agreements.last_round(**asked.who),
    "end": lambda asked: agreements.end(**asked.who),
    "object": lambda asked: agreements.object_to_end(**asked.who),
    "stand-in": lambda asked: standins.call(**asked.who, place=asked.whole("place")),
    # The host
    "free": lambda asked: hosts.free(**asked.who, place=asked.whole("place")),
    "lock": lambda asked: hosts.lock(**asked.who, locked=forms.flag(asked.fields, "locked")),
    "block": lambda asked: hosts.block(**asked.who, place=asked.whole("place")),
    "host": lambda asked: hosts.hand_over(**asked.who, place=asked.whole("place")),
}

_LIMITED: Final[Mapping[str, limits.Limit]] = {"name": limits.Limit.RENAME}


@require_POST
@translated_out
def seat_verb(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Do what a verb asks and answer with the table after it."""
    now, user_id = facts_of(code), user_id_of(request)
    if user_id is None:
        raise Refused(Code.NOT_SEATED, snapshot=now)
    if verb in _LIMITED:
        limits.spend(request, _LIMITED[verb])
    return answer(request, VERBS[verb](Asked(now.table.id, user_id, request.POST)))

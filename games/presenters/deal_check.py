"""What is claimed of deals, for the page that checks it in the viewer's own browser."""

from __future__ import annotations

import json

from games.models import LETTERS
from games.presenters.names import table_title
from games.presenters.parts import Context, Plain
from games.presenters.seats import person
from games.queries.claims import Claimed
from games.rules.claims import claim_json


def match_context(claimed: Claimed) -> Context:
    """All rounds of a match that are over: one line each, and what is checked as text."""
    rounds: list[Plain] = [
        {
            "number": claim.round,
            "start": "" if claim.start is None else str(claim.start),
            "seed": claim.seed,
            "commitment": claim.commitment,
        }
        for claim in claimed.claims
    ]
    texts = [json.dumps(claim_json(claim)) for claim in claimed.claims]
    return {**_around(claimed), "rounds": rounds, "data": f"[{',\n'.join(texts)}]"}


def round_context(claimed: Claimed) -> Context:
    """One round, part by part."""
    claim = claimed.claims[0]
    first = "" if claim.first is None else LETTERS[claim.first]
    return {
        **_around(claimed),
        "number": claim.round,
        "start": "" if claim.start is None else str(claim.start),
        "seed": claim.seed,
        "commitment": claim.commitment,
        "first": first,
        "first_name": "" if claim.first is None else str(person(claimed.seats[claim.first])["name"]),
        "seats": [
            {**person(seat), "tiles": [str(tile) for tile in hand]}
            for seat, hand in zip(claimed.seats, claim.hands, strict=True)
        ],
        "boneyard": [str(tile) for tile in claim.boneyard],
        "draws": [{"letter": LETTERS[seat], "tile": str(tile)} for seat, tile in claim.draws],
        "data": _indented(json.dumps(claim_json(claim))),
    }


def _around(claimed: Claimed) -> Context:
    return {
        "name": table_title(claimed.table.name, claimed.table.code),
        "code": claimed.table.code,
        "match": claimed.match.number,
        "record": claimed.match.over,
    }


def _indented(text: str) -> str:
    """A line for each field, so that it can be read."""
    fields = json.loads(text).items()
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in fields) + "\n}"

"""A person's figures against counting by hand over random matches, and what each of them means."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from games.models import Match, Penalty, Round, Seat
from games.queries.statistics import Kind, Tally, tallies
from lobby.models import User
from tests import factories, pasts
from tests.pasts import Left, Sitter
from tests.services.statements import counted

pytestmark = pytest.mark.django_db

OVER = (Match.Status.FINISHED, Match.Status.ENDED_EARLY)
STATUSES = [*OVER, Match.Status.FINISHED, Match.Status.PLAYING]


def random_matches(people: list[User], source: random.Random, count: int) -> None:
    """Matches of every size and state, at several tables, with and without the person at the front of the list."""
    tables = [pasts.table(f"T{number}") for number in range(3)]
    for _match in range(count):
        status = source.choice(STATUSES)
        # A table has one unfinished match at most.
        table = pasts.table() if status == Match.Status.PLAYING else source.choice(tables)
        some = source.sample(people, source.randint(1, len(people)))
        others: list[Sitter] = [
            source.choice(["easy", "normal", "hard", None]) for _n in range(source.randint(1, 3))
        ]
        sitters = [*some, *others]
        source.shuffle(sitters)
        rounds = [pasts.any_round(source, len(sitters)) for _round in range(source.randint(0, 4))]
        settings = {"blank": source.choice([50, 25, 0])}
        pasts.match(table, sitters, rounds, status=status, settings=settings)


def by_hand(person: User) -> dict[Kind, list[int]]:
    """The same figures, row by row: matches, wins, shared, points, rounds, out, caught."""
    counts: dict[Kind, list[int]] = defaultdict(lambda: [0] * 7)
    for mine in Seat.objects.filter(user=person):
        match = mine.match
        if match.status not in OVER or match.rounds_done == 0:
            continue
        others = [seat for seat in match.seats.all() if seat.pk != mine.pk]
        row = counts[Kind(match.game, len(others) + 1, any(seat.kind == "person" for seat in others))]
        best = min(seat.total for seat in match.seats.all())
        firsts = [seat for seat in match.seats.all() if seat.total == best]
        row[0] += 1
        row[1] += firsts == [mine]
        row[2] += mine in firsts and len(firsts) > 1
        for one in Round.objects.filter(match=match, status="over"):
            charged = Penalty.objects.get(round=one, seat=mine)
            row[3] += charged.points
            row[4] += 1
            row[5] += one.out == mine.index
            row[6] += "0-0" in charged.tiles
    return counts


def figures(tally: Tally) -> list[int]:
    return [tally.matches, tally.wins, tally.shared, tally.points, tally.rounds, tally.out, tally.caught]


@pytest.mark.parametrize("seed", range(4))
def test_the_figures_are_those_of_counting_by_hand(seed: int) -> None:
    people = [factories.person(f"P{number}") for number in range(4)]
    random_matches(people, random.Random(seed), 25)
    seen = 0
    for person in people:
        found = {tally.kind: figures(tally) for tally in tallies(person.pk)}
        assert found == by_hand(person)
        seen += sum(row[6] for row in found.values())
    assert seen > 0  # 0-0 was in somebody's hand


def test_they_agree_with_seats_and_matches() -> None:
    person = factories.person()
    random_matches([person], random.Random(9), 12)
    each = tallies(person.pk)
    mine = Seat.objects.filter(user=person, match__status__in=OVER, match__rounds_done__gt=0)
    assert sum(tally.points for tally in each) == sum(seat.total for seat in mine)
    assert sum(tally.rounds for tally in each) == sum(seat.match.rounds_done for seat in mine)


def test_a_tile_with_a_ten_is_not_the_double_blank() -> None:
    people = [factories.person(f"P{number}") for number in range(7)]
    hands = [["10-0"], ["0-0"], ["9-0"], ["10-10", "0-0"], ["1-0"], ["2-0"], []]
    pasts.match(pasts.table(), people, [Left(hands, out=6)])
    assert [tallies(person.pk)[0].caught for person in people] == [0, 1, 0, 1, 0, 0, 0]
    assert [tallies(person.pk)[0].out for person in people] == [0, 0, 0, 0, 0, 0, 1]


def test_rounds_of_a_stand_in_and_of_whoever_sat_there_before_are_the_owners() -> None:
    ann, ben = factories.person("Ann"), factories.person("Ben")
    made = pasts.match(pasts.table(), [ann, "hard"], [Left([[], ["5-0"]], out=0), Left([[], ["5-0"]], out=0)])
    Seat.objects.filter(match=made, index=0).update(stand_in=Seat.StandIn.LEFT)
    Seat.objects.filter(match=made, index=1).update(user=ben, kind=Seat.Kind.PERSON, level="", name="Ben")
    (anns,), (bens,) = tallies(ann.pk), tallies(ben.pk)
    assert figures(anns) == [1, 1, 0, 0, 2, 2, 0]
    assert figures(bens) == [1, 0, 0, 10, 2, 0, 0]
    assert anns.kind == bens.kind == Kind("chicken-foot", 2, True)


def test_they_take_two_statements_however_many_matches_there_are() -> None:
    people = [factories.person(f"P{number}") for number in range(3)]
    with counted() as statements:
        assert tallies(people[0].pk) == ()
    assert len(statements) == 2
    random_matches(people, random.Random(1), 20)
    with counted() as statements:
        assert tallies(people[0].pk)
    assert len(statements) == 2

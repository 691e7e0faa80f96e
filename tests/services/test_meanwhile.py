"""Pages of several SELECTs, while somebody writes between two of them."""

from __future__ import annotations

import pytest

from games.queries.families import family
from games.queries.sheets import scored_rounds
from games.services import owners
from tests import factories, pasts
from tests.pasts import Left
from tests.services.statements import before_statement

pytestmark = pytest.mark.django_db


def test_a_round_that_ends_while_the_score_sheet_is_read_is_not_torn() -> None:
    now_at = factories.playing_table([factories.person("A"), factories.person("B")])
    last = factories.play_until(
        now_at, lambda at: factories.next_state(at, factories.dearest(factories.legal(at))).over
    )
    with before_statement(2, lambda: factories.step(last)):
        while_it_ended = scored_rounds(now_at.match.id)
    assert while_it_ended == ()
    assert [len(scored.points) for scored in scored_rounds(now_at.match.id)] == [2]


@pytest.mark.parametrize("statement", [2, 3])
def test_an_account_that_is_deleted_while_the_family_table_is_counted_takes_nobody_else_with_it(
    statement: int,
) -> None:
    rosa, mina = factories.person("Rosa"), factories.person("Mina")
    table = pasts.table()
    pasts.match(table, [rosa, mina], [Left([[], ["9-0"]], out=0)])
    with before_statement(statement, lambda: owners.forget(user_id=mina.pk)):
        members = family(table.pk)
    assert [(member.name, member.wins) for member in members] == [("Rosa", 1)]

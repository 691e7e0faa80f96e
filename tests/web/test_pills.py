"""The sentence on the cloth about the double that waits."""

from __future__ import annotations

from django.utils.html import strip_tags

from games.presenters.pills import foot
from games.rules.view import view_of
from tests.rules.plays import do
from tests.rules.positions import RULES, position
from tests.rules.test_dead_foot import EIGHT_FIVES, SEVEN_FIVES


def said(drawing: str, **house: object) -> str:
    """What everybody reads once 5-5 was laid."""
    state = do(position(drawing, ["5-5 8-8", "8-7 7-7"], "3-3 8-5", house=house), "5-5@5-0")
    return strip_tags(str(foot(view_of(RULES, state, None))["text"]))


def test_a_foot_says_how_many_toes_it_needs() -> None:
    assert said(SEVEN_FIVES.replace("    6-5\n", "")) == "The 5-5 foot needs 3 more toes."


def test_what_becomes_of_a_foot_that_cannot_be_finished_depends_on_the_house() -> None:
    dead = "The 5-5 foot cannot be finished."
    assert said(EIGHT_FIVES) == f"{dead} The round ends when the boneyard runs out."
    assert said(EIGHT_FIVES, dead_foot="release") == f"{dead} It is given up when no tile for it is left."

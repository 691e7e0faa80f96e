"""Each thing that a record can get wrong, and which of two faults is told."""

from collections.abc import Callable
from typing import cast

import pytest

from games.rules.record.faults import Status
from tests.rules.record_files import Json, checked, fault_in, loaded

Change = Callable[[Json], None]


def a_round(record: Json, index: int = 0) -> Json:
    rounds = cast(list[Json], record["rounds"])
    return rounds[index]


def part(record: Json, name: str, index: int = 0) -> Json:
    return cast(Json, a_round(record, index)[name])


def seats(record: Json) -> list[Json]:
    return cast(list[Json], record["seats"])


def actions(record: Json) -> list[str]:
    return cast(list[str], a_round(record)["actions"])


def told(name: str, *changes: Change) -> tuple[str, int]:
    """Place and status of the fault after these changes of a right record."""
    record = loaded(name)
    for change in changes:
        change(record)
    fault = fault_in(record)
    assert fault.reason
    return fault.place, fault.status


def put(path: str, value: object) -> Change:
    """Set the field at a dotted path."""

    def change(record: Json) -> None:
        *above, last = path.split(".")
        target: object = record
        for name in above:
            target = cast(list[object], target)[int(name)] if name.isdigit() else cast(Json, target)[name]
        cast(Json, target)[last] = value

    return change


def drop(path: str) -> Change:
    """Remove the field at a dotted path."""

    def change(record: Json) -> None:
        *above, last = path.split(".")
        target: object = record
        for name in above:
            target = cast(list[object], target)[int(name)] if name.isdigit() else cast(Json, target)[name]
        del cast(Json, target)[last]

    return change


MISSING = [
    *["format", "version", "game", "settings", "seats", "rounds"],
    *["settings.length", "settings.start", "settings.blank", "settings.target", "settings.dead_foot"],
    *["seats.0.seat", "seats.1.name", "seats.2.kind", "result.winners", "result.draw"],
    *["rounds.0.start", "rounds.0.first", "rounds.0.hands", "rounds.0.boneyard", "rounds.0.actions"],
    *["rounds.0.end", "rounds.0.penalties", "rounds.0.totals", "rounds.0.out"],
]


@pytest.mark.parametrize("path", MISSING)
def test_a_missing_field(path: str) -> None:
    place, status = told("104.json", drop(path))
    assert status == Status.UNREADABLE
    assert place.endswith(path.rsplit(".", 1)[-1])


@pytest.mark.parametrize("path", ["x", "settings.x", "seats.0.x", "rounds.0.x", "result.x", "rounds.0.hand"])
def test_an_unknown_field_is_refused_by_name(path: str) -> None:
    place, status = told("104.json", put(path, 1))
    assert (status, place.rsplit(", ", 1)[-1]) == (2, path.rsplit(".", 1)[-1])


WRONG_TYPE: list[tuple[str, object]] = [
    *[("format", 1), ("version", "1"), ("version", True), ("version", 1.0), ("game", None), ("settings", [])],
    *[("settings.start", 6.0), ("settings.start", "6"), ("settings.blank", True), ("settings.target", False)],
    *[
        ("settings.length", ["full"]),
        ("seats", {}),
        ("seats", [1]),
        ("seats.0.name", 7),
        ("seats.0.kind", None),
    ],
    *[("seats.0.level", 1), ("rounds", {}), ("rounds", [[]]), ("rounds.0.start", 9), ("rounds.0.first", 0)],
    *[
        ("rounds.0.hands", []),
        ("rounds.0.hands.A", "9-8"),
        ("rounds.0.hands.A", [98]),
        ("rounds.0.boneyard", {}),
    ],
    *[("rounds.0.actions", "A draw"), ("rounds.0.actions", [["A", "draw"]]), ("rounds.0.end", False)],
    *[("rounds.0.out", None), ("rounds.0.penalties", []), ("rounds.0.penalties.A", "3")],
    *[
        ("rounds.0.penalties.A", True),
        ("rounds.0.totals.A", 3.0),
        ("rounds.0.seed", None),
        ("rounds.0.by", {}),
    ],
    *[
        ("rounds.0.by", [[1, "A"]]),
        ("rounds.0.by", [["1", "A", "bot"]]),
        ("rounds.0.by", [[True, "A", "bot"]]),
    ],
    *[
        ("result", []),
        ("result.winners", "C"),
        ("result.draw", 0),
        ("table", 1),
        ("match", "2"),
        ("match", 0),
    ],
    *[("match", True), ("started", 1), ("started", "yesterday"), ("started", "2026-11-29T20:00:00")],
    *[
        ("ended", "2026-11-29T20:00:00+09:00"),
        ("ended", "2026-11-29"),
        ("ended_early", "no"),
        ("ended_early", 1),
    ],
]


@pytest.mark.parametrize(("path", "value"), WRONG_TYPE)
def test_a_wrong_type(path: str, value: object) -> None:
    assert told("104.json", put(path, value))[1] == Status.UNREADABLE


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "chess-match", "format"),
        ("version", 0, "version"),
        ("game", "Chicken-Foot", "game"),
        ("settings.length", "long", "settings"),
        ("settings.start", 5, "settings"),
        ("settings.blank", 10, "settings"),
        ("settings.target", 49, "settings"),
        ("settings.dead_foot", "", "settings"),
    ],
)
def test_what_makes_it_no_record_of_this_kind(path: str, value: object, place: str) -> None:
    assert told("104.json", put(path, value)) == (place, Status.UNREADABLE)


WRONG: list[tuple[str, object, str]] = [
    ("seats.1.seat", "C", "seats"),
    ("seats.0.seat", "a", "seats"),
    ("seats.0.kind", "cat", "seats"),
    ("seats.0.kind", "stand-in", "seats"),
    ("seats.0.level", "hard", "seats"),
    ("seats.1.level", "brutal", "seats"),
    ("ended", "2026-11-29T19:00:00Z", "ended"),
    ("rounds.0.start", "8-8", "round 1, start"),
    ("rounds.0.start", None, "round 1, start"),
    ("rounds.0.start", "9-9 ", "round 1, start"),
    ("rounds.0.first", "E", "round 1, first"),
    ("rounds.0.first", "", "round 1, first"),
    ("rounds.0.first", "AB", "round 1, first"),
    ("rounds.0.first", "A", "round 1, seed"),
    ("rounds.0.seed", "ab", "round 1, seed"),
    ("rounds.0.seed", "AB" * 32, "round 1, seed"),
    ("rounds.0.seed", "ab" * 32 + "\n", "round 1, seed"),
    ("rounds.0.end", "blocked", "round 1, end"),
    ("rounds.0.end", None, "round 1, end"),
    ("rounds.0.end", "won", "round 1, end"),
    ("rounds.0.out", "A", "round 1, out"),
    ("rounds.0.penalties.C", 1, "round 1, penalties"),
    ("rounds.0.penalties.E", 0, "round 1, penalties"),
    ("rounds.0.totals.A", -1, "round 1, totals"),
    ("rounds.0.totals", {}, "round 1, totals"),
    ("rounds.0.by", [[0, "A", "bot"]], "round 1, by"),
    ("rounds.0.by", [[70, "A", "bot"]], "round 1, by"),
    ("rounds.0.by", [[5, "A", "bot"], [4, "B", "person"]], "round 1, by"),
    ("rounds.0.by", [[5, "A", "bot"], [5, "A", "person"]], "round 1, by"),
    ("rounds.0.by", [[5, "E", "bot"]], "round 1, by"),
    ("rounds.0.by", [[5, "A", "cat"]], "round 1, by"),
    ("rounds.0.by", [[10**40, "A", "bot"]], "round 1, by"),
    ("result", None, "result"),
    ("result.winners", ["A"], "result"),
    ("result.winners", [], "result"),
    ("result.winners", ["C", "C"], "result"),
    ("result.draw", True, "result"),
]


@pytest.mark.parametrize(("path", "value", "place"), WRONG)
def test_what_can_be_read_but_is_wrong(path: str, value: object, place: str) -> None:
    assert told("104.json", put(path, value)) == (place, Status.WRONG)


def test_a_missing_result_of_a_finished_match() -> None:
    assert told("104.json", drop("result")) == ("result", Status.WRONG)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B 9-9@9-9", "does not hold 9-9"),
        ("B draw", "can play"),
        ("B pass", "can play"),
        ("B", "not an action"),
        ("B  draw", "not an action"),
        ("", "it is the turn of B"),
        ("E draw", "it is the turn of B"),
        ("A draw", "it is the turn of B"),
        ("B 9-0@8-8", "8-8 is not on the table"),
        ("B 9-0@9-9:1", "no such open end"),
        ("B jump", "not an action"),
        ("B \ud800", "not an action"),
    ],
)
def test_an_action_that_is_not_legal(text: str, reason: str) -> None:
    record = loaded("104.json")
    held = next(tile for tile in cast(list[str], part(record, "hands")["B"]) if "9" in tile)
    actions(record)[0] = text.replace("9-0", held)
    fault = fault_in(record)
    assert fault.place.startswith('round 1, action 1 "')
    assert fault.reason.startswith("not legal: ")
    assert reason in fault.reason
    assert str(fault).isascii()


def test_the_foot_that_has_to_be_finished_first_is_named() -> None:
    record = loaded("104.json")
    texts = actions(record)
    laid = texts[0].removeprefix("B ").removesuffix("@9-9")
    texts[2] = texts[2].replace("@9-9", f"@{laid}")
    fault = fault_in(record)
    assert fault.place == f'round 1, action 3 "{texts[2]}"'
    assert fault.reason == "not legal: the foot of 9-9 needs 4 more toes"


DEALS: list[tuple[str, object, str]] = [
    ("hands", {}, "missing"),
    ("boneyard", [], "has 0 tiles, must have 10"),
]


@pytest.mark.parametrize(("name", "value", "reason"), DEALS)
def test_a_deal_of_the_wrong_size(name: str, value: object, reason: str) -> None:
    record = loaded("104.json")
    a_round(record)[name] = value
    fault = fault_in(record)
    assert (fault.place, fault.status) == ("round 1, deal", Status.WRONG)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("tile", "reason"),
    [("9-9", "on the table"), ("10-9", "not in the set"), ("3-9", "not a tile"), ("", "not a tile")],
)
def test_a_tile_that_cannot_be_dealt(tile: str, reason: str) -> None:
    record = loaded("104.json")
    cast(list[str], a_round(record)["boneyard"])[3] = tile
    fault = fault_in(record)
    assert fault.place == "round 1, deal"
    assert reason in fault.reason


def test_a_hand_of_a_seat_that_is_not_there() -> None:
    record = loaded("104.json")
    part(record, "hands")["E"] = []
    assert fault_in(record).reason == 'there is no seat "E"'


@pytest.mark.parametrize("count", [0, 1, 9])
def test_too_few_or_too_many_seats(count: int) -> None:
    rows = [{"seat": "ABCDEFGHI"[number], "name": "x", "kind": "person"} for number in range(count)]
    assert told("104.json", put("seats", rows)) == ("seats", Status.WRONG)


def test_first_of_a_later_round_follows_from_the_first_round() -> None:
    record = loaded("103.json")
    first = a_round(record, 1)["first"]
    a_round(record, 1)["first"] = "A" if first != "A" else "B"
    assert fault_in(record).place == "round 2, first"


def test_without_a_seed_any_seat_may_have_begun() -> None:
    record = loaded("104.json")
    del a_round(record)["seed"]
    a_round(record)["first"] = "A"
    assert fault_in(record).place.startswith("round 1, action 1 ")


def test_a_round_after_the_end_of_the_match() -> None:
    record = loaded("104.json")
    cast(list[Json], record["rounds"]).append(a_round(loaded("002.json"), 1))
    fault = fault_in(record)
    assert (fault.place, fault.reason) == ("round 2, start", "the match was over after round 1")


def test_only_the_last_round_may_be_open() -> None:
    record = loaded("103.json")
    cast(list[Json], record["rounds"]).append(a_round(loaded("103.json"), 2))
    fault = fault_in(record)
    assert (fault.place, fault.reason) == ("round 3, end", "only the last round may be open")


def test_too_few_actions() -> None:
    record = loaded("104.json")
    actions(record).pop()
    fault = fault_in(record)
    assert (fault.place, fault.reason) == ("round 1, end", 'is "out", must be null')


@pytest.mark.parametrize(
    ("name", "value"), [("penalties", {"A": 0, "B": 0, "C": 0}), ("totals", {}), ("out", "A")]
)
def test_an_open_round_has_no_points(name: str, value: object) -> None:
    assert told("103.json", put(f"rounds.2.{name}", value)) == (f"round 3, {name}", Status.WRONG)


def test_nobody_goes_out_of_a_blocked_round() -> None:
    assert told("019.json", put("rounds.0.out", "A")) == ("round 1, out", Status.WRONG)


def test_an_unfinished_match() -> None:
    record = loaded("103.json")
    assert str(checked(record)) == "ok, unfinished, 3 rounds, 138 actions"
    del record["result"]
    assert str(checked(record)) == "ok, unfinished, 3 rounds, 138 actions"
    record["rounds"] = []
    assert str(checked(record)) == "ok, unfinished, 0 rounds, 0 actions"


def test_an_unfinished_match_has_no_result() -> None:
    result = {"winners": ["A"], "draw": False}
    assert told("103.json", put("result", result)) == ("result", Status.WRONG)


def test_a_match_that_was_ended_early() -> None:
    record = loaded("103.json")
    record["ended_early"] = True
    assert fault_in(record).place == "result"
    totals = part(record, "totals", 1)
    lowest = min(cast(dict[str, int], totals).values())
    winners = [seat for seat, total in totals.items() if total == lowest]
    record["result"] = {"winners": winners, "draw": len(winners) > 1}
    assert str(checked(record)) == f"ok, 3 rounds, 138 actions, winners {' '.join(winners)}"


def test_a_match_that_was_ended_before_its_first_round_was() -> None:
    record = loaded("103.json")
    cast(list[Json], record["rounds"])[:] = []
    record["ended_early"] = True
    assert checked(record).result is None
    record["result"] = {"winners": ["A"], "draw": False}
    assert fault_in(record).place == "result"


def test_ended_early_may_be_false() -> None:
    assert checked({**loaded("104.json"), "ended_early": False}).result is not None


def test_case_32_who_acted_for_a_seat_changes_nothing() -> None:
    record = loaded("104.json")
    with_stand_ins = checked(record)
    del a_round(record)["by"]
    assert checked(record) == with_stand_ins


def test_several_may_act_for_others_from_the_same_action_on() -> None:
    record = loaded("104.json")
    a_round(record)["by"] = [[1, "A", "stand-in"], [1, "C", "clock"], [69, "A", "person"]]
    assert checked(record).result is not None


ORDER: list[tuple[str, object, str]] = [
    ("x", 1, "x"),
    ("version", 2, "version"),
    ("game", "chess", "game"),
    ("settings.start", 5, "settings"),
    ("seats.0.kind", "cat", "seats"),
    ("rounds.0.start", "8-8", "round 1, start"),
    ("rounds.0.first", "Z", "round 1, first"),
    ("rounds.0.boneyard", [], "round 1, deal"),
    ("rounds.0.seed", "00" * 32, "round 1, seed"),
    ("rounds.0.actions", ["B pass"], "round 1, action 1"),
    ("rounds.0.end", "blocked", "round 1, end"),
    ("rounds.0.out", "A", "round 1, out"),
    ("rounds.0.penalties", {}, "round 1, penalties"),
    ("rounds.0.totals", {}, "round 1, totals"),
    ("rounds.0.by", [[0, "A", "bot"]], "round 1, by"),
    ("result.winners", ["A"], "result"),
]


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_the_first_fault_is_told(first: int) -> None:
    """With everything from here on wrong, the first of them is told."""
    place, _ = told("104.json", *(put(path, value) for path, value, _ in ORDER[first:]))
    assert place.split(' "')[0] == ORDER[first][2]


def test_a_draw_is_told_as_one() -> None:
    assert str(checked(loaded("036.json"))).endswith("winners E F (draw)")

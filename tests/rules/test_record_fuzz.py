"""Whatever a file holds: a sentence and a status, never a traceback."""

import copy
import json
import random
from collections.abc import Callable, Iterator

import pytest

from games.rules.record.check import check
from games.rules.record.faults import Fault, Status
from games.rules.record.legal import legal_lines
from games.rules.record.read import read_record
from tests.rules.record_files import RECORDS, loaded

VALUES: list[object] = [
    *[
        None,
        True,
        False,
        0,
        -1,
        1,
        10**400,
        2.5,
        1e308,
        "",
        "A",
        "9-9",
        "draw",
        "\ud800",
        "\x00\n",
        "x" * 5000,
    ],
    *[[], [[]], {}, {"A": 1}, [1, "A", "bot"], "null", "A 9-8@9-9", "ｘ", "9-8@9-9:9"],
]


def fault_of(run: Callable[[], object]) -> Fault | None:
    """The fault that something ends with; any other exception would be a traceback."""
    try:
        run()
    except Fault as fault:
        return fault
    return None


def status_of(data: bytes) -> Status:
    """What `check` makes of a file; `legal` may stop at the same fault or not at all, but at no graver one."""
    told = fault_of(lambda: check(read_record(data)))
    stopped = fault_of(lambda: list(legal_lines(read_record(data))))
    if told is None:
        assert stopped is None
        return Status.RIGHT
    assert str(told).isascii()
    assert "\n" not in str(told)
    assert len(str(told)) < 400
    assert stopped is None or stopped.status <= told.status
    return told.status


def places(value: object, above: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The paths of everything inside a JSON value."""
    if isinstance(value, dict):
        inside: Iterator[tuple[object, object]] = iter(value.items())
    elif isinstance(value, list):
        inside = iter(enumerate(value))
    else:
        return
    for key, item in inside:
        yield (*above, key)
        yield from places(item, (*above, key))


def mutated(value: object, source: random.Random) -> object:
    """The value with one to three places changed, removed, doubled or swapped."""
    value = copy.deepcopy(value)
    for _ in range(source.randint(1, 3)):
        *above, last = source.choice(list(places(value)))
        target = value
        for key in above:
            target = _inside(target, key)
        _mutate(target, last, source)
    return value


def _inside(target: object, key: object) -> object:
    if isinstance(target, dict):
        return target[key]
    assert isinstance(target, list)
    assert isinstance(key, int)
    return target[key]


def _mutate(target: object, key: object, source: random.Random) -> None:
    if isinstance(target, list):
        assert isinstance(key, int)
        how = source.randrange(4)
        if how == 0:
            del target[key]
        elif how == 1:
            target.insert(key, target[key])
        elif how == 2:
            other = source.randrange(len(target))
            target[key], target[other] = target[other], target[key]
        else:
            target[key] = source.choice(VALUES)
    elif isinstance(target, dict):
        if source.random() < 0.3:
            target[source.choice(["A", "Z", "", "end", "x y", "\ud800"])] = target.pop(key)
        else:
            target[key] = source.choice(VALUES)


@pytest.mark.parametrize("name", ["104.json", "019.json"])
def test_mutated_records(name: str) -> None:
    source = random.Random(name)
    record = loaded(name)
    statuses = {status_of(json.dumps(mutated(record, source)).encode()) for _ in range(25)}
    assert {Status.WRONG, Status.UNREADABLE} <= statuses


@pytest.mark.slow
@pytest.mark.parametrize("name", ["104.json", "019.json", "036.json", "103.json"])
def test_many_mutated_records(name: str) -> None:
    source = random.Random(f"many {name}")
    record = loaded(name)
    for _ in range(400):
        status_of(json.dumps(mutated(record, source)).encode())


def test_bytes_that_are_broken() -> None:
    source = random.Random(3)
    data = (RECORDS / "104.json").read_bytes()
    for _ in range(60):
        place = source.randrange(len(data))
        broken = data[:place] + source.randbytes(source.randrange(3)) + data[place + source.randrange(3) :]
        status_of(broken)
        assert status_of(data[:place]) is Status.UNREADABLE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "UTF-8"),
        ("{}".encode("utf-16"), "UTF-8"),
        (b"nul", "not JSON"),
        (b"NaN", "NaN"),
        (b'{"version": -Infinity}', "-Infinity"),
        (b'{"version": NaN}', "NaN"),
        (b'{"version": 1, "version": 1}', "twice"),
        (b'{"x": {"y": 1, "y": 2}}', "twice"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
        (b'{"version": ' + b"9" * 5000 + b"}", "too long"),
        (b"17", "object"),
        (b'"domino-match"', "object"),
        (b"null", "object"),
        (b"{} {}", "not JSON"),
        (b"\x00", "not JSON"),
    ],
)
def test_what_is_no_record_at_all(data: bytes, reason: str) -> None:
    with pytest.raises(Fault) as caught:
        read_record(data)
    assert (caught.value.place, caught.value.status) == ("", Status.UNREADABLE)
    assert reason in caught.value.reason


@pytest.mark.timeout(20)
def test_a_name_that_stands_twice_is_found_at_once_among_very_many() -> None:
    names = [f'"{number}":0' for number in range(100_000)]
    with pytest.raises(Fault) as caught:
        read_record(f"{{{','.join([*names, names[-1]])}}}".encode())
    assert caught.value.reason == 'the field "99999" stands twice in one object'


def test_an_empty_object_misses_its_first_field() -> None:
    with pytest.raises(Fault) as caught:
        read_record(b"{}")
    assert (caught.value.place, caught.value.reason) == ("format", "missing field")


def test_a_mark_at_the_beginning_of_the_file_is_no_fault() -> None:
    assert status_of(b"\xef\xbb\xbf" + (RECORDS / "104.json").read_bytes()) is Status.RIGHT


def test_a_number_as_big_as_one_likes() -> None:
    record = loaded("104.json")
    record["match"] = 10**300
    assert status_of(json.dumps(record).encode()) is Status.RIGHT

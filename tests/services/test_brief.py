"""What many ask for at once: made by one of them, and made again when it is old."""

from __future__ import annotations

import threading

import pytest

from games.queries import memory
from games.queries.memory import Brief


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by the only clock that a memory looks at."""
    now = [0.0]
    monkeypatch.setattr(memory, "monotonic", lambda: now[0])
    return now


def test_it_is_made_again_when_it_is_old(seconds: list[float]) -> None:
    brief: Brief[str, float] = Brief(4, 2.0)
    made = []
    for seconds[0] in (0.0, 1.9, 2.0, 3.9, 4.0):
        made.append(brief.get_or("all", lambda: seconds[0]))
    assert made == [0.0, 0.0, 2.0, 2.0, 4.0]


def test_who_waited_for_another_does_not_make_it_younger(
    seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    brief: Brief[str, str] = Brief(4, 2.0)
    making, go_on = threading.Event(), threading.Event()

    def slowly() -> str:
        making.set()
        assert go_on.wait(10)
        return "first"

    got: list[str] = []
    first = threading.Thread(target=lambda: got.append(brief.get_or("all", slowly)))
    first.start()
    assert making.wait(10)
    # What the second one finds was made by the first; for something else it has to wait a while longer.
    second = threading.Thread(target=lambda: got.append(brief.get_or("all", lambda: "second")))
    young = brief._young
    looked = threading.Event()

    def look(key: str) -> tuple[str] | None:
        found = young(key)
        if looked.is_set():
            seconds[0] = 1.5
        looked.set()
        return found

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(brief, "_young", look)
        second.start()
        assert looked.wait(10)
        go_on.set()
        first.join(10)
        second.join(10)
    assert got == ["first", "first"]
    seconds[0] = 2.1
    assert brief.get_or("all", lambda: "third") == "third"

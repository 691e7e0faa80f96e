"""Counting in many lanes at once, against counting one by one."""

import random

import pytest

from games.bots.counters import above_zero, count_down, count_in, count_up, counter_of


def test_counts_up_and_down_in_every_lane() -> None:
    source = random.Random(1)
    lanes, plain = 64, [3] * 64
    counter = counter_of(3, (1 << lanes) - 1, 4)
    for _ in range(400):
        wanted = source.getrandbits(lanes)
        up = sum(1 << lane for lane in range(lanes) if wanted >> lane & 1 and plain[lane] < 15)
        down = sum(1 << lane for lane in range(lanes) if not wanted >> lane & 1 and plain[lane] > 0)
        count_up(counter, up)
        count_down(counter, down)
        plain = [count + (up >> lane & 1) - (down >> lane & 1) for lane, count in enumerate(plain)]
        assert [count_in(counter, lane) for lane in range(lanes)] == plain
        assert above_zero(counter) == sum(1 << lane for lane, count in enumerate(plain) if count)


def test_refuses_what_does_not_fit() -> None:
    assert counter_of(7, 0b101, 3) == [0b101, 0b101, 0b101]
    with pytest.raises(ValueError, match="8 does not fit into 3"):
        counter_of(8, 0b101, 3)

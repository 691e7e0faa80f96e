"""Counting in many lanes at once.

A *lane* is one bit position: bit w of every whole number here belongs to simulated round w. A count that
differs from lane to lane is a list of such numbers, the ones first, then the twos, the fours… (bit w of
`counter[i]` is binary digit i of the count in lane w). One `&` of two such numbers works on all rounds at
once, which is what makes the playouts fast.
"""

Counter = list[int]


def counter_of(count: int, lanes: int, digits: int) -> Counter:
    """A counter of so many binary digits that stands at `count` in each of `lanes` and at 0 elsewhere."""
    if count >> digits:
        raise ValueError(f"{count} does not fit into {digits} binary digits")
    return [lanes if count >> digit & 1 else 0 for digit in range(digits)]


def count_up(counter: Counter, lanes: int) -> None:
    """One more in each of `lanes`: a carry runs on for as long as there is one in any lane."""
    digit = 0
    while lanes:
        before = counter[digit]
        counter[digit] = before ^ lanes
        lanes &= before
        digit += 1


def count_down(counter: Counter, lanes: int) -> None:
    """One less in each of `lanes`, where the count must be at least 1."""
    digit = 0
    while lanes:
        before = counter[digit]
        counter[digit] = before ^ lanes
        lanes &= ~before
        digit += 1


def above_zero(counter: Counter) -> int:
    """The lanes in which the count is not 0."""
    lanes = 0
    for digit in counter:
        lanes |= digit
    return lanes


def count_in(counter: Counter, lane: int) -> int:
    """The count in one lane (slow: for tests and explanations)."""
    return sum((digit >> lane & 1) << place for place, digit in enumerate(counter))

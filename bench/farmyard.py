"""How large and how calm the pictures of real rounds are, and what laying them out costs.

Rounds of each seat count (`bench.rounds`, seeds from 0) are laid out for a phone and a desktop board; nothing is
dropped. Sizes are pixels of a tile's short side when the tiles and the planned toes fill the board. Times are given
in runs of 1,000 rectangle tests, measured beside the layouts they belong to. Exit status 1 if a figure is missed.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import dist, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import median

from bench.farmyard_sheet import write_sheet
from bench.options import positive
from bench.rounds import layout_of
from games.farmyard import SHAPES, SQUARE, WIDE, Placement, Pose, Shape, Yard, fold
from games.farmyard.frame import MARGIN
from games.farmyard.geometry import bounds, clash
from games.farmyard.links import SHORT

# The boards that are measured, in pixels.
BOARDS = {SQUARE.name: (390, 420), WIDE.name: (900, 560)}
EARLY = 40  # the tile at which the size is looked at in the middle of a round
SETS = {"double-nine": range(2, 7), "double-twelve": range(7, 9)}


@dataclass(frozen=True)
class Board:
    """What was measured on one board."""

    shape: str
    seats: int
    seed: int
    tiles: int
    size: float
    early_size: float | None
    short_links: int
    long_links: int
    shifts: int
    overlaps: int
    moves: tuple[float, ...]  # runs of 1,000 rectangle tests
    rebuild: float


def size_of(shape: Shape, placements: Sequence[Placement]) -> float:
    """Pixels of the short side when the layout fills the board of its shape."""
    picture = fold(shape, placements)
    box = bounds(picture.poses[0])
    for pose in [*picture.poses, *(slot for free in picture.slots.values() for slot in free)]:
        box = box.join(bounds(pose))
    width, height = BOARDS[shape.name]
    return min(width / (box.width + 2 * MARGIN), height / (box.height + 2 * MARGIN))


def overlaps(shape: Shape, placements: Sequence[Placement]) -> int:
    """How many pairs of tiles and planned toes overlap that did not before the last placement."""
    picture = fold(shape, placements)
    free = [slot for slots in picture.slots.values() for slot in slots]
    last = placements[-1]
    if last.moved or last.replanned:
        new: list[Pose] = [*picture.poses, *free]
        old: list[Pose] = []
    else:
        new = [last.pose, *last.slots]
        old = [pose for pose in (*picture.poses[:-1], *free) if pose not in last.slots]
    within = sum(clash(a, b, 0.0) for k, a in enumerate(new) for b in new[:k])
    return within + sum(clash(a, b, 0.0) for a in new for b in old)


def thousand_tests() -> float:
    """Seconds for 1,000 rectangle tests."""
    source = Random(1)
    tiles = [Pose(source.uniform(0, 6), source.uniform(0, 6), source.randrange(360)) for _ in range(65)]
    begun = time.process_time()
    for a in tiles[:25]:
        for b in tiles[25:]:
            clash(a, b, 0.0)
    return time.process_time() - begun


def measure(job: tuple[int, int, Shape]) -> Board:
    """Lay one round out and look at every move."""
    seats, seed, shape = job
    joins, manner = layout_of(seats, seed)
    unit = median(thousand_tests() for _ in range(3))
    yard = Yard(shape, manner)
    placements: list[Placement] = []
    moves: list[float] = []
    bad = 0
    for join in joins:
        begun = time.process_time()
        placements.append(yard.place(join))
        moves.append((time.process_time() - begun) / unit)
        bad += overlaps(shape, placements)
    lengths = [sum(map(dist, p.link, p.link[1:])) for p in placements if p.link]
    return Board(
        shape=shape.name,
        seats=seats,
        seed=seed,
        tiles=len(joins),
        size=size_of(shape, placements),
        early_size=size_of(shape, placements[:EARLY]) if len(joins) >= EARLY else None,
        short_links=sum(length <= SHORT for length in lengths),
        long_links=sum(length > SHORT for length in lengths),
        shifts=sum(bool(p.moved) for p in placements),
        overlaps=bad,
        moves=tuple(moves),
        rebuild=sum(moves),
    )


def measured(jobs: Sequence[tuple[int, int, Shape]], workers: int) -> Iterator[Board]:
    """Every board, on several cores; says on standard error how far it is."""
    begun = time.monotonic()
    with Pool(workers) as pool:
        for number, board in enumerate(pool.imap(measure, jobs, chunksize=8), 1):
            yield board
            if number % max(1, len(jobs) // 10) == 0:
                print(f"{number} of {len(jobs)} boards, {time.monotonic() - begun:.0f} s", file=sys.stderr)


def share(values: Sequence[float], part: float) -> float:
    """The value below which that part of all values lies."""
    return sorted(values)[int(len(values) * part)]


@dataclass(frozen=True)
class Row:
    """A line of the table: how its number comes about, and what is to be reached in the four columns."""

    name: str
    value: Callable[[list[Board]], float]
    figures: tuple[float, float, float, float] | None
    # Sizes have to be large, rates small; times are not judged.
    rate: bool = False
    digits: int = 2

    def reached(self, boards: list[Board], figure: float) -> bool:
        """Sizes within 0.3 px; rates within their 95 % interval (counts of rare things)."""
        value = self.value(boards)
        if not self.rate:
            return value >= figure - 0.3
        return value - 1.96 * sqrt(value / len(boards)) <= figure


def _rate(count: Callable[[Board], int]) -> Callable[[list[Board]], float]:
    return lambda boards: sum(count(board) for board in boards) / len(boards)


def _size(part: float) -> Callable[[list[Board]], float]:
    return lambda boards: share([board.size for board in boards], part)


def _early_size(part: float) -> Callable[[list[Board]], float]:
    return lambda boards: share([b.early_size for b in boards if b.early_size is not None] or [0.0], part)


def _move(part: float) -> Callable[[list[Board]], float]:
    return lambda boards: share([move for board in boards for move in board.moves], part)


# The columns: phone double-nine, phone double-twelve, desktop double-nine, desktop double-twelve.
COLUMNS = tuple((shape.name, name) for shape in (SQUARE, WIDE) for name in SETS)
HEADS = tuple(f"{board}, {name}" for board in ("phone", "desktop") for name in SETS)
ROWS = (
    Row("overlapping pairs, all boards", lambda boards: sum(b.overlaps for b in boards), (0,) * 4, True, 0),
    Row("short side at the end, px, p10", _size(0.1), (16.5, 13.7, 26.5, 22.7)),
    Row("short side at the end, px, p50", _size(0.5), (18.8, 15.5, 31.7, 26.4)),
    Row("short side at tile 40, px, p10", _early_size(0.1), (17.2, 17.3, 27.1, 28.0)),
    Row("short side at tile 40, px, p50", _early_size(0.5), (19.4, 19.3, 32.4, 33.1)),
    Row("short links per board", _rate(lambda board: board.short_links), (0.09, 0.15, 0.11, 0.23), True, 3),
    Row("long links per board", _rate(lambda board: board.long_links), (0.02, 0.07, 0.03, 0.12), True, 3),
    Row(
        "moves that shift old tiles, per board", _rate(lambda b: b.shifts), (0.04, 0.16, 0.06, 0.23), True, 3
    ),
    Row("one move, in 1,000 tests, p50", _move(0.5), None),
    Row("one move, in 1,000 tests, p99", _move(0.99), None),
    Row(
        "a whole board, in 1,000 tests, p50", lambda boards: median(b.rebuild for b in boards), None, digits=0
    ),
)


def table(boards: Sequence[Board]) -> tuple[list[str], bool]:
    """The lines of the table, and whether every figure is reached. The figure stands behind each number."""
    lines = [f"{'':38}" + "".join(f"{head:>26}" for head in HEADS)]
    missed = False
    for row in ROWS:
        line = f"{row.name:38}"
        for column, (shape, name) in enumerate(COLUMNS):
            here = [b for b in boards if b.shape == shape and b.seats in SETS[name]]
            cell = "-"
            if here:
                cell = f"{row.value(here):.{row.digits}f}"
            if here and row.figures is not None:
                good = row.reached(here, row.figures[column])
                missed |= not good
                cell += f" ({row.figures[column]:g}{'' if good else ', MISSED'})"
            line += f"{cell:>26}"
        lines.append(line)
    return lines, not missed


def main(argv: list[str]) -> int:
    """Measure, print the table, write the sheet of pictures when asked."""
    parser = argparse.ArgumentParser(
        prog="./dev bench farmyard", description="Sizes and calm of the layouts."
    )
    parser.add_argument("--rounds", type=positive, default=200, help="rounds per seat count (200)")
    parser.add_argument("--seats", type=int, nargs="+", default=list(range(2, 9)), choices=range(2, 9))
    parser.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, help="processes (one per core)"
    )
    parser.add_argument(
        "--sheet", type=Path, help="write pictures of typical and of difficult boards here (HTML)"
    )
    options = parser.parse_args(argv)
    # The longest first, so that no core is left with them at the end.
    seats = sorted(options.seats, reverse=True)
    jobs = [(count, seed, shape) for count in seats for seed in range(options.rounds) for shape in SHAPES]
    boards = list(measured(jobs, options.workers))
    lines, reached = table(boards)
    print("\n".join([f"{options.rounds} rounds per seat count; in brackets what is to be reached", *lines]))
    if options.sheet:
        write_sheet(options.sheet, boards)
        print(f"Pictures: {options.sheet}")
    return 0 if reached else 1

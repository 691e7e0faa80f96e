"""Fill, measure, compare: what `./dev bench lobby` prints."""

from __future__ import annotations

import time

from bench.lobby import FILL_SECONDS_AT_MOST, RATIO_AT_MOST
from bench.lobby.filling import MATCHES_AT_A_TABLE, Size, fill
from bench.lobby.pages import Page, Taken, pages, taken, whole_reads
from games.models import Match, Round

Row = tuple[Page, Taken]


def run(matches: int, open_tables: int) -> int:
    """Print how much slower each page is than on a site with nothing else; 1 if it is more than RATIO_AT_MOST."""
    alone = _measured(Size(MATCHES_AT_A_TABLE, 0))
    size = Size(max(1, matches // MATCHES_AT_A_TABLE) * MATCHES_AT_A_TABLE, open_tables)
    print(f"Filling: {size.matches:,} finished matches, {size.open_tables:,} open tables …", flush=True)
    start = time.perf_counter()
    fill(size)
    seconds = time.perf_counter() - start
    print(f"Filled in {seconds:.0f} s (at most {FILL_SECONDS_AT_MOST}).", flush=True)
    full = _measure()
    slow = _compare(alone, full)
    whole = [line for page, _taken in full for line in whole_reads(page)]
    for line in sorted(set(whole)):
        print(f"\nReads the whole of {line}")
    return 1 if slow or whole or seconds > FILL_SECONDS_AT_MOST else 0


def _measured(size: Size) -> list[Row]:
    fill(size)
    return _measure()


def _measure() -> list[Row]:
    detailed = Round.objects.order_by("pk").values("match")[:1]
    match = Match.objects.select_related("table").get(pk__in=detailed)
    return [(page, taken(page)) for page in pages(match.table.code, match.number)]


def _compare(alone: list[Row], full: list[Row]) -> int:
    """How many pages are too slow. Cold: nothing is remembered, as once in two seconds for the lists of the lobby."""
    slow = 0
    print(f"\n{'page':<24}{'alone':>10}{'full':>10}{'ratio':>8}   {'cold':>8}{'full':>10}{'ratio':>8}")
    for (page, before), (_page, after) in zip(alone, full, strict=True):
        warm, cold = after.warm / before.warm, after.cold / before.cold
        slow += warm > RATIO_AT_MOST
        print(
            f"{page.name:<24}{before.warm:>7.1f} ms{after.warm:>7.1f} ms{warm:>8.2f}   "
            f"{before.cold:>5.1f} ms{after.cold:>7.1f} ms{cold:>8.2f}"
        )
    print(f"\nThe ratio may be {RATIO_AT_MOST} at most.")
    return slow

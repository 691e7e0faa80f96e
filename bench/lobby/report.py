"""Fill, measure, compare: what `./dev bench lobby` prints."""

from __future__ import annotations

import time
from typing import Final

from bench.lobby import ALONE, FILL_SECONDS_AT_MOST, FULL, RATIO_AT_MOST
from bench.lobby.filling import MATCHES_AT_A_TABLE, Size, fill
from bench.lobby.pages import BLOCKS, COLD, PAGES, WARM, Page, taken, whole_reads

PEOPLE: Final = 5_000  # who played the million: eight hundred matches each


def run(matches: int, open_tables: int) -> int:
    """Print how much slower each page is than on a site with nothing else; 1 if it is more than RATIO_AT_MOST."""
    # Four friends and the one table of theirs: as many of their matches as a page of history shows.
    fill(ALONE, Size(MATCHES_AT_A_TABLE, 0, 4))
    size = Size(max(1, matches // MATCHES_AT_A_TABLE) * MATCHES_AT_A_TABLE, open_tables, PEOPLE)
    print(f"Filling: {size.matches:,} finished matches, {size.open_tables:,} open tables …", flush=True)
    start = time.perf_counter()
    fill(FULL, size)
    seconds = time.perf_counter() - start
    print(f"Filled in {seconds:.0f} s (at most {FILL_SECONDS_AT_MOST}).\n", flush=True)
    print(f"{'page':<24}{'alone':>10}{'full':>10}{'ratio':>8}   {'cold':>8}{'full':>10}{'ratio':>8}")
    slow = [page for page in PAGES if _compare(page) > RATIO_AT_MOST and page.judged]
    print(
        f"\nMilliseconds within which the quick tenth of {BLOCKS * WARM} requests was answered. "
        f"Cold: nothing is remembered, as once in two seconds for the lists of the lobby ({BLOCKS * COLD} requests). "
        f"The first ratio may be {RATIO_AT_MOST} at most."
    )
    whole = sorted({line for page in PAGES for line in whole_reads(page)})
    for line in whole:
        print(f"\nReads the whole of {line}")
    return 1 if slow or whole or seconds > FILL_SECONDS_AT_MOST else 0


def _compare(page: Page) -> float:
    """Print a page's line; how much slower it is with what the process remembers."""
    times = taken(page)
    warm = times.warm[FULL] / times.warm[ALONE]
    cold = times.cold[FULL] / times.cold[ALONE]
    print(
        f"{page.title:<24}{times.warm[ALONE]:>7.1f} ms{times.warm[FULL]:>7.1f} ms{warm:>8.2f}   "
        f"{times.cold[ALONE]:>5.1f} ms{times.cold[FULL]:>7.1f} ms{cold:>8.2f}",
        flush=True,
    )
    return warm

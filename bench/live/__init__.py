"""Actions per second, latency and bytes of the live table, against a bare broadcast and against fetching."""

from __future__ import annotations

import argparse

from bench.live.report import run
from bench.options import positive


def main(argv: list[str]) -> int:
    """`./dev bench live [--tables 1 8] [--rounds 3]`: prints the table; 1 if a figure of the issue is missed."""
    parser = argparse.ArgumentParser(prog="./dev bench live", description=__doc__)
    parser.add_argument("--tables", type=positive, nargs="+", default=[1, 8], help="how many tables at once")
    parser.add_argument(
        "--rounds", type=positive, default=3, help="how often each of the runs is repeated (the best counts)"
    )
    options = parser.parse_args(argv)
    return run(options.tables, options.rounds)

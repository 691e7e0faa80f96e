"""`./dev bench NAME`: finds what is there, and tells what is there."""

import argparse

import pytest

from bench.__main__ import main, names
from bench.options import positive


def test_an_unknown_name_is_answered_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    told = capsys.readouterr().err
    assert "no bench named 'speed'" in told
    assert all(name in told for name in names())


def test_without_a_name_they_are_listed_with_what_they_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert names()
    assert all(name in told and line in told for name, line in names().items())
    assert all(line.endswith(".") for line in names().values())


@pytest.mark.parametrize(
    "args",
    [
        ["farmyard", "--rounds", "0"],
        ["farmyard", "--seats"],
        ["rules", "--rounds", "-3"],
        ["live", "--tables", "0"],
        ["live", "--rounds", "0"],
        ["lobby", "--matches", "none"],
    ],
)
def test_to_measure_nothing_is_refused(args: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(args)
    assert stop.value.code == 2


def test_a_count_is_a_whole_number_from_1() -> None:
    assert positive("12") == 12
    for text in ("0", "-1"):
        with pytest.raises(argparse.ArgumentTypeError, match=f"{text} is less than 1"):
            positive(text)

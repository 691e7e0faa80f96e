"""`./dev bench NAME`: finds what is there, and tells what is there."""

import pytest

from bench.__main__ import main, names


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

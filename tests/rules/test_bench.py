"""`./dev bench rules` measures every number of seats; how fast the engines are is not for a test to say."""

import pytest

from bench.rules import main

ROW = 6  # seats, and a rate or ratio for each engine


@pytest.mark.slow
def test_it_measures_every_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--rounds", "20"])
    head, *rows, needed = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "seats"
    assert [row.split()[0] for row in rows] == ["2", "4", "8"]
    for row in rows:
        figures = [float(figure.replace(",", "")) for figure in row.split()]
        assert len(figures) == ROW
        assert all(figure > 0 for figure in figures)
    assert status in (0, 1)
    assert needed.startswith("needed at 4 seats")

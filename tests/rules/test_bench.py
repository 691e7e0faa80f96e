"""`./dev bench rules` measures every number of seats; how fast the engines are is not for a test to say."""

import pytest

from bench.rules import Meter, main

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
    assert needed.startswith("needed at 4 seats")
    assert needed.endswith("MISSED" if status else "reached")


def meter(actions: int) -> Meter:
    """What a second of so many actions leaves."""
    found = Meter()
    found.actions, found.seconds = actions, 1.0
    return found


@pytest.mark.parametrize(
    ("interface", "playouts", "verdict"),
    [(200, 4300, "reached"), (199, 9000, "MISSED"), (900, 4299, "MISSED")],
)
def test_it_says_reached_only_if_both_engines_are_quick_enough(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    interface: int,
    playouts: int,
    verdict: str,
) -> None:
    def measured(seats: int, rounds: int) -> tuple[Meter, Meter, Meter]:
        return meter(1000), meter(interface), meter(playouts)

    monkeypatch.setattr("bench.rules.measured", measured)
    assert main([]) == (verdict == "MISSED")
    assert capsys.readouterr().out.endswith(f"; {verdict}\n")

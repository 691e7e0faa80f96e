"""The measured speed of the rules stays what it must be."""

import pytest

from bench.rules import main


@pytest.mark.slow
def test_the_engines_are_quick_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["2", "4", "8"]

"""Names as people type them (scenario 22, the part that is decided where a name comes in)."""

import pytest

from games.names import clean_name, clean_table_name
from games.services.errors import Code, Refused

FAMILY = "👨‍👩‍👧‍👦"
SYLLABLES = "가나다라마바사아자차카타파하거너더러머버"


@pytest.mark.parametrize(
    "name",
    [
        "Min",
        FAMILY,
        "מינה",
        "<img src=x onerror=alert(1)>"[:24],
        SYLLABLES,
        "한글이름",
        "さくら",
        "O'Brien",
        FAMILY * 2,
    ],
)
def test_scenario_22_a_name_is_kept_as_it_is(name: str) -> None:
    assert clean_name(name) == name


def test_spaces_are_trimmed_and_runs_made_one() -> None:
    assert clean_name(" \u3000 Min   Ji\u00a0 ") == "Min Ji"


def test_a_name_is_composed() -> None:
    assert clean_name("Zoe\u0308") == "Zoë"
    assert clean_name("\u1112\u1161\u11ab") == "한"


@pytest.mark.parametrize(
    "blank",
    ["", "   ", "\u200b", "\u200b\u200d\u2060", "\ufe0f", "\u3164", "\u2800\u2800", "\u0301", "\u00ad"],
)
def test_scenario_22_a_name_that_cannot_be_seen_is_refused(blank: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(blank)
    assert refused.value.code == Code.NAME_EMPTY


@pytest.mark.parametrize(
    "raw",
    ["Mi\x00n", "Mi\nn", "Mi\tn", "Min\u202enim", "\u2067Min", "M\u200fin", "M\ud800n", "e" + "\u0301" * 40],
)
def test_what_would_disturb_its_surroundings_is_refused(raw: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(raw)
    assert refused.value.code == Code.NAME_CONTROL


@pytest.mark.parametrize("raw", ["a" * 25, "a" * 40, FAMILY * 25, "👩🏽‍🚀" * 24 * 4])
def test_scenario_22_a_name_has_at_most_24_letters(raw: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(raw)
    assert (refused.value.code, refused.value.details) == (Code.NAME_TOO_LONG, {"limit": 24})


def test_letters_are_counted_as_readers_count_them() -> None:
    name = "e\u0323\u0302" * 24  # decomposed: 72 code points, 24 letters
    assert len(clean_name(name)) == 24


def test_a_table_may_go_without_a_name() -> None:
    assert clean_table_name(" \u200b ") == ""
    assert clean_table_name(" Sunday at Grandma’s ") == "Sunday at Grandma’s"

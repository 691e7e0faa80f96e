"""The catalogues hold every text of the source, nothing else, and the same places to fill in."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import django
import polib
import pytest

from tests.locale.sources import ROOT, Text, texts

LANGUAGES: Final = ("ko", "ja")
HOW: Final = "run ./dev manage makemessages and translate; see docs/translating.md"
# %(name)s, %%(name)s as templates double it, and {name} that a script fills in.
PLACE: Final = re.compile(r"%%?\(\w+\)[sd]|\{\w+\}")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def known(entries: polib.POFile) -> dict[Text, str]:
    """What a catalogue says, by text; "" where it says nothing."""
    return {
        Text(entry.msgctxt or "", entry.msgid, entry.msgid_plural or ""): (
            entry.msgstr_plural.get(0, "") if entry.msgid_plural else entry.msgstr
        )
        for entry in entries
        if not entry.obsolete
    }


@pytest.fixture(scope="module")
def wanted() -> set[Text]:
    return texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_nothing_else_is(language: str, wanted: set[Text]) -> None:
    entries = catalogue(language)
    translated = known(entries)
    assert sorted(wanted - {text for text, said in translated.items() if said.strip()}) == [], HOW
    assert sorted(translated.keys() - wanted) == [], f"no longer in the source: {HOW}"
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_places_of_the_source(language: str) -> None:
    for text, said in known(catalogue(language)).items():
        assert set(PLACE.findall(said)) == set(PLACE.findall(text.plural or text.single)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_form_serves_every_number(language: str) -> None:
    entries = catalogue(language)
    assert entries.metadata["Plural-Forms"] == "nplurals=1; plural=0;"
    assert not entries.metadata_is_fuzzy
    assert {len(entry.msgstr_plural) for entry in entries if entry.msgid_plural} == {1}


# Ours come before Django's in every page, also in admin's.
_SAID_OUR_WAY: Final = {", ", "English", "No, take me back", "Show all"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_admin_has_in_another_meaning_has_a_context(language: str) -> None:
    ours = {text.single: said for text, said in known(catalogue(language)).items() if not text.context}
    folder = Path(django.__file__).parent
    for part in ("conf", "contrib/admin", "contrib/auth"):
        for entry in polib.pofile(str(folder / part / f"locale/{language}/LC_MESSAGES/django.po")):
            if not entry.msgctxt and entry.msgid in ours and entry.msgid not in _SAID_OUR_WAY:
                assert entry.msgstr == ours[entry.msgid], f"{entry.msgid}: give it a context"


# What follows a name or a number in a sentence may not depend on its last sound. The other particles (에, 의, 도,
# 만, 까지, 부터, 보다) never change.
_GLUED_KO: Final = re.compile(
    r"(?:\)s|\})(?:은|는|이|가|을|를|과|와|으로|로|이에요|예요|이랑|랑|아|야)(?![가-힣])"
)


def test_no_korean_particle_hangs_on_a_name_or_number() -> None:
    assert _GLUED_KO.search("%(name)s가 냈어요")
    assert [said for said in known(catalogue("ko")).values() if _GLUED_KO.search(said)] == []


def test_korean_and_japanese_speak_politely() -> None:
    """Full stops end a 해요체 or 합니다체 sentence, です・ます or a short noun; no plain form slips in."""
    plain_ko = re.compile(r"(?:[^니]다|[했였]음|하라)\.")
    plain_ja = re.compile(r"(?:である|だ|(?<![まで])した|する|った)。")
    assert plain_ko.search("패를 냈다.")
    assert plain_ja.search("牌を出した。")
    assert [said for said in known(catalogue("ko")).values() if plain_ko.search(said)] == []
    assert [said for said in known(catalogue("ja")).values() if plain_ja.search(said)] == []


def test_japanese_punctuation_is_full_width() -> None:
    narrow = re.compile(r"[ぁ-んァ-ヶ一-龠][,.:;!?()]|[,:;!?()][ぁ-んァ-ヶ一-龠]")
    assert narrow.search("牌:")
    assert narrow.search("(牌")
    assert [said for said in known(catalogue("ja")).values() if narrow.search(said)] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not on this machine")
def test_makemessages_finds_what_these_tests_ask_for(wanted: set[Text], tmp_path: Path) -> None:
    """So the tests above need no gettext, and whoever runs makemessages gets the catalogues that stand here."""
    for folder in ("config", "games", "lobby", "templates", "locale"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static", "*.pyc", "*.mo")
        )
    shutil.copy(ROOT / "manage.py", tmp_path)
    command = [sys.executable, "manage.py", "makemessages", "--verbosity", "0"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    for language in LANGUAGES:
        made = polib.pofile(str(tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"))
        assert known(made).keys() == wanted
        assert known(made) == known(catalogue(language)), HOW

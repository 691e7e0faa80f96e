"""The page that shows all pictures in tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bench.screens.scenes import Described

LANGUAGE_NAMES: Final = {"en": "English", "ko": "한국어", "ja": "日本語"}
WIDTHS: Final = {"phone": 240, "desktop": 560}


def write(into: Path, scenes: Iterable[Described]) -> None:
    """Write README.md beside the pictures' folders."""
    lines = [
        "# The screens",
        "",
        "`./dev bench screens` takes these pictures: of matches that bots played out on a served site, at 390 × 844",
        "and 1280 × 800 pixels.",
    ]
    for scene in scenes:
        lines += ["", f"## {scene.title}", "", scene.say, ""]
        for language in scene.languages:
            for window in scene.windows:
                lines += _table(scene, language, window)
    (into / "README.md").write_text("\n".join(lines).rstrip() + "\n")


def _table(scene: Described, language: str, window: str) -> list[str]:
    themes = ("light", "dark") if language == "en" else ("light",)
    heads = [f"{LANGUAGE_NAMES[language]}, {window}, {theme}" for theme in themes]
    pictures = [_picture(scene, language, window, theme) for theme in themes]
    return [_row(heads), _row(["---"] * len(heads)), _row(pictures), ""]


def _picture(scene: Described, language: str, window: str, theme: str) -> str:
    file = f"{language}/{scene.name}-{window}-{theme}.webp"
    return f'<img src="{file}" width="{WIDTHS[window]}" alt="{scene.title}, {window}, {theme}">'


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"

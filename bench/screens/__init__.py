"""Pictures of every screen, of positions that bots played out on a served site."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.chromium import find_chromium
from tests.servers import Site

INTO: Final = Path("docs/screens")
HOST: Final = "chickenfoot.example"  # as a link looks that is sent around
ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--hide-scrollbars",
]


def main(argv: list[str]) -> int | None:
    """Serve a site of its own, play the positions, take the pictures."""
    wanted = _arguments(argv)
    if find_chromium() is None:
        print(
            "No Chromium was found; name it: CHROMIUM=/path/to/chromium ./dev bench screens", file=sys.stderr
        )
        return 2
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        # Without a clock nothing moves between two pictures.
        server = site.start(CLOCK="0", ALLOWED_HOSTS=f"{HOST},127.0.0.1")
        os.environ.update(site.environ(CLOCK="0"), DJANGO_SETTINGS_MODULE="config.settings")
        # The browser's driver keeps an event loop in this thread; Django's queries want one without.
        with ThreadPoolExecutor(max_workers=1) as stage:
            _take_all(server.port, stage, wanted)
    return None


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench screens", description=__doc__)
    parser.add_argument("--into", type=Path, default=INTO, help=f"the folder of the pictures ({INTO})")
    parser.add_argument("--only", default="", help="names of scenes with commas between them (default: all)")
    parser.add_argument("--looks", default="", help="as en/phone-light,ko/desktop-dark (default: all)")
    parser.add_argument("--png", action="store_true", help="write PNG instead of WebP")
    return parser.parse_args(argv)


def _take_all(port: int, stage: ThreadPoolExecutor, wanted: argparse.Namespace) -> None:
    import django
    from playwright.sync_api import sync_playwright

    stage.submit(django.setup).result()
    from bench.screens import gallery, scenes
    from bench.screens.camera import opened, take

    set_up = stage.submit(scenes.set_up, only(wanted.only)).result()
    taken: list[Path] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=_flags(port))
        for language in scenes.LANGUAGES:
            stage.submit(set_up.speak, language).result()
            for scene in set_up.scenes:
                for look in scene.looks(language):
                    if not only(wanted.looks)(f"{language}/{look.name}"):
                        continue
                    stage.submit(scene.refresh).result()
                    file = (
                        wanted.into / language / f"{scene.name}-{look.name}.{'png' if wanted.png else 'webp'}"
                    )
                    begun = stage.submit(scene.begin).result() if scene.begin else scene.session
                    who = begun or set_up.session
                    with opened(browser, f"http://{HOST}", look, who, with_news=scene.with_news) as page:
                        page.goto(scene.path)
                        scene.steps(page)
                        take(page, file)
                    taken.append(file)
        browser.close()
    if not (wanted.only or wanted.looks or wanted.png):
        gallery.write(wanted.into, [scene.described() for scene in set_up.scenes])
    print(
        f"{len(taken)} pictures, {sum(file.stat().st_size for file in taken) / 1e6:.1f} MB, in {wanted.into}"
    )


def _flags(port: int) -> list[str]:
    return [*ARGUMENTS, f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{port}"]


def only(names: str) -> Callable[[str], bool]:
    """Whether a name is among those wanted; all are where none are named."""
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    return lambda name: not chosen or name in chosen

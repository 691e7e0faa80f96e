"""What must stand before the site can serve: the tables of the database and the compiled catalogues."""

from collections.abc import Iterable
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from lobby import kept_secret, push_key


def prepare() -> list[str]:
    """Migrates and compiles what is not up to date; returns a line for each thing done.

    Raises kept_secret.Unusable.
    """
    kept_secret.make_folder(settings.VAR_DIR)
    push_key.private_key()
    done = [f"Compiled {path}." for path in compile_catalogues(settings.LOCALE_PATHS)]
    if migrations_wait():
        call_command("migrate", verbosity=0, interactive=False)
        done.append("Brought the database up to date.")
    return done


def migrations_wait() -> bool:
    """Whether the database lacks a migration (an empty one lacks them all)."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def compile_catalogues(folders: Iterable[Path]) -> list[Path]:
    """Writes the .mo file beside every .po file that is newer; returns the .po files compiled.

    In Python, so that the machine needs no gettext tools.
    """
    compiled = []
    for source in sorted(path for folder in folders for path in Path(folder).rglob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            draft = target.with_suffix(".mo-new")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)
            compiled.append(source)
    return compiled

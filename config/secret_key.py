"""The key that signs sessions and private links, made once and kept beside the database."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from lobby import kept_secret

FILE_NAME = "secret_key"


def load_or_make(var_dir: Path) -> str:
    """Reads `var_dir`/secret_key; makes it where it is missing."""
    return kept_secret.load_or_make(var_dir / FILE_NAME, get_random_secret_key)

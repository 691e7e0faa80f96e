"""The key that signs sessions and private links, made once and kept beside the database."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from config.env import stop
from lobby import kept_secret

FILE_NAME = "secret_key"
# What is shorter is guessed.
LEAST = 32


def load_or_make(var_dir: Path) -> str:
    """Reads `var_dir`/secret_key; makes it where it is missing. One that cannot be used ends the process with 2."""
    try:
        return kept_secret.load_or_make(var_dir / FILE_NAME, get_random_secret_key, _is_long)
    except kept_secret.Unusable as refusal:
        stop(str(refusal))


def _is_long(key: str) -> bool:
    return len(key.strip()) >= LEAST

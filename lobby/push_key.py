"""The key that this site signs its pushes with: PUSH_KEY, or made once and kept beside the database.

Browsers tie a subscription to it, so with another key everybody would have to ask for pushes anew.
"""

from __future__ import annotations

import base64
import re
import secrets
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from lobby import kept_secret

FILE_NAME: Final = "push_key"
# The order of the curve P-256: a private key is any number between 0 and it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def private_key() -> str:
    """The key as 43 characters that stand for 32 bytes."""
    return settings.PUSH_KEY or load_or_make(settings.VAR_DIR)


def load_or_make(var_dir: Path) -> str:
    """Reads `var_dir`/push_key; makes it where it is missing. Raises kept_secret.Unusable."""
    return kept_secret.load_or_make(var_dir / FILE_NAME, _new_key, _is_kept_key).strip()


def _is_kept_key(held: str) -> bool:
    return is_private_key(held.strip())  # who copied it there has ended the line, perhaps


def is_private_key(text: str) -> bool:
    """Whether these are 43 characters that stand for a key on the curve."""
    return bool(re.fullmatch(r"[A-Za-z0-9_-]{43}", text)) and 0 < _number(text) < _ORDER


def _number(private: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(private + "="))


def _new_key() -> str:
    number = secrets.randbelow(_ORDER - 1) + 1
    return _text(number.to_bytes(32))


def public_key() -> str:
    """What a browser is given when it subscribes: the point of the key on the curve, 65 bytes as text."""
    return _public(private_key())


@cache
def _public(private: str) -> str:
    # Only who asks for pushes needs it: it takes a quarter of a second to load.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = ec.derive_private_key(_number(private), ec.SECP256R1()).public_key()
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

"""The key that this site signs its pushes with: PUSH_KEY, or made once and kept beside the database.

Browsers tie a subscription to it, so with another key everybody would have to ask for pushes anew.
"""

from __future__ import annotations

import base64
import os
import secrets
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

FILE_NAME: Final = "push_key"
# The order of the curve P-256: a private key is any number below it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def private_key() -> str:
    """The key as 43 characters that stand for 32 bytes."""
    return settings.PUSH_KEY or load_or_make(settings.VAR_DIR)


def load_or_make(var_dir: Path) -> str:
    """Reads `var_dir`/push_key, readable by its owner only; makes it where it is missing.

    Two processes that start together end up with the same key: the file is created whole, by a link that fails for
    the second one.
    """
    path = var_dir / FILE_NAME
    if not path.exists():
        var_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = var_dir / f"{FILE_NAME}.{os.getpid()}"
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(_new_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # the other process was first; its key is read below
        finally:
            draft.unlink()
    return path.read_text()


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

    number = int.from_bytes(base64.urlsafe_b64decode(private + "="))
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

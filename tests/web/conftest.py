"""Who asks for pages."""

from __future__ import annotations

import pytest

from lobby.models import User
from tests.web.mina import PASSWORD


@pytest.fixture
def mina(db: None) -> User:
    """An account with everything that one can have."""
    address = "mina@example.org"
    return User.objects.create_user(
        "mina_sign_in", address, PASSWORD, name="Wilhelmina", confirmed_email=address
    )

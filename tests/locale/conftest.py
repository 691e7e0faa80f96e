import pytest


@pytest.fixture(params=["ko", "ja"])
def language(request: pytest.FixtureRequest) -> str:
    """Every test that asks for it runs in Korean and in Japanese."""
    return str(request.param)

"""The app of people: its signals are connected once everything is loaded."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from lobby import sessions  # noqa: F401 connects its receiver

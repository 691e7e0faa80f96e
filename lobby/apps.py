"""The app of people: its signals are connected once everything is loaded."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("People and the site")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from lobby import sessions  # noqa: F401 connects its receiver

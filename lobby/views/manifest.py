"""What a phone needs to know to keep the site on its home screen, where it opens as an app of its own."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# The light page of games/css/tokens.css; a page that is shown says its own colour.
_PAGE: Final = "#f6efe3"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web manifest, in the language of the page that names it (`lang`): browsers fetch it without cookies."""
    asked = request.GET.get("lang", "")
    language = asked if asked in dict(settings.LANGUAGES) else get_language()
    with override(language):
        name = _("Chicken Foot")
    start = reverse("front")
    told = {
        "id": start,  # one app in all languages
        "name": name,
        "short_name": name,
        "lang": language,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "theme_color": _PAGE,
        "background_color": _PAGE,
        "icons": [
            _icon("icon-192.png", 192),
            _icon("icon-512.png", 512),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
    }
    response = JsonResponse(told, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


def _icon(file: str, size: int, purpose: str = "any") -> dict[str, str]:
    address = static(f"games/img/{file}")
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}

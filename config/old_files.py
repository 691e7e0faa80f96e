"""Files of the page at an address that is theirs no longer: of an older edition, or without one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def newer(request: HttpRequest, path: str) -> HttpResponse:
    """From what an older page or message names to the file as it is now."""
    try:
        now = static(path)
    except ValueError:  # nothing of this name was collected
        raise Http404 from None
    if now == request.path:
        raise Http404  # it would have been served
    return redirect(now)

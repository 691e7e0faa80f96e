"""Match records as a file to download."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from django.http import HttpResponse

from games.presenters.records import record_text


def records_file(matches: Sequence[tuple[str, int]]) -> HttpResponse:
    """The records of matches that are over (table code, number): one as JSON, several together as a zip."""
    texts = {f"{code}-{number}.json": record_text(code, number) for code, number in matches}
    if len(texts) == 1:
        ((name, text),) = texts.items()
        return _download(text.encode(), name, "application/json")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return _download(packed.getvalue(), "records.zip", "application/zip")


def _download(content: bytes, name: str, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response

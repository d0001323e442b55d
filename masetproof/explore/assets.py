"""The files of the pages, as they are served and copied."""

from __future__ import annotations

import io
import zipfile

from masetproof.files import package_bytes, package_names

__all__ = ["ASSETS", "CHECKER", "asset", "checker", "media_type"]

ASSETS = (
    *("index.html", "style.css", "dom.js", "documents.js", "games.js", "hints.js", "walks.js"),
    *("lists.js", "theorem.js", "pattern.js", "canvas.js", "strategy.js", "play.js", "tables.js"),
    "main.js",
)
"""In the order in which the page loads the scripts: each uses those before it."""

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "cert": "text/plain; charset=us-ascii",
    "zip": "application/zip",
}


CHECKER = "files/checker.zip"
"""Where pages find the checker."""


def media_type(name: str) -> str:
    """The media type of a file by its suffix."""
    return _TYPES[name.rpartition(".")[2]]


def asset(name: str) -> bytes:
    """A file of the pages; name: one of `ASSETS`."""
    return package_bytes("explore", "static", name)


def checker() -> bytes:
    """The independent checker, a folder, as an archive to be handed on with certificates."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in filter(lambda name: name.endswith(".py"), package_names("checker")):
            # Without the time of the file, so that the same checker is the same archive.
            entry = zipfile.ZipInfo(f"checker/{name}")
            archive.writestr(entry, package_bytes("checker", name))
    return content.getvalue()

"""The files of the pages, as they are served and copied."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["ASSETS", "asset", "checker", "media_type"]

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
    "py": "text/x-python; charset=utf-8",
}


def media_type(name: str) -> str:
    """The media type of a file by its suffix."""
    return _TYPES[name.rpartition(".")[2]]


def asset(name: str) -> bytes:
    """A file of the pages; name: one of `ASSETS`."""
    return files("masetproof.explore").joinpath("static", name).read_bytes()


def checker() -> bytes:
    """The independent checker, one file, to be handed on with certificates."""
    return files("masetproof").joinpath("checker.py").read_bytes()

"""The tutorials as files for Jupyter: code cells, and cells of text between them."""

from __future__ import annotations

import json
import re

_CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```\n", re.M | re.S)
_HEAD = re.compile(r"---\njupytext:.*?^---\n", re.M | re.S)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
"""A link to another page, which is not beside a file that somebody downloaded."""


def is_notebook(source: str) -> bool:
    """Whether a page is one that Jupyter opens, too."""
    return bool(_HEAD.match(source))


def notebook(source: str) -> str:
    """The notebook of a tutorial, as the text of an .ipynb file; `ValueError` where it cannot be.

    source: the page in MyST.  Its directives but code cells mean nothing to Jupyter.
    """
    head = _HEAD.match(source)
    if not head:
        raise ValueError("the page does not say that it is a notebook")
    cells = []
    for place, text in enumerate(_CELL.split(source[head.end() :])):
        is_code = place % 2 == 1
        if not is_code and re.search(r"^```\{|^:::", text, re.M):
            raise ValueError("the page has directives besides code cells")
        text = text.strip() if is_code else _LINK.sub(r"\1", text).strip()
        if text:
            cells.append(_cell(len(cells), text, is_code=is_code))
    file = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(file, indent=1, ensure_ascii=False) + "\n"


def _cell(number: int, text: str, *, is_code: bool) -> dict[str, object]:
    kind = "code" if is_code else "markdown"
    more = {"execution_count": None, "outputs": []} if is_code else {}
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, **more, "source": lines}

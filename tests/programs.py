"""The programs beside Python that some tests need, and how all other tests run without them.

A test that needs LaTeX, poppler or a browser says so by a fixture.  The others find none of these
programs, on whatever machine: what passes where they are installed passes on a fresh machine, too.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

FIXTURES = {"latex", "pgf", "browser"}
"""Who uses one of these gets the programs, or is skipped where they are missing."""
HIDDEN = re.compile(
    "(pdf|xe|lua)?(la)?tex|bibtex|kpsewhich|pdf(totext|toppm|info|fonts|images)"
    "|chromium(-headless-shell)?|google-chrome(-stable)?"
)


def needs_programs(item: pytest.Item) -> bool:
    """Whether the test has said that it needs one of the programs."""
    return not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def path_without_programs(folder: Path) -> str:
    """The search path of this process without the programs.

    A folder of it that has some of them is replaced by one of links to all else that it has.
    """
    places = []
    for number, place in enumerate(os.environ["PATH"].split(os.pathsep)):
        names = os.listdir(place) if os.path.isdir(place) else []
        if any(map(HIDDEN.fullmatch, names)):
            links = folder / str(number)
            links.mkdir()
            for name in names:
                if not HIDDEN.fullmatch(name):
                    (links / name).symlink_to(os.path.join(place, name))
            place = str(links)
        places.append(place)
    return os.pathsep.join(places)

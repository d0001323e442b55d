"""The patterns that a certificate lists, and what is isomorphic to them.

The checker needs no canonical form to know to which pattern a part is isomorphic.  The certificate
lists images, patterns with columns and colours renamed; a dictionary has them by their clauses.  A
part whose colours are renumbered from 0 in each alphabet, in ascending order, must be in there.
"""

from collections.abc import Sequence
from itertools import chain

from .reading import Budget, Malformed, Rejected
from .rules import STAR, Rules
from .shortreading import Clauses, Image
from .splitting import image_of

MOST_KEPT = 1 << 27  # bytes of the clauses of all images


class ListedPatterns:
    """The patterns and explicit masets of a certificate, the whole game first.

    named: their clauses.  stars: the set of columns with a star, 0 for explicit masets.  colours:
    how many explicit colours each alphabet has.  symmetries: of each pattern some, as the alphabets
    in their new order, the identity first.  After `enter_parts`, found has the number of each part
    by its clauses, and pattern and columns say by this number what it is the image of; part 0 is
    the empty one.
    """

    def __init__(self, rules: Rules, clauses: Sequence[Clauses], budget: Budget) -> None:
        self.rules, self.pegs, self.clauses, self.budget = rules, rules.pegs, clauses, budget
        if not clauses or clauses[0] != ((STAR,) * self.pegs,):
            raise Rejected("the first pattern is not the full one")
        self.named = [bytes(chain(*sorted(some))) for some in clauses]
        self.stars, self.colours = [*map(rules.stars, self.named)], [*map(rules.shown, self.named)]
        self.symmetries = [[tuple(range(rules.alphabets))] for _ in clauses]
        self.found = {b"": 0}
        self.pattern, self.columns = [0], [tuple(range(self.pegs))]

    def image(self, image: Image) -> bytes:
        """The clauses of an image."""
        if image.pattern >= len(self.named):
            raise Rejected(f"line {image.line}: there is no pattern {image.pattern}")
        groups = image.colours
        columns = image.columns[: len(groups)] if len(groups) > 1 else (0,)
        colours = [self.colours[image.pattern][column] for column in columns]
        if [*map(len, groups)] != colours or [len({*some}) for some in groups] != colours:
            raise Rejected(f"line {image.line}: pattern {image.pattern} has other colours")
        names = [bytes.maketrans(bytes(range(len(new))), bytes(new)) for new in groups]
        times = self.pegs // len(groups)
        return image_of(self.named[image.pattern], image.columns, names * times)

    def enter_parts(self, images: Sequence[Image]) -> None:
        """Set found, pattern and columns."""
        kept = 0
        for image in images:
            clauses = self.image(image)
            self.budget.spend(10_000 + 200 * len(clauses))
            if (kept := kept + len(clauses)) > MOST_KEPT:
                raise Malformed(f"the parts have more than {MOST_KEPT} cells")
            self.found.setdefault(clauses, len(self.pattern))
            self.pattern.append(image.pattern)
            self.columns.append(image.columns)

    def part_of(self, clauses: bytes, where: int) -> int:
        """The number of the part with these clauses; `Rejected` when the certificate lacks it."""
        if clauses not in self.found:
            raise Rejected(f"a part of a question on pattern {where} is not listed")
        return self.found[clauses]

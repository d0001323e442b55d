"""Rules: which question is best in a state of play, by the sizes of the parts it leaves.

A question splits the secrets that are still possible into parts, one for each answer (the secret
that is asked is a part of its own).  A rule looks at nothing but the sizes k1, k2, ... of these
parts, whose sum is the number of possible secrets.  It gives each question a score, and asks the
one with the least.  For example, minimax has the size of the largest part as its score.

Each published rule names its source (`Rule.source`).  Players know rules by the names of their
authors; `ALIASES` has these.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from masetproof.arguments import Choice, Refused, as_instance, did_you_mean, shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Sizes = NDArray[Any]
    Score = Callable[[NDArray[Any]], ArrayLike]

RULES: dict[str, Rule] = {}
"""The registered rules by their names."""
ALIASES = {
    "knuth": "minimax",
    "irving": "expected-size",
    "neuwirth": "entropy",
    "kooi": "most-parts",
}
"""Other names of published rules, with their names here."""
_MEANT_OTHERWISE = {"all", "best", "optimal", "optimum", "theorem"}
_MEANT_OTHERWISE |= {"decomposition", "sample", "sieve"}
"""Names that mean something else where a rule may be named."""
_MOST_SIGNS = 200


@final
@dataclass(frozen=True, eq=False, slots=True)
class Rule:
    """What a codebreaker looks at.

    name: up to 40 small letters, digits and hyphens, a letter first; none that means something
    else, such as ``best``.  sentence: what is preferred, on one line of up to 200 signs.

    score: takes the sizes of the parts of several questions, int64[questions, answers], of which
    the last answer wins (their weights, in proportion, where secrets have weights), and returns a
    number for each question by itself, [questions]; the least is best, and of equal ones `Ties`
    says which is asked.  Whole numbers are equal if they are the same; others, which a machine
    rounds, if they agree to nine digits.  Without a score all questions are equal, and one is
    drawn.

    source: where it was published, on one line of up to 200 signs.

    exact: between questions whose scores agree to nine digits, the same without rounding: returns
    whole numbers of Python or fractions, as objects.

    A rule is used when it is registered (`register_rule`), and goes to other processes by its name,
    so it must be registered there, too.

    >>> Rule("winning", "a possible secret", lambda sizes: -sizes[:, -1])
    <Rule winning: a possible secret>
    """

    name: str
    sentence: str
    score: Score | None
    exact: Score | None = None
    source: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch("[a-z][a-z0-9-]{0,39}", self.name):
            raise Refused(
                "the name of a rule is up to 40 small letters, digits and hyphens, a letter "
                f"first, not {shown(self.name)}"
            )
        if self.name in _MEANT_OTHERWISE:
            raise Refused(f"a rule cannot be named {self.name}, which means something else")
        if not _is_line(self.sentence) or self.sentence == "":
            raise Refused(
                f"the sentence of a rule is one line of up to {_MOST_SIGNS} signs, not "
                f"{shown(self.sentence)}"
            )
        if not _is_line(self.source):
            raise Refused(
                f"the source of a rule is one line of up to {_MOST_SIGNS} signs, not "
                f"{shown(self.source)}"
            )
        for score in (self.score, self.exact):
            if score is not None and not callable(score):
                raise Refused(f"a score is a function of sizes of parts, not {shown(score)}")
        if self.score is None and self.exact is not None:
            raise Refused("a score without rounding is for a rule with a score")

    def __repr__(self) -> str:
        return f"<Rule {self.name}: {self.sentence}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[object], Rule], tuple[str]]:
        return as_rule, (as_rule(self).name,)


def _is_line(text: object) -> bool:
    return isinstance(text, str) and len(text) <= _MOST_SIGNS and text.isprintable()


def scores(rule: Rule, sizes: Sizes, *, exact: bool = False) -> NDArray[Any]:
    """The scores of some questions, one at least; `Refused` when the rule gives none.

    sizes: as `Rule.score` takes them.  exact: whether without rounding.
    """
    import numpy as np

    score, begin = rule.exact if exact else rule.score, f"the score of the rule {rule.name}"
    sizes = sizes.view()
    sizes.flags.writeable = False
    try:
        found = np.asarray(score(sizes))  # type: ignore[misc]
    except Exception as error:  # whatever somebody else's function raises
        raise Refused(f"{begin} fails with {type(error).__name__}: {shown(str(error))}") from error
    if found.shape != sizes.shape[:1]:
        raise Refused(
            f"{begin} must be one number for each question, an array of the shape "
            f"{sizes.shape[:1]}, not {found.shape}"
        )
    kind = found.dtype.kind
    if not (
        kind in "iu"
        or (kind in "bf" and not exact and np.isfinite(found).all())
        or (kind == "O" and exact and all(isinstance(one, int | Fraction) for one in found))
    ):
        wanted = "whole numbers or fractions" if exact else "finite numbers"
        raise Refused(f"{begin} must be {wanted}, not {shown(found.tolist())}")
    return found


def as_rule(value: object) -> Rule:
    """A registered rule from itself, its name or another name of it; `Refused` otherwise."""
    if isinstance(value, Rule):
        if RULES.get(value.name) is not value:
            raise Refused(f"{shown(value)} is not registered (register_rule)")
        return value
    rule = RULES.get(ALIASES.get(value, value)) if isinstance(value, str) else None
    if rule is None:
        meant = did_you_mean(value, [*RULES, *ALIASES])
        raise Refused(f"the rule is one of {', '.join(RULES)}, not {shown(value)}{meant}")
    return rule


def other_names(rule: Rule) -> list[str]:
    return [alias for alias, name in ALIASES.items() if name == rule.name]


def as_rules(value: object) -> tuple[Rule, ...]:
    """Several rules, each as a value or its name; `Refused` when it is something else."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise Refused("several rules are given as a list")
    return tuple(map(as_rule, value))


def preferring() -> tuple[Rule, ...]:
    """The registered rules with a score."""
    registered = [*RULES.values()]  # at once, as another thread may register one
    return tuple(rule for rule in registered if rule.score is not None)


def register_rule(rule: Rule) -> Rule:
    """Make a rule known by its name, so that functions and commands take it; returns it.

    A rule of one's own takes the place of an earlier one of that name.  `Refused` when it is no
    rule, one that comes with the package has this name, or it gives no scores.

    >>> cubes = Rule("cubes", "the least sum of cubes", lambda sizes: (sizes**3).sum(axis=1))
    >>> evaluate(FiniteGame("mastermind", 3, 4), register_rule(cubes)).total
    215
    """
    import numpy as np

    as_instance(Rule, rule, "what is registered")
    is_theirs = rule.name in PUBLISHED and RULES.get(rule.name) is not rule
    if is_theirs or rule.name in ALIASES:
        raise Refused(f"there is another rule {rule.name}; choose another name")
    tried = np.array([[3, 1, 0], [2, 1, 1], [0, 3, 1], [0, 2, 2]])  # more questions than answers
    for exact in [False] * (rule.score is not None) + [True] * (rule.exact is not None):
        scores(rule, tried, exact=exact)
    RULES[rule.name] = rule
    return rule


@final
class Ties(Choice):
    """Which of several equal questions is asked: the first, middle or last word, or one drawn.

    Where any colour may be renamed, `LAST` is the mirror image of `FIRST` (5544 for 0011 of six
    colours), so that the two find each number of secrets with as many questions.
    """

    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"
    RANDOM = "random"

    @classmethod
    def _what(cls) -> str:
        return "the way to break ties"


_MOST_SIZE = 1 << 18
"""Parts of secrets are no larger; parts by weights may be."""


def _squares(sizes: Sizes) -> NDArray[Any]:
    """The sums of k^2; rounded where parts by weights are too large for 64 bits."""
    if sizes.max() > _MOST_SIZE:
        sizes = sizes.astype(float)
    return (sizes * sizes).sum(axis=1)  # type: ignore[no-any-return]


def _exact_squares(sizes: Sizes) -> NDArray[Any]:
    return _squares(sizes) if sizes.max() <= _MOST_SIZE else (sizes.astype(object) ** 2).sum(axis=1)


def _disorder(sizes: Sizes) -> NDArray[Any]:
    """The sums of k log k."""
    import numpy as np

    if sizes.max() > _MOST_SIZE:  # by weights
        return (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)  # type: ignore[no-any-return]
    known = np.arange(sizes.max() + 1.0)
    known[1:] *= np.log2(known[1:])
    return known[sizes].sum(axis=1)  # type: ignore[no-any-return]


def _products(sizes: Sizes) -> NDArray[Any]:
    """The products of k^k, of which the sums of k log k are the logarithms."""
    import numpy as np

    if sizes.max() > _MOST_SIZE:
        return np.zeros(len(sizes), object)  # the numbers are too large: these are equal
    kinds, left = np.sort(sizes, axis=1), np.arange(len(sizes))
    products = np.empty(len(sizes), object)
    while len(left):
        kind = kinds[left[0]]
        alike = (kinds[left] == kind).all(axis=1)
        products[left[alike]] = math.prod(k**k for k in kind.tolist())
        left = left[~alike]
    return products


RULES |= {
    rule.name: rule
    for rule in (
        Rule(
            "minimax",
            "the least size of the largest part",
            lambda sizes: sizes.max(axis=1),
            source="Knuth, The computer as Master Mind, J. Recreational Math. 9 (1976)",
        ),
        # The sum of k^2 is the expected size times the number of secrets.
        Rule(
            "expected-size",
            "the least expected size of the part that is left",
            _squares,
            _exact_squares,
            source="Irving, Towards an optimum Mastermind strategy, J. Recreational Math. 11 "
            "(1979)",
        ),
        # The least sum of k log k, or the least product of k^k.
        Rule(
            "entropy",
            "the most information",
            _disorder,
            _products,
            source="Neuwirth, Some strategies for Mastermind, Z. Oper. Res. 26 (1982)",
        ),
        Rule(
            "most-parts",
            "the most parts",
            lambda sizes: -(sizes > 0).sum(axis=1),
            source="Kooi, Yet another Mastermind strategy, ICGA J. 28 (2005)",
        ),
        Rule("random", "any question that tells something, all with the same probability", None),
    )
}
PUBLISHED = frozenset(RULES)
"""The names of the rules that come with the package."""
USUAL = "most-parts"
"""The default rule."""

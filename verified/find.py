"""Finds the bounds and strategies of two pegs, and writes them for Coq, which checks all of it.

python find.py GAME OBJECTIVE prints a file of definitions: members for `Lower.check`, places for
`Upper.check_places`.  Nothing here is trusted.  Patterns are tuples of clauses; a clause is a tuple
of numbers of explicit colours, with None for a star; in questions None is a blank.
"""

import argparse
from functools import cache
from itertools import pairwise, permutations, product

PEGS, PERIOD, DEGREE = 2, 2, 4
MOST = 24  # numbers of implicit colours for which everything is computed
asked = argparse.ArgumentParser(description="Write the proofs of two pegs for Coq.")
asked.add_argument("game", choices=("mastermind", "ab"))
asked.add_argument("objective", choices=("expected", "worst"))
GAME, OBJECTIVE = vars(asked.parse_args()).values()
REPEATS, EXPECTED = GAME == "mastermind", OBJECTIVE == "expected"


def answer(clause, question):
    """The black and white pegs; a star or blank matches nothing."""
    black = sum(x is not None and x == y for x, y in zip(clause, question, strict=True))
    explicit = {y for y in question if y is not None}
    both = sum(min(clause.count(y), question.count(y)) for y in explicit)
    return black, both - black


def distinct(clause):
    """Whether the game allows it."""
    explicit = [x for x in clause if x is not None]
    return REPEATS or len(set(explicit)) == len(explicit)


def colours(pattern):
    """How many explicit colours there are."""
    return 1 + max((x for clause in pattern for x in clause if x is not None), default=-1)


def starred(pattern):
    """Whether some clause has a star."""
    return any(None in clause for clause in pattern)


def extended(pattern, new):
    """Its clauses when that many implicit colours become explicit."""
    k = colours(pattern)
    fillings = [None, *range(k, k + new)]
    return [
        tuple(full)
        for clause in pattern
        for full in product(*([x] if x is not None else fillings for x in clause))
    ]


def questions(k, stars, pegs=PEGS):
    """Each with its number of new colours, which are numbered as they are met."""
    if not pegs:
        yield (), 0
        return
    for x in (None, *range(k)):
        yield from (((x, *rest), new) for rest, new in questions(k, stars, pegs - 1))
    if stars:
        yield from (((k, *rest), new + 1) for rest, new in questions(k + 1, stars, pegs - 1))


def image(pattern, order, names):
    """The clauses with renamed colours and permuted columns."""
    named = [tuple(x if x is None else names[x] for x in clause) for clause in pattern]
    return sorted((tuple(clause[i] for i in order) for clause in named), key=str)


@cache
def normal(part):
    """A pattern that is the same up to columns and colours, and the way from it to the part."""
    used = sorted({x for clause in part for x in clause if x is not None})
    forms = []
    for order in permutations(range(PEGS)):
        for ranks in permutations(range(len(used))):
            rank = dict(zip(used, ranks, strict=True))
            turned = [tuple(clause[i] for i in order) for clause in part]
            ranked = (tuple(x if x is None else rank[x] for x in clause) for clause in turned)
            form = sorted(ranked, key=str)
            back = tuple(order.index(i) for i in range(PEGS))
            forms.append((str(form), tuple(form), back, tuple(sorted(used, key=rank.get))))
    _, form, back, names = min(forms)
    assert image(form, back, names) == sorted(part, key=str)
    return form, back, names


@cache
def splits(pattern):
    """Questions that tell something: question, new colours, parts as (pattern, order, names)."""
    found = []
    for question, new in questions(colours(pattern), starred(pattern)):
        if not distinct(question):
            continue
        parts = {}
        for clause in filter(distinct, extended(pattern, new)):
            if clause != question or None in question:
                parts.setdefault(answer(clause, question), []).append(clause)
        parts = [normal(tuple(part)) for part in parts.values()]
        if not any(form == pattern for form, _, _ in parts) or new:
            found.append((question, new, parts))
    return found


def size(pattern, m):
    """How many secrets there are with m implicit colours."""
    total = 0
    for clause in pattern:
        ways, left = 1, m
        for _ in range(clause.count(None)):
            ways, left = ways * left, left if REPEATS else left - 1
        total += ways
    return total


def together(secrets, costs):
    """What a question costs, from the costs of its parts."""
    return secrets + sum(costs) if EXPECTED else 1 + max(costs, default=0)


@cache
def least(pattern, m):
    """What it costs with an extra colour."""
    m = m if starred(pattern) else 0
    if not size(pattern, m):
        return 0
    return min(
        together(size(pattern, m), [least(form, m - new) for form, _, _ in parts])
        for _, new, parts in splits(pattern)
        if new <= m
    )


def spared(pattern, spare, new, form, rest):
    """How many colours are excluded in a part, as far as it matters."""
    more = 0 if starred(form) else rest
    return min(1, spare + colours(pattern) + new - colours(form) + more)


def plays(pattern, spare):
    """Questions of the real game: question, new colours, least m, parts with excluded colours."""
    for question, new, parts in splits(pattern):
        blank = question.count(None)
        if (min(1, blank) if REPEATS else blank) > spare:
            continue
        for rest in (0, 1) if starred(pattern) else (0,):
            states = [(p, spared(pattern, spare, new, p[0], rest)) for p in parts]
            yield question, new, new + rest, states


@cache
def real(pattern, spare, m):
    """What the real game costs with that many excluded colours."""
    m = m if starred(pattern) else 0
    if not size(pattern, m):
        return 0
    return min(
        together(size(pattern, m), [real(p[0], e, m - new) for p, e in states])
        for _, new, first, states in plays(pattern, spare)
        if first <= m
    )


def table(values):
    """The values up to the base, and Newton differences on each class from there on."""
    for base in range(len(values) - PERIOD * (DEGREE + 2)):
        classes = []
        for start in range(base, base + PERIOD):
            row = values[start::PERIOD]
            differences = []
            while row:
                differences.append(row[0])
                row = [b - a for a, b in pairwise(row)]
            classes.append(differences)
        if not any(x for one in classes for x in one[DEGREE:]):
            return values[:base], [one[:DEGREE] for one in classes]
    raise ValueError("no polynomials")


def members():
    """All patterns that questions lead to, the full one first."""
    full = ((None,) * PEGS,)
    found = {full: None}
    for pattern in (queue := [full]):
        for _, _, parts in splits(pattern):
            for form, _, _ in parts:
                if form not in found:
                    found[form] = None
                    queue.append(form)
    return list(found)


def chosen(pattern, spare):
    """A few questions, one of which is best for each m."""
    values = [real(pattern, spare, m) for m in range(MOST)]
    some, open_ = [], {m for m in range(MOST if starred(pattern) else 1) if size(pattern, m)}
    options = []
    for question, new, first, states in plays(pattern, spare):
        good = {
            m
            for m in open_
            if first <= m
            and values[m] == together(size(pattern, m), [real(p[0], e, m - new) for p, e in states])
        }
        options.append((good, (question, new, first, states)))
    while open_:
        good, play = max(options, key=lambda one: len(one[0] & open_))
        some.append(play)
        open_ -= good
    return some


def places():
    """What a best strategy of the real game asks, by pattern and excluded colours."""
    start = (((None,) * PEGS,), 0)
    found = {start: None}
    for pattern, spare in (queue := [start]):
        found[pattern, spare] = chosen(pattern, spare)
        for _, _, _, states in found[pattern, spare]:
            for (form, _, _), e in states:
                if (form, e) not in found:
                    found[form, e] = None
                    queue.append((form, e))
    return found


def text(clause, star):
    """A clause as Text.v reads it."""
    return "".join(star if x is None else str(x) for x in clause)


def words(pattern):
    """A pattern as Text.v reads it."""
    return '"' + "|".join(text(clause, "*") for clause in pattern) + '"'


def group(number, order, names):
    """A group of clauses as Text.v reads it."""
    return f'("{number}.{"".join(map(str, order))}.{"".join(map(str, names))}")'


def functions(values):
    """A table of Quasi.v."""
    first, classes = values
    one = "; ".join(map(str, first))
    return f"([{one}], [{'; '.join(str(c).replace(',', ';') for c in classes)}])"


def main():
    """Print the definitions."""
    print("(* Written by find.py; what is wrong here cannot make a false theorem true. *)\n")
    print("From Coq Require Import String.\nFrom Verified Require Import Text.")
    print("Open Scope Z_scope.\nOpen Scope string_scope.\n")
    known = members()
    print("Definition lower : list member := [")
    rows = []
    for pattern in known:
        values = table([least(pattern, m) for m in range(MOST)])
        lines = []
        for question, _, parts in splits(pattern):
            groups = [group(known.index(form), order, names) for form, order, names in parts]
            covers = [groups] if EXPECTED else [[one] for one in groups]
            told = "; ".join("[" + "; ".join(one) + "]" for one in covers)
            lines.append(f'    ("{text(question, "a")}", [{told}])')
        body = ";\n".join(lines)
        rows.append(f"  member_of {words(pattern)} {functions(values)} [\n{body}]")
    print(";\n".join(rows) + "].\n")
    found = places()
    numbers = {state: number for number, state in enumerate(found)}
    print("Definition upper : list place := [")
    rows = []
    for (pattern, spare), some in found.items():
        values = table([real(pattern, spare, m) for m in range(MOST)])
        lines = []
        for question, _, first, states in some:
            groups = [group(numbers[p[0], e], p[1], p[2]) for p, e in states]
            lines.append(f'    ("{text(question, "a")}", "{first}-", [{"; ".join(groups)}])')
        body = ";\n".join(lines)
        rows.append(f"  place_of {words(pattern)} {spare} {functions(values)} [\n{body}]")
    print(";\n".join(rows) + "].")


main()

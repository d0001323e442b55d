"""The checker on games of alike colours: their certificates, mutants of these, and its rules.

Marks, the sum, and possible secrets only are judged by `tests.oracles.alike`, which plays the games
by their rules, and by plain code of `test_checker`.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import chain, permutations, product

import numpy as np
import pytest

from masetproof import write_certificate
from masetproof.objectives import Objective
from masetproof.recurrences.readings import Reading
from tests.checker.test_checker import (
    Sections,
    a_claim,
    by_number,
    checker,
    classify,
    empty_proof,
    extended,
    mutants,
    nudged,
    part_of_checker,
    seal,
    sections_of,
    sentences,
    split_sets,
    the_part,
    verdict,
    with_sentences,
)
from tests.oracles import alike
from tests.oracles.wordle import marks
from tests.theorems import theorem

STAR, EXTRA = checker.STAR, checker.EXTRA
Word = tuple[int, ...]

CASES = [
    ("marks", 2, "exact"),
    ("marks", 2, "without"),
    ("marks", 2, "none"),
    ("marks", 3, "exact"),
    ("marks", 3, "none"),
    ("sum", 2, "exact"),
    ("sum-distinct", 2, "exact"),
    ("marks-distinct", 3, "exact"),
    ("marks-distinct", 3, "without"),
    ("mastermind", 2, "none"),
    ("ab", 2, "none"),
]
OBJECTIVES = ["expected", "worst"]


@cache
def certificate(game: str, pegs: int, reading: str, objective: str) -> str:
    file = BytesIO()
    write_certificate(theorem(game, pegs, Objective(objective), Reading(reading)), file)
    return file.getvalue().decode()


# ------------------------------------------------------------------------------------ certificates


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_certificates_are_verified(game: str, pegs: int, reading: str, objective: str) -> None:
    text = certificate(game, pegs, reading, objective)
    claim = sections_of(text)["claim"]
    assert sentences(claim) == claim[-2:]
    assert verdict(text) == (0, claim[-2].removeprefix("words "))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "pegs", "reading"),
    [
        ("sum", 3, "exact"),
        ("sum-distinct", 3, "none"),
        ("mastermind", 3, "none"),
        ("ab", 3, "none"),
        ("marks", 4, "exact"),
        ("marks-distinct", 4, "with"),
    ],
)
def test_larger_certificates_are_verified(game: str, pegs: int, reading: str) -> None:
    assert verdict(certificate(game, pegs, reading, "expected"))[0] == 0


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_values_of_certificates_are_those_of_play(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    checked = 0
    for line in sections_of(certificate(game, pegs, reading, objective))["values"]:
        n, value = map(int, line.split(" "))
        if n <= {2: 5, 3: 3}[pegs] and alike.words(game, pegs, n):
            worst = objective == "worst"
            assert alike.optimum(game, pegs, n, worst=worst, reading=reading) == value
            checked += 1
    assert checked


# ----------------------------------------------------------------------------------------- mutants


def claiming(sections: Sections, **changes: str) -> str:
    """The certificate with other lines in its claim, and the sentences that belong to them."""
    lines = [line.split(" ", 1) for line in sections["claim"]]
    claim = [f"{key} {changes.get(key.replace('-', '_'), rest)}" for key, rest in lines]
    return seal({**sections, "claim": with_sentences(claim)})


def refused(text: str) -> str:
    """The reason why a certificate is rejected, which is not its sentences."""
    status, reason = verdict(text)
    assert status == 1, reason
    claim = sections_of(text)["claim"]
    assert reason.startswith("section ")
    assert not reason.startswith(tuple(f"section claim, line {len(claim) - n}:" for n in (0, 1)))
    return reason


RULES = ("marks", "mastermind", "sum", "marks-distinct", "ab", "sum-distinct")


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_no_other_rule_has_the_same_certificate(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    sections = sections_of(certificate(game, pegs, reading, objective))
    assert claiming(sections) == seal(sections)
    fewer = a_claim(game, pegs).cap > 1 and reading != "without"
    for other in RULES:
        if other != game and fewer and alike.repeats(other):  # states that the other cannot have
            status, reason = verdict(claiming(sections, game=other))
            assert (status, reason[:18]) == (2, "section functions,")
        elif other != game:
            refused(claiming(sections, game=other))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_no_other_reading_has_the_same_certificate(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """Where only possible secrets may be asked there are other questions, or other functions."""
    sections = sections_of(certificate(game, pegs, reading, objective))
    others = ("none",) if reading != "none" else ("without", "exact", "with")
    for other in others:
        refused(claiming(sections, reading=other))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_other_formulas_are_rejected(game: str, pegs: int, reading: str, objective: str) -> None:
    """Some coefficients and some numbers of functions one more or less.

    A denominator may become 0 or no longer be in lowest terms; that is malformed.
    """
    sections, found = sections_of(certificate(game, pegs, reading, objective)), Counter[int]()
    draw, claim = random.Random(f"{game} {pegs} {reading}"), sections["claim"]
    mutants_of = {"claim": list[list[str]](), "functions": list[list[str]]()}
    for name, lines in mutants_of.items():
        for i, line in enumerate(sections[name]):
            if name == "functions" or line.startswith("branch "):
                others = nudged(line)[4 * (name == "functions") :]  # behind pattern and number
                lines += [[*sections[name][:i], x, *sections[name][i + 1 :]] for x in others]
    for lines in draw.sample(mutants_of["claim"], min(len(mutants_of["claim"]), 6)):
        text = seal({**sections, "claim": with_sentences(lines)})
        status, reason = verdict(text)
        assert status in (1, 2), text
        assert status == 2 or refused(text) == reason
        found[status] += 1
    assert claim[-2:] == sentences(claim)
    for lines in draw.sample(mutants_of["functions"], min(len(mutants_of["functions"]), 4)):
        status, _ = verdict(seal({**sections, "functions": lines}))
        assert status in (1, 2)
        found[status] += 1
    assert found[1] > 2


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "pegs", "reading"), CASES, ids=str)
def test_witnesses_are_rejected_unless_they_map_the_same(
    game: str, pegs: int, reading: str
) -> None:
    """Columns and colours of witnesses in all orders, those of some lines."""
    sections = sections_of(certificate(game, pegs, reading, "expected"))
    found: Counter[int] = Counter()
    draw = random.Random(f"{game} {pegs} {reading}")
    lines = sections["parts"]
    for i in sorted(draw.sample(range(len(lines)), min(len(lines), 3))):
        kind, target, columns, colours = lines[i].split(" ")
        images = [*product(permutations(columns), permutations(colours))]
        for some, names in draw.sample(images, min(len(images), 5)):
            line = f"{kind} {target} {''.join(some)} {''.join(names)}"
            mutant = {**sections, "parts": [*lines[:i], line, *lines[i + 1 :]]}
            same = {*the_part(line, sections)} == {*the_part(lines[i], sections)}
            status, reason = verdict(seal(mutant))
            assert status == (0 if same else 1), (line, lines[i], reason)
            found[status] += 1
    assert found[0]
    assert found[1]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("game", "pegs", "reading", "objective"),
    [
        ("marks", 2, "exact", "expected"),
        ("marks", 2, "none", "worst"),
        ("sum", 2, "exact", "worst"),
        ("mastermind", 2, "none", "expected"),
        ("ab", 2, "none", "worst"),
    ],
)
def test_mutants(game: str, pegs: int, reading: str, objective: str) -> None:
    """Of all mutants of `test_checker` some, in each section; none that says more is verified."""
    original = sections_of(certificate(game, pegs, reading, objective))
    every, counts = mutants(original), Counter[str]()
    of_claim = [one for one in every if one[0] == "claim"]
    for section, mutant in [*of_claim[::41], *every[len(of_claim) :: 7]]:
        kind = "same" if mutant == original else classify(original, mutant)
        status, reason = verdict(seal(mutant))
        place = f"{section}: {set(mutant[section]) ^ set(original[section])}: {reason}"
        if kind == "changed":
            assert status in (1, 2), place
        else:
            assert status == 0 or kind == "symmetry", place
        counts[kind] += 1
    assert counts["changed"] > 30


def test_an_automorphism_that_only_columns_of_pegs_have() -> None:
    """Marks move with the columns, and still columns may be permuted: a column is no mark."""
    for game, reading in (("marks", "exact"), ("marks", "none"), ("sum", "exact")):
        sections = sections_of(certificate(game, 2, reading, "expected"))
        moved = [line for line in sections["automorphisms"] if line.split(" ")[1] != "01"]
        assert moved
        lines = sorted({*sections["automorphisms"]} - {*moved[:1]}, key=by_number)
        status, _ = verdict(seal({**sections, "automorphisms": lines}))
        assert status in (0, 1)  # more questions are asked, perhaps with parts that have no lines


# --------------------------------------------------------------------------- questions and answers


GAMES = (*alike.GAMES,)


def packed(clauses: list[Word]) -> bytes:
    return bytes(chain.from_iterable(clauses))


def drawn_pattern(game: str, pegs: int, colours: int, draw: random.Random) -> list[Word]:
    """Some clauses of a game, with stars, that have just the colours 0, 1, ...; ascending."""
    cells = [*range(colours), STAR]
    words = [
        word
        for word in product(cells, repeat=pegs)
        if alike.repeats(game) or all(word.count(c) < 2 for c in range(colours))
    ]
    while True:
        clauses = draw.sample(words, draw.randrange(1, min(len(words), 12) + 1))
        if {*chain.from_iterable(clauses)} - {STAR} == {*range(colours)}:
            return sorted(clauses)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pegs", [2, 3])
def test_what_may_be_asked_against_the_definition(game: str, pegs: int) -> None:
    """A possible secret is a clause of the pattern extended by new colours; nothing has a blank."""
    draw, distinct = random.Random(pegs), not alike.repeats(game)
    claim = a_claim(game, pegs, "none")
    proof = empty_proof(claim, 1000)
    assert claim.start == 0
    for _ in range(40):
        k = draw.randrange(0, 4)
        clauses = drawn_pattern(game, pegs, k, draw) if k else [(STAR,) * pegs]
        explicit = not any(STAR in clause for clause in clauses)
        table = checker.questions(claim, (k,), () if explicit else (0,))
        possible = {*clauses} if explicit else {*extended(clauses, k, pegs, distinct)}
        flags = table.askable(claim, packed(clauses))
        flags &= proof.wide[0, claim.start, table.extra]
        asked = {tuple(row) for row in table.cells[flags].tolist()}
        questions = {tuple(row) for row in table.cells.tolist()}
        assert asked == {word for word in possible if word in questions}
        assert all(EXTRA not in word and STAR not in word for word in asked)
        # In other readings all may be asked, if there is something for the blanks.
        assert table.askable(a_claim(game, pegs, "exact"), packed(clauses)).all()


def mark_numbers(secret: Word, question: Word) -> Word:
    """The marks of a question: 2 for a right cell, 1 for a right colour elsewhere, 0 else."""
    texts = ("".join(map(chr, word)) for word in (secret, question))
    return tuple(map("byg".index, marks(*texts)))


def told(game: str, secret: Word, question: Word) -> Word | str:
    """The answer in the checker's numbers."""
    if secret == question:
        return "won"
    if game.startswith("marks"):
        return mark_numbers(secret, question)
    answer = alike.TOLD[game](secret, question)
    return (answer,) if game.startswith("sum") else answer


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_answers_on_masets(game: str, pegs: int) -> None:
    """Of drawn masets and questions, in which colours repeat and blanks occur."""
    draw, claim = random.Random(pegs), a_claim(game, pegs)
    most = 4 if alike.repeats(game) else pegs + 1
    by_number = [*claim.answers, "won"]
    for k in range(1 if alike.repeats(game) else pegs, most + 1):
        words = alike.words(game, pegs, k)
        maset = sorted(draw.sample(words, min(len(words), 12)))
        table = checker.questions(claim, (k,), (0,))
        count = len(table.cells)
        chosen = np.array(sorted(draw.sample(range(count), min(count, 150))))
        numbers = checker.answers(claim, np.array(maset, np.uint8), table, chosen)
        for question, column in zip(table.cells[chosen].tolist(), numbers.T.tolist(), strict=True):
            asked = tuple(question)
            assert [by_number[n] for n in column] == [told(game, one, asked) for one in maset]
            pairs = {
                (n, alike.TOLD[game](one, asked)) for n, one in zip(column, maset, strict=True)
            }
            assert len({n for n, _ in pairs}) == len({x for _, x in pairs}) == len(pairs)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pegs", [2, 3])
def test_parts_of_patterns(game: str, pegs: int) -> None:
    """Clauses with stars, extended by the new colours of a question, by their answers."""
    draw, claim = random.Random(10 + pegs), a_claim(game, pegs)
    for _ in range(3):
        k = draw.randrange(1, 4)
        pattern = drawn_pattern(game, pegs, k, draw)
        table = checker.questions(claim, (k,), (0,))
        count = len(table.cells)
        chosen = np.array(sorted(draw.sample(range(count), min(count, 40))))
        split = checker.PatternSplit(claim, [packed(pattern)], [(table, chosen)])
        clauses = extended(pattern, k, pegs, not alike.repeats(game))
        asked = map(tuple, table.cells[chosen].tolist())
        for question, by_answer in zip(asked, split_sets(split), strict=True):
            known = [c for c in clauses if all(x < k or x == STAR or x in question for x in c)]
            for answer, part in zip(claim.answers, by_answer, strict=True):
                assert part == [c for c in known if told(game, c, question) == answer]


# ---------------------------------------------------------------------------------- explicit masets


@pytest.mark.one_in(5)
@pytest.mark.parametrize("reading", ["exact", "with", "without", "none"])
@pytest.mark.parametrize("game", GAMES)
def test_minima_of_masets(game: str, reading: str) -> None:
    """By plain play; and of images under permutations of columns and colours the same.

    In the reading `exact` also after colours were excluded, where it is as in `with`.
    """
    draw = random.Random(f"{game} {reading}")
    for pegs, most, size in ((2, 4, 9), (3, 4, 12), (3, 3, 7)):
        for objective in OBJECTIVES:
            maset = drawn_maset(game, pegs, most, size, draw)
            colours = 1 + max(chain.from_iterable(maset))
            claim = a_claim(game, pegs, reading, objective)
            levels = [(claim.start, reading), (claim.cap, "with")]
            for excluded, rules in levels[: 1 + (reading == "exact")]:
                value = alike.optimum(
                    game, pegs, colours, worst=objective == "worst", reading=rules, secrets=maset
                )
                proof = empty_proof(claim, 100_000)
                assert proof.minimum(packed(maset), excluded) == value
                for _ in range(3):
                    columns = draw.sample(range(pegs), pegs)
                    names = draw.sample(range(colours), colours)
                    image = sorted(tuple(names[word[j]] for j in columns) for word in maset)
                    least = alike.optimum(
                        *(game, pegs, colours),
                        worst=objective == "worst",
                        reading=rules,
                        secrets=image,
                    )
                    assert least == value
                    for known in (proof, empty_proof(claim, 100_000)):  # with its memory, without
                        assert known.minimum(packed(image), excluded) == value
                    least_image = proof.least_image(packed(image))
                    assert is_image(maset, least_image, pegs, colours)


def drawn_maset(game: str, pegs: int, most: int, size: int, draw: random.Random) -> list[Word]:
    """Some secrets that have just the colours 0, 1, ...; ascending."""
    maset = draw.sample(
        alike.words(game, pegs, most), min(size, len(alike.words(game, pegs, most)))
    )
    shown = sorted({*chain.from_iterable(maset)})
    return sorted(tuple(map(shown.index, word)) for word in maset)


def is_image(maset: list[Word], image: bytes, pegs: int, colours: int) -> bool:
    """Whether some permutation of columns and one of colours maps the maset to the image."""
    wanted = {tuple(image[i : i + pegs]) for i in range(0, len(image), pegs)}
    return any(
        {tuple(names[word[j]] for j in columns) for word in maset} == wanted
        for columns in permutations(range(pegs))
        for names in permutations(range(colours))
    )


@pytest.mark.parametrize(
    ("game", "pegs"),
    [("black-peg-ab", 5), ("mastermind", 4), ("sum", 4), ("own", 4), ("sum-distinct", 5)],
)
def test_too_many_pegs_are_malformed_before_their_rules_are_made(
    game: str, pegs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules of five pegs of the black-peg AB game would take ten seconds."""
    sections = sections_of(certificate("mastermind", 2, "exact", "expected"))
    claim = [f"game {game}", f"pegs {pegs}", *sections["claim"][2:]]
    monkeypatch.setattr(part_of_checker("closurereading"), "Claim", None)
    status, reason = verdict(seal(sections | {"claim": claim}))
    assert status == 2
    assert "section claim: too many pegs for its game" in reason

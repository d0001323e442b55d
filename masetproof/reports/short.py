"""A short proof on paper, from its certificate alone: lemmas, counts, members, covers, types.

All numbers come from `masetproof.checker`, which computes them when it verifies the certificate,
before anything is written.  Questions with the same parts and the same covers share a line.  Many
questions are bounded by counts alone.  Such a question is not printed if the parts of a printed one
fit into its own parts; a printed lemma shows that this suffices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from pathlib import Path
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, counted
from masetproof.band.proof import BandProof
from masetproof.checker.counting import size_bounds
from masetproof.checker.members import MemberSplit, left_over, split
from masetproof.checker.reading import Unverified
from masetproof.checker.rules import STAR, Ints
from masetproof.checker.short import ShortVerification
from masetproof.checker.shortreading import Certificate, Clause, CoverGroup, Listed
from masetproof.checker.statement import prove_short
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.games.pegs import BLACK_PEG
from masetproof.objectives import Objective
from masetproof.progress import Progress, Stopwatch, silent
from masetproof.recurrences.polynomials import Polynomial, from_differences, power, summed, value_at
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports import latex
from masetproof.reports.band import band_context
from masetproof.reports.bundle import PDF, SHORT, SUMMARY, SUMS, Bundle
from masetproof.reports.document import BODY, DOCUMENT, PAPER, context_of_formula, for_paper
from masetproof.short.proof import ShortProof
from masetproof.words import word_text

Kind = tuple[int, int, int]
"""How many clauses have one star, none, and, where bounds count them apart, all stars but one."""

_LISTING = (*PAPER, DOCUMENT, PDF)
_LISTED_PEGS = 2
"""With more pegs the listing has many pages."""


class _CoveredPart(NamedTuple):
    """A part of a question: its answer, its counts, and covers, groups with what is left."""

    answer: int
    kind: Kind
    covers: list[tuple[tuple[CoverGroup, ...], Kind]]

    @property
    def members(self) -> tuple[object, ...]:
        """A key that is equal for parts that differ in columns and colours only."""
        covers = [(tuple(group.member for group in some), rest) for some, rest in self.covers]
        return self.answer, self.kind, tuple(covers)


def has_listing(game: AlikeGame, pegs: int, listing: str | None) -> bool:
    """Whether a short proof is printed.  A listing of many pages is printed on demand only.

    listing: ``none``, ``full``, or None for the default: full for band proofs, which are short, and
        up to `_LISTED_PEGS` pegs.
    """
    if listing not in (None, "none", "full"):
        raise Refused("the listing of a short proof is full, or none")
    if listing is None:
        return game == BLACK_PEG or pegs <= _LISTED_PEGS
    return listing == "full"


def check_short_directory(directory: Path, *, listing: bool) -> None:
    """`Refused` when the command would replace a file that it did not make."""
    Bundle(directory).check((SHORT, SUMMARY, *(_LISTING if listing else ())))


def write_short_bundle(
    proof: ShortProof | BandProof,
    directory: Path,
    watch: Stopwatch,
    progress: Progress = silent,
    *,
    listing: bool,
) -> Bundle:
    """Write the certificate of a short proof, a summary, and, if wanted, a listing.

    The listing is ``proof.tex``, ``proof-body.tex``, which can be put into a paper, what they need,
    and ``proof.pdf``, else `Bundle.notes` says why not.
    """
    check_short_directory(directory, listing=listing)
    bundle = Bundle(directory)
    certificate = bundle.write_certified(SHORT, proof)
    if listing:
        with watch.stage("listing"):
            progress("writing the listing", 0, 1)
            body, document = short_listing(certificate)
        bundle.write(for_paper(body) | {DOCUMENT: document})
        bundle.write_pdf(DOCUMENT, BODY, watch, progress)
    bundle.files.append(directory / SUMS)
    return bundle


def short_listing(certificate: bytes) -> tuple[str, str]:
    """The body, and the document around it; `Refused` when the certificate is not verified."""
    is_band = certificate.startswith(b"masetproof short proof 2\n")
    try:
        context = (band_context if is_band else _context)(certificate)
    except Unverified as error:
        raise Refused(f"the short proof is not verified: {error}") from None
    context |= {
        "word": word_text,
        "clauses": lambda some: r"\mptClause ".join(map(word_text, some)),
    }
    body = "band" if is_band else "short"
    return (
        latex.rendered(f"{body}.tex.jinja", context),
        latex.rendered("proof.tex.jinja", context),
    )


def _context(certificate: bytes) -> dict[str, object]:
    """The values for the templates; `Unverified` when the certificate is not verified."""
    parsed, proof = prove_short(certificate, silent)
    game = as_alike_game(parsed.game)
    pegs, branches = counted(parsed.pegs, "peg"), tuple(parsed.branches)
    least, exceptions = game.least_colours(parsed.pegs), dict(parsed.exceptions)
    formula = Formula(Objective.EXPECTED, parsed.valid_from, branches, exceptions, least)
    title = f"{game.title} with {pegs}: a short proof that no strategy takes less"
    options = f"--short{' --upper' * bool(parsed.strategy)} --listing full"
    listing = _Listing(parsed, proof)
    return context_of_formula(game, parsed.pegs, formula, parsed.digest, options, "short") | {
        "name": Path(DOCUMENT).stem,
        "margin": "15mm",
        "packages": ["multicol"],
        "title": title,
        "subject": f"A lower bound for every number of colours; {title}",
        "secrets": latex.secret_count(game, parsed.pegs),
        "parsed": parsed,
        "proof": proof,
        "answers": listing.answers,
        "known": proof.known,
        "sizes": size_bounds(parsed.pegs, max(secrets for _, secrets, _ in proof.kinds)).tolist(),
        "example": listing.example(10),
        "counts": list(listing.counts()),
        "members": [listing.member(number) for number in range(len(parsed.members))],
    }


@final
class _Listing:
    """The printed content of a verified proof."""

    def __init__(self, parsed: Certificate, proof: ShortVerification) -> None:
        self.parsed, self.proof = parsed, proof
        self.pegs = parsed.pegs
        self.answers = proof.rules.answers
        self.kinds = [*proof.kinds]
        self.listed: list[dict[Clause, Listed]] = [{} for _ in parsed.members]
        for one in parsed.questions:
            self.listed[one.member][one.question] = one
        self.has_singles = proof.single is not None

    def example(self, m: int) -> dict[str, object] | None:
        """The first question on the full pattern with covers, in numbers for m."""
        for some in split(self.proof.rules, self.parsed.members[0]):
            for row, question in enumerate(map(tuple, some.questions.tolist())):
                if question in self.listed[0]:
                    parts = self._parts(some, row, self.listed[0][question])
                    values = [self._value(part, m - some.new) for part in parts]
                    terms = [int(self.proof.secrets[0, m]), *values]
                    least = int(self.proof.least[0, m])
                    total = {"total": sum(terms), "least": least}
                    return {"question": question, "m": m, "terms": terms} | total
        return None

    def counts(self) -> Iterator[tuple[int, int, list[int]]]:
        """Clauses, secrets and their values, up to where they continue by the lemma."""
        parsed, pegs = self.parsed, self.pegs
        sizes = size_bounds(pegs, max(secrets for _, secrets, _ in self.kinds) + parsed.secrets)
        rows: dict[tuple[int, int], Ints] = {}
        for (clauses, secrets, _), values in zip(self.kinds, self.proof.plain, strict=True):
            ends = min(clauses, parsed.clauses), min(secrets, parsed.secrets)
            if clauses:
                rows[ends] = values - sizes[secrets] + sizes[ends[1]]
        for (clauses, secrets), values in sorted(rows.items()):
            step = values[2 * pegs :] - 2 * values[pegs:-pegs] + values[: -2 * pegs]
            other = np.nonzero(step != pegs * clauses)[0]
            end = 2 * pegs + (int(other[-1]) + 1 if len(other) else 0)
            yield clauses, secrets, values[:end].tolist()

    # -------------------------------------------------------------------------------- members

    def member(self, number: int) -> dict[str, object]:
        """A member with its bound, values and then polynomials, and its questions.

        covered: by new colours, the questions; those with the same parts and covers together.
        others: by new colours, the number of questions that counts alone bound, and their types.
        """
        least, base, period = self.proof.least[number], self.parsed.base, self.parsed.period
        claims = self.proof.claims
        by_class = sorted(
            ((base + i) % period, from_differences(claims[i][number].tolist(), base + i, period))
            for i in range(period)
        )
        polynomials = [polynomial for _, polynomial in by_class]
        start = base
        while start and value_at(polynomials[(start - 1) % period], start - 1) == least[start - 1]:
            start -= 1
        listed, clauses = self.listed[number], self.parsed.members[number]
        pieces = [*split(self.proof.rules, clauses)]
        return {
            "clauses": clauses,
            "early": least[:start].tolist(),
            "later": _classes(polynomials),
            "covered": [(some.new, self._covered(some, listed)) for some in pieces],
            "others": [(some.new, *self._others(some, listed)) for some in pieces],
        }

    def _parts(self, some: MemberSplit, row: int, one: Listed) -> Iterator[_CoveredPart]:
        for answer in range(len(self.answers)):
            stars = some.counts[row, answer]
            if stars.any():
                clauses = [*map(bytes, some.clauses[some.answers[row] == answer])]
                covers = []
                for groups in one.covers.get(answer, []):
                    left = left_over(clauses, groups, self.proof.packed, one.line)
                    rest = np.bincount([row.count(STAR) for row in left], minlength=len(stars))
                    covers.append((groups, self._kind(rest)))
                yield _CoveredPart(answer, self._kind(stars), covers)

    def _value(self, part: _CoveredPart, m: int) -> int:
        """The greatest lower bound of a part at m: by counts, or by one of its covers."""
        least = self.proof.least
        covers = [
            int(self._sum([rest])[m]) + sum(int(least[group.member, m]) for group in groups)
            for groups, rest in part.covers
        ]
        return max([int(self._sum([part.kind])[m]), *covers])

    def _covered(
        self, some: MemberSplit, listed: dict[Clause, Listed]
    ) -> list[tuple[list[_CoveredPart], list[Clause]]]:
        """The questions with covers; those with the same parts share a line."""
        lines: dict[tuple[object, ...], tuple[list[_CoveredPart], list[Clause]]] = {}
        for row, question in enumerate(map(tuple, some.questions.tolist())):
            if question in listed:
                parts = [*self._parts(some, row, listed[question])]
                key = tuple(part.members for part in parts)
                lines.setdefault(key, (parts, []))[1].append(question)
        return [*lines.values()]

    # ------------------------------------------------------------------------ other questions

    def _others(
        self, some: MemberSplit, listed: dict[Clause, Listed]
    ) -> tuple[int, list[tuple[Clause, Counter[Kind]]]]:
        """How many questions counts bound, and one question of each type with its parts."""
        types: dict[tuple[Kind, ...], Clause] = {}
        count = 0
        for row, question in enumerate(map(tuple, some.questions.tolist())):
            if question in listed:
                continue
            count += 1
            parts = (self._kind(stars) for stars in some.counts[row, :-1])
            key = tuple(sorted((part for part in parts if any(part)), reverse=True))
            types.setdefault(key, question)
        kept: list[tuple[Kind, ...]] = []
        for one in sorted(types, key=lambda parts: (-len(parts), parts)):
            if not any(fits(less, one) for less in kept):
                kept.append(one)
        return count, [(types[one], Counter(one)) for one in kept]

    def _kind(self, stars: Ints) -> Kind:
        singles = int(stars[self.pegs - 1]) if self.has_singles else 0
        return int(stars[1]), int(stars[0]), singles

    def _sum(self, parts: Sequence[Kind]) -> Ints:
        """The sum of the bounds by counts of some parts, for each m."""
        places = [self.proof.kinds[part] for part in parts if any(part)]
        total: Ints = self.proof.counts[places].sum(axis=0)
        return total


def fits(less: Sequence[Kind], more: Sequence[Kind]) -> bool:
    """Whether the parts *less* fit into *more*, several into one, without exceeding any."""
    if not less:
        return True
    first, *rest = less
    for place in {room: i for i, room in enumerate(more)}.values():
        room = more[place]
        if all(a <= b for a, b in zip(first, room, strict=True)):
            clauses, secrets, singles = (b - a for a, b in zip(first, room, strict=True))
            left = [*more[:place], (clauses, secrets, singles), *more[place + 1 :]]
            if fits(rest, left):
                return True
    return False


# ------------------------------------------------------------------------------- polynomials


def _classes(polynomials: Sequence[Polynomial]) -> str:
    """Polynomials for the residues of m as one, in LaTeX.

    Coefficients that depend on the residue are in brackets: m^2/2 for even m and (m^2 + 1)/2 for
    odd m are ``(m^2+[0,1])/2``.
    """
    scale = lcm(*(c.denominator for one in polynomials for c in one))
    terms = list[str]()
    columns = [*zip_longest(*polynomials, fillvalue=Fraction(0))]
    for exponent in reversed(range(len(columns))):
        numbers = [int(c * scale) for c in columns[exponent]]
        if not any(numbers):
            continue
        if len(set(numbers)) == 1:
            term = summed([(numbers[0], power("m", exponent))])
        else:
            term = f"[{','.join(map(str, numbers))}]{power('m', exponent)}"
        terms.append(term if not terms or term.startswith("-") else f"+{term}")
    text = "".join(terms) or "0"
    if scale == 1:
        return text
    return f"({text})/{scale}" if len(terms) > 1 else f"{text}/{scale}"

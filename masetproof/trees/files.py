"""Strategy trees as JSON files; docs/trees.md fixes the format.

The nodes are a flat list in preorder, each with its depth, so that neither a file nor its reader
nests deeper than a few levels however deep the strategy is, and a changed subtree changes its own
lines only.  A file is not trusted: what is malformed is `Refused` with the place, before anything
large is built.  Whether the tree is a strategy is for `trees.replay` to judge.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol

from masetproof.arguments import Refused, as_instance, did_you_mean, printable, shown
from masetproof.files import file_path, read_bytes, text_of, write_text
from masetproof.finite.setting import MOST_PLAYED, FiniteGame
from masetproof.games.registry import game_of_data
from masetproof.progress import Progress, as_progress, silent
from masetproof.trees.claims import NO_CLAIMS, Claimed, check_claims
from masetproof.trees.irving import is_irving, parse_irving
from masetproof.trees.replay import replay
from masetproof.trees.tree import (
    HasTree,
    Node,
    StrategyTree,
    checked_tree,
    folded,
    place_text,
    preorder,
)
from masetproof.words import Word

FORMAT = "masetproof-strategy"
VERSION = 2
"""For games whose columns have different numbers of colours; other files keep version 1."""
MIXTURE = "masetproof-mixture"
MOST_BYTES = 8 << 20
"""A longer file is neither written nor read; 131,071 nodes, enough for the largest finite game
if every question tells something, take some four million bytes."""

_READ = "a strategy is read from JSON or from Irving's notation; docs/trees.md has both"
_MOST_DIGITS = 15
_SECRETS = ("all", "distinct")
_KEYS = ("format", "version", "game", "pegs", "colours", "secrets", "consistent_only", "nodes")
_MORE_KEYS = ("hard", "claims", "data", "after")


class MixedTree(Protocol):
    """A strategy that is played with a probability."""

    @property
    def tree(self) -> StrategyTree: ...

    @property
    def probability(self) -> Fraction: ...


class Stored(NamedTuple):
    """The content of a file: a tree that has not been replayed, and the claims about it."""

    tree: StrategyTree
    claims: Claimed


# --------------------------------------------------------------------------------------- writing


def tree_lines(tree: StrategyTree, claims: Claimed = NO_CLAIMS) -> list[str]:
    """The lines of the file, without line ends; `Refused` when a question is no word."""
    finite = tree.finite
    after = [[finite.text(asked), finite.answer_texts[number]] for asked, number in finite.after]
    made = {name: getattr(claims, name) for name in Claimed.__dataclass_fields__}
    made["goal"] = claims.goal and claims.goal.value
    made["expected"] = None if claims.expected is None else str(claims.expected)
    header: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION if finite.columns else 1,
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.columns or finite.colours,
        "secrets": "distinct" if finite.distinct else "all",
        "consistent_only": finite.consistent_only,
        "hard": finite.hard or None,
        "data": finite.game.data(),
        "after": after or None,
        "claims": {name: claim for name, claim in made.items() if claim is not None} or None,
    }
    entries = node_entries(finite, tree.root)
    return [
        "{",
        *(f' "{key}": {json.dumps(value)},' for key, value in header.items() if value is not None),
        ' "nodes": [',
        *[f"  {json.dumps(entry)}," for entry in entries[:-1]],
        f"  {json.dumps(entries[-1])}",
        " ]",
        "}",
    ]


def node_entries(finite: FiniteGame, root: Node) -> list[list[object]]:
    """The nodes in preorder: depth, answer that leads there (root: None), question."""
    texts = finite.answer_texts
    entries: list[list[object]] = []
    for depth, number, node in preorder(root):
        text = finite.text(node.question)
        if "?" in text:
            raise Refused(f"the question {text} has a cell that is no colour")
        if number is not None and not 0 <= number < len(texts):
            raise Refused(f"there is no answer number {number}")
        entries.append([depth, None if number is None else texts[number], text])
    return entries


def write_tree(
    path: str | PathLike[str],
    tree: StrategyTree | HasTree,
    claims: Claimed = NO_CLAIMS,
    progress: Progress = silent,
) -> None:
    """Write the tree, after a replay: nothing wrong is ever written.

    tree: or a result that has one, such as an `Optimum`.  claims: what the file says of it.
    `Refuted` when the tree is no strategy or a claim is wrong, `Refused` when the file would be
    larger than `MOST_BYTES` or an argument is of another type, `OSError` when it cannot be written.

    >>> write_tree("tree.json", optimize(FiniteGame("ab", 2, 3), workers=1).tree)
    """
    path, tree = file_path(path), checked_tree(tree)
    claims = as_instance(Claimed, claims, "what is claimed")
    check_claims(claims, replay(tree, as_progress(progress)))
    _write(path, tree_lines(tree, claims), "the tree")


def write_mixture(path: str | PathLike[str], mixture: Iterable[MixedTree]) -> None:
    """Write strategies with their probabilities, each as the file of its tree has it.

    Every tree is replayed before, and claims its total, worst case and histogram.
    """
    lines = ["{", f' "format": "{MIXTURE}",', ' "version": 1,', ' "strategies": [']
    for one in mixture:
        played = replay(one.tree)
        claims = Claimed(total=played.total, worst=played.worst, histogram=played.histogram)
        lines.append(f'  {{"probability": "{one.probability}", "tree":')
        lines += [f"  {line}" for line in tree_lines(one.tree, claims)]
        lines[-1] += "},"
    lines[-1] = lines[-1].removesuffix(",")
    _write(file_path(path), [*lines, " ]", "}"], "the mixture")


def _write(path: Path, lines: list[str], what: str) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if len(text) > MOST_BYTES:  # it is ASCII
        raise Refused(f"{what} takes more than {MOST_BYTES:,} bytes as a file")
    write_text(path, text)


# --------------------------------------------------------------------------------------- reading


def load_tree(path: str | PathLike[str]) -> Stored:
    """Read a file; `Refused`, which names it, when it is malformed, `OSError` when unreadable.

    `Refuted` when a file in Irving's notation says something that is not so.  A pipe to which no
    program writes is refused, not waited for; ``-`` is standard input.

    >>> tree = optimize(FiniteGame("ab", 2, 3), workers=1).tree
    >>> write_tree("tree.json", tree)
    >>> load_tree("tree.json").tree == tree
    True
    """
    path = file_path(path)
    data = read_bytes(path, MOST_BYTES + 1)
    try:
        return parse_tree(data)
    except Refused as error:
        raise Refused(f"{path}: {error}") from None


def parse_tree(data: bytes) -> Stored:
    """The content of a file from its bytes, in this format or Irving's; raises as `load_tree`."""
    if len(as_instance(bytes, data, "the content of a file")) > MOST_BYTES:
        raise Refused(f"the file has more than {MOST_BYTES:,} bytes")
    try:
        text = text_of(data)
    except Refused as refused:
        raise Refused(f"{refused}; {_READ}") from None
    if is_irving(text):
        return Stored(parse_irving(text), NO_CLAIMS)
    document = _document(text)
    if document.get("format") != FORMAT:
        raise Refused(f"this is no strategy file: its 'format' is not {FORMAT!r}; {_READ}")
    version = document.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise Refused(f"'version' is {_shown(version)}; 1 to {VERSION} can be read")
    _check_keys(document, "key", [*_KEYS, *_MORE_KEYS])
    for key in _KEYS:
        if key not in document:
            raise Refused(f"the key {key!r} is missing")
    finite, claims = _finite(document), document.get("claims", {})
    _check(isinstance(claims, dict), "'claims' must be an object", claims)
    _check_keys(claims, "claim", list(Claimed.__dataclass_fields__))
    for name, claim in claims.items():
        if claim is None:
            raise Refused(f"the claim {name!r} is null; what is not claimed is left out")
    claimed = Claimed(**claims)
    return Stored(StrategyTree(finite, node_of(finite, document["nodes"])), claimed)


def _document(text: str) -> dict[str, Any]:
    """The JSON document of a text.

    `Refused` for what only Python's module takes, such as NaN, and for keys that come twice and
    long numbers.
    """
    if not text.lstrip().startswith("{"):
        raise Refused(f"this is no strategy file, as it begins with {_begin(text)}; {_READ}")
    try:
        document = json.loads(
            text, parse_int=_integer, parse_constant=_no_number, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        problem = error.msg[:1].lower() + error.msg[1:]
        if error.msg == "Extra data":
            problem = "something follows the end of the document"
        raise Refused(f"line {error.lineno:,}, column {error.colno:,}: {problem}") from None
    except RecursionError:
        raise Refused("the file nests lists or objects far too deeply") from None
    return dict(document)


def _begin(text: str) -> str:
    """How a text begins, for a message."""
    first = text.split(maxsplit=1)[:1]
    return _shown(first[0][:20]) if first else "nothing"


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise Refused(f"a number has {len(text):,} digits; at most {_MOST_DIGITS} are accepted")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise Refused(f"{text} is no number of JSON")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise Refused(f"the key {_shown(twice)} occurs twice in one object")
    return members


def _shown(value: object) -> str:
    """A value of a document, for a message: never long, never more than one line."""
    if isinstance(value, list | dict):
        return f"a list of {len(value):,}" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        value = value[:40]
    text = printable(json.dumps(value, default=shown, ensure_ascii=False))
    return text if len(text) <= 40 else text[:40] + "..."


def _check(fits: bool, needed: str, value: object) -> None:
    """`Refused` when a value of a document does not fit; needed: the beginning of the sentence."""
    if not fits:
        raise Refused(f"{needed}, not {_shown(value)}")


def _check_keys(document: dict[str, Any], what: str, known: Sequence[str]) -> None:
    for key in document:
        if key not in known:
            meant = did_you_mean(key, known)
            there = f"there are {', '.join(known)}"
            raise Refused(f"the {what} {_shown(key)} is unknown; {there}{meant}")


def _check_size(value: object, name: str) -> None:
    _check(type(value) is int and value > 0, f"{name} must be a whole number from 1", value)


def _finite(document: dict[str, Any]) -> FiniteGame:
    name, colours, secrets = document["game"], document["colours"], document["secrets"]
    consistent_only = document["consistent_only"]
    _check(isinstance(name, str), "'game' must be a name", name)
    _check(secrets in _SECRETS, f"'secrets' must be one of {', '.join(_SECRETS)}", secrets)
    game = game_of_data(name[:40], document.get("data"))
    _check_size(document["pegs"], "'pegs'")
    if document["version"] == 1:
        _check_size(colours, "'colours'")
    else:
        listed = isinstance(colours, list) and bool(colours)
        _check(listed, "'colours' must be a list of numbers in version 2", colours)
        for number in colours:
            _check_size(number, "a number of 'colours'")
    _check(
        type(consistent_only) is bool, "'consistent_only' must be true or false", consistent_only
    )
    hard = document.get("hard", False)
    _check(type(hard) is bool, "'hard' must be true or false", hard)
    finite = FiniteGame(
        game,
        document["pegs"],
        colours,
        distinct=secrets == "distinct",
        consistent_only=consistent_only,
        hard=hard,
        after=_history(document.get("after", [])),
    )
    finite.check_listable(MOST_PLAYED)
    return finite


def _history(document: Any) -> tuple[tuple[str, str], ...]:
    """The questions that were asked before the tree begins, with their answers."""
    _check(isinstance(document, list), "'after' must be a list of questions and answers", document)
    for step in document:
        if not isinstance(step, list) or [type(part) for part in step] != [str, str]:
            raise Refused(f"'after' holds {_shown(step)}, which is no question with its answer")
    return tuple(map(tuple, document))


_PathStep = tuple[Word, int | None]
"""A question on the path to a node, and the number of the answer that leads on, if it is known."""


def node_of(finite: FiniteGame, entries: Any) -> Node:
    """The root of what `node_entries` gave; `Refused` with the place when it is malformed."""
    texts = finite.answer_texts
    is_list = isinstance(entries, list) and bool(entries)
    _check(is_list, "'nodes' must be a list with a node at least", entries)
    numbers = {text: number for number, text in enumerate(texts)}
    listed, steps = [], list[_PathStep]()
    for place, entry in enumerate(entries, 1):
        try:
            listed.append(_read_node(finite, numbers, steps, entry))
        except Refused as wrong:
            raise Refused(f"node {place:,}, {_place(finite, steps)}: {wrong}") from None
    return folded(listed, Node)


def _read_node(
    finite: FiniteGame, numbers: dict[str, int], steps: list[_PathStep], entry: object
) -> tuple[int, int | None, Word]:
    """Depth, number of the answer, question; steps: those to the node before, and then to it."""
    if not isinstance(entry, list) or len(entry) != 3:
        raise Refused(f"a node must be [depth, answer, question], not {_shown(entry)}")
    depth, answer, text = entry
    deepest = len(steps)
    if type(depth) is not int or not min(deepest, 1) <= depth <= deepest:
        reason = f"from 1 to {deepest:,}" if deepest else "0"
        raise Refused(f"the depth of this node must be {reason}, not {_shown(depth)}")
    del steps[depth:]
    number = None
    if depth:
        above, before = steps[-1]
        steps[-1], asked = (above, None), finite.text(above)
        number = numbers.get(answer) if isinstance(answer, str) else None
        if number is None:
            like = _shown(next(iter(numbers)))
            raise Refused(f"{_shown(answer)} is no answer to {asked}; one is like {like}")
        if before is not None and number <= before:
            raise Refused(f"the answer {answer} to {asked} comes again or too late")
        steps[-1] = above, number
    elif answer is not None:
        raise Refused(f"no answer leads here, so it must be null, not {_shown(answer)}")
    question = finite.parse(text)
    steps.append((question, None))
    return depth, number, question


def _place(finite: FiniteGame, steps: list[_PathStep]) -> str:
    """Where a node is that is being read, as far as its steps are known."""
    if not steps:
        return "the first question"
    known = [(question, number) for question, number in steps if number is not None]
    told = [place_text(finite, known)] if known else []
    below = [] if len(known) == len(steps) else [f"below {finite.text(steps[-1][0])}"]
    return ", ".join(told + below)

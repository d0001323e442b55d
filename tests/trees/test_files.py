"""Files of strategy trees: round trips, and what is malformed is refused with its place."""

from __future__ import annotations

import gzip
import json
import os
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import BLACK_PEG, MASTERMIND
from masetproof.objectives import Goal
from masetproof.trees.claims import NO_CLAIMS, Claimed
from masetproof.trees.files import (
    MOST_BYTES,
    Stored,
    load_tree,
    parse_tree,
    tree_lines,
    write_tree,
)
from masetproof.trees.replay import Refuted, replay
from masetproof.trees.tree import Node, StrategyTree
from tests.trees.samples import TWO_BY_TWO, chain, trees, two_by_two
from tests.trees.test_replay import DEEP, deep_tree

TEXT = """\
{
 "format": "masetproof-strategy",
 "version": 1,
 "game": "mastermind",
 "pegs": 2,
 "colours": 2,
 "secrets": "all",
 "consistent_only": false,
 "claims": {"goal": "expected", "total": 8, "worst": 3, "histogram": [1, 2, 1], \
"optimal": true, "lower_bound": 8},
 "nodes": [
  [0, null, "01"],
  [1, "(1,0)", "00"],
  [2, "(0,0)", "11"],
  [1, "(0,2)", "10"]
 ]
}
"""
CLAIMS = Claimed(Goal.EXPECTED, 8, 3, (1, 2, 1), True, 8)


def text_of(tree: StrategyTree, claims: Claimed = NO_CLAIMS) -> bytes:
    return "".join(f"{line}\n" for line in tree_lines(tree, claims)).encode()


def test_a_file_is_as_the_document_says(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    write_tree(path, two_by_two(), CLAIMS)
    assert path.read_text() == TEXT
    assert load_tree(path) == Stored(two_by_two(), CLAIMS)


def test_the_example_in_the_document_is_that_file() -> None:
    document = Path(__file__).parents[2] / "docs" / "trees.md"
    lines = [line.removeprefix("    ") for line in document.read_text().splitlines(keepends=True)]
    start = lines.index("{\n")
    assert "".join(lines[start : lines.index("}\n") + 1]) == TEXT


@given(trees())
def test_a_tree_comes_back_from_its_file(tree: StrategyTree) -> None:
    found = replay(tree)
    claims = Claimed(Goal.WORST, found.total, found.worst, found.histogram, False, 1, found.worst)
    for said in (NO_CLAIMS, Claimed(lower_bound=1), claims):
        data = text_of(tree, said)
        assert parse_tree(data) == Stored(tree, said)
        assert text_of(*parse_tree(data)) == data
        # Any JSON with the same content is read as well.
        squeezed = json.dumps(dict(reversed(json.loads(data).items())), separators=(",", ":"))
        assert parse_tree(squeezed.encode()) == Stored(tree, said)


def test_a_deep_tree_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    write_tree(path, deep_tree(DEEP))
    assert load_tree(path).tree == deep_tree(DEEP)


def test_nothing_wrong_is_written(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    with pytest.raises(Refuted, match="the total is 8, but 7 is claimed"):
        write_tree(path, two_by_two(), Claimed(total=7))
    with pytest.raises(Refuted, match="no branch"):
        write_tree(path, StrategyTree(TWO_BY_TWO, Node((0, 0))))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        (Claimed(total=9), "the total is 8, but 9 is claimed"),
        (Claimed(worst=2), "the worst case is 3, but 2 is claimed"),
        (
            Claimed(histogram=(1, 2)),
            "1 secret is found with 3 questions, but the histogram claims 0",
        ),
        (Claimed(histogram=(1, 1, 2)), "2 secrets are found with 2 questions, but the histogram "),
        (Claimed(histogram=(1, 2, 1, 0)), "the claimed histogram ends with a zero"),
        (
            Claimed(histogram=(1, 2, 1, 1)),
            "0 secrets are found with 4 questions, but the histogram",
        ),
        (Claimed(histogram=()), "1 secret is found with 1 question, but the histogram claims 0"),
        (Claimed(max_questions=2), "the worst case is 3, but at most 2 questions are claimed"),
        (
            Claimed(Goal.EXPECTED, lower_bound=9),
            "the total is 8, which is less than 9, the claimed",
        ),
        (Claimed(Goal.WORST_THEN_EXPECTED, lower_bound=4), "the worst case is 3, which is less "),
    ],
)
def test_false_claims_are_refuted(tmp_path: Path, claims: Claimed, sentence: str) -> None:
    with pytest.raises(Refuted) as refuted:
        write_tree(tmp_path / "tree.json", two_by_two(), claims)
    assert str(refuted.value).startswith(sentence)


# ------------------------------------------------------------------------------ what is malformed

NODES = TEXT[TEXT.index("[\n  [0") : TEXT.rindex("}")]


def edited(old: str, new: str) -> bytes:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1).encode(errors="surrogatepass")


def columns(colours: str) -> bytes:
    """A file of version 2."""
    text = edited('"version": 1', '"version": 2').replace(b'"colours": 2', b'"colours": %s')
    return text.replace(b"mastermind", b"black-peg") % colours.encode()


READ = "a strategy is read from JSON or from Irving's notation; docs/trees.md has both"
MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_is_no_part_of_a_text() -> None:
    assert parse_tree(MARK + TEXT.encode()) == parse_tree(TEXT.encode())
    assert parse_tree(MARK + b"4 (11x)").tree == parse_tree(b"4 (11x)").tree


def with_nodes(nodes: str) -> bytes:
    return TEXT.replace(NODES, nodes).encode()


DAMAGED = {
    "empty": (b"", f"this is no strategy file, as it begins with nothing; {READ}"),
    "blank": (b" \n", "this is no strategy file, as it begins with nothing"),
    "words": (b"salet\ncrane\n", f'this is no strategy file, as it begins with "salet"; {READ}'),
    "binary": (b"\x7fELF\xff\x00", f"line 1: not UTF-8; {READ}"),
    "not-utf-8": (TEXT.encode().replace(b'"11"', b'"\xff1"'), "line 13: not UTF-8"),
    "utf-16": (TEXT.encode("utf-16"), f"line 1: not UTF-8, but UTF-16; {READ}"),
    "gzip": (gzip.compress(TEXT.encode()), "line 1: not UTF-8, but packed by gzip"),
    "two-byte-order-marks": (MARK * 2 + TEXT.encode(), "this is no strategy file, as it begins"),
    "truncated": (TEXT[:-20].encode(), "line 14, column "),
    "truncated-after-a-node": (
        TEXT[: TEXT.index(",\n  [2")].encode(),
        "line 12, column 21: expecting ',' delimiter",
    ),
    "trailing": (TEXT.encode() + b"{}", "line 17, column 1: something follows the end of the "),
    "comma-missing": (edited('"pegs": 2,', '"pegs": 2'), "line 6, column 2: expecting ',' "),
    "list": (b"[]", f'this is no strategy file, as it begins with "[]"; {READ}'),
    "number": (b"1", 'this is no strategy file, as it begins with "1"'),
    "nested": (b"[" * 1_000_000, 'this is no strategy file, as it begins with "[[['),
    "nested-objects": (b'{"a":' * 1_000_000, "the file nests lists or objects far too deeply"),
    "nested-nodes": (with_nodes("[" * 10**5 + "]" * 10**5), "the file nests lists or objects far"),
    "too-long": (b" " * (MOST_BYTES + 1), "the file has more than 8,388,608 bytes"),
    "nan": (edited('"pegs": 2', '"pegs": NaN'), "NaN is no number of JSON"),
    "infinity": (edited("[0,", "[-Infinity,"), "-Infinity is no number of JSON"),
    "huge": (edited('"pegs": 2', '"pegs": ' + "9" * 5000), "a number has 5,000 digits; at most 15"),
    "key-twice": (edited('"pegs": 2', '"pegs": 2, "pegs": 2'), 'the key "pegs" occurs twice in '),
    "claim-twice": (edited('"total": 8', '"total": 8, "total": 8'), 'the key "total" occurs twice'),
    "no-format": (edited('"format"', '"formal"'), "this is no strategy file: its 'format' is not "),
    "other-format": (edited("masetproof-s", "s"), "this is no strategy file: its 'format' is not "),
    "version-3": (edited('"version": 1', '"version": 3'), "'version' is 3; 1 to 2 can be read"),
    "version-0": (edited('"version": 1', '"version": 0'), "'version' is 0; 1 to 2 can be read"),
    "version-true": (edited('"version": 1', '"version": true'), "'version' is true; 1 to 2 can "),
    "version-float": (edited('"version": 1', '"version": 1.0'), "'version' is 1.0; 1 to 2 can be"),
    "version-2": (
        edited('"version": 1', '"version": 2'),
        "'colours' must be a list of numbers in version 2, not 2",
    ),
    "columns-in-version-1": (
        edited('"colours": 2', '"colours": [2, 3]'),
        "'colours' must be a whole number from 1, not a list of 2",
    ),
    "columns-empty": (columns("[]"), "'colours' must be a list of numbers in version 2, not a li"),
    "columns-text": (columns('"2,3"'), "'colours' must be a list of numbers in version 2, not "),
    "columns-0": (columns("[2, 0]"), "a number of 'colours' must be a whole number from 1, not 0"),
    "columns-true": (columns("[2, true]"), "a number of 'colours' must be a whole number from 1,"),
    "columns-3": (columns("[2, 3, 4]"), "one number of colours for each column makes 2, not 3"),
    "columns-of-mastermind": (
        columns("[2, 3]").replace(b"black-peg", b"mastermind"),
        "the game mastermind takes one number of colours; only where columns have colours of the",
    ),
    "key-missing": (edited(' "secrets": "all",\n', ""), "the key 'secrets' is missing"),
    "pegs-missing": (edited(' "pegs": 2,\n', ""), "the key 'pegs' is missing"),
    "key-unknown": (edited('"pegs"', '"x": 1, "pegs"'), 'the key "x" is unknown; there are format'),
    "key-misspelt": (
        edited('"colours"', '"colors"'),
        'the key "colors" is unknown; there are format, version, game, pegs, colours, secrets, '
        "consistent_only, nodes, hard, claims, data, after; did you mean colours?",
    ),
    "key-surrogate": (edited('"pegs"', '"\\ud800": 1, "pegs"'), 'the key "\\ud800" is unknown; '),
    "game-unknown": (edited('"mastermind"', '"chess"'), "unknown game 'chess'; there are master"),
    "game-number": (edited('"mastermind"', "7"), "'game' must be a name, not 7"),
    "game-list": (edited('"mastermind"', "[1, 2]"), "'game' must be a name, not a list of 2"),
    "pegs-text": (edited('"pegs": 2', '"pegs": "2"'), "'pegs' must be a whole number from 1, not "),
    "pegs-true": (edited('"pegs": 2', '"pegs": true'), "'pegs' must be a whole number from 1, not"),
    "pegs-float": (
        edited('"pegs": 2', '"pegs": 2.0'),
        "'pegs' must be a whole number from 1, not ",
    ),
    "pegs-inf": (
        edited('"pegs": 2', '"pegs": 1e999'),
        "'pegs' must be a whole number from 1, not I",
    ),
    "pegs-0": (edited('"pegs": 2', '"pegs": 0'), "'pegs' must be a whole number from 1, not 0"),
    "pegs-17": (
        edited('"pegs": 2', '"pegs": 17'),
        "words are listed with at most 16 pegs, not 17",
    ),
    "pegs-large": (edited('"pegs": 2', '"pegs": 999999999999999'), "the number of pegs must be 1 "),
    "colours-37": (
        edited('"colours": 2', '"colours": 37'),
        "node 1, the first question: the question must be a word of 2 colours, numbers separated ",
    ),
    "too-many-words": (
        edited('"pegs": 2,\n "colours": 2', '"pegs": 8,\n "colours": 36'),
        "Mastermind, 8 pegs, 36 colours has 2,821,109,907,456 words; at most",
    ),
    "too-few-colours": (
        edited('2,\n "secrets": "all"', '1,\n "secrets": "distinct"'),
        "with 2 pegs this game takes at least 2 colours, not 1",
    ),
    "secrets-some": (edited('"all"', '"some"'), "'secrets' must be one of all, distinct, not "),
    "secrets-list": (edited('"all"', "[]"), "'secrets' must be one of all, distinct, not a list"),
    "consistent-0": (edited("false", "0"), "'consistent_only' must be true or false, not 0"),
    "consistent-null": (edited("false", "null"), "'consistent_only' must be true or false, not n"),
    "claims-null": (edited('{"goal"', 'null, "x": {"goal"'), 'the key "x" is unknown'),
    "claims-list": (
        TEXT.replace(TEXT[TEXT.index('{"goal"') : TEXT.index("8},") + 2], "[8]").encode(),
        "'claims' must be an object, not a list of 1",
    ),
    "claim-unknown": (edited('"worst"', '"best"'), 'the claim "best" is unknown; there are goal, '),
    "claim-null": (edited('"total": 8', '"total": null'), "the claim 'total' is null; what is no"),
    "claim-true": (edited('"total": 8', '"total": true'), "the claim 'total' must be a whole num"),
    "claim-negative": (edited('"worst": 3', '"worst": -3'), "the claim 'worst' must be at least 1"),
    "claim-misspelt": (
        edited('"worst"', '"wosrt"'),
        'the claim "wosrt" is unknown; there are goal, total, worst, histogram, optimal, '
        "lower_bound, max_questions, expected; did you mean worst?",
    ),
    "goal-unknown": (
        edited('"expected"', '"fame"'),
        "the goal is one of expected, worst, expected-",
    ),
    "histogram-text": (edited("[1, 2, 1]", '"121"'), "the claim 'histogram' must be a list, not"),
    "histogram-true": (edited("[1, 2, 1]", "[1, true]"), "the claim 'histogram' must be a whole n"),
    "histogram-less": (edited("[1, 2, 1]", "[1, -1]"), "the claim 'histogram' must be at least 0,"),
    "optimal-1": (edited("true", "1"), "the claim 'optimal' must be True or False, not 1"),
    "nodes-object": (with_nodes("{}\n"), "'nodes' must be a list with a node at least, not an obj"),
    "nodes-none": (with_nodes("[]\n"), "'nodes' must be a list with a node at least, not a list o"),
    "node-object": (with_nodes('[{"depth": 0}]'), "node 1, the first question: a node must be [de"),
    "node-short": (
        edited('[0, null, "01"]', "[0, null]"),
        "node 1, the first question: a node mus",
    ),
    "node-long": (
        edited('[2, "(0,0)", "11"]', '[2, "(0,0)", "11", 1]'),
        "node 3, after 01 (1,0), below 00: a node must be [depth, answer, question], not a list "
        "of 4",
    ),
    "root-depth": (
        edited("[0,", "[1,"),
        "node 1, the first question: the depth of this node must ",
    ),
    "root-true": (edited("[0,", "[false,"), "node 1, the first question: the depth of this node m"),
    "root-answer": (
        edited("null", '"(0,0)"'),
        "node 1, the first question: no answer leads here, ",
    ),
    "second-root": (
        edited('[1, "(0,2)", "10"]', '[0, null, "10"]'),
        "node 4, after 01 (1,0), 00 (0,0), below 11: the depth of this node must be from 1 to 3, "
        "not 0",
    ),
    "depth-skips": (
        edited('[2, "(0,0)"', '[3, "(0,0)"'),
        "node 3, after 01 (1,0), below 00: the depth of this node must be from 1 to 2, not 3",
    ),
    "depth-text": (
        edited('[2, "(0,0)"', '["2", "(0,0)"'),
        "node 3, after 01 (1,0), below 00: the ",
    ),
    "depth-float": (
        edited('[2, "(0,0)"', '[2.0, "(0,0)"'),
        "node 3, after 01 (1,0), below 00: the",
    ),
    "depth-less": (edited('[2, "(0,0)"', '[-1, "(0,0)"'), "node 3, after 01 (1,0), below 00: the "),
    "answer-null": (
        edited('[2, "(0,0)"', "[2, null"),
        'node 3, after 01 (1,0), below 00: null is no answer to 00; one is like "(0,0)"',
    ),
    "answer-list": (
        edited('"(0,0)"', "[0, 0]"),
        "node 3, after 01 (1,0), below 00: a list of 2 is",
    ),
    "answer-blank": (edited('"(0,0)"', '"(0, 0)"'), "node 3, after 01 (1,0), below 00: "),
    "answer-too-large": (
        edited('"(0,0)"', '"(2,1)"'),
        'node 3, after 01 (1,0), below 00: "(2,1)" ',
    ),
    "answer-black-only": (
        edited('"(0,0)"', '"0"'),
        'node 3, after 01 (1,0), below 00: "0" is no a',
    ),
    "answer-twice": (
        edited('[1, "(0,2)"', '[1, "(1,0)"'),
        "node 4, below 01: the answer (1,0) to 01 comes again or too late",
    ),
    "answer-too-late": (
        edited('[1, "(0,2)"', '[1, "(0,1)"'),
        "node 4, below 01: the answer (0,1) to 01 comes again or too late",
    ),
    "question-short": (
        edited('"11"', '"1"'),
        "node 3, after 01 (1,0), 00 (0,0): the question must be a word of 2 colours, not '1'",
    ),
    "question-long": (
        edited('"11"', '"' + "1" * 99 + '"'),
        "node 3, after 01 (1,0), 00 (0,0): the",
    ),
    "question-number": (edited('"11"', "11"), "node 3, after 01 (1,0), 00 (0,0): the question mus"),
    "question-star": (edited('"11"', '"1*"'), "node 3, after 01 (1,0), 00 (0,0): '*' is no colour"),
    "question-extra": (edited('"11"', '"1a"'), "node 3, after 01 (1,0), 00 (0,0): 'a' is no colou"),
    "question-arabic": (edited('"11"', '"1\u0661"'), "node 3, after 01 (1,0), 00 (0,0): "),
    "question-surrogate": (
        edited('"11"', '"1\\ud800"'),
        "node 3, after 01 (1,0), 00 (0,0): '\\ud8",
    ),
    "root-question": (edited('"01"', '"0"'), "node 1, the first question: the question must be a "),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_in_one_sentence_with_its_place(name: str) -> None:
    data, sentence = DAMAGED[name]
    with pytest.raises(Refused) as refused:
        parse_tree(data)
    message = str(refused.value)
    assert message.startswith(sentence)
    assert message.isprintable()
    assert len(message) < 300


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_bytes(TEXT.encode()[:-5])
    with pytest.raises(Refused, match=r"^/.*tree\.json: line 15, column 1: expecting"):
        load_tree(path)
    with pytest.raises(FileNotFoundError):
        load_tree(tmp_path / "none.json")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file")
def test_no_more_is_read_than_a_file_may_have() -> None:
    with pytest.raises(Refused, match="more than 8,388,608 bytes"):
        load_tree(Path("/dev/zero"))


@pytest.mark.parametrize("filling", ["{},", '[0,null,"00"],'])
def test_memory_is_bounded(filling: str) -> None:
    """In proportion to the bytes, of which there may be forty times as many."""
    size = MOST_BYTES // 40
    count = (size - len(TEXT)) // len(filling)
    data = with_nodes("[" + (filling * count)[:-1] + "]")
    tracemalloc.start()
    with pytest.raises(Refused):
        parse_tree(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * size


@given(st.data())
def test_whatever_bytes_are_changed_nothing_but_a_refusal_comes_out(data: st.DataObject) -> None:
    random = Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(TEXT.encode())
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(damaged))
        end = start + random.choice([0, 1, 1, 2, 30])
        damaged[start:end] = random.choice(
            [b"", b"0", b"9", b"[", b"}", b'"', b",", b"null", b"1e5", b"\xff", b"(0,2)", b"true"]
        )
    try:
        tree, claims = parse_tree(bytes(damaged))
    except Refused:
        return
    try:
        replay(tree)
    except Refuted:
        return
    assert parse_tree(text_of(tree, claims)) == Stored(tree, claims)


@given(trees(), st.data(), st.sampled_from(["drop", "double", "exchange"]))
def test_no_node_can_be_dropped_doubled_or_exchanged(
    tree: StrategyTree, data: st.DataObject, change: str
) -> None:
    document = json.loads(text_of(tree))
    nodes = document["nodes"]
    place = data.draw(st.integers(0, len(nodes) - 1))
    if change == "drop":
        del nodes[place]
    elif change == "double":
        nodes.insert(place, nodes[place])
    elif place:
        nodes[place - 1 : place + 1] = [nodes[place], nodes[place - 1]]
    else:
        return
    with pytest.raises((Refused, Refuted)):
        replay(parse_tree(json.dumps(document).encode()).tree)


def test_answers_of_black_peg_games_are_single_numbers() -> None:
    finite = FiniteGame(BLACK_PEG, 1, 3)
    tree = StrategyTree(finite, chain(finite, ["0", "1", "2"], (0, 0)))
    assert [line.strip() for line in tree_lines(tree)][-5:-2] == [
        '[0, null, "0"],',
        '[1, "0", "1"],',
        '[2, "0", "2"]',
    ]


def test_columns_of_different_sizes_are_a_list_in_version_2() -> None:
    finite = FiniteGame(BLACK_PEG, 2, (1, 2))
    tree = StrategyTree(finite, chain(finite, ["00", "01"], (1, 0)))
    lines = [*tree_lines(tree)]
    assert lines[2:6] == [
        ' "version": 2,',
        ' "game": "black-peg",',
        ' "pegs": 2,',
        ' "colours": [1, 2],',
    ]
    data = "\n".join(lines).encode()
    assert parse_tree(data).tree == tree
    same = parse_tree(data.replace(b"[1, 2]", b"[2, 2]")).tree
    assert same.finite == FiniteGame(BLACK_PEG, 2, 2)
    assert [*tree_lines(same)][2:6:3] == [' "version": 1,', ' "colours": 2,']


def test_a_tree_with_shared_branches_fits_or_is_refused(tmp_path: Path) -> None:
    # As values trees may share branches, so that a small value stands for a huge tree.
    finite = FiniteGame(MASTERMIND, 2, 36)
    shared = Node((0, 0))
    for _ in range(60):
        shared = Node((0, 1), ((0, shared), (1, shared)))
    with pytest.raises(Refuted):
        write_tree(tmp_path / "tree.json", StrategyTree(finite, shared))

"""Computer-aided proofs and game-tree analysis for Mastermind-like deductive games.

    >>> from masetproof import MASTERMIND, game_values, prove
    >>> game_values(MASTERMIND, 2, 4)
    {1: 1, 2: 8, 3: 21, 4: 45}
    >>> print(prove(MASTERMIND, 1).symbols())
    f(n) = 1/2*n^2 + 1/2*n

The public names, all that most users need, are in the table below; each is loaded when it is first
used.
"""

# Nothing is imported here: the program loads this before it handles interrupts.
_PUBLIC = {
    "_version": "__version__",
    "band.proof": "BandProof prove_band",
    "boards.optimum": "optimize_boards",
    "boards.rules": "BoardsCost evaluate_boards hint_boards",
    "boards.state": "Boards",
    "checker": "Malformed Rejected Unverified check",
    "drawing": "Drawing",
    "evolution.blind": "random_tree",
    "evolution.evolve": "Evolution evolve",
    "evolution.transformations": "Transformation transform",
    "finite.contradictions": "Conflict conflict_of",
    "finite.setting": "Contradiction FiniteGame",
    "games.alike": "AlikeGame",
    "games.comparison": "COMPARISON",
    "games.jotto": "Jotto",
    "games.marks": "MARKS",
    "games.matrix": "Matrix",
    "games.pegs": "AB BLACK_PEG BLACK_PEG_AB MASTERMIND PegGame",
    "games.registry": "GAMES register",
    "games.rules": "Game",
    "games.sums": "SUM",
    "games.word_mastermind": "WordMastermind",
    "games.wordle": "Wordle",
    "games.wordlist": "WordGame",
    "grid.board": "GridBoard",
    "grid.bulk": "GridGames play_grids",
    "grid.play": "GridGame play_grid",
    "large.breaker": "Method",
    "large.crack": "Cracked CrackedGames crack crack_games",
    "large.strategy": "CodebreakerStrategy",
    "notebook": "NotebookProgress",
    "objectives": "Goal Objective Within",
    "patterns.closure": "Closure close",
    "patterns.isomorphism": "canonical isomorphism",
    "patterns.pattern": "MasetPattern",
    "patterns.questions": "non_isomorphic_questions",
    "patterns.split": "split",
    "play.hints": "Hint hint",
    "play.ranking": "Ranking rank_questions",
    "play.review": "Review review",
    "proofs.certificate": "write_certificate",
    "proofs.compared": "ComparedValues compare_values",
    "proofs.finding": "Open",
    "proofs.growth": "Growth growth",
    "proofs.proof": "Proof",
    "proofs.shift": "WorstBounds prove_worst",
    "proofs.theorem": "Theorem prove theorem_of",
    "proofs.together": "Together prove_together",
    "proofs.values": "game_values",
    "recurrences.readings": "Reading",
    "reports.displays": "picture write_picture",
    "reports.graph": "pattern_graph",
    "reports.paper": "write_paper",
    "reports.question": "Asked question",
    "search.mixed": "MixedOptimum optimize_mixed",
    "search.openings": "Opening Openings openings",
    "search.optimize": "optimize",
    "search.optimum": "Optimum",
    "short.proof": "ShortProof prove_short",
    "strategies.rules": "RULES Rule Ties register_rule",
    "strategies.strategy": "FunctionStrategy Strategy",
    "trees.compare": "ComparedStrategies compare_strategies",
    "trees.evaluate": "Evaluation evaluate",
    "trees.files": "load_tree write_tree",
    "trees.replay": "longest_path replay secrets_by_depth tree_of",
    "trees.tree": "StrategyTree",
}
"""The public names of each module.  `__init__.pyi` says the same to type checkers; a test compares
the two."""
_HOMES = {name: f"masetproof.{home}" for home, names in _PUBLIC.items() for name in names.split()}
"""The module of each public name."""


def __getattr__(name: str) -> object:
    """A public name from its module, or their list, `__all__` (PEP 562)."""
    if name == "__all__":
        return sorted(_HOMES)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names and no others, which is what an interactive session completes."""
    return sorted(_HOMES)

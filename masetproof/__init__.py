"""Computer-aided proofs and game-tree analysis for Mastermind-like deductive games.

    >>> from masetproof import MASTERMIND, game_values, prove
    >>> game_values(MASTERMIND, 2, 4)
    {1: 1, 2: 8, 3: 21, 4: 45}
    >>> print(prove(MASTERMIND, 1).symbols())
    f(n) = 1/2*n^2 + 1/2*n

The names below are all that most users need; they are loaded when first used.
"""

TYPE_CHECKING = False  # the program loads nothing here before it handles interrupts
if TYPE_CHECKING:
    from masetproof._version import __version__
    from masetproof.checker import Malformed, Rejected, Unverified, check
    from masetproof.drawing import Drawing
    from masetproof.evolution.blind import random_tree
    from masetproof.evolution.evolve import Evolution, evolve
    from masetproof.evolution.transformations import Transformation, transform
    from masetproof.finite.contradictions import Conflict, conflict_of
    from masetproof.finite.setting import Contradiction, FiniteGame
    from masetproof.games.comparison import COMPARISON
    from masetproof.games.jotto import Jotto
    from masetproof.games.matrix import Matrix
    from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
    from masetproof.games.registry import GAMES, register
    from masetproof.games.rules import Game
    from masetproof.games.word_mastermind import WordMastermind
    from masetproof.grid.board import GridBoard
    from masetproof.grid.bulk import GridGames, play_grids
    from masetproof.grid.play import GridGame, play_grid
    from masetproof.large.breaker import Method
    from masetproof.large.crack import Cracked, CrackedGames, crack, crack_games
    from masetproof.large.strategy import CodebreakerStrategy
    from masetproof.notebook import NotebookProgress
    from masetproof.objectives import Goal, Objective
    from masetproof.patterns.closure import Closure, close
    from masetproof.patterns.isomorphism import canonical, isomorphism
    from masetproof.patterns.pattern import MasetPattern
    from masetproof.patterns.questions import non_isomorphic_questions
    from masetproof.patterns.split import split
    from masetproof.play.hints import Hint, hint
    from masetproof.proofs.certificate import write_certificate
    from masetproof.proofs.theorem import Open, Theorem, prove, theorem_of
    from masetproof.proofs.values import game_values
    from masetproof.recurrences.readings import Reading
    from masetproof.reports.displays import picture, write_picture
    from masetproof.reports.graph import pattern_graph
    from masetproof.reports.question import Asked, question
    from masetproof.search.optimize import optimize
    from masetproof.search.optimum import Optimum
    from masetproof.strategies.rules import Rule, Ties
    from masetproof.strategies.strategy import FunctionStrategy, Strategy
    from masetproof.trees.evaluate import Evaluation, evaluate
    from masetproof.trees.files import load_tree, write_tree
    from masetproof.trees.replay import longest_path, replay, secrets_by_depth, tree_of
    from masetproof.trees.tree import StrategyTree

__all__ = [
    "AB",
    "BLACK_PEG",
    "BLACK_PEG_AB",
    "COMPARISON",
    "GAMES",
    "MASTERMIND",
    "Asked",
    "Closure",
    "CodebreakerStrategy",
    "Conflict",
    "Contradiction",
    "Cracked",
    "CrackedGames",
    "Drawing",
    "Evaluation",
    "Evolution",
    "FiniteGame",
    "FunctionStrategy",
    "Game",
    "Goal",
    "GridBoard",
    "GridGame",
    "GridGames",
    "Hint",
    "Jotto",
    "Malformed",
    "MasetPattern",
    "Matrix",
    "Method",
    "NotebookProgress",
    "Objective",
    "Open",
    "Optimum",
    "PegGame",
    "Reading",
    "Rejected",
    "Rule",
    "Strategy",
    "StrategyTree",
    "Theorem",
    "Ties",
    "Transformation",
    "Unverified",
    "WordMastermind",
    "__version__",
    "canonical",
    "check",
    "close",
    "conflict_of",
    "crack",
    "crack_games",
    "evaluate",
    "evolve",
    "game_values",
    "hint",
    "isomorphism",
    "load_tree",
    "longest_path",
    "non_isomorphic_questions",
    "optimize",
    "pattern_graph",
    "picture",
    "play_grid",
    "play_grids",
    "prove",
    "question",
    "random_tree",
    "register",
    "replay",
    "secrets_by_depth",
    "split",
    "theorem_of",
    "transform",
    "tree_of",
    "write_certificate",
    "write_picture",
    "write_tree",
]

_MODULES = {
    "_version": ["__version__"],
    "checker": ["Malformed", "Rejected", "Unverified", "check"],
    "drawing": ["Drawing"],
    "evolution.blind": ["random_tree"],
    "evolution.evolve": ["Evolution", "evolve"],
    "evolution.transformations": ["Transformation", "transform"],
    "finite.contradictions": ["Conflict", "conflict_of"],
    "finite.setting": ["Contradiction", "FiniteGame"],
    "games.comparison": ["COMPARISON"],
    "games.jotto": ["Jotto"],
    "games.matrix": ["Matrix"],
    "games.pegs": ["AB", "BLACK_PEG", "BLACK_PEG_AB", "MASTERMIND", "PegGame"],
    "games.registry": ["GAMES", "register"],
    "games.rules": ["Game"],
    "games.word_mastermind": ["WordMastermind"],
    "grid.board": ["GridBoard"],
    "grid.bulk": ["GridGames", "play_grids"],
    "grid.play": ["GridGame", "play_grid"],
    "large.breaker": ["Method"],
    "large.crack": ["Cracked", "CrackedGames", "crack", "crack_games"],
    "large.strategy": ["CodebreakerStrategy"],
    "notebook": ["NotebookProgress"],
    "objectives": ["Goal", "Objective"],
    "patterns.closure": ["Closure", "close"],
    "patterns.isomorphism": ["canonical", "isomorphism"],
    "patterns.pattern": ["MasetPattern"],
    "patterns.questions": ["non_isomorphic_questions"],
    "patterns.split": ["split"],
    "play.hints": ["Hint", "hint"],
    "proofs.certificate": ["write_certificate"],
    "proofs.theorem": ["Open", "Theorem", "prove", "theorem_of"],
    "proofs.values": ["game_values"],
    "recurrences.readings": ["Reading"],
    "reports.displays": ["picture", "write_picture"],
    "reports.graph": ["pattern_graph"],
    "reports.question": ["Asked", "question"],
    "search.optimize": ["optimize"],
    "search.optimum": ["Optimum"],
    "strategies.rules": ["Rule", "Ties"],
    "strategies.strategy": ["FunctionStrategy", "Strategy"],
    "trees.evaluate": ["Evaluation", "evaluate"],
    "trees.files": ["load_tree", "write_tree"],
    "trees.replay": ["longest_path", "replay", "secrets_by_depth", "tree_of"],
    "trees.tree": ["StrategyTree"],
}
"""The public names by the modules where they are."""
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Load a public name from its module (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The public names and no others, which is what an interactive session completes."""
    return sorted(__all__)

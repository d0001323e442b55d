"""The public names: type checkers read them here, and `__getattr__` of the package, too."""

from masetproof._version import __version__ as __version__
from masetproof.checker import (
    Malformed as Malformed,
)
from masetproof.checker import (
    Rejected as Rejected,
)
from masetproof.checker import (
    Unverified as Unverified,
)
from masetproof.checker import (
    check as check,
)
from masetproof.drawing import Drawing as Drawing
from masetproof.evolution.blind import random_tree as random_tree
from masetproof.evolution.evolve import Evolution as Evolution
from masetproof.evolution.evolve import evolve as evolve
from masetproof.evolution.transformations import (
    Transformation as Transformation,
)
from masetproof.evolution.transformations import (
    transform as transform,
)
from masetproof.finite.contradictions import Conflict as Conflict
from masetproof.finite.contradictions import conflict_of as conflict_of
from masetproof.finite.setting import Contradiction as Contradiction
from masetproof.finite.setting import FiniteGame as FiniteGame
from masetproof.games.comparison import COMPARISON as COMPARISON
from masetproof.games.jotto import Jotto as Jotto
from masetproof.games.matrix import Matrix as Matrix
from masetproof.games.pegs import (
    AB as AB,
)
from masetproof.games.pegs import (
    BLACK_PEG as BLACK_PEG,
)
from masetproof.games.pegs import (
    BLACK_PEG_AB as BLACK_PEG_AB,
)
from masetproof.games.pegs import (
    MASTERMIND as MASTERMIND,
)
from masetproof.games.pegs import (
    PegGame as PegGame,
)
from masetproof.games.registry import GAMES as GAMES
from masetproof.games.registry import register as register
from masetproof.games.rules import Game as Game
from masetproof.games.word_mastermind import WordMastermind as WordMastermind
from masetproof.grid.board import GridBoard as GridBoard
from masetproof.grid.bulk import GridGames as GridGames
from masetproof.grid.bulk import play_grids as play_grids
from masetproof.grid.play import GridGame as GridGame
from masetproof.grid.play import play_grid as play_grid
from masetproof.large.breaker import Method as Method
from masetproof.large.crack import (
    Cracked as Cracked,
)
from masetproof.large.crack import (
    CrackedGames as CrackedGames,
)
from masetproof.large.crack import (
    crack as crack,
)
from masetproof.large.crack import (
    crack_games as crack_games,
)
from masetproof.large.strategy import CodebreakerStrategy as CodebreakerStrategy
from masetproof.notebook import NotebookProgress as NotebookProgress
from masetproof.objectives import Goal as Goal
from masetproof.objectives import Objective as Objective
from masetproof.patterns.closure import Closure as Closure
from masetproof.patterns.closure import close as close
from masetproof.patterns.isomorphism import canonical as canonical
from masetproof.patterns.isomorphism import isomorphism as isomorphism
from masetproof.patterns.pattern import MasetPattern as MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions as non_isomorphic_questions
from masetproof.patterns.split import split as split
from masetproof.play.hints import Hint as Hint
from masetproof.play.hints import hint as hint
from masetproof.proofs.certificate import write_certificate as write_certificate
from masetproof.proofs.finding import Open as Open
from masetproof.proofs.theorem import (
    Theorem as Theorem,
)
from masetproof.proofs.theorem import (
    prove as prove,
)
from masetproof.proofs.theorem import (
    theorem_of as theorem_of,
)
from masetproof.proofs.values import game_values as game_values
from masetproof.recurrences.readings import Reading as Reading
from masetproof.reports.displays import picture as picture
from masetproof.reports.displays import write_picture as write_picture
from masetproof.reports.graph import pattern_graph as pattern_graph
from masetproof.reports.question import Asked as Asked
from masetproof.reports.question import question as question
from masetproof.search.optimize import optimize as optimize
from masetproof.search.optimum import Optimum as Optimum
from masetproof.strategies.rules import Rule as Rule
from masetproof.strategies.rules import Ties as Ties
from masetproof.strategies.strategy import (
    FunctionStrategy as FunctionStrategy,
)
from masetproof.strategies.strategy import (
    Strategy as Strategy,
)
from masetproof.trees.evaluate import Evaluation as Evaluation
from masetproof.trees.evaluate import evaluate as evaluate
from masetproof.trees.files import load_tree as load_tree
from masetproof.trees.files import write_tree as write_tree
from masetproof.trees.replay import (
    longest_path as longest_path,
)
from masetproof.trees.replay import (
    replay as replay,
)
from masetproof.trees.replay import (
    secrets_by_depth as secrets_by_depth,
)
from masetproof.trees.replay import (
    tree_of as tree_of,
)
from masetproof.trees.tree import StrategyTree as StrategyTree

"""Computer-aided proofs and game-tree analysis for Mastermind-like deductive games.

    >>> from masetproof import MASTERMIND, game_values, prove
    >>> game_values(MASTERMIND, 2, 4)
    {1: 1, 2: 8, 3: 21, 4: 45}
    >>> print(prove(MASTERMIND, 1).symbols())
    f(n) = 1/2*n^2 + 1/2*n

The public names, all that most users need, are those that `__init__.pyi` imports; each is loaded
when it is first used.
"""

# Nothing is imported here: the program loads this before it handles interrupts.
_HOMES: dict[str, str] = {}
"""The modules of the public names, once one of them was asked for."""


def _homes() -> dict[str, str]:
    """The module of each public name."""
    if not _HOMES:
        import ast
        from pathlib import Path

        from masetproof.files import read_bytes

        imports = ast.parse(read_bytes(Path(__file__).with_suffix(".pyi"), 1 << 20)).body[1:]
        _HOMES.update({one.name: node.module for node in imports for one in node.names})
    return _HOMES


def __getattr__(name: str) -> object:
    """A public name from its module, or their list, `__all__` (PEP 562)."""
    if name == "__all__":
        return sorted(_homes())
    if name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_homes()[name]), name)


def __dir__() -> list[str]:
    """The public names and no others, which is what an interactive session completes."""
    return sorted(_homes())

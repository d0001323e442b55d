"""What the documentation takes from the program itself.

- the directive ``commands``: the help of every command, from its parser;
- the directive ``words``: the words that the explorer explains;
- the directive ``public-names``: the names of ``masetproof.__all__`` that are listed, documented;
- the role ``known``, for single backquotes in docstrings: a link to a public name, else code;
- the role ``explorer``: a link to a page of the explorer, which is built with the documentation,
  such as ``play <#/play/mastermind-4-6>``;
- a link to the file of Jupyter on each page that is a notebook, and these files;
- references to types: to the public name of a type that has one;
- mathematics as MathML, which needs no script and no network.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, roles
from docutils.statemachine import StringList
from latex2mathml.converter import convert
from notebooks import is_notebook, notebook
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.nodes import nested_parse_with_titles

import masetproof
from masetproof.cli.main import _COMMANDS, _parser
from masetproof.explore.documents import GLOSSARY
from masetproof.explore.site import write_site

ALIASES = {"np": "numpy", "nx": "networkx", "NDArray": "numpy.typing.NDArray"}


class Commands(Directive):
    """A section for each command: what it does, its usage and options, and examples."""

    def run(self) -> list[nodes.Node]:
        parser = _parser()
        (commands,) = (
            action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
        )
        shown = [self._section(name, commands.choices[name]) for name in _COMMANDS]
        return [self._help(parser), *shown]

    def _section(self, name: str, parser: argparse.ArgumentParser) -> nodes.section:
        section = nodes.section(ids=[f"masetproof-{name}"], names=[f"masetproof {name}"])
        section += nodes.title("", "", nodes.literal(text=f"masetproof {name}"))
        section += self._help(parser)
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for below, sub in action.choices.items():
                    section += self._section(f"{name} {below}".replace(" ", "-"), sub)
                    section[-1][0][0][0] = nodes.Text(f"masetproof {name} {below}")
        return section

    @staticmethod
    def _help(parser: argparse.ArgumentParser) -> nodes.literal_block:
        text = parser.format_help()
        return nodes.literal_block(text, text, language="text")


class Words(Directive):
    """The words that the explorer explains, with their explanations."""

    def run(self) -> list[nodes.Node]:
        words = nodes.definition_list()
        for word, told in GLOSSARY.items():
            explained = nodes.definition("", nodes.paragraph(text=told))
            words += nodes.definition_list_item("", nodes.term(text=word), explained)
        return [words]


class PublicNames(Directive):
    """The public names that are given, one a line, as the docstrings document them."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        lines = StringList()
        for name in self.content:
            thing = getattr(masetproof, name)
            if isinstance(thing, type):
                kind = "exception" if issubclass(thing, BaseException) else "class"
                options = ["   :members:", "   :inherited-members: int,str,tuple,Exception,ABC"]
            elif callable(thing) and not isinstance(thing, masetproof.Game):
                kind, options = "function", []
            else:
                kind, options = "", []
            head = (
                f".. auto{kind}:: masetproof.{name}" if kind else f".. py:data:: masetproof.{name}"
            )
            told = [] if kind else ["", f"   {value_text(thing)}"]
            for line in (head, *options, *told, ""):
                lines.append(line, "public names")
        node = nodes.container()
        node.document = self.state.document
        nested_parse_with_titles(self.state, lines, node)
        self.state.document.settings.env.app.masetproof_listed.update(self.content)
        return node.children


def value_text(thing: object) -> str:
    """What is said of a public value."""
    if isinstance(thing, masetproof.Game):
        return f"The rules of {thing.title}."
    kind = {id(masetproof.GAMES): "games", id(masetproof.RULES): "rules"}[id(thing)]
    return f"The registered {kind} by their names: {', '.join(f'``{name}``' for name in thing)}."


def known(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Any = None,
    content: Any = None,
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A link to a public name, or to a member of one; code where the name is none."""
    literal = nodes.literal(rawtext, text, classes=["code"])
    if text.partition(".")[0] not in masetproof.__all__:
        return [literal], []
    link = pending_xref(
        rawtext,
        literal,
        refdomain="py",
        reftype="obj",
        reftarget=f"masetproof.{text}",
        refexplicit=True,
        refwarn=True,
    )
    return [link], []


def explorer(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Any = None,
    content: Any = None,
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A link to a page of the explorer that lies beside the documentation."""
    title, _, place = text.removesuffix(">").partition(" <")
    up = "../" * inliner.document.settings.env.docname.count("/")
    return [nodes.reference(rawtext, title, refuri=f"{up}explorer/index.html{place}")], []


def link_notebook(app: Sphinx, doctree: nodes.document) -> None:
    """Below the title of a page that is a notebook: where its file is."""
    page = Path(app.env.doc2path(app.env.docname))
    if is_notebook(page.read_text(encoding="utf-8")):
        file = nodes.reference("", "Open it in Jupyter", refuri=f"{page.stem}.ipynb")
        said = nodes.paragraph("", "", nodes.Text("This page is a notebook. "), file)
        next(iter(doctree.findall(nodes.title))).parent.insert(1, said)


def write_files(app: Sphinx, exception: Exception | None) -> None:
    """What lies beside the pages: the notebooks, and the explorer with one and two pegs."""
    if exception is not None or app.builder.format != "html":
        return
    import nbformat

    for name in sorted(app.env.found_docs):
        source = Path(app.env.doc2path(name)).read_text(encoding="utf-8")
        if is_notebook(source):
            text = notebook(source)
            nbformat.validate(nbformat.reads(text, as_version=4))
            Path(app.outdir, f"{name}.ipynb").write_text(text, encoding="utf-8")
    write_site(Path(app.outdir, "explorer"), {}, most_pegs=2)


def resolve(app: Sphinx, env: Any, node: pending_xref, content: nodes.Node) -> nodes.Node | None:
    """What a name leads to: its public one; of a field, its class; or nothing, if it is there."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    public = next(
        (name for name, home in masetproof._HOMES.items() if target == f"{home}.{name}"), None
    )
    if public is not None and target != f"masetproof.{public}":
        found = env.get_domain("py").resolve_xref(
            env, node.get("refdoc"), app.builder, "obj", f"masetproof.{public}", node, content
        )
        if found is not None:
            return found
    owner, _, field = target.rpartition(".")
    owner_name = owner.removeprefix("masetproof.")
    if owner_name in masetproof.__all__ and is_member(getattr(masetproof, owner_name), field):
        return env.get_domain("py").resolve_xref(
            env, node.get("refdoc"), app.builder, "obj", owner, node, content
        )
    return content if exists(target) else None


def is_member(owner: type, name: str) -> bool:
    """Whether a class has such a field or attribute."""
    return hasattr(owner, name) or name in getattr(owner, "__annotations__", {})


@cache
def load_all() -> None:
    """Load all modules: a type may be imported where only type checkers read it."""
    for module in pkgutil.walk_packages(masetproof.__path__, "masetproof."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def exists(target: str) -> bool:
    """Whether there is such a module, or such a name in one.

    A type that is imported for its name only comes without its module.
    """
    load_all()
    head, _, rest = target.partition(".")
    target = f"{ALIASES[head]}.{rest}".rstrip(".") if head in ALIASES else target
    if "." not in target and any(
        hasattr(module, target)
        for name, module in sys.modules.items()
        if name.startswith("masetproof.")
    ):
        return True
    parts = target.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            thing = getattr(thing, part, None)
        return thing is not None
    return hasattr(__builtins__, target)


def visit_math(self: Any, node: nodes.math) -> None:
    """Mathematics in a line."""
    self.body.append(convert(node.astext()))
    raise nodes.SkipNode


def visit_displaymath(self: Any, node: nodes.math_block) -> None:
    """Mathematics on lines of its own."""
    self.body.append(f"<div>{convert(node.astext(), display='block')}</div>")
    raise nodes.SkipNode


def check_all_listed(app: Sphinx, env: Any) -> None:
    """Every public name must be on a page."""
    from sphinx.util import logging

    missing = set(masetproof.__all__) - app.masetproof_listed - {"__version__"}
    if missing and app.masetproof_listed:
        logging.getLogger(__name__).warning("not documented: %s", ", ".join(sorted(missing)))


def setup(app: Sphinx) -> dict[str, object]:
    """Register all of it."""
    app.masetproof_listed = set()
    app.add_directive("commands", Commands)
    app.add_directive("public-names", PublicNames)
    app.add_directive("words", Words)
    roles.register_local_role("known", known)
    roles.register_local_role("explorer", explorer)
    app.connect("doctree-read", link_notebook)
    app.connect("build-finished", write_files)
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check_all_listed)
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_displaymath, None))
    return {"parallel_read_safe": False}

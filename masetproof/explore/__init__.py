"""The explorer: theorems, patterns, strategies, games and tables as pages of a browser.

In: theorems, strategy trees, and the published values of the package.  Out: documents in JSON,
which a local server sends or a static site holds, and the pages that show them (``static/``: plain
scripts, no framework, nothing from the network).  In order:

    rules       the games that have pages, and their answers as data
    names       what the address of a page says, and what it stands for
    theorems    the document of a theorem; formulas as MathML
    bands       those of band proofs, which are kept
    bounds      those of bounds of the worst case, which are kept, too
    patterns    those of patterns and explicit masets
    strategies  those of strategies and trees
    proofs      theorems that are proved while a server runs
    judging     what the pages of play say of questions: rankings, and ratings afterwards
    playing     both sides of a game, hints, and the best strategy's way, on demand
    documents   all documents by their names; the index; those of tables
    site        the files of the pages; all of them as a site that needs no server
    server      one process for one user of this machine
"""

"""How the documentation is built: ``sphinx-build -W -n docs build/docs``, without a network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extension"))

from masetproof import __version__

project = "masetproof"
copyright = "2026, The masetproof contributors"
author = "The masetproof contributors"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "masetproof_docs"]
exclude_patterns = ["_extension"]
html_theme = "furo"
html_title = f"masetproof {version}"
html_math_renderer = "mathml"
html_copy_source = False

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
default_role = "known"

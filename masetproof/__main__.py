"""``python -m masetproof``."""

from masetproof.cli import main

raise SystemExit(main())

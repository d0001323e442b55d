"""`python referee FILE`: the folder alone, whatever it is called and wherever it is."""

import os
import signal

# Nothing is written, so nothing has to be tidied up at an interrupt.
signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))

import sys  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
if not __package__:  # run as a folder: its parts name each other as those of a package
    sys.path[0] = os.path.dirname(HERE)
    __package__ = os.path.basename(HERE)

from .statement import main  # noqa: E402

del sys.path[0]

sys.exit(main())

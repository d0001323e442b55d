"""How the kernels are built: setuptools asks cffi for the extension that is described here.

cffi reads the same headers as the compiler, so that types, functions and numbers are declared once.
"""

from __future__ import annotations

import hashlib
import re
import sys
import sysconfig
from pathlib import Path

from cffi import FFI

_HERE = Path(__file__).parent
# Paths from the root of the project: setuptools takes no others.
_SOURCES = _HERE.relative_to(_HERE.parents[1]) / "c"
_OPTIONS = {"win32": ["/O2", "/std:c11"]}.get(sys.platform, ["-O3", "-std=c11"])
_LOCKLESS = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def extension(module: str = "masetproof.kernels._compiled", options: tuple[str, ...] = ()) -> FFI:
    """The extension under a name, with more options for the compiler and the linker."""
    ffi = FFI()
    whole = (_HERE / "c" / "kernels.h").read_text(encoding="utf-8")
    for header in re.findall(r'#include "(.*)"', whole):
        ffi.cdef((_HERE / "c" / header).read_text(encoding="utf-8"))
    digest = hashlib.sha256()
    for path in sorted((_HERE / "c").glob("*.[ch]")):
        digest.update(f"{path.name}\n{path.read_text(encoding='utf-8')}".encode())
    ffi.cdef("static char *const SOURCES;")
    ffi.set_source(
        module,
        f'#include "kernels.h"\nstatic char *const SOURCES = "{digest.hexdigest()}";',
        sources=[str(_SOURCES / path.name) for path in sorted((_HERE / "c").glob("*.c"))],
        include_dirs=[str(_SOURCES)],
        depends=[str(_SOURCES / path.name) for path in sorted((_HERE / "c").glob("*.h"))],
        define_macros=[] if _LOCKLESS else [("Py_LIMITED_API", "0x030B0000")],  # Python 3.11
        extra_compile_args=[*_OPTIONS, *options],
        extra_link_args=[*options],
        py_limited_api=True,
    )
    return ffi


kernels = extension()

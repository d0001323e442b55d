"""What pyproject.toml cannot say: the compiled part, and the templates beside the package."""

import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError


class BuildKernels(build_ext):
    """Says in one sentence what is missing where there is no compiler."""

    def build_extension(self, ext):
        try:
            super().build_extension(ext)
        except (CCompilerError, BaseError) as error:
            raise SystemExit(
                "masetproof is built with a C compiler and Python's headers (on Debian and Ubuntu: "
                f"apt install gcc make python3-dev): {error}"
            ) from None


class BuildPackage(build_py):
    """Takes the templates into the package."""

    def run(self):
        super().run()
        if not self.editable_mode:
            self.copy_tree("templates", str(Path(self.build_lib) / "masetproof" / "templates"))


# One wheel serves all versions of Python from 3.11 on, but those without the interpreter's lock.
limited = {} if sysconfig.get_config_var("Py_GIL_DISABLED") else {"py_limited_api": "cp311"}

setup(
    cffi_modules=["masetproof/kernels/build.py:kernels"],
    cmdclass={"build_ext": BuildKernels, "build_py": BuildPackage},
    options={"bdist_wheel": limited},
)

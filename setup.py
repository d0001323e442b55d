"""What pyproject.toml cannot say: the compiled part, and the templates beside the package."""

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


setup(
    cffi_modules=["masetproof/kernels/build.py:kernels"],
    cmdclass={"build_ext": BuildKernels, "build_py": BuildPackage},
)

"""What pyproject.toml cannot say: the compiled part, and the templates beside the package."""

from setuptools import find_packages, setup
from setuptools.command.build_ext import build_ext
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


setup(
    packages=[*find_packages(include=["masetproof*"]), "masetproof.templates"],
    package_dir={"masetproof.templates": "templates"},
    cffi_modules=["masetproof/kernels/build.py:kernels"],
    cmdclass={"build_ext": BuildKernels},
)

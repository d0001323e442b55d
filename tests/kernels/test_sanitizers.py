"""The tests of kernels with an extension that stops at a wrong access or an undefined operation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from masetproof.kernels.build import extension

ROOT = Path(__file__).parents[2]
OPTIONS = (
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-wrapv",  # Python's own options define what a number does that grows too large
    "-g",
    "-O1",
)
TESTS = (
    "tests/kernels",
    "tests/grid/test_compatible.py",
    "tests/grid/test_separating.py",
    "tests/large/test_parts.py",
    "tests/large/test_sample.py",
    "tests/search/test_general.py",
)
# The extension is in the place of that of the package before anything asks for it.
REPLACE = """
import importlib.util, sys
name = "masetproof.kernels._compiled"
spec = importlib.util.spec_from_file_location(name, sys.argv[1])
sys.modules[name] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
from masetproof import kernels
assert kernels.lib is module.lib
"""
RUN = (
    REPLACE
    + """
import pytest
sys.exit(pytest.main(sys.argv[2:]))
"""
)
BEYOND = (
    REPLACE
    + """
import numpy as np
assert kernels.CheckedKernel is not type(kernels.least_total)
told, members = np.zeros((2, 3), np.uint8), np.array([0, 2], np.uint16)
kernels.count_answers_plainly(told, members, 1, np.zeros(3, np.uint8))
"""
)
"""The third row of two."""


@pytest.fixture(scope="module")
def library() -> Path:
    """The library of gcc with which programs begin that load such an extension."""
    command = ["gcc", "-print-file-name=libasan.so"]
    if shutil.which("gcc"):
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        if Path(said.strip()).is_absolute():
            return Path(said.strip())
    if os.environ.get("CI"):
        pytest.fail("CI must have gcc with the libraries of its sanitizers")
    pytest.skip("gcc with the libraries of its sanitizers is not installed")


@pytest.fixture(scope="module")
def guarded(library: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The extension, built with the sanitizers."""
    folder = tmp_path_factory.mktemp("guarded")
    kernels = Path("masetproof", "kernels")  # where the compiler runs, the sources are there
    shutil.copytree(ROOT / kernels / "c", folder / kernels / "c")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", "gcc")
        return str(extension("_compiled", OPTIONS).compile(str(folder)))


def run(library: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with the library of the sanitizers."""
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        # Each object has memory of its own, whose ends are guarded.
        "PYTHONMALLOC": "malloc",
    }
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_what_is_wrong_is_seen(
    library: Path, guarded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An access beyond an array, and a number that is too large."""
    monkeypatch.setenv("MASETPROOF_CHECK_KERNELS", "")  # or it would be refused before C runs
    said = run(library, "-c", BEYOND, guarded)
    assert said.returncode != 0
    assert "heap-buffer-overflow" in said.stderr
    assert "counting.c" in said.stderr
    said = run(library, "-c", REPLACE + "kernels.least_total(1 << 62)", guarded)
    assert said.returncode != 0
    assert "searching.c" in said.stderr
    assert "signed integer overflow" in said.stderr


@pytest.mark.slow
def test_the_kernels_do_nothing_that_is_undefined(library: Path, guarded: str) -> None:
    said = run(library, "-c", RUN, guarded, "-q", "-p", "no:cacheprovider", *TESTS)
    assert said.returncode == 0, said.stdout[-3000:] + said.stderr[-6000:]

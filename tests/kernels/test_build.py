"""The package is built with its kernels, and says what is missing where it cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from masetproof.kernels.build import extension

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of all that a build takes, with nothing that was built before."""
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_compiled.c")
    for name in ("masetproof", "templates"):
        shutil.copytree(ROOT / name, tmp_path / "sources" / name, ignore=leave)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / "sources")
    return tmp_path / "sources"


def test_a_missing_compiler_is_one_sentence(sources: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps"]
    said = subprocess.run(
        [*command, "--target", str(tmp_path / "installed"), str(sources)],
        env={**os.environ, "CC": "/no/compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode != 0
    lines = [line for line in (said.stdout + said.stderr).splitlines() if "masetproof is " in line]
    assert len(lines) == 1
    assert "built with a C compiler and Python's headers (on Debian and Ubuntu: " in lines[0]
    assert "Traceback" not in said.stdout + said.stderr
    assert not (tmp_path / "installed").exists()


def test_sources_without_the_compiled_part_say_so(sources: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import masetproof.kernels"],
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    missing = "masetproof's compiled part is missing: install it by pip, with a C compiler at hand"
    assert said.stderr.splitlines()[-1] == f"ModuleNotFoundError: {missing}"


def test_one_description_of_the_extension_serves_all() -> None:
    """All files of C are compiled, and what is declared is what the headers say."""
    _, _, _, described = extension()._assigned_source
    folder = ROOT / "masetproof" / "kernels" / "c"
    assert {ROOT / name for name in described["sources"]} == {*folder.glob("*.c")}
    assert {ROOT / name for name in described["depends"]} == {*folder.glob("*.h")}


@pytest.mark.slow
def test_what_is_distributed_has_all_files(sources: Path, tmp_path: Path) -> None:
    """The wheel is made from the archive of the sources, as an installation from it would be."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path / "dist")]
    subprocess.run([*command, str(sources)], check=True, capture_output=True)
    (archive,) = (tmp_path / "dist").glob("*.tar.gz")
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    files = {
        path.relative_to(sources).as_posix()
        for name in ("masetproof", "templates")
        for path in (sources / name).rglob("*")
        if path.is_file()
    }
    with tarfile.open(archive) as archived:
        assert files <= {name.partition("/")[2] for name in archived.getnames()}
    installed = {
        f"masetproof/{name}" if name.startswith("templates") else name
        for name in files
        if not name.startswith("masetproof/kernels/c/") or name.endswith(".h")
    }
    with zipfile.ZipFile(wheel) as zipped:
        names = {name for name in zipped.namelist() if ".dist-info/" not in name}
    (compiled,) = names - installed
    assert compiled.startswith("masetproof/kernels/_compiled.")
    assert installed <= names
    if sys.platform == "linux":
        assert "-cp311-abi3-linux_" in wheel.name
        assert compiled == "masetproof/kernels/_compiled.abi3.so"

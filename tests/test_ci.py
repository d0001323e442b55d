"""The public workflows install what ``.ci/run`` needs; elsewhere it says what is missing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
PROGRAMS = ("git", "gcc", "make", "pdflatex", "kpsewhich", "pdftotext", "coqc", "google-chrome")
PUBLIC = ("git", "gcc", "make", "google-chrome")
"""What the machines of the public CI have anyway."""


class Machine:
    """Shells for which few programs are there; apt-get notes what it should install, and fails."""

    def __init__(self, folder: Path, present: tuple[str, ...], *, root: bool) -> None:
        self.folder, self.asked = folder / "bin", folder / "asked"
        self.folder.mkdir()
        for name in ("bash", "dirname"):
            (self.folder / name).symlink_to(shutil.which(name) or name)
        fail = f'echo "$@" >> {self.asked}; test "$1" != install'
        programs = {"id": f"echo {0 if root else 1000}", "apt-get": fail, "sudo": '"$@"'}
        for name, script in {**dict.fromkeys(present, "exit 0"), **programs}.items():
            (self.folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (self.folder / name).chmod(0o755)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.folder / "bash", "-euo", "pipefail", "-c", command],
            env={"PATH": str(self.folder)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def installed(self, command: str) -> set[str]:
        """The packages that a command asks apt-get for."""
        assert self.run(command).returncode
        (line,) = (line for line in self.asked.read_text().splitlines() if "install" in line)
        self.asked.unlink()
        return {word for word in line.split()[1:] if not word.startswith("-")}


def steps(workflow: str, job: str) -> list[dict[str, Any]]:
    read = yaml.safe_load((WORKFLOWS / workflow).read_text())
    assert {"push", "schedule"} & read[True].keys()  # YAML takes "on" for a truth value
    return read["jobs"][job]["steps"]


@pytest.mark.parametrize(("workflow", "job"), [("ci.yml", "ci"), ("slow.yml", "slow")])
@pytest.mark.parametrize("present", [(), PUBLIC], ids=["bare", "public"])
def test_workflows_install_what_ci_needs(
    workflow: str, job: str, present: tuple[str, ...], tmp_path: Path
) -> None:
    commands = [step["run"] for step in steps(workflow, job) if "run" in step]
    machine = Machine(tmp_path, present, root=True)
    needed = machine.installed(".ci/run")
    assert {"coq", "texlive-latex-base", "poppler-utils"} <= needed
    assert {"gcc", "chromium"} & needed == (set() if present else {"gcc", "chromium"})
    assert machine.installed(commands[0]) == needed


def test_without_the_right_to_install_one_line_says_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, PROGRAMS[:-2], root=False)
    said = machine.run(".ci/run")
    (line,) = said.stderr.splitlines()
    assert (said.returncode, said.stdout) == (2, "")
    assert line.startswith(".ci/run needs packages that only root can install")
    assert line.endswith(": coq chromium")
    assert not machine.asked.exists()


def test_nothing_is_installed_where_all_is_there(tmp_path: Path) -> None:
    machine = Machine(tmp_path, PROGRAMS, root=False)
    said = machine.run(".ci/install")
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
    assert not machine.asked.exists()


def test_kernels_run_under_the_sanitizers_at_each_push() -> None:
    assert "push" in yaml.safe_load((WORKFLOWS / "ci.yml").read_text())[True]
    commands = [step["run"] for step in steps("ci.yml", "sanitizers") if "run" in step]
    assert commands[-1] == "python -m pytest -m slow tests/kernels/test_sanitizers.py"
    assert not [command for command in commands if "sudo" in command], "it stays small"

"""Kernels that run without numba: what they take, and which machine code is loaded."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.codegen import CPUCodeLibrary

from masetproof import machine
from masetproof.machine import Kernel

SOURCE = """
from typing import NamedTuple
import numpy as np
from masetproof.kernels import kernel

class Pair(NamedTuple):
    array: np.ndarray
    number: int

@kernel
def triple(number):
    return 3 * number

@kernel
def kinds(array, pair, record, flag):
    total = triple(pair.number)
    for row in range(array.shape[0]):
        for column in range(array.shape[1]):
            total += array[row, column] * (row + 10 * column)
    for cell in pair.array:
        total += np.int64(cell)
    record.high = record.low + 1
    return total, flag and total > 0

@kernel
def fill(array):
    array[:] = 7

@kernel
def positive(number):
    return number > 0

@kernel
def allocating(number):
    array = np.zeros(number, np.int64)
    return array[0]

@kernel
def outer(number):
    total = 0
    for term in range(number):
        total += triple(term)
    return total
"""
RECORD = np.dtype([("low", np.int64), ("high", np.int32)], align=True)
RUN = (
    "import json, sys\n"
    "sys.path.insert(0, sys.argv[1])\n"
    "import made\n"
    "print(json.dumps([made.triple(14), 'numba' in sys.modules]))\n"
)


def load(directory: Path, source: str | None = SOURCE) -> ModuleType:
    """The module with this source, or with the file that is there."""
    path = directory / "made.py"
    if source is not None:
        path.write_text(source)
    spec = importlib.util.spec_from_file_location("made", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_new_process(directory: Path) -> list[Any]:
    """The triple of 14, and whether numba was needed for it."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(directory)], capture_output=True, text=True, check=True
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def kept(directory: Path) -> list[Path]:
    return sorted((directory / "__pycache__").glob("*.machine"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return load(tmp_path_factory.mktemp("kernels"))


def check_kinds(made: ModuleType, array: np.ndarray, some: np.ndarray) -> None:
    record = np.array([(5, 0)], RECORD)[0]
    for number in (-4, np.int64(2**40)):
        for flag in (True, np.bool_(False)):
            total = 3 * int(number) + sum(map(int, some))
            total += sum(int(cell) * (i + 10 * j) for (i, j), cell in np.ndenumerate(array))
            found = made.kinds(array, made.Pair(some, number), record, flag)
            assert found == (total, bool(flag and total > 0))
            assert record["high"] == 6
            assert found == made.kinds.on(array, made.Pair(some, number))(record, flag)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.int32, np.int64])
def test_arguments_and_results(made: ModuleType, kind: type) -> None:
    cells = np.arange(24, dtype=kind).reshape(4, 6)
    check_kinds(made, cells, cells[0])
    assert made.fill(cells[1]) is None
    assert cells[1].tolist() == [7] * 6
    assert cells[2].tolist() == [*range(12, 18)]
    assert [made.positive(number) for number in (-1, 0, 1)] == [False, False, True]


def test_arrays_of_any_layout(made: ModuleType) -> None:
    cells = np.arange(24, dtype=np.int32).reshape(4, 6)
    check_kinds(made, cells[::2, 1:5:3], cells[:, 2])
    check_kinds(made, cells.T, cells[0, ::-1])
    check_kinds(made, cells[:0], cells[0, :0])
    constant = cells.copy()
    constant.flags.writeable = False
    check_kinds(made, constant, constant[1])


def test_one_row_is_of_the_same_type_as_several(made: ModuleType) -> None:
    """To numpy it lies in Fortran's order, too, to numba in C's alone."""
    cells = np.arange(24, dtype=np.uint64).reshape(4, 6)
    before = len(made.kinds._loaded)
    for array in (cells, cells[:1], np.ascontiguousarray(cells[:, :1]), cells[:0]):
        check_kinds(made, array, np.zeros(2, np.uint64))
    assert len(made.kinds._loaded) == before + 1
    check_kinds(made, cells.T, np.zeros(2, np.uint64))
    assert len(made.kinds._loaded) == before + 2


def test_other_kernels_may_call_it(made: ModuleType) -> None:
    assert made.outer(10) == 3 * 45


def test_other_arguments_are_refused(made: ModuleType) -> None:
    for value in ("5", 0.5, None, np.float64(2)):
        with pytest.raises(TypeError, match="a kernel takes no"):
            made.triple(value)


def test_what_allocates_is_refused_when_it_is_compiled(made: ModuleType) -> None:
    with pytest.raises(Exception, match=r"NRT|Only accept returning of array passed"):
        made.allocating(3)


def test_numba_is_needed_once(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(SOURCE)
    assert in_new_process(tmp_path) == [42, True]
    assert len(kept(tmp_path)) == 1
    assert in_new_process(tmp_path) == [42, False]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is compiled in the test."""
    names: list[str] = []
    real = machine._object_file

    def spy(found: Any) -> bytes:
        names.append(found.fndesc.llvm_func_name)
        return real(found)

    monkeypatch.setattr(machine, "_object_file", spy)
    return names


def triple_of_14(directory: Path, compiled: list[str]) -> list[Any]:
    """By the file that is there, imported anew; and whether it was compiled for it."""
    before = len(compiled)
    return [load(directory, None).triple(14), len(compiled) > before]


def write(directory: Path, factor: int, second: int) -> None:
    """A kernel that multiplies by the factor; its file was changed in that second."""
    path = directory / "made.py"
    path.write_text(SOURCE.replace("return 3 * number", f"return {factor} * number"))
    os.utime(path, (second, second))


def test_a_change_of_the_source_is_compiled_again(tmp_path: Path, compiled: list[str]) -> None:
    write(tmp_path, 3, second=1_700_000_000)
    assert triple_of_14(tmp_path, compiled) == [42, True]
    assert triple_of_14(tmp_path, compiled) == [42, False]
    write(tmp_path, 5, second=1_700_000_001)
    assert triple_of_14(tmp_path, compiled) == [70, True]
    assert triple_of_14(tmp_path, compiled) == [70, False]
    assert len(kept(tmp_path)) == 1, "the new file took the place of the old one"


def test_machine_code_of_old_bytecode_is_not_kept(tmp_path: Path, compiled: list[str]) -> None:
    """Python takes the bytecode of a file for that of another one changed in the same second."""
    write(tmp_path, 3, second=1_700_000_000)
    assert triple_of_14(tmp_path, compiled) == [42, True]
    write(tmp_path, 5, second=1_700_000_000)
    assert triple_of_14(tmp_path, compiled) == [42, True]
    os.utime(tmp_path / "made.py", (1_700_000_001, 1_700_000_001))
    assert triple_of_14(tmp_path, compiled) == [70, True], "what was kept was not of this file"
    assert triple_of_14(tmp_path, compiled) == [70, False]


def damaged(content: bytes) -> list[bytes]:
    """Cut off, with a byte changed here and there, and something else."""
    places = [0, 31, 32, 40, len(content) // 2, len(content) - 1]
    flipped = [
        content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :] for place in places
    ]
    return [b"", content[:20], content[:-1], content + b"\0", b"\x7fELF" * 20, *flipped]


def test_a_damaged_file_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(tmp_path).triple(14) == 42
    (path,) = kept(tmp_path)
    content = path.read_bytes()
    linked: list[bytes] = []
    real = machine._linked

    def spy(object_file: bytes, *rest: Any) -> Any:
        linked.append(object_file)
        return real(object_file, *rest)

    monkeypatch.setattr(machine, "_linked", spy)
    whole = content[32:].partition(b"\n")[2]
    for damage in damaged(content):
        path.write_bytes(damage)
        made = load(tmp_path)
        linked.clear()
        assert made.triple(14) == 42
        # What was linked is what numba has just made, and the file is in order again.
        assert len(linked) == 1
        assert kept(tmp_path) == [path]
        assert path.read_bytes()[:20] != damage[:20] or damage[:20] == content[:20]
        assert len(path.read_bytes()) == 32 + len(path.read_bytes()[32:])
    linked.clear()
    path.write_bytes(content)
    assert load(tmp_path).triple(14) == 42
    assert linked == [whole], "a whole file is loaded"


@pytest.mark.parametrize("what", ["kernel", "processor", "settings"])
def test_machine_code_of_something_else_is_not_loaded(
    what: str, tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its checksum is right and its name is that of the file that is looked for."""
    made = load(tmp_path, SOURCE.replace("return number > 0", "return 4 * number"))
    assert (made.triple(14), made.positive(14)) == (42, 56)
    one, other = kept(tmp_path)
    assert (one.name[:13], other.name[:11]) == ("made.positive", "made.triple")
    if what == "kernel":
        one.write_bytes(other.read_bytes())
    else:
        name, host = one.name, machine._host()
        changed = ("another processor",) if what == "processor" else ("NUMBA_OPT=0",)
        monkeypatch.setattr(machine, "_host", lambda: (*host, *changed))
        monkeypatch.setattr(Kernel, "_paths", lambda *_: iter([one.with_name(name)]))
    compiled.clear()
    again = load(tmp_path, SOURCE.replace("return number > 0", "return 4 * number"))
    assert again.positive(14) == 56
    assert len(compiled) == 1


def test_where_nothing_can_be_kept_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__pycache__").write_text("no directory")
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path / "cache"))
    assert load(tmp_path).triple(14) == 42
    assert len([*(tmp_path / "cache").glob("*.machine")]) == 1
    monkeypatch.setenv("MASETPROOF_CACHE", "")
    assert load(tmp_path).triple(14) == 42
    assert (tmp_path / "__pycache__").read_text() == "no directory"


@pytest.mark.parametrize("error", [AttributeError, LookupError, RuntimeError])
def test_with_another_numba_its_own_function_is_called(
    error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Callable[..., Any]:
        raise error("not as it was")

    monkeypatch.setattr(machine, "_object_file", fail)
    made = load(tmp_path)
    assert made.triple(14) == 42
    if error is LookupError:  # what is raised does not matter to what is called then
        cells = np.arange(24, dtype=np.uint8).reshape(4, 6)
        check_kinds(made, cells, cells[0])
    assert not kept(tmp_path)


def optimized(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what LLVM works on from now on, other than numba's own functions."""
    names: list[str] = []
    real = CPUCodeLibrary._optimize_final_module

    def spy(library: Any) -> None:
        names.append(library.name.rpartition(".")[2])
        real(library)

    monkeypatch.setattr(CPUCodeLibrary, "_optimize_final_module", spy)
    return names


def test_what_a_kernel_calls_is_optimized_with_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, cells = load(tmp_path), np.arange(6, dtype=np.uint8).reshape(2, 3)
    made.positive(1)
    names = optimized(monkeypatch)
    check_kinds(made, cells, cells[0])
    assert set(names) == {machine._ENTRY}
    assert made.outer(5) == 30
    assert "triple" not in names
    assert made.triple(14) == 42, "a kernel that was a part is one by itself, too"


def test_with_another_numba_each_kernel_is_compiled_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.core.compiler.Compiler", object)
    options = machine._as_part.__wrapped__()
    assert options == {}
    monkeypatch.setattr(machine, "_as_part", lambda: options)
    made, cells = load(tmp_path), np.arange(6, dtype=np.uint8).reshape(2, 3)
    names = optimized(monkeypatch)
    check_kinds(made, cells, cells[0])
    assert "triple" in names
    assert made.outer(5) == 30


def test_threads_that_meet_at_the_first_call(tmp_path: Path) -> None:
    made = load(tmp_path)
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(made.triple, range(40))] == [3 * number for number in range(40)]
    assert len(kept(tmp_path)) == 1


def test_of_the_settings_only_the_number_of_threads_makes_no_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Workers of the search have one thread, and the machine code of their coordinator."""
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    before = machine._host.__wrapped__()
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert machine._host.__wrapped__() == before
    monkeypatch.setenv("NUMBA_OPT", "0")
    assert machine._host.__wrapped__() != before

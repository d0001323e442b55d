"""How files are written and read: whole or not at all, through links, to pipes and devices."""

from __future__ import annotations

import lzma
import os
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masetproof import files
from masetproof.arguments import Refused
from masetproof.files import (
    file_path,
    prepare_directory,
    prepare_file,
    read_bytes,
    read_file,
    text_of,
    whole_file,
    write_text,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


def write_half(path: Path, kind: type[BaseException]) -> None:
    with whole_file(path) as file:
        file.write(b"half")
        raise kind


# ------------------------------------------------------------------------------- regular files


@pytest.mark.parametrize("links", [1, 2])
def test_a_link_is_written_through(tmp_path: Path, links: int) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "target"
    target.write_text("before")
    path = target
    for number in range(links):
        link = tmp_path / f"link{number}"
        link.symlink_to(os.path.relpath(path, tmp_path))
        path = link
    before = target.stat().st_ino
    write_text(path, "after")
    assert path.is_symlink()
    assert target.read_text() == "after"
    assert target.stat().st_ino != before  # replaced, so nobody ever reads half of it
    assert names(tmp_path / "elsewhere") == {"target"}


def test_a_link_to_nothing_makes_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"


@pytest.mark.parametrize("before", [0o600, 0o640, 0o755, 0o666])
def test_a_file_keeps_its_mode(tmp_path: Path, before: int) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(before)
    with whole_file(path) as file:
        (temporary,) = tmp_path.glob(".*")
        assert mode(temporary) == before  # what is private is so from the beginning
        file.write(b"after")
    assert (path.read_text(), mode(path)) == ("after", before)


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_mode_of_the_mask_of_the_user(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "file"
    program = (
        "import os, sys; from pathlib import Path; from masetproof.files import write_text;"
        f"os.umask({mask}); os.umask = None; write_text(Path(sys.argv[1]), 'text')"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert mode(path) == 0o666 & ~mask


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o444)
    for write in (prepare_file, lambda one: write_text(one, "after")):
        with pytest.raises(PermissionError) as refused:
            write(path)
        assert refused.value.filename == str(path)
    assert path.read_text() == "before"


def test_what_is_protected_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    monkeypatch.setattr(os, "access", lambda *_: False)
    for write in (prepare_file, lambda one: write_text(one, "after")):
        with pytest.raises(PermissionError) as refused:
            write(path)
        assert refused.value.filename == str(path)
    assert path.read_text() == "before"
    assert names(tmp_path) == {"file"}


def test_whatever_happens_before_the_end_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    for kind in (RuntimeError, KeyboardInterrupt, OSError):
        with pytest.raises(kind):
            write_half(path, kind)
    assert names(tmp_path) == {"file"}
    assert path.read_text() == "before"


def test_a_full_disk_leaves_nothing_and_is_told_with_the_name(tmp_path: Path) -> None:
    """A limit of the size of files stands for the end of the disk."""
    path = tmp_path / "file"
    program = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from masetproof.files import whole_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n"
        "    with whole_file(Path(sys.argv[1])) as file:\n"
        "        file.write(b'x' * int(sys.argv[2]))\n"
        "except OSError as error:\n"
        "    print(error.filename)\n"
    )
    # More and less than the buffer, which is written at the end.
    for size in (100_000, 2000):
        for there in (False, True):
            if there:
                path.write_text("before")
            command = [sys.executable, "-c", program, str(path), str(size)]
            run = subprocess.run(command, capture_output=True, text=True, check=True)
            assert run.stdout == f"{path}\n"
            assert names(tmp_path) == ({"file"} if there else set())
        assert path.read_text() == "before"
        path.unlink()


def test_errors_name_the_file_that_was_given(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "into").symlink_to("none/target")
    cases = ["none/file", "file/file", "loop", "into", ".", "x" * 300]
    for case in cases:
        path = tmp_path / case
        for write in (prepare_file, lambda one: write_text(one, "text")):
            with pytest.raises(OSError) as refused:  # noqa: PT011 - of whatever kind
                write(path)
            assert refused.value.filename == str(path), case
            assert refused.value.strerror
    assert names(tmp_path) == {"file", "loop", "into"}


def test_an_error_about_another_file_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as lost, whole_file(tmp_path / "file"):
        (tmp_path / "source").read_text()
    assert lost.value.filename == str(tmp_path / "source")


def test_long_names_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_text(path, "text")
    assert path.read_text() == "text"


def test_threads_write_whole_files(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    os.umask(mask)
    texts = [str(number) * 100_000 for number in range(10)]

    def write(number: int) -> None:
        for _ in range(20):
            write_text(tmp_path / "file", texts[number])
            assert (tmp_path / "file").read_text() in texts

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(write, range(10)))
    assert names(tmp_path) == {"file"}
    assert mode(tmp_path / "file") == 0o666 & ~mask


# ----------------------------------------------------------------------- what is no regular file


def test_a_device_is_written_to(tmp_path: Path) -> None:
    before = os.stat("/dev/null").st_ino
    prepare_file(Path("/dev/null"))
    write_text(Path("/dev/null"), "text")
    assert os.stat("/dev/null").st_ino == before
    (tmp_path / "link").symlink_to("/dev/null")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()


def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_text(Path("/dev/full"), "text")


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_standard_output_gets_it_in_order(tmp_path: Path, name: str) -> None:
    """Also when it is a file, which must stay the same, as others write to it, too."""
    if name == "link":
        (tmp_path / "link").symlink_to("/dev/stdout")
        name = str(tmp_path / "link")
    program = (
        "import sys; from pathlib import Path; from masetproof.files import *\n"
        "print('first')\n"
        "prepare_file(Path(sys.argv[1]))\n"
        "write_text(Path(sys.argv[1]), 'second\\n')\n"
        "print('third')\n"
    )
    command = [sys.executable, "-c", program, name]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    assert run.stdout == "first\nsecond\nthird\n"
    path = tmp_path / "out"
    with path.open("wb") as file:
        before = path.stat().st_ino
        file.write(b"zeroth\n")
        file.flush()
        subprocess.run(command, stdout=file, check=True)
    assert path.read_text() == "zeroth\nfirst\nsecond\nthird\n"
    assert path.stat().st_ino == before


def test_any_open_file_is_written_to() -> None:
    reading, writing = os.pipe()
    write_text(Path(f"/dev/fd/{writing}"), "text")
    os.close(writing)
    assert os.read(reading, 100) == b"text"
    os.close(reading)
    for write in (prepare_file, lambda one: write_text(one, "text")):
        with pytest.raises(OSError, match=f"Bad file descriptor: '/dev/fd/{writing}'"):
            write(Path(f"/dev/fd/{writing}"))


def test_a_pipe_is_written_to_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    while not found and reader.is_alive():
        prepare_file(path)  # which must not end what the reader reads
        try:
            write_text(path, "x" * 1_000_000)
        except OSError:
            time.sleep(0.01)  # the reader has not opened it yet
        else:
            break
    reader.join()
    assert found == [b"x" * 1_000_000]
    assert path.is_fifo()


def test_a_pipe_that_nobody_reads_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match=f"no program reads from this: '{path}'"):
        write_text(path, "text")
    assert path.is_fifo()


def test_nothing_comes_from_a_block_that_fails() -> None:
    reading, writing = os.pipe()
    with pytest.raises(RuntimeError):
        write_half(Path(f"/dev/fd/{writing}"), RuntimeError)
    os.close(writing)
    assert os.read(reading, 100) == b""
    os.close(reading)


# ------------------------------------------------------------------------------------ directories


def test_directories_are_made_also_through_links(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("one/two")
    prepare_directory(tmp_path / "link")
    prepare_directory(tmp_path / "link" / "three")
    assert (tmp_path / "one" / "two" / "three").is_dir()
    assert names(tmp_path / "one" / "two") == {"three"}


def test_what_cannot_be_a_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for case in ("file", "file/below", "file/below/more", "pipe", "loop", "x" * 300):
        path = tmp_path / case
        with pytest.raises(OSError) as refused:  # noqa: PT011 - of whatever kind
            prepare_directory(path)
        assert refused.value.filename == str(path), case
    with pytest.raises(OSError, match="'/proc/self/none'"):
        prepare_directory(Path("/proc/self/none"))


# ---------------------------------------------------------------------------------------- reading


def test_no_more_is_read_than_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    assert read_bytes(path, 4) == b"0123"
    assert read_bytes(path, 40) == b"0123456789"
    assert read_bytes(Path("/dev/zero"), 4) == bytes(4)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(OSError) as refused:  # noqa: PT011 - of whatever kind
            read_bytes(path, 1)
        assert refused.value.filename == str(path)


def test_a_pipe_without_a_writer_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.setattr(files, "_MILLISECONDS", 10)
    with pytest.raises(Refused, match=f"^{path}: no program writes to this pipe$"):
        read_bytes(path, 1000)


@pytest.mark.parametrize("slow", [False, True])
def test_a_pipe_is_read_to_its_end(
    tmp_path: Path, slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its writer takes longer for the first byte than a pipe without one is given."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    given_up = threading.Event()
    waited, first = 10 if slow else 600_000, files._first

    def wait_for_first(descriptor: int) -> bytes | None:
        found = first(descriptor)
        given_up.set()
        return found

    monkeypatch.setattr(files, "_MILLISECONDS", waited)
    monkeypatch.setattr(files, "_first", wait_for_first)
    opened = os.open(path, os.O_RDWR)  # by its writer, which is slow if it writes later

    def write() -> None:
        with os.fdopen(opened, "r+b", buffering=0) as file:
            if slow:
                given_up.wait()
            file.write(b"one")
            given_up.wait()
            file.write(b"two")

    writer = threading.Thread(target=write)
    writer.start()
    assert read_bytes(path, 1000) == b"onetwo"
    writer.join()


def test_standard_input_is_read(tmp_path: Path) -> None:
    """As `-`, whether it is a file or a pipe."""
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    before = os.dup(0)
    reading, writing = os.pipe()
    os.write(writing, b"piped")
    os.close(writing)
    try:
        for number, content in ((os.open(path, os.O_RDONLY), b"0123456789"), (reading, b"piped")):
            os.dup2(number, 0)
            os.close(number)
            assert read_bytes(Path("-"), 1000) == content
    finally:
        os.dup2(before, 0)
        os.close(before)


def test_texts_have_no_byte_order_mark() -> None:
    assert text_of(b"\xef\xbb\xbf\xd1\x8f\n") == "я\n"
    for data, reason in (
        (b"\xef\xbb\xbfa\n\xff", "^line 2: not UTF-8$"),
        ("a".encode("utf-16"), "^line 1: not UTF-8, but UTF-16$"),
        (lzma.compress(b"a"), "^line 1: not UTF-8, but packed by xz$"),
    ):
        with pytest.raises(Refused, match=reason):
            text_of(data)


def test_files_of_any_size_are_read_only_where_they_are_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    with read_file(path) as file:
        assert file.read() == b"0123456789"
    os.mkfifo(tmp_path / "pipe")
    for other in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / "none"):
        with pytest.raises(OSError) as refused, read_file(other):  # noqa: PT011 - of whatever kind
            pass
        assert refused.value.filename == str(other)


# ------------------------------------------------------------------------------------------ names


def test_files_are_named_by_text_or_paths(tmp_path: Path) -> None:
    assert file_path(str(tmp_path)) == file_path(tmp_path) == tmp_path

    class Named:
        def __fspath__(self) -> str:
            return "name"

    assert file_path(Named()) == Path("name")


@pytest.mark.parametrize("wrong", [None, 1, b"name", 1.5, ["name"], "", "a\0b", sys.stdout])
def test_other_names_are_refused(wrong: object) -> None:
    with pytest.raises(Refused, match="file"):
        file_path(wrong)

"""Machine code of kernels, kept in a file, so that later processes run it without numba.

numba needs longer to start than most searches take.  So numba compiles a `Kernel` once; afterwards
LLVM loads its object file, and ctypes calls it.  A kernel neither allocates memory nor raises: then
its machine code needs nothing of numba.  numba is told to refuse anything else.

The object file lies beside Python's bytecode, or where that cannot be written in the cache
directory.  It is trusted like the code, as bytecode is.  It is not loaded unless its checksum is
right and nothing it depends on has changed: the file of the kernel, which has all that it calls,
and this one, the types of the arguments, the versions of numba, numpy, LLVM's binding and Python,
the processor, and the settings of numba.  Otherwise the kernel is compiled again.  When there is no
way to keep or load it, numba's own function is called.

How numba passes arguments: a function gets the place of its result, that of an exception, and then
the arguments, tuples and arrays taken to pieces; an array is its owner twice (none here), size,
bytes of an item, address, shape and strides, a record its address.  It returns 0 when all is well.
As there may be hundreds of pieces, they are written one after the other, 8 bytes each, and a few
lines of LLVM's language, `_entry`, read them and call the function.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import struct
import sys
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from pathlib import Path
from threading import RLock
from typing import Any, final

import numpy as np

from masetproof.cache import cache_directory, version_of
from masetproof.files import read_bytes, whole_file

__all__ = ["Kernel", "kernel"]

_SCALARS = {
    "none": ctypes.c_void_p,  # empty
    "bool": ctypes.c_bool,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
}
"""The types of arguments and results beside arrays and tuples, by their names in numba."""
_OPTIONS = {
    "_nrt": False,  # whatever allocates is a compile-time error
    "nogil": True,
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "error_model": "numpy",
}
_ENTRY = "masetproof_entry"
_CHECKSUM = 32
_MOST_BYTES = 1 << 24
_C, _FORTRAN, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
"""The flags of an array that numba distinguishes."""
_LOCK = RLock()
_ENGINES: list[Any] = []
"""What holds the code that was loaded; it stays as long as the process."""

_Kinds = tuple[Any, ...]
"""The types of arguments, as far as they make a difference to machine code."""
_Code = Callable[[bytes, tuple[Any, ...]], Any]
"""What runs a kernel: it takes the arguments in pieces, and whole."""


@final
class Kernel:
    """A function that runs without numba once it has been compiled.

    It takes arrays, records, integers, Booleans and tuples of these, and returns nothing, an
    integer, a Boolean or a tuple of such.  The interpreter's lock is not held.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._loaded: dict[_Kinds, _Code] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds, pieces = _pieces(arguments)
        return self._code(kinds, arguments)(pieces, arguments)

    def on(self, *first: Any) -> Callable[..., Any]:
        """The kernel with its first arguments, which are taken to pieces only once."""
        kinds, pieces = _pieces(first)
        codes: dict[_Kinds, _Code] = {}

        def call(*rest: Any) -> Any:
            more_kinds, more = _pieces(rest)
            arguments = (*first, *rest)
            code = codes.get(more_kinds)
            if code is None:
                code = codes[more_kinds] = self._code(kinds + more_kinds, arguments)
            return code(pieces + more, arguments)

        return call

    @property
    def part(self) -> Any:
        """numba's function of the kernel, for other kernels to call."""
        return _jit(self._function, **_OPTIONS, **_as_part())

    def _code(self, kinds: _Kinds, arguments: tuple[Any, ...]) -> _Code:
        """What runs the kernel with arguments of these types."""
        if kinds not in self._loaded:
            with _LOCK:
                if kinds not in self._loaded:
                    self._loaded[kinds] = self._kept(kinds) or self._made(kinds, arguments)
        return self._loaded[kinds]

    def _kept(self, kinds: _Kinds) -> _Code | None:
        """From an object file that is in order, if there is one."""
        for path in self._paths(kinds):
            with contextlib.suppress(OSError, ValueError, LookupError, ImportError, RuntimeError):
                content = read_bytes(path, _MOST_BYTES)
                checksum, content = content[:_CHECKSUM], content[_CHECKSUM:]
                head, _, object_file = content.partition(b"\n")
                if hashlib.sha256(content).digest() == checksum:
                    about = json.loads(head)
                    if about["of"] == self._identity(kinds):
                        return _linked(object_file, about["result"])
        return None

    def _made(self, kinds: _Kinds, arguments: tuple[Any, ...]) -> _Code:
        """By numba; the object file is kept."""
        from numba import typeof

        signature = tuple(map(typeof, arguments))
        part = self.part
        part.compile(signature)
        compiled = part.overloads[signature]
        try:
            object_file, result = _object_file(compiled), _result_names(compiled)
            code = _linked(object_file, result)
        except (AttributeError, LookupError, RuntimeError, TypeError):
            # Another numba than those that this was tried with.
            whole = _jit(self._function, nogil=True)
            return lambda _, arguments: whole(*arguments)
        about = {"of": self._identity(kinds), "result": result}
        content = json.dumps(about).encode() + b"\n" + object_file
        for path in self._paths(kinds) if _is_of_its_file(self._function) else ():
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                with whole_file(path) as file:
                    file.write(hashlib.sha256(content).digest() + content)
                break
        return code

    def _paths(self, kinds: _Kinds) -> Iterator[Path]:
        """Where the object file may be, the first place first.

        Its name does not tell the version of the source, so that a newer one takes its place.
        """
        source = Path(self._function.__code__.co_filename)
        text = "\n".join([str(source), self._function.__qualname__, repr(kinds), *_host()])
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        name = f"{source.stem}.{self._function.__name__}-{digest}.machine"
        yield source.parent / "__pycache__" / name
        directory = cache_directory()
        if directory is not None:
            yield directory / name

    def _identity(self, kinds: _Kinds) -> list[str]:
        """All that the machine code depends on; `OSError` when a source cannot be read."""
        sources = Path(self._function.__code__.co_filename), Path(__file__)
        digests = [hashlib.sha256(read_bytes(path, _MOST_BYTES)).hexdigest() for path in sources]
        return [self._function.__qualname__, repr(kinds), *digests, *_host()]


def kernel(function: Callable[..., Any]) -> Kernel:
    """The kernel with this code."""
    return Kernel(function)


def _is_of_its_file(function: Callable[..., Any]) -> bool:
    """Whether the code that runs is that of the file as it stands.

    Bytecode counts as that of a file whose size and second of change are the same, and a file may
    change after it was imported.
    """
    names = function.__globals__
    spec = names.get("__spec__")
    if spec is None or not hasattr(spec.loader, "get_code"):
        return False
    with contextlib.suppress(OSError, ValueError, SyntaxError):
        path = function.__code__.co_filename
        code = compile(read_bytes(Path(path), _MOST_BYTES), path, "exec", dont_inherit=True)
        kernels = (one for one in names.values() if isinstance(one, Kernel))
        of_this_file = (one._function for one in kernels if one.__module__ == spec.name)
        return spec.loader.get_code(spec.name) == code and all(
            one.__code__ in code.co_consts for one in of_this_file
        )
    return False


@cache
def _jit(function: Callable[..., Any], **options: Any) -> Any:
    """numba's function, which may call other kernels."""
    from numba import njit, types
    from numba.extending import typeof_impl

    if Kernel not in typeof_impl.registry:

        @typeof_impl.register(Kernel)
        def _(kernel: Kernel, _context: object) -> Any:
            return types.Dispatcher(kernel.part)

    return njit(**options)(function)


@cache
def _as_part() -> dict[str, Any]:
    """The options of kernels that others call; none where numba is not as it was when it was tried.

    LLVM works on a kernel as a whole.  Otherwise each that is called would be made into machine
    code of its own, too, with all that it calls in turn.
    """
    from numba import njit

    with contextlib.suppress(Exception):
        options = {"pipeline_class": _part_compiler()}
        part = njit(**options)(lambda: 7)
        if njit(lambda: part())() == 7:
            return options
    return {}


def _part_compiler() -> Any:
    """What compiles a function so that it can be linked into others, and for nothing else."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class Library(JITCodeLibrary):
        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalized = True

    class PartCompiler(Compiler):
        def compile_extra(self, function: Callable[..., Any]) -> Any:
            context = self.state.targetctx
            self.state.flags.no_compile = True
            name = function.__qualname__
            self.state.library = Library(context.codegen(), name)  # type: ignore[no-untyped-call]
            compiled: Any = super().compile_extra(function)  # type: ignore[no-untyped-call]
            compiled.library.finalize()
            # What numba would call: something built in, and of this part only.
            entry: Any = [].append
            context.insert_user_function(entry, compiled.fndesc, [compiled.library])
            return compiled._replace(entry_point=entry)

    return PartCompiler


@cache
def _host() -> tuple[str, ...]:
    """The processor and the software that machine code depends on."""
    import llvmlite.binding as llvm

    # How many threads there are makes no difference to kernels, which use one.
    names = sorted(key for key in os.environ if key[:6] == "NUMBA_" and key != "NUMBA_NUM_THREADS")
    settings = [f"{name}={os.environ[name]}" for name in names]
    return (
        *(f"{name} {version_of(name)}" for name in ("numba", "llvmlite", "numpy")),
        sys.version,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
        *settings,
    )


def _pieces(arguments: tuple[Any, ...]) -> tuple[_Kinds, bytes]:
    """The types of arguments, and what numba passes for them, 8 bytes for each piece."""
    kinds, values = _kinds_and_values(arguments)
    return kinds, struct.pack(f"{len(values)}q", *values)


def _kinds_and_values(arguments: tuple[Any, ...]) -> tuple[_Kinds, list[int]]:
    kinds: list[Any] = []
    values: list[int] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            kinds.append((argument.dtype, argument.ndim, _layout(argument.flags.num)))
            values += (0, 0, argument.size, argument.itemsize, argument.ctypes.data)
            values += argument.shape
            values += argument.strides
        elif isinstance(argument, np.void):
            kinds.append(argument.dtype)
            values.append(argument.__array_interface__["data"][0])
        elif isinstance(argument, tuple):
            some_kinds, some = _kinds_and_values(argument)
            kinds.append((type(argument).__name__, some_kinds))
            values += some
        else:
            kinds.append(_scalar(argument))
            values.append(int(argument))
    return tuple(kinds), values


def _layout(flags: int) -> int:
    """What numba distinguishes of an array's layout: one row in both orders is in C's to it."""
    return flags & (_ALIGNED | _WRITEABLE | (_C if flags & _C else _FORTRAN))


def _scalar(value: object) -> str:
    """The name of the type of a number; `TypeError` when kernels take none such."""
    if isinstance(value, bool | np.bool_):
        return "bool"
    if isinstance(value, int | np.int64):
        return "int64"
    if isinstance(value, np.uint16):
        return "uint16"
    raise TypeError(f"a kernel takes no {type(value).__name__}")


def _object_file(compiled: Any) -> bytes:
    """The object file of a part with an entry; `LookupError` when it needs more than LLVM has.

    LLVM would end the process if it had to load a file with a name that nobody knows.
    """
    import llvmlite.binding as llvm

    library = compiled.library
    codegen, part = library.codegen, library._get_module_for_linking()
    whole = codegen.create_library(_ENTRY)
    whole.add_llvm_module(llvm.parse_assembly(_entry(part, compiled.fndesc.llvm_func_name)))
    module = whole._final_module
    module.link_in(part, preserve=True)
    whole._optimize_final_module()
    for function in module.functions:
        if function.is_declaration and not function.name.startswith("llvm."):
            raise LookupError(f"a kernel needs {function.name}")
    content: bytes = codegen._tm.emit_object(module)
    return content


def _entry(module: Any, symbol: str) -> str:
    """A function in LLVM's language that calls another one with arguments from an array."""
    place, exception, *kinds = (str(kind.type) for kind in module.get_function(symbol).arguments)
    arguments, lines = [f"{place} %place", f"{exception} %exception"], []
    for number, kind in enumerate(kinds):
        lines += [
            f"%p{number} = getelementptr i64, ptr %pieces, i64 {number}",
            f"%w{number} = load i64, ptr %p{number}",
        ]
        if kind == "i64":
            arguments.append(f"i64 %w{number}")
        else:
            how = "inttoptr" if kind == "ptr" else "trunc"
            lines.append(f"%v{number} = {how} i64 %w{number} to {kind}")
            arguments.append(f"{kind} %v{number}")
    declared = ", ".join([place, exception, *kinds])
    return "\n".join(
        [
            f'declare i32 @"{symbol}"({declared})',
            f"define i32 @{_ENTRY}(ptr %place, ptr %exception, ptr %pieces) {{",
            *lines,
            f'%status = call i32 @"{symbol}"({", ".join(arguments)})',
            "ret i32 %status",
            "}",
        ]
    )


def _result_names(compiled: Any) -> list[str]:
    """The types of the result: a list of several for a tuple."""
    result = compiled.signature.return_type
    return ["", *map(str, result.types)] if hasattr(result, "types") else [str(result)]


def _linked(object_file: bytes, result: list[str]) -> _Code:
    """What calls the machine code in an object file."""
    import llvmlite.binding as llvm

    fields = [(f"value{place}", _SCALARS[name]) for place, name in enumerate(result) if name]
    kind = type("Result", (ctypes.Structure,), {"_fields_": fields})
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(object_file))
    engine.finalize_object()
    address = engine.get_function_address(_ENTRY)
    if not address:
        raise LookupError("an object file without an entry")
    _ENGINES.append(engine)
    pointer = ctypes.c_void_p
    function = ctypes.CFUNCTYPE(ctypes.c_int32, pointer, pointer, ctypes.c_char_p)(address)

    def call(pieces: bytes, _: object) -> Any:
        place, exception = kind(), pointer()
        if function(ctypes.addressof(place), ctypes.addressof(exception), pieces):
            raise ArithmeticError("a kernel failed")
        values = tuple(getattr(place, name) for name, _ in fields)
        return values[0] if result[0] else values

    return call

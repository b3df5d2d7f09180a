"""Compiles every module that has a .pxd beside it (but for a .pxd that begins "# inline only", which is itself the
compiled form of its module); where that fails, the same .py files run interpreted.

A build in place (`make`, `pip install --editable`) is for this processor; a wheel is for any processor of its kind.

SECTORS_BARE=1 leaves core and page as they are (scripts/prepare.py makes both), SECTORS_PURE=1 compiles nothing,
SECTORS_CHECKED=1 compiles with bounds checks, SECTORS_PORTABLE=1 or =0 chooses the processors against that rule,
SECTORS_ONLY=a,b compiles only modules whose name contains a or b, SECTORS_COMPLETE=1 fails where core or page cannot be
built instead of going on without.
"""

import ast
import os
import shutil
import sys
import threading
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent / "scripts"))
import build_web

BARE = bool(os.environ.get("SECTORS_BARE"))
COMPLETE = bool(os.environ.get("SECTORS_COMPLETE"))
CHECKED = bool(os.environ.get("SECTORS_CHECKED"))
GENERATED = "build/checked" if CHECKED else "build/c"
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": CHECKED,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": CHECKED,
    "auto_pickle": False,
    "annotation_typing": False,
}
# Cython's own functions, which every module needs, compiled once: two thirds less to compile
SHARED = "sectors.kit._cython"
# Floating point must not depend on the processor: the same search gives the same move everywhere.
FLAGS = ["-O1" if CHECKED else "-O3", "-ffp-contract=off", "-fno-math-errno", "-g0", "-w"]
NATIVE = ["-march=native"]
# On Windows clang-cl compiles: Microsoft's compiler has no vectors of 16-bit numbers with operators, and no __int128.
WINDOWS_FLAGS = ["/Od" if CHECKED else "/O2", "/fp:precise", "/clang:-ffp-contract=off", "/w"]


class BuildAllOrNone(build_ext):
    """`Extension(optional=True)` would not do: it stops at a missing compiler, and could leave a mixture."""

    def run(self):
        self.parallel = self.parallel or os.cpu_count()
        self.portable = os.environ.get("SECTORS_PORTABLE", "0" if self.inplace else "1") not in ("", "0")
        try:
            generate(self.extensions)
            super().run()
            if self.inplace:
                self.remove_old()
        except Exception as error:
            why = str(error).splitlines()[-1][:160]
            print(f"sectors: no compiled core, everything will run interpreted and slowly: {why}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            if os.environ.get("SECTORS_ONLY") or CHECKED or COMPLETE:
                raise
            self.extensions = []

    def remove_old(self):
        """What was built of modules that are no more."""
        if not os.environ.get("SECTORS_ONLY"):
            built = {Path(self.get_ext_fullpath(extension.name)).resolve() for extension in self.extensions}
            for path in [*Path("src").rglob("*.so"), *Path("src").rglob("*.pyd")]:
                if path.resolve() not in built:
                    path.unlink()

    def build_extensions(self):
        flags = FLAGS if self.portable else FLAGS + NATIVE
        if self.compiler.compiler_type == "msvc":
            flags = WINDOWS_FLAGS
            self.compiler.initialize()
            self.compiler.cc = shutil.which("clang-cl") or self.compiler.cc
        for extension in self.extensions:
            extension.extra_compile_args = flags
        self.rebuild_after_other_flags(" ".join(flags))
        self.progress = Progress(sum(self.is_stale(extension) for extension in self.extensions))
        super().build_extensions()

    def build_extension(self, extension):
        stale = self.is_stale(extension)
        super().build_extension(extension)
        if stale:
            self.progress.step(extension.name)

    def rebuild_after_other_flags(self, flags):
        note = Path(self.build_temp) / "flags"
        self.force = self.force or not note.exists() or note.read_text() != flags
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(flags)

    def is_stale(self, extension):
        built = Path(self.get_ext_fullpath(extension.name))
        if self.force or not built.exists():
            return True
        sources = [*extension.sources, *extension.depends]
        return any(Path(source).stat().st_mtime > built.stat().st_mtime for source in sources)


class Progress:
    """Says after every module how many of them are compiled."""

    def __init__(self, number):
        self.number, self.done, self.lock = number, 0, threading.Lock()

    def step(self, name):
        with self.lock:
            self.done += 1
            print(f"compiled {self.done} of {self.number}: {name}", flush=True)


class BuildPage(build_py):
    """The page first, so that its files are among the package's data; editable installations come here too."""

    def run(self):
        built = not BARE and build_web.build()
        if COMPLETE and not built:
            raise RuntimeError("the page was not built")
        if built and not self.editable_mode:
            self.__dict__.pop("data_files", None)  # found before the page was there
        super().run()


def write_numbers():
    """A game's numbers.py for the compiler: numbers.pxd beside it, with every whole number that has a name."""
    for source in sorted(Path("src").rglob("numbers.py")):
        lines = ["# inline only: written by setup.py from numbers.py, the same numbers for the compiler", "cdef enum:"]
        for statement in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Assign) and isinstance(value := evaluated(statement.value), int):
                lines += [f"    {name.id} = {value}" for name in statement.targets]
        text = "\n".join(lines) + "\n"
        made = source.with_suffix(".pxd")
        if not made.exists() or made.read_text(encoding="utf-8") != text:
            made.write_text(text, encoding="utf-8")


def evaluated(expression):
    try:
        return ast.literal_eval(expression)
    except ValueError:
        return None  # worked out from others: not for the compiler


def extensions():
    write_numbers()
    if BARE or os.environ.get("SECTORS_PURE"):
        return []
    only = [part for part in os.environ.get("SECTORS_ONLY", "").split(",") if part]
    modules = [Extension(SHARED, [f"{GENERATED}/{SHARED}.c"])]
    for pxd in sorted(Path("src").rglob("*.pxd")):
        source = pxd.with_suffix(".py")
        name = ".".join(source.relative_to("src").with_suffix("").parts)
        if pxd.stem == "__init__" or not source.exists() or pxd.read_text().startswith("# inline only"):
            continue
        if only and not any(part in name for part in only):
            continue
        modules.append(Extension(name, [str(source)]))
    return modules


def generate(modules):
    """C from Python, for the modules that have changed or use one that has."""
    from Cython.Build import cythonize
    from Cython.Build.SharedModule import generate_shared_module
    from Cython.Compiler.Options import CompilationOptions, default_options

    shared, *others = modules
    if not Path(shared.sources[0]).exists():
        Path(shared.sources[0]).parent.mkdir(parents=True, exist_ok=True)
        settings = {"shared_c_file_path": shared.sources[0], "module_name": SHARED}
        generate_shared_module(CompilationOptions(default_options, **settings))
    generated = cythonize(
        others,
        include_path=["src"],
        build_dir=GENERATED,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )
    for module, made in zip(others, generated, strict=True):
        module.sources, module.depends = made.sources, made.depends


if __name__ != "__mp_main__":  # a process that generates C must not build everything again
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone, "build_py": BuildPage})

"""Compiles every module that has a .pxd beside it (but for a .pxd that begins "# inline only", which is itself the
compiled form of its module); where that fails, the same .py files run interpreted.

SECTORS_PURE=1 compiles nothing, SECTORS_CHECKED=1 compiles with bounds checks, SECTORS_PORTABLE=1 compiles for any
processor of this kind instead of for this one, SECTORS_ONLY=a,b compiles only modules whose name contains a or b.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent / "scripts"))
import build_web

CHECKED = bool(os.environ.get("SECTORS_CHECKED"))
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
# Floating point must not depend on the processor: the same search gives the same move everywhere.
FLAGS = ["-O1" if CHECKED else "-O3", "-ffp-contract=off", "-fno-math-errno", "-Wno-unused-function", "-g0"]
if not os.environ.get("SECTORS_PORTABLE"):
    FLAGS.append("-march=native")


class BuildAllOrNone(build_ext):
    """`Extension(optional=True)` would not do: it stops at a missing compiler, and could leave a mixture."""

    def run(self):
        try:
            super().run()
        except Exception as error:
            why = str(error).splitlines()[-1][:160]
            print(f"sectors: no compiled core, everything will run interpreted and slowly: {why}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            if os.environ.get("SECTORS_ONLY") or CHECKED:
                raise
            self.extensions = []


class BuildPage(build_py):
    """The page first, so that its files are among the package's data; editable installations come here too."""

    def run(self):
        if build_web.build() and not self.editable_mode:
            self.__dict__.pop("data_files", None)  # found before the page was there
        super().run()


def extensions():
    if os.environ.get("SECTORS_PURE"):
        return []
    from Cython.Build import cythonize

    only = [part for part in os.environ.get("SECTORS_ONLY", "").split(",") if part]
    modules = []
    for pxd in sorted(Path("src").rglob("*.pxd")):
        source = pxd.with_suffix(".py")
        name = ".".join(source.relative_to("src").with_suffix("").parts)
        if pxd.stem == "__init__" or not source.exists() or pxd.read_text().startswith("# inline only"):
            continue
        if only and not any(part in name for part in only):
            continue
        modules.append(Extension(name, [str(source)], extra_compile_args=FLAGS))
    build_dir = "build/checked" if CHECKED else "build/cython"
    return cythonize(modules, include_path=["src"], build_dir=build_dir, compiler_directives=DIRECTIVES, quiet=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone, "build_py": BuildPage})

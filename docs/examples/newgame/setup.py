from importlib.util import find_spec
from pathlib import Path

from Cython.Build import cythonize
from setuptools import setup

DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "auto_pickle": False,
    "annotation_typing": False,
}


def extensions():
    kit = Path(find_spec("sectors.kit.core").origin)
    if kit.suffix == ".py":
        return []  # the kit runs interpreted here, and so must its games
    include = [str(kit.parents[2])]  # the C types of the kit lie beside its modules
    modules = ["relay/rules.py", "relay/evaluate.py", "relay/observe.py"]
    return cythonize(modules, include_path=include, build_dir="build", compiler_directives=DIRECTIVES)


setup(ext_modules=extensions())

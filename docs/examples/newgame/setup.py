from importlib.util import find_spec
from pathlib import Path

from Cython.Build import cythonize
from setuptools import setup

# The C types of the kit lie beside its modules: the folder in which the package `sectors` is.
sectors = Path(str(find_spec("sectors").origin)).parents[1]
setup(
    ext_modules=cythonize(
        ["relay/rules.py", "relay/evaluate.py"],
        include_path=[str(sectors)],
        compiler_directives={
            "language_level": 3,
            "infer_types": True,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "auto_pickle": False,
            "annotation_typing": False,
        },
    )
)

"""The examples in the documentation of compiled modules hold."""

import doctest
import importlib
from pathlib import Path

import pytest

import sectors

SOURCE = Path(sectors.__file__).parents[1]
COMPILED = [(*path.relative_to(SOURCE).parts[:-1], path.name.partition(".")[0]) for path in SOURCE.rglob("*.so")]


@pytest.mark.parametrize("name", sorted(".".join(parts) for parts in COMPILED))
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0

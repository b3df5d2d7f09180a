"""The games for research: batches in the compiled core, and the interfaces of PettingZoo, Gymnasium and OpenSpiel.

    sectors.envs.Batch                n games at once, buffers shared with NumPy        pip install 'sectors[rl]'
    sectors.envs.aec.env              PettingZoo                                        pip install 'sectors[rl]'
    sectors.envs.gym                  Gymnasium                                         pip install 'sectors[rl]'
    sectors.envs.spiel                OpenSpiel                                         pip install 'sectors[spiel]'
    sectors.envs.solve                tiny games solved: trees, Nash policies, exploitability of bots   the same

This package imports without any of them; a part that needs a missing package says so when it is used.
"""

from __future__ import annotations

import importlib
from typing import Any

from sectors.kit import BadInput

PARTS = {"aec": "rl", "gym": "rl", "spiel": "spiel", "batch": "rl"}  # module -> the extra it needs
__all__ = ["Batch", *PARTS]


class MissingError(BadInput, ImportError):
    """A package that a part of `sectors.envs` needs is not installed."""


def __getattr__(name: str) -> Any:
    if name == "Batch":
        return __getattr__("batch").Batch
    if name not in PARTS:
        raise AttributeError(f"sectors.envs has no {name!r}; it has: {', '.join(__all__)}")
    try:
        return importlib.import_module(f"sectors.envs.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sectors"):
            raise
        raise MissingError(
            f"sectors.envs.{name} needs {error.name}, which is not installed: pip install 'sectors[{PARTS[name]}]'"
        ) from error

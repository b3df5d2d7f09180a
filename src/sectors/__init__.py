"""Sectors: five space board games on one open platform.

>>> import sectors
>>> game = sectors.load("sector219")
>>> state = game.new(seed=7)
>>> state.play(state.legal()[0])
>>> sectors.replay(state.record()) == state
True
"""

from sectors.kit import BadChance, BadContent, BadInput, BadOption, BadPosition, BadRecord, Game, Move, Refused, State
from sectors.kit.registry import games, load, replay

__version__ = "0.1.0"
__all__ = [
    "BadChance",
    "BadContent",
    "BadInput",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "Move",
    "Refused",
    "State",
    "__version__",
    "games",
    "load",
    "replay",
]

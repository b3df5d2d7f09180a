"""What every game is built from."""

from sectors.kit.core import Actions, Core, Evaluator
from sectors.kit.dealer import Dealer
from sectors.kit.errors import BadChance, BadContent, BadInput, BadOption, BadPosition, BadRecord, Refused
from sectors.kit.game import Game, check_end, check_fields
from sectors.kit.guide import Guide, Section
from sectors.kit.options import Option, is_int, same, whole
from sectors.kit.state import Json, Move, State, canonical, digest, events_for

__all__ = [
    "Actions",
    "BadChance",
    "BadContent",
    "BadInput",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Core",
    "Dealer",
    "Evaluator",
    "Game",
    "Guide",
    "Json",
    "Move",
    "Option",
    "Refused",
    "Section",
    "State",
    "canonical",
    "check_end",
    "check_fields",
    "digest",
    "events_for",
    "is_int",
    "same",
    "whole",
]

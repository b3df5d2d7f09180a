"""The building blocks of every game."""

from sectors.kit.core import Actions, Core, Evaluator
from sectors.kit.dealer import Dealer
from sectors.kit.effects import EFFECTS, Effect, Move, Thing
from sectors.kit.errors import (
    BadChance,
    BadContent,
    BadInput,
    BadOption,
    BadPosition,
    BadRecord,
    Refused,
    in_words,
    shown,
)
from sectors.kit.game import Game, Why, check_end
from sectors.kit.guide import Guide, Section
from sectors.kit.observe import Field, Observer
from sectors.kit.options import Option, group_options, whole
from sectors.kit.reader import Reader, is_int, parse_json, parse_toml, same
from sectors.kit.state import Json, State, canonical, digest, events_for
from sectors.kit.svg import Picture
from sectors.kit.words import SEATS, fill

__all__ = [
    "EFFECTS",
    "SEATS",
    "Actions",
    "BadChance",
    "BadContent",
    "BadInput",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Core",
    "Dealer",
    "Effect",
    "Evaluator",
    "Field",
    "Game",
    "Guide",
    "Json",
    "Move",
    "Observer",
    "Option",
    "Picture",
    "Reader",
    "Refused",
    "Section",
    "State",
    "Thing",
    "Why",
    "canonical",
    "check_end",
    "digest",
    "events_for",
    "fill",
    "group_options",
    "in_words",
    "is_int",
    "parse_json",
    "parse_toml",
    "same",
    "shown",
    "whole",
]

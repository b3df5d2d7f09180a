"""The options of the rules (R2.4)."""

from sectors.kit import Option, group_options, whole

MODES = ("life", "veteran", "rookie")
OPTIONS = (
    Option(
        "mode",
        "life",
        "Life Sentence: all rules; Veteran: connected galleries, no gears; Rookie: no tile turns",
        MODES,
        labels=("Life Sentence", "Veteran", "Rookie"),
    ),
    *group_options(
        "The end and the build",
        Option("stall_rounds", 12, "rounds without oxygen taken that end the game", **whole(1, 1000)),
        Option("entry_open", False, "an entry point must have an open way out (Life Sentence)", (False, True)),
    ),
)

"""The options of the rules (R9)."""

from sectors.kit import Option, group_options

OPTIONS = (
    Option(
        "opening",
        "choose",
        "put back two of five cards, or draw three (first game)",
        ("choose", "first_game"),
        labels=("put back two of five", "draw three, for a first game"),
    ),
    Option(
        "first",
        "random",
        "who takes the first turn",
        ("random", 0, 1),
        labels=("by lot", "the first seat", "the second seat"),
    ),
    *group_options(
        "Drop Squads",
        Option(
            "drop_reach",
            2,
            "how far from any card a Drop Squad may land",
            (1, 2, 3, "field"),
            labels=("1 space", "2 spaces", "3 spaces", "anywhere"),
        ),
        Option("drop_in_supply", False, "whether a Drop Squad may also land in supply", (False, True)),
    ),
)

REACH = {1: 1, 2: 2, 3: 3, "field": 0}  # `drop_reach` as a number; 0 means no limit

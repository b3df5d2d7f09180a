"""The options of the rules (R14)."""

from sectors.kit import Json, Option, group_options, whole

OPTIONS = (
    Option(
        "goal", 3, "missions to win; 2 is the short game, for four and five", (3, 2), labels=("3", "2, the short game")
    ),
    *group_options(
        "Upkeep",
        Option(
            "training",
            "turn",
            "training ends with the turn, or stays on the crew",
            ("turn", "kept"),
            labels=("ends with the turn", "stays on the crew"),
        ),
        Option(
            "first_upkeep",
            "skip",
            "the very first upkeep of a seat is left out, or played",
            ("skip", "normal"),
            labels=("left out", "played"),
        ),
        Option("missions_per_upkeep", 0, "teams that may set out in one upkeep, 0 for any number", **whole(0, 7)),
    ),
    *group_options(
        "When the game ends",
        Option(
            "no_winner",
            "draw",
            "a game without a winner is a draw, or missions decide",
            ("draw", "missions"),
            labels=("a draw", "missions decide"),
        ),
        Option("turn_limit", 50, "turns of each seat", **whole(10, 500)),
    ),
    Option("seat_step", 0, "extra credits at the start for each seat number, for fairness", (0, 1, 2, 3)),
)


def recommended(seats: int) -> Json:
    """Return the recommended options: four or five can split the seven missions so that nobody gets three (1.3)."""
    return {"goal": 2, "seat_step": 2} if seats > 3 else {}


def advice(seats: int) -> str:
    if seats <= 3:
        return ""
    return (
        "There are seven missions: with three to win, four or five stations can split them so that nobody wins. "
        "Each later seat begins with 2 credits more, because earlier seats have an edge."
    )

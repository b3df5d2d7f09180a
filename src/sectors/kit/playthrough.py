"""A game as readable text, so that a diff shows the effect of a change to the rules.

`python -m sectors.kit.playthrough FOLDER [GAME...]` rewrites FOLDER/GAME/playthrough.txt and perft.json.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from sectors.kit.game import Game
from sectors.kit.registry import games, load
from sectors.kit.state import Json, State
from sectors.kit.words import fill

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
LONGEST = 60  # moves that are written out in full


def playthrough(game: Game) -> str:
    """Write out a random game with the fewest seats: choices, moves, events, and the screen now and then."""
    rng = random.Random(game.name)
    state = game.new(seats=game.seat_numbers[0], seed=game.name)
    lines = [f"{game.title}, {state.seats} seats", f"options: {json.dumps(state.options)}", *log_lines(state), ""]
    while state.to_act is not None:
        legal = state.legal()
        move = rng.choice(legal)
        full = len(state.actions) < LONGEST
        if full and len(state.actions) % 12 == 0:
            lines += [state.text(state.to_act).rstrip(), ""]
        if full:
            shown = " ".join(legal[:40]) + (f" ... ({len(legal)} in all)" if len(legal) > 40 else "")
            lines += [f"{len(state.actions) + 1}. {NAMES[state.to_act]} plays {move} of: {shown}"]
        state.play(move)
        if full:
            lines += log_lines(state)
    lines += ["", f"after {len(state.actions)} moves:", state.text(None).rstrip(), ""]
    lines += [f"result {state.result}, {state.reason}", f"digest {state.digest()}", ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n"))


def log_lines(state: State) -> list[str]:
    return [f"   {line}" for line in (fill(line, NAMES) for line in state.game.story(state.events))]


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` moves. Chance comes from the seed, so the same past gives the same outcomes."""
    if depth == 1:
        return len(state.legal_codes())
    total = 0
    for move in state.legal():
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def perfts(game: Game) -> list[Json]:
    """Return perft counts for each number of seats, from the start and from a position after 30 moves."""
    found = []
    for seats in game.seat_numbers:
        for moves in (0, 30):
            rng = random.Random(seats)
            state = game.new(seats, seed=7)
            while len(state.actions) < moves and state.to_act is not None:
                state.play(rng.choice(state.legal()))
            counts = [perft(state, 1)]
            while counts[-1] < 400 and len(counts) < 4 and state.to_act is not None:
                counts.append(perft(state, len(counts) + 1))
            found.append({"seats": seats, "after": moves, "digest": state.digest()[:16], "counts": counts})
    return found


def write(folder: Path, names: list[str]) -> None:
    for name in names:
        game = load(name)
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "playthrough.txt").write_text(playthrough(game), encoding="utf-8")
        lines = ",\n".join(json.dumps(one) for one in perfts(game))
        (place / "perft.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:] or games())

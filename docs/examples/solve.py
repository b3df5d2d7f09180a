"""Solve the tiny games: tree, value, a Nash policy, and what the best answer gains against bots.

    pip install 'sectors[spiel]'
    python docs/examples/solve.py starsectors --bots random,greedy,mcts:3
    python docs/examples/solve.py sector219 --iterations 250 --out nash.json

A policy has for each information set of `sectors.envs.spiel` the chance of every legal action.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import sectors
from sectors.envs import spiel
from sectors.envs.solve import Tree, policy_of

SEALED = {"fleets": "build", "points": 11, "factions": ["war", "rov"], "purchase": "none"}
SHORT = {"round_limit": 1, "quiet_limit": 1, "start_charged": True}


def tiny(name: str) -> Any:
    """A tiny game for OpenSpiel."""
    content = sectors.load(name).folder / "tiny.toml"
    if name == "sector219":
        return spiel.load(name, options={"opening": "first_game", "first": 0}, content=content)
    start = sectors.load(name, content).new(options=SEALED | SHORT, chance=[["initiative", [2, 1]]])
    start.play("first-0")  # so the game begins after the dice for the initiative, whose ties could go on for ever
    return spiel.load(name, content=content, position=start.position())


def main() -> None:
    arguments = argparse.ArgumentParser(description="Solve a tiny game.")
    arguments.add_argument("game", choices=("sector219", "starsectors"))
    arguments.add_argument("--iterations", type=int, default=100, help="of CFR+ (100)")
    arguments.add_argument("--bots", default="", help="bots to exploit, separated by commas")
    arguments.add_argument("--samples", type=int, default=16, help="how often each bot is asked in each position (16)")
    arguments.add_argument("--out", type=Path, help="a file for the policy")
    given = arguments.parse_args()
    game = tiny(given.game)
    tree = Tree(game)
    found = {"game": given.game, **tree.sizes(), "uniform": round(tree.exploitability(tree.uniform()), 5)}
    policy = tree.solve(given.iterations)
    found |= {"value": round(tree.value(policy), 5), "exploitability": round(tree.exploitability(policy), 5)}
    print(json.dumps(found, indent=1))
    if given.out:
        mixed = {key: {action: round(chance, 4) for action, chance in row.items()} for key, row in policy.items()}
        given.out.write_text(json.dumps({**found, "policy": mixed}, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    for bot in filter(None, given.bots.split(",")):
        print(f"{bot}: {tree.exploitability(policy_of(game, bot, given.samples)):.3f}", flush=True)


if __name__ == "__main__":
    main()

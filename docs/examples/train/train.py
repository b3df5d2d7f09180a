"""Train a player for a game of two seats by self-play: PPO with masked actions, on one CPU.

    pip install 'sectors[train]'
    python docs/examples/train/train.py sector18 --minutes 3 --out sector18.pt
    python docs/examples/train/train.py sector18 --measure sector18.pt --games 200

Both seats are the same network. An observation is relative to the seat that acts, so what is good for one seat is bad
for the other: where the next decision is the enemy's, its value counts with the other sign. Everything random comes
from the seed: the same seed makes the same player, on the same machine and with --steps instead of --minutes.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import nn

import sectors
from sectors import bots
from sectors.envs import Batch
from sectors.kit import Game, State

ROWS, LENGTH = 256, 64  # games at once, and steps between two updates
EPOCHS, PARTS = 2, 8  # how often an update sees its steps, and in how many parts
DISCOUNT, TRACE, CLIP = 1.0, 0.9, 0.2
ENTROPY, RATE = 0.01, 1e-3
OPPONENTS = ("random", "greedy", *(f"mcts:{level}" for level in range(1, 7)))


class Network(nn.Module):
    """Two layers that policy and value share. Numbers are scaled by their bounds, to be of the order of 1."""

    def __init__(self, size: int, actions: int, scale: torch.Tensor, width: int = 256) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the chances of all actions, and what the seat can expect, -1 to 1."""
        found = self.body(obs.float() * self.scale)
        logits = self.policy(found).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, -1), torch.tanh(self.value(found)).squeeze(-1)


def network_for(game: Game) -> Network:
    observer = game.observer(*game.settings(2, None))
    low, high = (torch.tensor(bound, dtype=torch.float32) for bound in observer.bounds())
    return Network(observer.size, observer.actions, 1.0 / torch.maximum(low.abs(), high.abs()).clamp(1.0, 64.0))


class Rollout:
    """The steps of all games since the last update."""

    def __init__(self, batch: Batch) -> None:
        shape = (LENGTH, batch.n)
        self.obs = torch.zeros((*shape, batch.observer.size), dtype=torch.int16)
        self.mask = torch.zeros((*shape, batch.observer.actions), dtype=torch.bool)
        self.action = torch.zeros(shape, dtype=torch.int64)
        self.seat = torch.zeros((LENGTH + 1, batch.n), dtype=torch.int64)
        self.chance, self.reward, self.done = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
        self.value = torch.zeros((LENGTH + 1, batch.n))

    @torch.no_grad()
    def play(self, batch: Batch, network: Network) -> None:
        rows = torch.arange(batch.n)
        for t in range(LENGTH):
            self.obs[t], self.mask[t] = torch.from_numpy(batch.obs), torch.from_numpy(batch.mask)
            self.seat[t] = torch.from_numpy(batch.seat)
            chances, self.value[t] = network(self.obs[t], self.mask[t])
            self.action[t] = torch.multinomial(chances.exp(), 1).squeeze(-1)
            self.chance[t] = chances[rows, self.action[t]]
            _, reward, done = batch.step(self.action[t].numpy())
            self.reward[t] = torch.from_numpy(reward)[rows, self.seat[t]]
            self.done[t] = torch.from_numpy(done)
        self.seat[LENGTH] = torch.from_numpy(batch.seat)
        self.value[LENGTH] = network(torch.from_numpy(batch.obs), torch.from_numpy(batch.mask))[1]

    def advantages(self) -> torch.Tensor:
        """How much better each action was than expected (GAE), for the seat that took it."""
        found, later = torch.zeros_like(self.reward), torch.zeros(self.reward.shape[1])
        for t in reversed(range(LENGTH)):
            sign = torch.where(self.seat[t + 1] == self.seat[t], 1.0, -1.0) * (1.0 - self.done[t])
            error = self.reward[t] + DISCOUNT * sign * self.value[t + 1] - self.value[t]
            later = found[t] = error + DISCOUNT * TRACE * sign * later
        return found


def update(network: Network, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    advantage = rollout.advantages()
    target = (advantage + rollout.value[:LENGTH]).flatten()
    advantage = ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).flatten()
    obs, mask = rollout.obs.flatten(0, 1), rollout.mask.flatten(0, 1)
    action, before = rollout.action.flatten(), rollout.chance.flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(PARTS):
            chances, value = network(obs[part], mask[part])
            chance = chances.gather(1, action[part, None]).squeeze(-1)
            ratio = (chance - before[part]).exp()
            gain = torch.minimum(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part])
            entropy = -(chances.exp() * chances.clamp(min=-30.0)).sum(-1)
            loss = -gain.mean() + 0.5 * (value - target[part]).square().mean() - ENTROPY * entropy.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def train(name: str, seed: int, minutes: float, steps: int | None = None) -> tuple[Network, list[dict[str, float]]]:
    """A network after so many minutes, or steps; and its curve: the share won against `random`, as it learns."""
    torch.manual_seed(seed)
    game = sectors.load(name)
    network = network_for(game)
    optimiser = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    batch = Batch(game, ROWS, seats=2, seed=seed)
    batch.reset()
    rollout, curve, began, done = Rollout(batch), [], time.monotonic(), 0
    while (done < steps) if steps else (time.monotonic() - began < 60 * minutes):
        rollout.play(batch, network)
        update(network, optimiser, rollout)
        done += LENGTH * ROWS
        if (done // (LENGTH * ROWS)) % 10 == 1:
            share = share_won(game, network, "random", 128)
            curve.append({"steps": done, "minutes": round((time.monotonic() - began) / 60, 2), "random": share})
            print(f"{done:>12,} steps, {share:.3f} against random", flush=True)
    return network, curve


@torch.no_grad()
def share_won(game: Game, network: Network, opponent: str, games: int) -> float:
    """What the network gets on average against an opponent inside the batch, half of the games from each seat."""
    total = 0.0
    for seat in range(2):
        batch = Batch(game, games // 2, seats=2, seed=1000 + seat, opponents={1 - seat: opponent})
        batch.reset()
        waiting = numpy.ones(batch.n, bool)
        while waiting.any():
            chances, _ = network(torch.from_numpy(batch.obs), torch.from_numpy(batch.mask))
            batch.step(chances.argmax(-1).numpy())
            total += float((batch.reward[:, seat] / 2 + 0.5)[waiting & batch.done].sum())
            waiting &= ~batch.done
    return total / (games // 2 * 2)


class Learner(bots.Bot):
    """The network as a bot, so that everything that plays bots can play it: "train:Learner:file=sector18.pt"."""

    def __init__(self, seed: int | str | None = None, file: str = "sector18.pt") -> None:
        super().__init__(seed)
        self.file, self.networks = file, {}

    @torch.no_grad()
    def choose(self, seen: State) -> str:
        game, core = seen.game, seen.core
        observer = game.observer(seen.seats, seen.options)
        if game.name not in self.networks:
            self.networks[game.name] = load(game, Path(self.file))
        mask = torch.zeros(observer.actions, dtype=torch.bool)
        for code in seen.legal_codes():
            mask[observer.index_of(core, code)] = True
        obs = torch.tensor(observer.observation(core, core.to_act), dtype=torch.int16)
        chances, _ = self.networks[game.name](obs, mask)
        return game.text(observer.code_of(core, int(chances.argmax())))


def save(network: Network, path: Path) -> None:
    torch.save({key: value.half() for key, value in network.state_dict().items()}, path)


def load(game: Game, path: Path) -> Network:
    network = network_for(game)
    network.load_state_dict(torch.load(path, weights_only=True))
    return network


def duel(game: Game, file: str, opponent: str, games: int) -> float:
    """What the network gets on average against a bot, each deal played from both seats."""
    total = 0.0
    for number in range(games):
        players = [Learner(file=file), bots.load(opponent, seed=number)]
        state = game.new(2, seed=f"duel {number // 2}")
        while state.to_act is not None:
            player = players[(state.to_act + number) % 2]
            state.play(player.choose(state.seen_by(state.to_act, random.Random(f"{number} {len(state.actions)}"))))
        assert state.result is not None
        total += state.result[number % 2]
    return total / games


def measure(game: Game, file: str, games: int, opponents: tuple[str, ...]) -> dict[str, Any]:
    """Shares against bots, with intervals of 95 % (normal, at most as wide as for wins and losses alone)."""
    found = {}
    for opponent in opponents:
        share = duel(game, file, opponent, games)
        wide = 1.96 * (max(share * (1 - share), 0.25 / games) / games) ** 0.5
        found[opponent] = {"share": round(share, 3), "low": round(max(share - wide, 0.0), 3)}
        found[opponent]["high"] = round(min(share + wide, 1.0), 3)
        print(f"{opponent:<8} {share:.3f} +- {wide:.3f} in {games} games", flush=True)
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description="Train a player by self-play.")
    arguments.add_argument("game", choices=[name for name in sectors.games() if 2 in sectors.load(name).seat_numbers])
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--minutes", type=float, default=3.0)
    arguments.add_argument("--steps", type=int, help="instead of minutes")
    arguments.add_argument("--threads", type=int, default=1, help="of torch (1)")
    arguments.add_argument(
        "--out", default="player.pt", help="where to store the network; beside it, its curve as JSON"
    )
    arguments.add_argument("--measure", metavar="FILE", help="train nothing: play a stored network against bots")
    arguments.add_argument("--games", type=int, default=100, help="for each bot of --measure")
    arguments.add_argument("--against", nargs="*", default=OPPONENTS)
    given = arguments.parse_args()
    torch.set_num_threads(given.threads)
    if given.measure:
        found = measure(sectors.load(given.game), given.measure, given.games, tuple(given.against))
        print(json.dumps(found))
        return
    network, curve = train(given.game, given.seed, given.minutes, given.steps)
    save(network, Path(given.out))
    Path(given.out).with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n")


if __name__ == "__main__":
    main()

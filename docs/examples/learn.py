"""A linear policy for Sector 18 that learns against a random opponent, in NumPy alone (REINFORCE)."""

import numpy as np

from sectors.envs import Batch

GAMES, ROUNDS, RATE = 256, 12, 0.005
batch = Batch("sector18", GAMES, seats=2, seed=1, opponents={1: "random"})
obs, mask = batch.reset()
weights = np.zeros((obs.shape[1] + 1, mask.shape[1]), dtype=np.float32)
random = np.random.default_rng(1)


def features() -> np.ndarray:
    """What the seat sees, at a scale that a linear policy can use, and a constant."""
    scaled = np.sign(obs) * np.log1p(np.abs(obs.astype(np.float32)))
    return np.hstack([scaled, np.ones((GAMES, 1), np.float32)])


def policy(seen: np.ndarray) -> np.ndarray:
    """A probability for each legal action, 0 for all others."""
    scores = np.where(mask, seen @ weights, -np.inf)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


for number in range(ROUNDS):
    steps, results = [], []
    while len(results) < GAMES:
        seen = features()
        chances = policy(seen)
        actions = (chances.cumsum(axis=1) > random.random((GAMES, 1))).argmax(axis=1)
        steps.append((seen, chances, actions, batch.episode.copy()))
        _, reward, done = batch.step(actions)
        results += [(row, batch.episode[row] - 1, float(reward[row, 0])) for row in np.flatnonzero(done)]
    gained = {(row, episode): value for row, episode, value in results}
    average = np.mean(list(gained.values()))
    change = np.zeros_like(weights)
    for seen, chances, actions, episodes in steps:
        value = np.array([gained.get((row, episodes[row]), average) - average for row in range(GAMES)])
        wanted = -chances
        wanted[np.arange(GAMES), actions] += 1
        change += seen.T @ (wanted * value[:, None].astype(np.float32))
    weights += RATE * change / np.sqrt((change**2).mean() + 1e-9)
    print(f"round {number + 1}: {len(results)} games, {50 + 50 * average:.0f} % won")

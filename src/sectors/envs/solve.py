"""Solving small games: the full tree, a Nash policy by CFR+, its value, and the exploitability of any policy.

Works for two seats and games whose tree fits in memory, such as the tiny contents next to the standard ones:

>>> import sectors
>>> from sectors.envs import spiel
>>> tiny = sectors.load("sector219").folder / "tiny.toml"
>>> tree = Tree(spiel.load("sector219", content=tiny), most=500)
Traceback (most recent call last):
sectors.kit.errors.BadInput: the tree has more than 500 nodes

Information sets are those of `sectors.envs.spiel`; a policy maps each to a probability for every legal action, and
`policy_of` estimates the policy of a bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sectors import bots
from sectors.kit import BadInput, State

Policy = Mapping[str, Mapping[int, float]]
MOST_NODES = 1_000_000
END, CHANCE = -2, -1


@dataclass
class Node:
    player: int  # END, CHANCE or a seat
    gain: float = 0.0  # of seat 0, at an end
    key: str = ""  # of the information set
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    children: list[int] = field(default_factory=list)


class Tree:
    """All nodes of a game, children after their parents."""

    def __init__(self, game: Any, most: int = MOST_NODES) -> None:
        if game.num_players() != 2:
            raise BadInput(f"seats: found {game.num_players()}, allowed are 2")
        self.nodes: list[Node] = []
        self.sets: dict[str, tuple[int, list[int]]] = {}  # player and actions of each information set
        pending = [(game.new_initial_state(), -1)]
        while pending:
            state, parent = pending.pop()
            node = self.read(state)
            if parent >= 0:
                self.nodes[parent].children.append(len(self.nodes))
            self.nodes.append(node)
            if len(self.nodes) > most:
                raise BadInput(f"the tree has more than {most} nodes")
            for action in reversed(node.actions):
                pending.append((state.child(action), len(self.nodes) - 1))

    def read(self, state: Any) -> Node:
        if state.is_terminal():
            return Node(END, gain=state.returns()[0])
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            return Node(CHANCE, actions=[one for one, _ in outcomes], chances=[chance for _, chance in outcomes])
        player, key, actions = state.current_player(), state.information_state_string(), state.legal_actions()
        assert self.sets.setdefault(key, (player, actions))[1] == actions
        return Node(player, key=key, actions=actions)

    def sizes(self) -> dict[str, int]:
        ends = sum(node.player == END for node in self.nodes)
        chances = sum(node.player == CHANCE for node in self.nodes)
        return {
            "nodes": len(self.nodes),
            "ends": ends,
            "chance": chances,
            "decisions": len(self.nodes) - ends - chances,
            "information sets": len(self.sets),
        }

    def uniform(self) -> dict[str, dict[int, float]]:
        return {key: dict.fromkeys(actions, 1 / len(actions)) for key, (_, actions) in self.sets.items()}

    def solve(self, iterations: int) -> dict[str, dict[int, float]]:
        """Return an approximate Nash policy: CFR+ with linear averaging and alternating seats."""
        regrets = {key: [0.0] * len(actions) for key, (_, actions) in self.sets.items()}
        totals = {key: [0.0] * len(actions) for key, (_, actions) in self.sets.items()}
        for number in range(iterations):
            for seat in range(2):
                policy = {key: normalise(regret) for key, regret in regrets.items()}
                self.improve(policy, regrets, totals, seat, number + 1)
        return {key: dict(zip(actions, normalise(totals[key]), strict=True)) for key, (_, actions) in self.sets.items()}

    def improve(
        self,
        policy: dict[str, list[float]],
        regrets: dict[str, list[float]],
        totals: dict[str, list[float]],
        seat: int,
        weight: int,
    ) -> None:
        """Run one pass for one seat: reach probabilities forwards, values backwards, then regrets."""
        nodes = self.nodes
        own, other = [1.0] * len(nodes), [1.0] * len(nodes)
        for i, node in enumerate(nodes):
            chances = node.chances if node.player == CHANCE else policy[node.key] if node.player >= 0 else []
            mine = node.player == seat
            for child, chance in zip(node.children, chances):
                own[child] = own[i] * chance if mine else own[i]
                other[child] = other[i] if mine else other[i] * chance
        values = [0.0] * len(nodes)
        gained: dict[str, list[float]] = {}
        sign = 1.0 if seat == 0 else -1.0
        for i in range(len(nodes) - 1, -1, -1):
            node = nodes[i]
            if node.player == END:
                values[i] = sign * node.gain
                continue
            chances = node.chances if node.player == CHANCE else policy[node.key]
            values[i] = sum(chance * values[child] for child, chance in zip(node.children, chances))
            if node.player == seat:
                found = gained.setdefault(node.key, [0.0] * len(node.children))
                total = totals[node.key]
                for k, child in enumerate(node.children):
                    found[k] += other[i] * (values[child] - values[i])
                    total[k] += weight * own[i] * chances[k]
        for key, found in gained.items():
            regrets[key] = [max(0.0, old + new) for old, new in zip(regrets[key], found)]

    def value(self, policy: Policy) -> float:
        """Return what seat 0 gets if both seats play a policy."""
        values = [0.0] * len(self.nodes)
        for i in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[i]
            if node.player == END:
                values[i] = node.gain
            else:
                values[i] = sum(
                    chance * values[child] for child, chance in zip(node.children, self.chances_of(node, policy))
                )
        return values[0]

    def chances_of(self, node: Node, policy: Policy) -> list[float]:
        if node.player == CHANCE:
            return node.chances
        return [policy[node.key].get(action, 0.0) for action in node.actions]

    def best_response(self, policy: Policy, seat: int) -> float:
        """Return the most that a seat can get against a policy of the other. With perfect recall, information sets are
        decided from the last to the first."""
        nodes = self.nodes
        reach = [1.0] * len(nodes)
        members: dict[str, list[int]] = {}
        for i, node in enumerate(nodes):
            if node.player == seat:
                members.setdefault(node.key, []).append(i)
            chances = [1.0] * len(node.children) if node.player == seat else self.chances_of(node, policy)
            for child, chance in zip(node.children, chances):
                reach[child] = reach[i] * chance
        known: dict[int, float] = {}
        choice: dict[str, int] = {}
        sign = 1.0 if seat == 0 else -1.0

        def value(i: int) -> float:
            if i not in known:
                node = nodes[i]
                if node.player == END:
                    known[i] = sign * node.gain
                elif node.player == seat:
                    known[i] = value(node.children[decide(node.key)])
                else:
                    chances = self.chances_of(node, policy)
                    known[i] = sum(c * value(child) for child, c in zip(node.children, chances) if c > 0.0)
            return known[i]

        def decide(key: str) -> int:
            if key not in choice:
                those = members[key]
                sums = [
                    sum(reach[i] * value(nodes[i].children[k]) for i in those if reach[i] > 0.0)
                    for k in range(len(nodes[those[0]].children))
                ]
                choice[key] = max(range(len(sums)), key=lambda k: sums[k])
            return choice[key]

        return value(0)

    def exploitability(self, policy: Policy) -> float:
        """Return what the seats could gain on average by a best response to a policy: 0 for a Nash policy."""
        return (self.best_response(policy, 0) + self.best_response(policy, 1)) / 2


def policy_of(game: Any, bot: str, samples: int = 16) -> dict[str, dict[int, float]]:
    """Return a bot's policy in each information set of a game: how often it chose each action in `samples` trials. With
    few samples it looks more predictable, and so more exploitable, than it is. A bot sees only its seat's current view,
    so information sets with the same view share a result."""
    player = bots.load(bot, seed="policy")
    asked: dict[str, dict[int, float]] = {}
    found: dict[str, dict[int, float]] = {}
    pending = [game.new_initial_state()]
    while pending:
        state = pending.pop()
        if state.is_chance_node():
            pending += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        elif not state.is_terminal():
            sight = state.observation_string()
            if sight not in asked:
                asked[sight] = shares_of(state, player, samples)
            found[state.information_state_string()] = asked[sight]
            pending += [state.child(action) for action in state.legal_actions()]
    return found


def shares_of(state: Any, player: bots.Bot, samples: int) -> dict[int, float]:
    """Return how often a bot chooses each action in a state."""
    setting, core = state.setting, state.core
    shares = dict.fromkeys(state.legal_actions(), 0.0)
    for _ in range(samples):
        seen = State(setting.game, core.copy(), setting.options, "policy").seen_by(core.to_act, player.random)
        code = setting.game.code(player.choose(seen))
        shares[setting.observer.index_of(core, code)] += 1 / samples
    return shares


def normalise(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)

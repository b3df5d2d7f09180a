"""Matches between bots: every deal is played once in every rotation of the seats, so that luck and seats even out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sectors.bots import load as load_bot
from sectors.kit import BadInput, Game, Json, State
from sectors.kit.options import parse_options
from sectors.lab.contents import Source, files_of, load_source, read_source
from sectors.lab.coupled import CoupledState
from sectors.lab.facts import observe
from sectors.lab.play import Played, forfeit_result, play
from sectors.lab.pool import Crew, run_in_order


@dataclass
class Match:
    """A match between bots. With fewer bots than seats, the last one takes all remaining seats."""

    game: str
    bots: list[str]
    games: int = 100
    seats: int | None = None
    options: Json = field(default_factory=dict)
    seed: str = "0"
    content: str | Source | None = None  # a file, or its text
    limit: float | None = 60.0  # seconds for a decision
    vary: list[str] = field(default_factory=list)  # options that take all their values in turn, deal by deal
    records: bool = False  # whether to keep the records of the games
    facts: bool = False  # whether to collect facts about the games (lab.facts)
    coupled: bool = False  # whether games share their luck with the same deals of another content (lab.coupled)

    def __post_init__(self) -> None:
        self.source = read_source(self.content) if isinstance(self.content, str) else self.content
        game = self.load()
        given = self.options
        self.seats, self.options = game.settings(self.seats, given)
        self.given = given
        vary_options(game, self.vary, given, 0)
        if not 1 <= len(self.bots) <= self.seats:
            raise BadInput(f"bots: found {len(self.bots)}, allowed is 1 to {self.seats} for {self.seats} seats")
        if self.games < 1:
            raise BadInput(f"games: found {self.games!r}, allowed is 1 or more")
        for name in self.bots:
            load_bot(name)

    def load(self) -> Game:
        return load_source(self.game, self.source)

    @property
    def rounds(self) -> int:
        """How many times each deal is played."""
        assert self.seats is not None
        return self.seats if len(self.bots) > 1 else 1

    @property
    def share(self) -> float:
        """The score of each of equal players."""
        assert self.seats is not None
        return 1 / self.seats if self.seats > 1 else 0.5

    def identity(self) -> Json:
        """Return what was played and the settings of the players: results with the same identity are comparable."""
        game = self.load()
        return {
            "game": self.game,
            "content": game.content_name,
            "seats": self.seats,
            "options": self.options,
            "vary": self.vary,
            "seed": self.seed,
            "bots": self.bots,
            "players": [load_bot(name, seed=0).settings_in(game) for name in self.bots],
        }

    def options_of(self, number: int) -> Json:
        """Return the options of a game of the match, without defaults."""
        return vary_options(self.load(), self.vary, self.given, number // self.rounds)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the bot on each seat in a game of the match."""
        assert self.seats is not None
        order = [min(place, len(self.bots) - 1) for place in range(self.seats)]
        turn = number % self.rounds
        return tuple(order[-turn:] + order[:-turn])

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> Played:
        """Play one game of the match."""
        assert self.seats is not None
        seating = self.seating(number)
        players = [load_bot(self.bots[bot], seed=f"{self.seed} {number} {seat}") for seat, bot in enumerate(seating)]
        seed, options = f"{self.seed} {number // self.rounds}", self.options_of(number)
        kind = CoupledState if self.coupled else State
        played = play(self.load(), players, self.seats, options, seed, number, self.limit, thinking, kind)
        played.bots = seating
        played = self.add_names(played)
        if self.facts and not played.forfeit:
            played.facts = observe(self.load(), played.record)
        if not self.records:
            played.record = {}
        return played

    def files(self) -> dict[str, str]:
        """Return the files that a remote worker needs."""
        return files_of(self.bots)

    def overrun(self, number: int, seat: int) -> Played:
        """Return the forfeit_result game of a bot that never answered."""
        assert self.seats is not None
        fault = "broke down" if self.limit is None else f"did not answer within {self.limit:g} s, or broke down"
        nothing = [0.0] * self.seats
        played = Played(number, forfeit_result(self.seats, seat), "forfeit", 0, nothing, [0] * self.seats, nothing)
        played.bots, played.forfeit, played.loser = self.seating(number), fault, seat
        return self.add_names(played)

    def add_names(self, played: Played) -> Played:
        if played.forfeit:
            name = self.bots[played.bots[played.loser]]
            played.forfeit = f"game {played.number}: {name} on seat {played.loser + 1} {played.forfeit}"
        if played.record:
            about = {"names": [self.bots[bot] for bot in played.bots]}
            played.record["about"] = {**about, "forfeit": played.forfeit} if played.forfeit else about
        return played

    def played(self, workers: Crew = None, first: int = 0, end: int | None = None) -> Iterator[Played]:
        """Play the games from `first` on and yield them in order, so that a sequential test stops at the same game on
        any number of cores."""
        yield from run_in_order(self, range(first, self.games if end is None else end), workers, self.limit)


def vary_options(game: Game, vary: list[str], options: Json, number: int) -> Json:
    """Return options in which each varied one has one of its values; all combinations come in turn. `vary` has names of
    options that list their values, or NAME=[VALUE, ...]."""
    listed = {option.name: list(option.values) for option in game.options}
    found = dict(options)
    for one in vary:
        name, _, written = one.partition("=")
        values = listed.get(name, []) if not written else parse_options([one])[name]
        if name not in listed or not isinstance(values, list) or not values:
            several = ", ".join(name for name, values in listed.items() if values)
            raise BadInput(f"vary: found {one!r}, allowed is one of {several}, or NAME=[VALUE, ...]")
        found[name] = values[number % len(values)]
        number //= len(values)
    return found

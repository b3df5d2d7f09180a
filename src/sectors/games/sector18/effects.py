"""The effects of a move in order, derived from the events of the rules, and whether the page should ask first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sectors.games.sector18 import notation
from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.events import event_of, where
from sectors.games.sector18.exposed import find_exposed_ship, is_lost_for_nothing
from sectors.games.sector18.facts import outcome
from sectors.games.sector18.facts_threats import harm_of, next_cards, placed, sum_harms, threat, with_deck
from sectors.games.sector18.maps import NUMBERS
from sectors.games.sector18.numbers import IN_FACTION, IN_TARGET
from sectors.games.sector18.rules import Sector18
from sectors.games.sector18.scene import BONUS_WORDS
from sectors.kit import Effect, Json, Move
from sectors.kit.core import Actions
from sectors.kit.dealer import Dealer


class Outlook:
    """A position from which moves are tried out, with every card that the automa may draw, not just the next one."""

    def __init__(self, box: Box, core: Sector18, actions: Actions, dealer: Dealer) -> None:
        self.box, self.core, self.actions, self.dealer = box, core, actions, dealer
        self.fields = core.fields()
        self.side = core.side
        self.solo = core.seats == 1
        self.enemy = "the automa" if self.solo else f"{{seat:{1 - self.side}}}"
        self.draws = list(next_cards(core, self.fields)) if self.solo else []
        self.trials = [placed(core, with_deck(self.fields, drawn)) for drawn in self.draws]

    def fits(self, core: Sector18) -> bool:
        return core.tables is self.core.tables and core.fields() == self.fields

    def move(self, code: int) -> Move:
        text, action = notation.sentence(self.box, code)
        path = notation.path_of(action, self.side)
        title = notation.label_of(self.box, self.core, action)
        effects, confirm = self.effects(code, action)
        return Move(text, path, title, tuple(effects), confirm)

    def effects(self, code: int, action: notation.Action) -> tuple[list[Effect], bool]:
        twin, raw_events = self.try_out(code)
        events = [event_of(self.box, raw, self.solo) for raw in raw_events]
        if self.fields["phase"] == IN_TARGET:
            return [*self.automa_effects(events)], False
        own = list(events_of_move(events))
        effects = [*self.own_effects(own, twin), *self.warnings(action)]
        if self.fields["phase"] == IN_FACTION:
            return effects, False
        ended = len(own) < len(events)
        given = is_lost_for_nothing(self.fields, twin.fields(), own, self.side)
        ship = None if self.solo or given else find_exposed_ship(self.core, twin, own)
        if ship is not None:
            given = True
            words = f"{self.enemy} can then destroy your {self.box.ships[ship].name}, and you could not answer"
            effects.append(Effect("warns", words, f"ship:{self.side}{SHIPS[ship]}"))
        danger = self.danger(code, twin, events)
        lethal = danger is not None and danger["lethal"]
        if danger is not None and lethal:
            effects.append(Effect("warns", describe_danger(danger, self.enemy), f"base:{self.side}", danger["damage"]))
        if ended:
            effects.append(Effect("ends-turn", "your turn ends"))
        return effects, given or (ended and lethal and self.can_escape)

    @cached_property
    def can_escape(self) -> bool:
        """Whether some move leaves the base out of danger; if none does, there is no point in asking."""
        for code in self.core.legal_codes(self.actions):
            twin, raw_events = self.try_out(code)
            danger = self.danger(code, twin, [event_of(self.box, raw, self.solo) for raw in raw_events])
            if danger is None or not danger["lethal"]:
                return True
        return False

    def try_out(self, code: int) -> tuple[Sector18, list[list[int]]]:
        """Return the position after the move, and the raw events of the move."""
        twin = (self.trials[0] if self.solo else self.core).copy()
        assert isinstance(twin, Sector18)
        self.dealer.forget()
        twin.play_code(code, self.dealer)
        raw_events = self.dealer.fetch_events()
        self.dealer.forget()
        return twin, raw_events

    # From events

    def own_effects(self, own: list[Json], twin: Sector18) -> Iterator[Effect]:
        gained = sum(event["n"] for event in own if event["event"] == "gain")
        paid = self.fields["r"][self.side] + gained - twin.fields()["r"][self.side]
        if paid:
            yield Effect("pays", f"costs {paid}", f"base:{self.side}", paid)
        for event in own:
            yield from self.effect_of(event)

    def effect_of(self, event: Json) -> Iterator[Effect]:
        kind, things = event["event"], event.get("things", {})
        mine = event.get("seat") == self.side
        if kind in ("move", "warp", "jump"):
            how = {"move": "goes", "warp": "is carried", "jump": "is brought"}[kind]
            yield Effect("moves", f"{self.name(event['ship'])} {how} to {where(event, event['to'])}", things["to"])
        elif kind == "combat":
            yield from self.fight(event, things)
        elif kind == "hit":
            yield from self.hit(event, things)
        elif kind == "gain":
            yield Effect("gains", f"gains {event['n']}, then {event['r']}", things["at"], event["n"])
        elif kind == "level":
            yield Effect("opens", f"base to level {event['level']}, Health {event['h']}", things["at"], event["level"])
        elif kind == "shield" and mine:
            yield Effect("gains", f"shield to {event['shield']}", things["at"], event["shield"])
        elif kind == "shield":
            yield Effect("hits", f"the enemy shield goes down to {event['shield']}", things["at"], event["shield"])
        elif kind == "repair":
            yield Effect("gains", f"Health to {event['h']}", things["at"], event["h"])
        elif kind == "build":
            yield Effect("places", f"{self.name(event['ship'])} comes to {where(event, event['at'])}", things["at"])
        elif kind == "refit":
            damage, speed = self.core.tables.stats(self.side, True, SHIPS.index(event["ship"]))
            words = f"{self.name(event['ship'])} upgraded: Damage {damage}, Speed {speed}"
            yield Effect("turns", words, things["ship"])
        elif kind == "ability":
            faction = self.box.faction(event["faction"])
            yield Effect("supports", f"{faction.name}: {faction.describe_ability()}", things["at"])
        elif kind == "faction":
            yield Effect("gains", f"you lead the {self.box.faction(event['faction']).name}", things["faction"])
        elif kind in ("claim", "unclaim"):
            yield self.claim(event, things, mine)
        elif kind == "end":
            won = event["result"] and event["result"][min(self.side, len(event["result"]) - 1)] == 1.0
            end = "the game ends, not won" if self.solo else "the game ends, drawn"
            yield Effect("wins", "wins the game") if won else Effect("warns", end)

    def name(self, ship: str) -> str:
        return self.box.ships[SHIPS.index(ship)].name

    def fight(self, event: Json, things: Json) -> Iterator[Effect]:
        ship, foe = SHIPS.index(event["ship"]), SHIPS.index(event["foe"])
        own, other = self.core.stats(self.side, ship)[0], self.core.stats(1 - self.side, foe)[0]
        odds = f"{own} to {other}"
        if event["outcome"] != "lost":
            yield Effect("destroys", f"destroys the {self.name(event['foe'])}, {odds}", things["foe"])
        if event["outcome"] != "won":
            yield Effect("loses", f"your {self.name(event['ship'])} is lost, {odds}", things["ship"])

    def hit(self, event: Json, things: Json) -> Iterator[Effect]:
        shield = f" - {event['absorbed']} shield" if event["absorbed"] else ""
        words = f"{event['damage']}{shield} = {event['damage'] - event['absorbed']} Health"
        yield Effect("hits", words, things["at"], event["damage"])
        yield Effect("loses", f"the {self.name(event['ship'])} is spent", things["ship"])

    def claim(self, event: Json, things: Json, mine: bool) -> Effect:
        bonus = BONUS_WORDS.get(self.core.tables.bonus_of(NUMBERS[event["at"]]), "")
        gives = f": {bonus}" if bonus else ""
        if event["event"] == "claim":
            words = f"claims planet {event['at']}{gives}"
            return Effect("opens" if mine else "warns", words if mine else f"the enemy {words}", things["at"])
        whose = "you leave" if mine else "the enemy loses"
        return Effect("closes", f"{whose} planet {event['at']}", things["at"])

    def automa_effects(self, events: list[Json]) -> Iterator[Effect]:
        """Yield the effects of sending an AI ship to a planet, up to the next card drawn."""
        for event in events:
            if event["event"] in ("draw", "shuffle", "turn"):
                return
            things = event.get("things", {})
            if event["event"] in ("move", "warp"):
                yield Effect("moves", f"its {self.name(event['ship'])} goes to {event['to']}", things["to"])
            elif event["event"] == "combat":
                ship = f"your {self.name(event['foe'])}"
                words = {"won": f"{ship} is lost", "tied": f"{ship} and it are lost", "lost": f"{ship} destroys it"}
                kind = "destroys" if event["outcome"] == "lost" else "loses"
                yield Effect(kind, words[event["outcome"]], things["foe"])
            elif event["event"] == "unclaim" and event["seat"] == 0:
                yield Effect("closes", f"you lose planet {event['at']}", things["at"])

    # Warnings

    def warnings(self, action: notation.Action) -> Iterator[Effect]:
        if action.kind == "command" and not action.place.startswith("base"):
            known = outcome(self.core, action)
            if known["stuck"]:
                exit_cost = self.core.tables.asteroid_exit
                words = f"cannot leave with Speed {known['speed']}: that takes {exit_cost}"
                yield Effect("warns", words, known["end"])
        if action.kind == "collect":
            income = self.core.costs()["income"][0]
            lost = income - (self.box.rules["resource_cap"] - self.fields["r"][self.side])
            if lost > 0:
                words = f"{lost} more cannot be kept"
                yield Effect("warns", words, f"base:{self.side}", lost)

    def danger(self, code: int, twin: Sector18, events: list[Json]) -> Json | None:
        """Return the enemy's threat to the base in the turn after this move, or None if the move ends the game."""
        own = list(events_of_move(events))
        if any(event["event"] == "end" for event in own):
            return None
        if not self.solo:
            return threat(self.box, twin, twin.fields(), self.side, self.actions, self.dealer)
        if len(own) == len(events):
            left = {"deck": self.fields["deck"], "discard": self.fields["discard"]}
            return threat(self.box, twin, {**twin.fields(), **left}, 0, self.actions, self.dealer)
        harms = [(drawn, harm_of(trial, code, self.dealer)) for drawn, trial in zip(self.draws, self.trials)]
        return sum_harms(self.box, self.fields, harms)


def events_of_move(events: list[Json]) -> Iterator[Json]:
    """Yield the events before the next turn, including the end of the game."""
    for event in events:
        if event["event"] == "turn":
            return
        yield event


def describe_danger(danger: Json, enemy: str) -> str:
    return f"{enemy} can then hit your base for {danger['damage']} and destroy it"

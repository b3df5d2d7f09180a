"""Relay: ever higher signals, from a hidden hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from relay import draw
from relay.evaluate import Judge
from relay.rules import Relay as Rules
from sectors.kit import BadChance, BadPosition, Core, Evaluator, Game, Json, Move, check_end, check_fields, is_int
from sectors.kit.content import Content
from sectors.kit.game import ENDING, HEADER

OWN = ("hands", "pile", "sent", "yielded")


class Relay(Game):
    name = "relay"
    title = "Relay"
    about = "Send ever higher signals, and make the other station yield."
    minutes = "2"
    seat_numbers = (2,)
    options = ()
    reasons = ("yielded",)
    chance_names = ("deal",)
    chance_in_play = False
    hidden = True
    sentences = {
        "game-over": ("R4", "The game is over (R4)."),
        "not-your-turn": ("R2", "It is the other station's turn (R2)."),
        "bad-notation": ("R2", "Write the number of a signal, or yield (R2)."),
        "not-in-hand": ("R2", "You do not hold that signal (R2)."),
        "too-low": ("R2", "A signal must be higher than the one sent last (R2)."),
    }

    def read_content(self, path: Path) -> str:
        content = Content(path)
        self.signals = content.top.integer("signals", 4, 40)
        self.hand = content.top.integer("hand", 1, self.signals // 2)
        content.finish()
        self.action_count = self.most_actions = self.signals + 1
        self.codes = {self.text(code): code for code in range(self.action_count)}
        return content.name

    def core(self, seats: int, options: Json) -> Core:
        return Rules(self.signals, self.hand)

    def longest(self, seats: int, options: Json) -> int:
        return 2 * self.hand + 1

    # Notation

    def text(self, code: int) -> str:
        return str(code) if code else "yield"

    def code(self, text: str) -> int | None:
        return self.codes.get(text)

    def move(self, core: Core, code: int) -> Move:
        if code == 0:
            return Move("yield", ("do:yield",), "Yield")
        return Move(str(code), (f"hand:{code}",), f"Send {code}")

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        return path[0].partition(":")[2] if path else ""

    def refuse(self, core: Core, text: str) -> str:
        code = self.code(text)
        if code is None:
            return "bad-notation"
        return "not-in-hand" if cast(Rules, core).holders()[code - 1] != core.to_act else "too-low"

    # Positions, views, chance

    def held(self, core: Core, holder: int) -> list[int]:
        return [i + 1 for i, one in enumerate(cast(Rules, core).holders()) if one == holder]

    def sent(self, core: Core) -> list[int]:
        return sorted(self.held(core, 4) + self.held(core, 5))

    def position(self, core: Core) -> Json:
        hands = [self.held(core, 0), self.held(core, 1)]
        return {"hands": hands, "pile": self.held(core, 2), "sent": self.sent(core), "yielded": core.over}

    def read(self, seats: int, options: Json, position: Json) -> Core:
        check_fields(position, (*HEADER, *OWN, *ENDING))
        try:
            (one, two), pile, sent, yielded = (position[name] for name in OWN)
            holder = {signal: number for number, part in enumerate((one, two, pile)) for signal in part}
            holder |= {signal: 4 + i % 2 for i, signal in enumerate(sent)}
            every = [*one, *two, *pile, *sent]
        except (TypeError, ValueError):
            raise BadPosition(f"allowed are hands, pile and sent as lists of 1 to {self.signals}") from None
        if not all(is_int(signal, 1, self.signals) for signal in every) or sorted(every) != [
            *range(1, self.signals + 1)
        ]:
            raise BadPosition(f"each signal from 1 to {self.signals} must be there once")
        if sent != sorted(sent) or len(pile) != self.signals - 2 * self.hand or type(yielded) is not bool:
            raise BadPosition("sent must ascend, the pile have its size, and yielded be true or false")
        if len(one) + (len(sent) + 1) // 2 != self.hand:
            raise BadPosition("each seat sends in turn")
        core = Rules(self.signals, self.hand)
        seat = len(sent) % 2
        holders = [holder[signal] for signal in range(1, self.signals + 1)]
        core.put(holders, sent[-1] if sent else 0, -1 if yielded else seat, 1 - seat if yielded else -1)
        check_end(self, core, position)
        return core

    def census(self, position: Json) -> Any:
        return sorted([*position["hands"][0], *position["hands"][1], *position["pile"], *position["sent"]])

    def view(self, core: Core, seat: int | None) -> Json:
        hands = [self.held(core, 0), self.held(core, 1)]
        return {
            "hand": [] if seat is None else hands[seat],
            "counts": [len(hand) for hand in hands],
            "sent": self.sent(core),
            "shown": [*hands, self.held(core, 2)] if core.over else None,  # R4
        }

    def outcome(self, point: int, values: list[int]) -> Any:
        return values

    def values(self, point: int, outcome: Any) -> list[int]:
        if not isinstance(outcome, list) or not all(is_int(one, 0, 2) for one in outcome):
            raise BadChance(f"deal: found {outcome!r}, allowed is who holds each signal, 2 for the pile")
        return outcome

    # What happened, pictures, judgement

    def event(self, told: list[int]) -> Json:
        if told[0] == 0:
            return {"event": "sent", "seat": told[1], "signal": told[2]}
        return {"event": "yielded", "seat": told[1]}

    def sentence(self, event: Json, names: Sequence[str]) -> str:
        who = names[event["seat"]]
        return f"{who} sends {event['signal']}." if event["event"] == "sent" else f"{who} yields."

    def svg(self, view: Json) -> str:
        return draw.picture(view)

    def screen(self, view: Json) -> str:
        return draw.screen(view)

    def evaluator(self) -> Evaluator:
        return Judge({"higher": 0.5})


GAME = Relay

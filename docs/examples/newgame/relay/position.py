"""Positions and views."""

from __future__ import annotations

from relay.content import Signals
from relay.rules import Relay
from sectors.kit import BadPosition, Json, Reader, is_int
from sectors.kit.game import ENDING, HEADER

OWN = ("hands", "pile", "sent", "yielded")


def held(core: Relay, holder: int) -> list[int]:
    return [i + 1 for i, one in enumerate(core.holders()) if one == holder]


def sent(core: Relay) -> list[int]:
    return sorted(held(core, 4) + held(core, 5))


def position(core: Relay) -> Json:
    hands = [held(core, 0), held(core, 1)]
    return {"hands": hands, "pile": held(core, 2), "sent": sent(core), "yielded": core.over}


def read(signals: Signals, position: Json) -> Relay:
    reader = Reader(position)
    reader.only(*HEADER, *OWN, *ENDING)
    hands = reader.items("hands", size=2, each="of signals")
    pile, went = (reader.integers(name, 1, signals.number) for name in ("pile", "sent"))
    yielded = reader.truth("yielded")
    if not all(isinstance(hand, list) for hand in hands):
        raise reader.bad("hands", hands, "a list of signals for each seat")
    every = [*hands[0], *hands[1], *pile, *went]
    whole = [*range(1, signals.number + 1)]
    if not all(is_int(signal, 1, signals.number) for signal in every) or sorted(every) != whole:
        raise BadPosition(f"each signal from 1 to {signals.number} must be there once")
    if went != sorted(went) or len(pile) != signals.number - 2 * signals.hand:
        raise BadPosition("sent must ascend, and the pile have its size")
    if len(hands[0]) + (len(went) + 1) // 2 != signals.hand:
        raise BadPosition("each seat sends in turn")
    core = Relay(signals.number, signals.hand)
    seat = len(went) % 2
    holder = {signal: number for number, part in enumerate((*hands, pile)) for signal in part}
    holder |= {signal: 4 + i % 2 for i, signal in enumerate(went)}
    holders = [holder[signal] for signal in whole]
    core.put(holders, went[-1] if went else 0, -1 if yielded else seat, 1 - seat if yielded else -1)
    return core


def census(position: Json) -> list[int]:
    return sorted([*position["hands"][0], *position["hands"][1], *position["pile"], *position["sent"]])


def view(core: Relay, seat: int | None) -> Json:
    hands = [held(core, 0), held(core, 1)]
    return {
        "hand": [] if seat is None else hands[seat],
        "counts": [len(hand) for hand in hands],
        "sent": sent(core),
        "shown": [*hands, held(core, 2)] if core.over else None,  # R4
    }

"""Positions and views."""

from __future__ import annotations

from relay.content import Signals
from relay.rules import Relay
from sectors.kit import BadPosition, Json, check_fields, is_int
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
    check_fields(position, (*HEADER, *OWN, *ENDING))
    try:
        (one, two), pile, went, yielded = (position[name] for name in OWN)
        holder = {signal: number for number, part in enumerate((one, two, pile)) for signal in part}
        holder |= {signal: 4 + i % 2 for i, signal in enumerate(went)}
        every = [*one, *two, *pile, *went]
    except (TypeError, ValueError):
        raise BadPosition(f"allowed are hands, pile and sent as lists of 1 to {signals.number}") from None
    whole = [*range(1, signals.number + 1)]
    if not all(is_int(signal, 1, signals.number) for signal in every) or sorted(every) != whole:
        raise BadPosition(f"each signal from 1 to {signals.number} must be there once")
    if went != sorted(went) or len(pile) != signals.number - 2 * signals.hand or type(yielded) is not bool:
        raise BadPosition("sent must ascend, the pile have its size, and yielded be true or false")
    if len(one) + (len(went) + 1) // 2 != signals.hand:
        raise BadPosition("each seat sends in turn")
    core = Relay(signals.number, signals.hand)
    seat = len(went) % 2
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

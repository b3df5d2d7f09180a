"""Stepping through a record on the whole screen of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from sectors.kit import State, fill
from sectors.kit.state import events_for
from sectors.terminal.app import Sheet
from sectors.terminal.table import seat_name, with_name


class ReplayApp(Sheet):
    """Shows one state of a record at a time: arrows step, Home and End go to the ends, V changes the seat."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back"),
        Binding("right,space", "step(1)", "Forward"),
        Binding("pageup", "step(-10)", "10 back"),
        Binding("pagedown", "step(10)", "10 forward"),
        Binding("home", "step(-100000)", "Start"),
        Binding("end", "step(100000)", "End"),
        Binding("v", "look", "Whose view"),
        Binding("q,ctrl+q", "quit", "Quit"),
    ]

    def __init__(self, states: Sequence[State], seat: int | None) -> None:
        super().__init__()
        self.states = states
        self.seat = seat
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="middle"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="picture")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="log")
        yield Footer()

    def on_mount(self) -> None:
        super().on_mount()
        self.show()

    def action_step(self, steps: int) -> None:
        self.at = min(max(self.at + steps, 0), len(self.states) - 1)
        self.show()

    def action_look(self) -> None:
        seats = self.states[0].seats
        self.seat = 0 if self.seat is None else self.seat + 1 if self.seat + 1 < seats else None
        self.show()

    def show(self) -> None:
        state = self.states[self.at]
        who = "a spectator" if self.seat is None else seat_name(self.seat)
        last = len(self.states) - 1
        done = round(30 * self.at / last) if last else 30
        bar = "━" * done + "─" * (30 - done)
        self.put("#title", f"{state.game.title}   move {self.at} of {last}  {bar}  seen by {who}")
        self.put_board(state.text(self.seat))
        self.put("#log", "\n".join(log_lines(self.states[: self.at + 1], self.seat)))
        self.query_one("#side", VerticalScroll).scroll_end(animate=False)


def log_lines(states: Sequence[State], seat: int | None) -> list[str]:
    """Return the lines of the log for these states, as a seat or a spectator may see them."""
    names = [seat_name(number) for number in range(states[0].seats)]
    lines = []
    for number, state in enumerate(states):
        said = [fill(line, names) for line in state.game.story(events_for(state.events, seat))]
        if number:
            mover = states[number - 1].to_act
            assert mover is not None
            lines.append(f"{number:3} {state.actions[-1]:<8} {with_name(said[0] if said else 'moves', names[mover])}")
            said = said[1:]
        lines += [f"    {line}" for line in said]
    return lines

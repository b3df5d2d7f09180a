"""Playing in plain lines, for pipes, tests and simple terminals."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence

from sectors.kit import State
from sectors.kit.words import fold
from sectors.terminal.table import TerminalTable

Read = Callable[[str], str]
Write = Callable[[str], None]
BLANK = "\n" * 60  # pushes what the last player saw out of sight


def show(text: str) -> None:
    """Print a text; in a terminal, break its long lines between words."""
    if sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
        text = "\n".join(part for line in text.split("\n") for part in fold(line, 4, columns))
    print(text)


def play(table: TerminalTable, read: Read = input, write: Write = show) -> None:
    """Play until the player quits or the input ends."""
    shown: int | None = None  # the person whose view was on the screen last
    stale = True
    read_lines: dict[int | None, int] = {}  # the number of log lines that each viewer has read
    try:
        while True:
            if table.state.to_act in table.bots:
                table.play_bot_move()
                stale = True
                continue
            if stale:
                viewer = table.viewer
                if table.secret and viewer is not None and viewer != shown:
                    if shown is not None:
                        write(BLANK)
                    read(f"Hand the screen to {table.names[viewer]}, then press Enter. ")
                shown = viewer if viewer is not None else shown
                log = table.log(viewer)
                write("\n".join([*log[read_lines.get(viewer, 0) :], "", table.state.text(viewer), table.choices()]))
                read_lines[viewer] = len(log)
                stale = False
            answer = table.answer(read(f"{table.prompt()} > "))
            if answer.text:
                write(answer.text)
            if answer.leave:
                return
            stale = answer.changed
    except (EOFError, KeyboardInterrupt):
        write("")


def replay(states: Sequence[State], seat: int | None, read: Read = input, write: Write = show) -> None:
    """Step through the states of a record: Enter goes forward, b back, a number to that move, q quits."""
    at = 0
    try:
        while True:
            state = states[at]
            made = f": {state.actions[-1]}" if state.actions else ""
            write(f"move {at} of {len(states) - 1}{made}\n\n{state.text(seat)}\n")
            line = read("Enter, b, a number or q > ").strip()
            if line.startswith("q") or (not line and at == len(states) - 1):
                return
            if line.isdigit():
                at = min(int(line), len(states) - 1)
            else:
                at = max(0, at - 1) if line == "b" else min(at + 1, len(states) - 1)
    except (EOFError, KeyboardInterrupt):
        write("")

"""Playing on the whole screen of a terminal."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.theme import Theme
from textual.widgets import Button, Footer, Input, Static

from sectors.kit.svg import TOKENS
from sectors.terminal.table import TerminalTable, common_prefix

DARK = {name: pair[0] for name, pair in TOKENS.items()}
NIGHT = Theme(
    name="night-chart",
    primary=DARK["lamp"],
    secondary=DARK["edge"],
    accent=DARK["lamp"],
    foreground=DARK["ink"],
    background=DARK["void"],
    surface=DARK["sheet"],
    panel=DARK["sheet"],
    error=DARK["victim"],
    success=DARK["good"],
    dark=True,
)
# Columns that the log and the answers need to the right of the board; with fewer, they go below it
BESIDE = 40
LOW = 36  # with fewer rows, a log below the board has no room for a list of moves as well
MARGINS = 5  # columns of margin around a board, or around the pane to its right
KEYS = "Up, Down            scroll the board\nPage Up, Page Down  scroll the log, or a long answer"
STYLE = f"""
Screen {{ background: {DARK["void"]}; color: {DARK["ink"]}; }}
#title {{ height: 1; padding: 0 2; background: {DARK["sheet"]}; color: {DARK["ink-2"]}; }}
#board {{ width: auto; min-width: 40; max-width: 104; padding: 1 2; }}
#picture {{ width: auto; }}
.-narrow #middle {{ layout: vertical; }}
.-narrow #board {{ width: 1fr; max-width: 100%; height: auto; max-height: 78%; padding: 0 0 0 1; }}
.-narrow #board {{ scrollbar-size-vertical: 1; }}
.-narrow #about {{ height: auto; max-height: 60%; padding: 0 2; border-bottom: solid {DARK["rule"]}; }}
.-narrow #side {{ width: 1fr; height: 1fr; min-height: 6; border-left: none; border-top: solid {DARK["rule"]}; }}
.-narrow #log {{ padding: 0 2; }}
#side {{ width: 1fr; min-width: 30; border-left: vkey {DARK["rule"]}; background: {DARK["sheet"]}; }}
#log {{ padding: 1 2; color: {DARK["ink-2"]}; width: 1fr; }}
#said {{ height: auto; max-height: 40%; padding: 0 2; border-top: solid {DARK["rule"]}; }}
.-narrow.-answer #board {{ height: 1fr; max-height: 100%; }}
.-narrow.-answer #side {{ height: auto; max-height: 60%; min-height: 0; }}
.-narrow.-answer #log-box {{ display: none; }}
.-narrow.-answer #said {{ max-height: 100%; border-top: none; }}
#ask {{ height: auto; border-left: outer {DARK["lamp"]}; padding: 0 2; background: {DARK["sheet"]}; }}
#ask.wait {{ border-left: outer {DARK["edge"]}; }}
#prompt {{ text-style: bold; }}
#line {{ border: none; height: 1; padding: 0; background: {DARK["sink"]}; }}
#hints {{ height: 1; color: {DARK["ink-3"]}; }}
Curtain {{ background: {DARK["void"]}; hatch: right {DARK["rule"]}; }}
Curtain Vertical {{ width: 48; height: auto; padding: 2 4; background: {DARK["sheet"]}; border: solid {DARK["edge"]}; }}
Curtain Static {{ text-align: center; width: 1fr; padding-bottom: 1; }}
Curtain Button {{ background: {DARK["lamp"]}; color: {DARK["on-lamp"]}; border: none; text-style: bold; }}
"""


def columns(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


class Curtain(ModalScreen[None]):
    """Covers the screen between the turns of two people who share it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "Show my view")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.player = name

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical():
            yield Static(f"Hand the screen to {self.player}")
            with Center():
                yield Button(f"I am {self.player}")

    @on(Button.Pressed)
    def show(self) -> None:
        self.dismiss(None)


class Completion(Suggester):
    """Suggests the first completion of a line; the right arrow accepts it."""

    def __init__(self, table: TerminalTable) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.table = table

    async def get_suggestion(self, value: str) -> str | None:
        endings = self.table.completions(value) if value else []
        return endings[0] if endings and endings[0].startswith(value) else None


class Sheet(App[None]):
    """The board on the left and the log on the right, or below if there is too little room."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.widest = 68  # columns of the widest board so far without a side pane, so that the log does not jump
        self.panes = "", ""

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.theme = NIGHT.name

    def on_resize(self) -> None:
        board, beside = self.panes
        if not board:
            return
        needed = columns(board) + columns(beside) + 2 * MARGINS if beside else self.widest + BESIDE
        narrow = self.size.width < needed
        self.screen_stack[0].set_class(narrow, "-narrow")
        self.put("#picture", f"{board}\n{beside}" if narrow and beside else board)
        for about in self.query("#about"):
            about.display = bool(beside) and not narrow
            self.put("#beside", beside)

    def put(self, where: str, text: str) -> None:
        self.query_one(where, Static).update(Content(text))

    def put_board(self, board: str, beside: str = "") -> None:
        """Show a board, and its details to the right if there is room, otherwise below."""
        self.panes = board, beside
        self.widest = max(self.widest, 0 if beside else columns(board))
        self.on_resize()


class TableApp(Sheet):
    """A table, with an input line below it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "command('help')", "Help"),
        Binding("f2", "command('moves')", "Moves"),
        Binding("f3", "command('rule')", "Guide"),
        Binding("ctrl+z", "command('undo')", "Undo"),
        Binding("tab", "complete", "Complete", priority=True),
        Binding("escape", "clear", "Clear"),
        Binding("pageup", "scroll_log(-1)", "Log up", show=False),
        Binding("pagedown", "scroll_log(1)", "Log down", show=False),
        Binding("up", "scroll_board(-3)", "Board up", show=False),
        Binding("down", "scroll_board(3)", "Board down", show=False),
        Binding("ctrl+q", "quit", "Quit"),
    ]

    def __init__(self, table: TerminalTable) -> None:
        super().__init__()
        self.table = table
        self.shown: int | None = None  # the person whose view was on the screen last
        self.answered = ""  # the answer to the last line that changed the position

    def compose(self) -> ComposeResult:
        game = self.table.state.game
        yield Static(f"[b]{game.title}[/b]  {game.about}", id="title")
        with Horizontal(id="middle"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="picture")
            with Vertical(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="beside")
                with VerticalScroll(id="log-box", can_focus=False):
                    yield Static(id="log")
                with VerticalScroll(id="said", can_focus=False):
                    yield Static(id="saying")
        with Vertical(id="ask"):
            yield Static(id="prompt")
            yield Input(id="line", placeholder="a move, or help", suggester=Completion(self.table))
            yield Static(id="hints")
        yield Footer()

    def on_mount(self) -> None:
        super().on_mount()
        self.say("")
        self.query_one(Input).focus()
        self.advance()

    # The screen

    def advance(self) -> None:
        """Show the position after a change, behind a curtain if the screen goes to another person."""
        table = self.table
        viewer = table.viewer
        if table.secret and viewer is not None and viewer != self.shown:
            self.show(None, log=False)
            self.push_screen(Curtain(table.names[viewer]), lambda _: self.uncover(viewer))
        else:
            self.uncover(viewer)

    def uncover(self, viewer: int | None) -> None:
        self.shown = viewer if viewer is not None else self.shown
        self.show(viewer)
        low = self.size.height < LOW and self.screen_stack[0].has_class("-narrow")
        if self.answered or self.table.coached:
            self.say(self.answered or self.table.choices())
        else:
            self.say("" if low else self.table.choices(), answer=False)
        self.answered = ""
        if self.table.state.to_act in self.table.bots:
            self.let_bot_choose()

    def show(self, viewer: int | None, log: bool = True) -> None:
        table = self.table
        self.put_board(*table.state.panes(viewer))
        self.put("#log", "\n".join(table.log(viewer)) if log else "")
        self.put("#prompt", table.prompt())
        waits = table.state.to_act not in table.people
        self.query_one("#ask").set_class(waits, "wait")
        self.query_one("#log-box", VerticalScroll).scroll_end(animate=False)
        self.show_completions()

    def say(self, text: str, answer: bool = True) -> None:
        """Show a text under the log; an answer takes the place of the log where the log is below the board."""
        self.query_one("#said").display = bool(text)
        self.screen_stack[0].set_class(answer and bool(text), "-answer")
        self.put("#saying", text)
        self.call_after_refresh(self.query_one("#log-box", VerticalScroll).scroll_end, animate=False)

    def show_completions(self) -> None:
        """Show the possible completions of the line."""
        line = self.query_one(Input).value
        endings = self.table.completions(line)
        room = max(20, self.size.width - 12)
        shown = "  ".join(endings)
        if len(shown) > room:
            shown = f"{len(endings)} ways: {shown[:room]}..."
        self.put("#hints", shown)

    # Input

    @on(Input.Changed)
    def update_hints(self) -> None:
        self.show_completions()

    @on(Input.Submitted)
    def submit_line(self, event: Input.Submitted) -> None:
        self.action_command(event.value)

    def action_command(self, line: str) -> None:
        busy = self.table.state.to_act in self.table.bots
        if busy and line.split(" ")[0] not in ("quit", "help", "log", "rule", "save"):
            self.say("Wait for the move of the bot.")
            return
        answer = self.table.answer(line)
        self.say(f"{answer.text}\n{KEYS}" if line.strip() == "help" else answer.text)
        if answer.leave:
            self.leave()
            return
        if (
            answer.changed
            or not answer.text
            or line.strip().split(" ")[0] in ("help", "log", "look", "moves", "rule", "save")
        ):
            self.query_one(Input).value = ""
        else:
            self.query_one(Input).select_all()  # to be replaced or corrected
        if answer.changed:
            self.answered = answer.text
            self.advance()

    def action_complete(self) -> None:
        line = self.query_one(Input)
        endings = self.table.completions(line.value)
        if endings and len(common_prefix(endings)) >= len(line.value):
            line.value = common_prefix(endings)
            line.cursor_position = len(line.value)

    def action_clear(self) -> None:
        self.query_one(Input).value = ""
        self.say("")

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the last answer if there is one, otherwise the log."""
        said = self.query_one("#said", VerticalScroll)
        box = said if said.display else self.query_one("#log-box", VerticalScroll)
        box.scroll_relative(y=pages * (box.size.height - 1), animate=False)

    def action_scroll_board(self, lines: int) -> None:
        self.query_one("#board", VerticalScroll).scroll_relative(y=lines, animate=False)

    # Bots

    @work(thread=True, exclusive=True)
    def let_bot_choose(self) -> None:
        """Choose in a thread, so that the screen stays responsive."""
        move = self.table.choose_for_bot()
        self.call_from_thread(self.play_bot_choice, move)

    async def action_quit(self) -> None:
        self.leave()

    def leave(self) -> None:
        for bot in self.table.bots.values():
            bot.cancel()
        self.exit()

    def play_bot_choice(self, move: str) -> None:
        self.table.play(move)
        self.advance()

"""The whole-screen terminal, driven by keys."""

import asyncio

import pytest
from textual.widgets import Input, Static

import sectors
from sectors.bots import Random
from sectors.kit import fill
from sectors.kit.records import steps
from sectors.kit.words import COLOURS
from sectors.terminal.app import Curtain, TableApp
from sectors.terminal.replay import ReplayApp, log_lines
from sectors.terminal.table import TerminalTable


def shown(app: TableApp | ReplayApp, where: str) -> str:
    return str(app.query_one(where, Static).content)


@pytest.mark.parametrize("name", sectors.games())
def test_a_move_is_typed_and_the_bot_answers(name: str) -> None:
    async def session() -> None:
        state = sectors.load(name).new(seed=5)
        table = TerminalTable(state, {seat: Random(seed=1) for seat in range(1, state.seats)})
        app = TableApp(table)
        async with app.run_test(size=(140, 50)) as pilot:
            for _ in range(20):
                await app.workers.wait_for_complete()
                await pilot.pause()
                if table.state.to_act == 0:
                    break
            made = len(table.turns)
            app.query_one(Input).value = table.state.legal()[0]
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert len(table.turns) > made
            assert (shown(app, "#picture"), shown(app, "#beside")) == table.state.panes(table.viewer)
            app.query_one(Input).value = "no such move"
            await pilot.press("enter")
            await pilot.pause()
            assert shown(app, "#saying")
            await pilot.press("ctrl+q")

    asyncio.run(session())


@pytest.mark.parametrize(("size", "apart"), [((120, 40), True), ((80, 24), False)])
def test_fleets_stand_beside_the_map_or_below_it(size: tuple[int, int], apart: bool) -> None:
    async def session() -> None:
        table = TerminalTable(sectors.load("starsectors").new(seed=5), {1: Random(seed=1)})
        app = TableApp(table)
        async with app.run_test(size=size) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            board, fleets = table.state.panes(table.viewer)
            assert shown(app, "#picture") == (board if apart else f"{board}\n{fleets}")
            assert app.query_one("#about").display == apart
            above = app.query_one("#board").scroll_y
            await pilot.press("down")
            await pilot.pause()
            assert apart or app.query_one("#board").scroll_y > above

    asyncio.run(session())


@pytest.mark.parametrize("name", sectors.games())
def test_an_answer_can_be_read_in_a_small_window(name: str) -> None:
    async def session() -> None:
        app = TableApp(TerminalTable(sectors.load(name).new(seed=5)))
        async with app.run_test(size=(80, 24)) as pilot:
            if isinstance(app.screen, Curtain):
                await pilot.press("enter")
            for line, rows in (("why no-such-move", 1), ("help", 8)):
                app.query_one(Input).value = line
                await pilot.press("enter")
                await pilot.pause()
                assert app.query_one("#said").content_size.height >= rows
                assert app.query_one("#board").content_size.height >= 6
            await pilot.press("escape")
            await pilot.pause()
            assert not app.query_one("#said").display and app.query_one("#log-box").content_size.height >= 2

    asyncio.run(session())


@pytest.mark.parametrize("name", sectors.games())
def test_a_curtain_falls_between_two_people(name: str) -> None:
    async def session() -> None:
        table = TerminalTable(sectors.load(name).new(seed=5))
        app = TableApp(table)
        async with app.run_test(size=(140, 50)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Curtain) == table.secret
            if table.secret:
                assert shown_below(app) == table.state.panes(None)[0]
                await pilot.press("enter")
            await pilot.pause()
            assert (shown(app, "#picture"), shown(app, "#beside")) == table.state.panes(table.viewer)

    def shown_below(app: TableApp) -> str:
        return str(app.screen_stack[0].query_one("#picture", Static).content)

    asyncio.run(session())


@pytest.mark.parametrize("name", sectors.games())
def test_a_record_is_stepped_through(name: str) -> None:
    async def session() -> None:
        state = sectors.load(name).new(seed=5)
        for _ in range(5):
            state.play(state.legal()[0])
        states = [step.copy() for step in steps(state.game, state.record())]
        app = ReplayApp(states, None)
        async with app.run_test(size=(140, 50)) as pilot:
            await pilot.press("right", "right", "left")
            assert "move 1 of 5" in shown(app, "#title")
            await pilot.press("end", "v")
            assert shown(app, "#picture") == state.text(0)

    asyncio.run(session())


@pytest.mark.parametrize("name", sectors.games())
def test_a_replay_tells_what_the_one_who_looks_may_know(name: str) -> None:
    state = sectors.load(name).new(seed=5)
    for _ in range(5):
        state.play(state.legal()[0])
    states = [step.copy() for step in steps(state.game, state.record())]
    names = list(COLOURS)
    for seat in [*range(state.seats), None]:
        lines = iter(log_lines(states, seat))
        said = [fill(line, names) for step in states for line in state.game.story(step.events_for(seat))]
        assert [sentence for sentence in said if not any(sentence in line for line in lines)] == []  # in this order

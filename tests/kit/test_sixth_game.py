"""A game in somebody else's package (docs/examples/newgame) is found by its entry point, and is at once playable
everywhere: it keeps the laws, bots play it, and so do people in the terminal and at tables of the server."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sectors
from sectors import bots
from sectors.cli import app
from sectors.kit import core, registry
from sectors.kit.conformance import CHECKS
from sectors.server.http.app import Settings, make_app
from sectors.server.storage.database import database_url
from tests.kit.sixth import install


def forget() -> None:
    registry.game_classes.cache_clear()
    registry.load_standard.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("site") / "packages"
    install(folder)
    sys.path.insert(0, str(folder))
    forget()
    yield
    sys.path.remove(str(folder))
    forget()


def test_it_is_among_the_games() -> None:
    assert "relay" in sectors.games()
    assert sectors.load("relay").title == "Relay"


@pytest.mark.parametrize("law", CHECKS)
def test_it_keeps_the_law(law: str) -> None:
    CHECKS[law](sectors.load("relay"))


@pytest.mark.parametrize("name", bots.names())
def test_bots_play_it(name: str) -> None:
    state = sectors.load("relay").new(seed=3)
    players = [bots.load(name, seed=seat) for seat in range(2)]
    while state.to_act is not None:
        state.play(players[state.to_act].choose(state.seen_by(state.to_act, 1)))
    assert state.reason == "yielded"


def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    typed = "why 99\nrule R3\nmoves\nyield\nsave game.json\nquit\n"
    shown = run(["play", "relay", "--bot", "greedy", "--seed", "4", "--plain"], typed, tmp_path)
    assert "Write the number of a signal, or yield (R2)." in shown
    assert "Instead of sending you may yield" in shown
    assert "yields." in shown
    assert "relay, 1 moves, over, yielded: correct" in run(["check", "game.json"], "", tmp_path)


def run(command: list[str], typed: str, folder: Path) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(app, command, input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.filterwarnings("ignore:Using `httpx`")
def test_it_is_played_at_a_table_of_the_server(tmp_path: Path) -> None:
    from fastapi.testclient import TestClient  # warns that it would like another httpx

    source = random.Random(5)
    with TestClient(make_app(Settings(database_url(str(tmp_path / "tables.db")), rate=0.0))) as web:
        assert "relay" in [card["name"] for card in web.get("/api/games").json()["games"]]
        assert web.get("/api/games/relay/picture.svg").status_code == 200
        plan = {"game": "relay", "places": [{"kind": "me"}, {"kind": "me"}], "start": True}
        table = f"/api/tables/{web.post('/api/tables', json=plan).json()['table']}"
        while (state := web.get(table, params={"seat": "none"}).json())["status"] == "playing":
            seat = state["sight"]["to_act"]
            seen = web.get(table, params={"seat": seat, "moves": "texts"}).json()
            move = {"seat": seat, "text": source.choice(seen["sight"]["moves"]), "number": seen["number"]}
            assert web.post(f"{table}/play", json=move).status_code == 200
        assert state["ending"]["reason"] == "yielded"


def test_one_that_cannot_be_loaded_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sectors.games]\nbroken = no_such_module:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    with pytest.warns(UserWarning, match="the game 'broken' .* cannot be loaded: No module named 'no_such_module'"):
        assert "broken" not in sectors.games()
    forget()


def test_interpreted_rules_in_a_compiled_kit_are_told() -> None:
    maker = registry.game_classes()["relay"]

    class Mine(maker):  # type: ignore[misc, valid-type]
        folder = Path(str(sys.modules[maker.__module__].__file__)).parent

        def core(self, seats: int, options: dict[str, object]) -> core.Core:
            rules: core.Core = type("Rules", (core.Core,), {})()
            return rules

    if core.__file__.endswith(".py"):
        Mine()
    else:
        with pytest.raises(TypeError, match="is not compiled"):
            Mine()

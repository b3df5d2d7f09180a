"""A game in somebody else's package is played in the browser at once: its emblem, colour and place come from itself,
and no file of the page knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.sixth import install
from tests.web.conftest import ROOT, Site


@pytest.fixture(scope="module")
def relay(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has it installed."""
    folder = tmp_path_factory.mktemp("relay")
    install(folder / "packages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder / "packages"))
        found = Site(folder)
        found.start()
    yield found
    found.stop()


def test_no_file_of_the_page_knows_it() -> None:
    files = [path for path in Path(ROOT / "web" / "src").rglob("*") if path.is_file()]
    assert files and not [path for path in files if "relay" in path.read_text(encoding="utf-8").lower()]


def test_it_stands_among_the_games_with_its_own_emblem_and_colour(person: Callable[..., Any], relay: Site) -> None:
    vesna = person(address=relay.address)
    vesna.go()
    card = vesna.page.locator("[data-game=relay]").first
    card.wait_for()
    shown = card.evaluate("(one) => getComputedStyle(one).getPropertyValue('--game').trim()")
    assert shown == "#c9a0dc"
    signs = "[...document.querySelectorAll('.game')].map((one) => getComputedStyle(one).getPropertyValue('--emblem'))"
    emblems = vesna.page.evaluate(signs)
    assert all(emblems) and emblems.count(emblems[-1]) == 1
    games = vesna.page.evaluate("[...document.querySelectorAll('[data-game]')].map((one) => one.dataset.game)")
    assert list(dict.fromkeys(games))[-1] == "relay"  # `order` puts it after ours


def test_it_is_played_to_the_end(person: Callable[..., Any], relay: Site) -> None:
    vesna = person(address=relay.address, seed=21)
    vesna.table("relay", [{"kind": "me", "name": "Vesna"}, {"kind": "bot", "level": 1}])
    assert vesna.play() == "over"
    expect(vesna.page.locator(".result")).not_to_be_empty()

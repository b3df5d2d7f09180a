"""The games that a server offers, with contents, options, guides and pictures."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

from sectors.kit import BadInput, BadOption, Game, Json, Picture, svg
from sectors.kit.game import has_content
from sectors.kit.pictures import cover
from sectors.kit.registry import games, load
from sectors.server.protocol.errors import Problem
from sectors.server.protocol.responses import Card, Checked, Option, Section
from sectors.server.protocol.responses import Game as GameAnswer
from sectors.server.tables.bots import levels_of


class Catalog:
    """Games by name and content. The operator's files can add contents."""

    def __init__(self, contents: dict[str, list[Path]] | None = None) -> None:
        self._games: dict[str, dict[str, Game]] = {}
        for name in games():
            found = [load(name), *(load(name, path) for path in (contents or {}).get(name, []))]
            self._games[name] = {game.content_name: game for game in found}
        self._games = dict(sorted(self._games.items(), key=lambda item: next(iter(item[1].values())).order))
        for name in contents or {}:
            if name not in self._games:
                raise BadInput(f"there is no game {name!r}; there are: {', '.join(self._games)}")
        self.card = cache(self._card)
        self.info = cache(self._info)
        self.picture = cache(self._picture)

    def names(self) -> list[str]:
        return list(self._games)

    def game(self, name: str, content: str | None = None) -> Game:
        if name not in self._games:
            raise Problem("unknown-game", f"There is no game {name!r}; there are: {', '.join(self._games)}.")
        contents = self._games[name]
        if content is None:
            return next(iter(contents.values()))
        if content not in contents:
            named = [game for game in contents.values() if has_content(game, content)]
            if len(named) == 1:  # a table or record from before contents had digests
                return named[0]
            raise Problem("bad-option", f"There is no content {content!r}; there are: {', '.join(contents)}.")
        return contents[content]

    def style(self) -> str:
        """Return the style sheet with the colours and emblems of the games and the rules of their pictures."""
        rules = [svg.PAGE_STYLE]
        for name in self._games:
            dark, light = self.game(name).colour
            chosen = f'[data-game="{name}"]'
            rules.append(f'{chosen}{{--game:{dark};--emblem:url("/api/games/{name}/emblem.svg")}}')
            rules.append(f'[data-theme="light"] {chosen}{{--game:{light}}}')
            rules.append(self._opening(name).rules)
        return "\n".join(rules) + "\n"

    def _opening(self, name: str) -> Picture:
        """Return a picture of a game's start; all pictures of a game have the same CSS rules."""
        state = self.game(name).new(seed="picture")
        return state.game.svg(state.view(None), state.facts(None))

    def _card(self, name: str) -> Card:
        return Card(**self._fields(self.game(name)))

    def _fields(self, game: Game) -> dict[str, Any]:
        return {
            "name": game.name,
            "title": game.title,
            "short": game.short,
            "about": game.about,
            "minutes": game.minutes,
            "seat_numbers": list(game.seat_numbers),
            "hidden": game.hidden,
            "chance_in_play": game.chance_in_play,
            "picture": f"/api/games/{game.name}/picture.svg",
            "contents": list(self._games[game.name]),
            "options": [
                Option(
                    option.name,
                    option.default,
                    list(option.values),
                    option.says(),
                    option.about,
                    list(option.labels),
                    option.group,
                )
                for option in game.options
            ],
            "levels": levels_of(game),
            "alike": game.seats_alike,
            "advice": {str(seats): game.advice(seats) for seats in game.seat_numbers},
            "usual": {str(seats): game.usual(seats) for seats in game.seat_numbers},
            "recommended": {str(seats): game.recommended(seats) for seats in game.seat_numbers},
            "first_game": {str(seats): game.first_game(seats) for seats in game.seat_numbers},
        }

    def _info(self, name: str) -> GameAnswer:
        game = self.game(name)
        pictures = f"/api/games/{name}/pictures/"
        return GameAnswer(
            **self._fields(game),
            version=game.version,
            reasons=list(game.reasons),
            guide=[
                Section(
                    section.anchor,
                    section.title,
                    section.level,
                    list(section.rules),
                    section.html(pictures),
                )
                for section in game.guide.sections
            ],
        )

    def _picture(self, name: str) -> str:
        """Return the cover picture of a game: that of its guide, or else a position after 24 random moves."""
        game = self.game(name)
        if (drawn := cover(game)) is not None:
            return drawn
        state = game.new(seed="picture")
        source = random.Random("picture")
        for _ in range(24):
            before = state.copy()
            if state.to_act is None:
                break
            state.play(source.choice(state.legal()))
            if state.to_act is None:
                state = before
                break
        return state.svg(None)

    def guide_picture(self, name: str, file: str) -> Path:
        folder = self.game(name).folder / "pictures"
        path = folder / file
        if not re.fullmatch(r"[A-Za-z0-9_-]+\.(svg|png)", file) or not path.is_file():
            raise Problem("unknown-page", f"The guide has no picture {file!r}.")
        return path


def check_options(game: Game, seats: int | None, options: Json) -> Checked:
    """Return what is wrong with the options, or remarks about them."""
    try:
        return Checked(None, game.remarks(*game.settings(seats, options)))
    except BadOption as error:
        return Checked(error.advice, [])

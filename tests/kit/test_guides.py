"""Every game's guide explains every refusal, with pictures that the program drew."""

import random
import re

import pytest

import sectors
from sectors.kit.pictures import cover, faults


@pytest.mark.parametrize("name", sectors.games())
def test_the_pictures_are_those_that_the_program_draws(name: str) -> None:
    assert faults(sectors.load(name)) == []


@pytest.mark.parametrize("name", sectors.games())
def test_every_refusal_leads_to_a_section_of_the_guide(name: str) -> None:
    game = sectors.load(name)
    rules = {rule for code in game.sentences for rule in re.split(r",\s*|\s+and\s+", game.sentences[code][0])}
    assert {rule for rule in rules if game.guide.section(rule) is None} == set()


@pytest.mark.parametrize("name", sectors.games())
def test_the_sections_of_the_guide_have_names_of_their_own(name: str) -> None:
    anchors = [section.anchor for section in sectors.load(name).guide.sections]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("name", sectors.games())
def test_every_game_is_shown_at_a_glance_by_a_part_of_a_picture(name: str) -> None:
    drawn = cover(sectors.load(name))
    assert drawn is not None and drawn.startswith("<svg ") and 'viewBox="0 0 ' not in drawn[:400]


@pytest.mark.parametrize("name", sectors.games())
def test_the_guide_explains_what_is_asked_at_every_moment_of_a_game(name: str) -> None:
    game = sectors.load(name)
    unexplained = [rule for rule in game.phase_rules.values() if game.guide.section(rule) is None]
    assert unexplained == []
    state = game.new(seed=4)
    source = random.Random(4)
    while state.to_act is not None and len(state.actions) < 300:
        assert game.explanation(state.view(state.to_act)) is not None, state.view(state.to_act)["phase"]
        state.play(source.choice(state.legal()))

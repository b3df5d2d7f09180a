"""The guide explains every rule that can refuse a move, and its tables are those of the content."""

from __future__ import annotations

from sectors.games.starsectors.refusals import OTHER_RULES, SENTENCES
from tests.games.starsectors.compact import game


def test_every_refusal_links_to_a_paragraph() -> None:
    rules = {rule for rule, _ in SENTENCES.values()} | {rule for ways in OTHER_RULES.values() for _, rule in ways}
    assert [rule for rule in sorted(rules) if game().guide.section(rule) is None] == []


def test_the_roster_is_made_from_the_content() -> None:
    section = game().guide.section("R2.2")
    assert section is not None
    for one in game().content.classes:
        assert f"| {one.name} |" in section.body
    assert "{{" not in "".join(part.body for part in game().guide.sections)
    assert "<table>" in section.html()


def test_every_option_is_named_in_the_guide() -> None:
    text = "".join(part.body for part in game().guide.sections)
    for option in game().options:
        assert option.name in text, option.name

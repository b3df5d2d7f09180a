"""Pictures are well-formed, safe to put into any page, and readable in both themes."""

import xml.etree.ElementTree as ElementTree

import pytest

from sectors.kit import svg

NASTY = "<script>\"&'</script>"


def picture() -> str:
    return svg.document(
        300,
        200,
        svg.neatline(20, 20, 200, 100, 4, 2),
        svg.thing("cell:a1", NASTY, svg.text(1, 2, NASTY), touch=svg.rectangle(0, 0, 9, 9)),
        svg.card(10, 10, 50, 70, svg.text(4, 12, "A very long name for a small card", room=40)),
        svg.panel(10, 10, 100, "Not yet seen", svg.table(0, 40, 100, [["Infantry", 1, 2]], ["", "you", "enemy"])),
        svg.figures(0, 0, [(5, "units")]),
        *(svg.device(seat, 20, 20, ring="ink") for seat in range(5)),
        svg.paragraph(0, 0, "several words in several lines", 60),
        title=NASTY,
        desc=NASTY,
        game="example",
        tokens={"game": ("#adc98a", "#475e27")},
    )


def test_a_picture_is_well_formed_whatever_the_texts_are() -> None:
    root = ElementTree.fromstring(picture())
    things = [element for element in root.iter() if "data-thing" in element.attrib]
    assert [thing.attrib["aria-label"] for thing in things] == [NASTY]
    assert things[0][-1].attrib["class"] == "touch"
    assert root.find("{*}title").text == NASTY  # type: ignore[union-attr]


def test_a_picture_has_no_scripts_ids_or_links() -> None:
    root = ElementTree.fromstring(picture())
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in ("script", "a", "image", "use", "foreignObject")
        assert not {"id", "href", "onclick", "onload"} & set(element.attrib)


def test_a_page_overrules_the_colours_and_each_theme_has_its_own() -> None:
    style = svg.document(10, 10, title="A")
    dark, _, light = style.partition("@media (prefers-color-scheme:light)")
    assert "--c-ink:var(--ink,#e9eff4)" in dark
    assert "--c-ink:var(--ink,#131f2b)" in light
    assert 'svg.sectors[data-game="example"]{--c-game:var(--game,#adc98a)}' in picture()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str, theme: int) -> float:
    lights = sorted(luminance(svg.TOKENS[name][theme]) for name in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_lettering_can_be_read_in_both_themes(theme: int) -> None:
    texts = ("ink", "ink-2", "ink-3", "lamp-line", "victim", "good", "ghost")
    pairs = [(text, ground) for text in texts for ground in ("void", "sheet", "raise")]
    pairs += [("on-lamp", "lamp"), ("on-victim", "victim")]
    pairs += [("on-seat", svg.seat(number)) for number in range(5)]
    assert {pair: contrast(*pair, theme) for pair in pairs if contrast(*pair, theme) < 4.5} == {}
    assert min(contrast("edge", ground, theme) for ground in ("void", "sheet", "raise")) >= 3


def test_seats_differ_in_shape_and_number() -> None:
    assert len({svg.DEVICES[number][0] for number in range(5)}) == 5
    assert all(f">{number + 1}</text>" in svg.device(number, 0, 0) for number in range(5))

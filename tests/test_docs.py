"""Whatever the documentation points to is there, and its examples hold."""

import doctest
import posixpath
import re
import sys
from pathlib import Path

import pytest

import sectors

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import docs  # noqa: E402
import generate_rules  # noqa: E402

LINK = re.compile(r"(?:\]\(|src=\")([^)#\"]+)(?:#[^)]*)?[)\"]")
WRITTEN = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
GUIDES = [sectors.load(name).folder / "guide.md" for name in sectors.games()]


def links(text: str) -> list[str]:
    return [link for link in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)) if "://" not in link]


@pytest.mark.parametrize("path", [*WRITTEN, *GUIDES], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(path: Path) -> None:
    made = {ROOT / "docs" / address for address in docs.pages()}  # of the site alone
    ends = [(link, (path.parent / link).resolve()) for link in links(path.read_text(encoding="utf-8"))]
    assert [link for link, end in ends if not end.exists() and end not in made] == []


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_list_of_lists_is_taken_for_a_link(path: Path) -> None:
    prose = re.sub(r"(?ms)^ *```.*?^ *```$|`[^`]*`", "", path.read_text(encoding="utf-8"))
    assert "][" not in prose


def test_links_of_the_site_lead_to_pages() -> None:
    pages = docs.pages()
    there = {*pages, *(str(path.relative_to(ROOT / "docs")) for path in ROOT.glob("docs/**/*"))}
    for address, text in pages.items():
        if address.endswith(".md"):
            folder = posixpath.dirname(address)
            wrong = [link for link in links(text) if posixpath.normpath(posixpath.join(folder, link)) not in there]
            assert wrong == [], address


def test_the_readme_lists_the_games() -> None:
    assert docs.games_table() in (ROOT / "README.md").read_text(encoding="utf-8"), "run python scripts/docs.py"


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/howto/*.md")), ids=lambda path: path.stem)
def test_examples_of_the_recipes_hold(path: Path) -> None:
    done = doctest.testfile(str(path), module_relative=False)
    assert done.failed == 0 and done.attempted > 0


RULE_PAGES = sorted(ROOT.glob("docs/rules/*.md"))


def test_the_tables_of_the_rules_are_those_of_the_code() -> None:
    assert not generate_rules.stale(), "run python scripts/generate_rules.py"


@pytest.mark.parametrize("path", RULE_PAGES, ids=lambda path: path.stem)
def test_rules_have_one_order(path: Path) -> None:
    headings = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [heading.partition(" ")[0] for heading in headings[:10]] == [f"{number}." for number in range(1, 11)]
    assert headings[-1] == "Tables"


@pytest.mark.parametrize("path", RULE_PAGES, ids=lambda path: path.stem)
def test_every_rule_that_is_named_is_in_the_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rules = {found[3] for found in docs.RULE.finditer(text)} | {found[2] for found in docs.RULES.finditer(text)}
    sections = set(docs.NUMBERED.findall(text))
    files = [one for one in sectors.load(path.stem).folder.iterdir() if one.suffix in (".py", ".pxd", ".md", ".toml")]
    for file in [path, *files]:
        named = file.read_text(encoding="utf-8")
        assert set(re.findall(r"\bR[1-9]\d*(?:\.\d+)?\b", named)) <= rules, file
        assert set(re.findall(r"\bsection (\d+(?:\.\d+)?)", named, re.IGNORECASE)) <= sections, file


@pytest.mark.parametrize("path", RULE_PAGES, ids=lambda path: path.stem)
def test_section_11_names_every_fact(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    part = text[text.index("\n## 11") : text.index("\n## Tables")]
    named = {word for code in re.findall(r"`([^`]+)`", part) for word in re.findall(r"[a-z_]+", code)}
    assert set(sectors.load(path.stem).fact_meanings) <= named


def test_every_rule_has_an_anchor() -> None:
    made = docs.anchored("### R5 Deploying\n\nR5.1 The unit\n\n- **R5.2 Moving** is\n\n| R5.3 | a | see R5.1 |\n")
    assert re.findall(r"(?<=#|\")r5[.\d]*(?=\"|})", made) == ["r5", "r5.1", "r5.2", "r5.3"]

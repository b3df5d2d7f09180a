"""Whatever the documentation points to is there."""

import posixpath
import re
import sys
from pathlib import Path

import pytest

import sectors

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import docs  # noqa: E402

LINK = re.compile(r"(?:\]\(|src=\")([^)#\"]+)(?:#[^)]*)?[)\"]")
WRITTEN = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
GUIDES = [sectors.load(name).folder / "guide.md" for name in sectors.games()]


def links(text: str) -> list[str]:
    return [link for link in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)) if "://" not in link]


@pytest.mark.parametrize("path", [*WRITTEN, *GUIDES], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [link for link in links(text) if not (path.parent / link).exists()] == []


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

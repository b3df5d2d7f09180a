"""A game's guide: Markdown whose headings name the rules they explain, `## Supply {R4.1 R4.2}`.

>>> guide = Guide("# How to play\\n## Writing moves {R3.3 section 6}\\nType `Ig6`.")
>>> guide.section("section 6").title
'Writing moves'
"""

from __future__ import annotations

import re
from dataclasses import dataclass

RULE = re.compile(r"section \d+|[^\s,]+")
HEADING = re.compile(r"^(#{1,4}) (.*?)\s*(?:\{([^}]*)\})?\s*$")


@dataclass(frozen=True)
class Section:
    """A part of the guide under one heading."""

    anchor: str
    title: str
    level: int
    rules: tuple[str, ...]
    body: str  # Markdown

    def html(self, pictures: str = "pictures/") -> str:
        """Return the section as HTML for a page with its own styles: columns are aligned by class, and pictures are
        linked under the given address."""
        from markdown_it import MarkdownIt  # slow to load, and most programs never need it

        reader = MarkdownIt("commonmark", {"html": False}).enable("table")
        parts = reader.parse(self.body)
        for part in [one for block in parts for one in (block, *(block.children or []))]:
            if "style" in part.attrs:
                part.attrs = {"class": str(part.attrs["style"]).removeprefix("text-align:")}
            if part.type == "image" and str(part.attrs["src"]).startswith("pictures/"):
                part.attrs["src"] = pictures + str(part.attrs["src"]).removeprefix("pictures/")
        return str(reader.renderer.render(parts, reader.options, {}))


class Guide:
    """The sections of a guide."""

    def __init__(self, text: str) -> None:
        self.sections: list[Section] = []
        heading: tuple[int, str, tuple[str, ...]] | None = None
        lines: list[str] = []

        def close() -> None:
            if heading is not None:
                level, title, rules = heading
                anchor = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
                self.sections.append(Section(anchor, title, level, rules, "\n".join(lines).strip()))

        for line in text.splitlines():
            match = HEADING.match(line)
            if match:
                close()
                heading = (len(match[1]), match[2], tuple(RULE.findall(match[3] or "")))
                lines = []
            else:
                lines.append(line)
        close()

    def section(self, rule: str) -> Section | None:
        """Return the section that explains a rule."""
        for section in self.sections:
            if rule in section.rules:
                return section
        return None

"""The types of the protocol are written down once; what repeats them is not stale."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from generate_protocol import DOCUMENT, TYPESCRIPT, document, typescript

from sectors.server.protocol import requests, responses


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert TYPESCRIPT.read_text(encoding="utf-8") == typescript(), "run scripts/generate_protocol.py"


def test_the_tables_of_the_document_are_those_of_the_server() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == document(text), "run scripts/generate_protocol.py"


def test_a_field_that_changes_changes_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = msgspec.defstruct("Beat", [("number", int), ("another", str)], tag_field="type", tag="beat")
    changed.__module__ = responses.__name__
    monkeypatch.setattr(responses, "Beat", changed)
    assert "another: string;" in typescript()
    assert "another: string;" not in TYPESCRIPT.read_text(encoding="utf-8")


def test_an_update_carries_all_that_changes_in_a_state() -> None:
    assert set(responses.Changing.__struct_fields__) < set(responses.Update.__struct_fields__)
    assert set(responses.Changing.__struct_fields__) < set(responses.State.__struct_fields__)


@pytest.mark.parametrize("kind", requests.COMMANDS, ids=requests.command_name)
def test_every_command_says_what_it_does_and_answers(kind: Any) -> None:
    assert kind.__doc__ != requests.Command.__doc__
    assert issubclass(kind.answer, responses.Done)

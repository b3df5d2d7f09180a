"""The dealer's room: what does not fit is a fault, and nothing is written beside it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import sectors


@pytest.fixture
def dealer() -> ModuleType:
    """The module, interpreted: there every index is checked."""
    path = Path(sectors.__file__).parent / "kit" / "dealer.py"
    spec = importlib.util.spec_from_file_location("interpreted_dealer", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("spare", range(8))
def test_an_event_for_which_there_is_no_room_is_a_fault_and_nothing_else(dealer: ModuleType, spare: int) -> None:
    full = dealer.Dealer(live=True)
    full.events_size = dealer.ROOM - spare
    full.tell(1, 2, 3, 4, 5)
    for value in range(8):
        full.also(value)
    assert full.fault == dealer.OVERFLOW and full.complaint(["point"])
    full.forget()
    full.tell(1, 2, 3, 4, 5)
    full.also(6)
    assert full.fetch_events() == [[1, 2, 3, 4, 5, 6]]

"""Every registered game keeps the laws of the conformance suite."""

import pytest

import sectors
from sectors.kit.conformance import CHECKS


@pytest.mark.parametrize("law", CHECKS)
@pytest.mark.parametrize("name", sectors.games())
def test_game(name: str, law: str) -> None:
    CHECKS[law](sectors.load(name))

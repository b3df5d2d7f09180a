"""Every registered game keeps the laws of the conformance suite."""

import os

import pytest

import sectors
from sectors.kit.conformance import CHECKS, half_a_path_is_answered_for_its_last_thing


@pytest.mark.parametrize("law", CHECKS)
@pytest.mark.parametrize("name", sectors.games())
def test_game(name: str, law: str) -> None:
    CHECKS[law](sectors.load(name))


if os.environ.get("SECTORS_SOAK"):

    @pytest.mark.parametrize("name", sectors.games())
    def test_half_paths_in_many_games(name: str) -> None:
        half_a_path_is_answered_for_its_last_thing(sectors.load(name), 40)

"""Plain-value access to the ships for modules that are not compiled (positions, pictures, odds)."""

from __future__ import annotations

from sectors.games.starsectors.rules_ships import Ships


class Records(Ships):
    def record(self, ship: int) -> list[int]:
        """Return a ship record in the order of RECORD."""
        return [
            self.owner[ship],
            self.number[ship],
            self.kind[ship],
            self.at[ship],
            self.heading[ship],
            self.hits[ship],
            self.dead[ship],
            self.done[ship],
            self.cloaked[ship],
            self.banks[ship],
            self.engines[ship],
            self.mines[ship],
            self.dil[ship],
            self.tri[ship],
            self.crew[ship],
            self.order[ship],
            self.cf[ship],
            self.df[ship],
            self.web[ship],
        ]

    def set_record(self, values: list[int]) -> None:
        """Append a ship with the given record."""
        ship = self.ships
        self.ships += 1
        self.owner[ship] = values[0]
        self.number[ship] = values[1]
        self.kind[ship] = values[2]
        self.at[ship] = -1
        self.heading[ship] = -1
        if values[3] >= 0:
            self.lay(ship, values[3], values[4])
        self.hits[ship] = values[5]
        self.dead[ship] = values[6]
        self.done[ship] = values[7]
        self.cloaked[ship] = values[8]
        self.banks[ship] = values[9]
        self.engines[ship] = values[10]
        self.mines[ship] = values[11]
        self.dil[ship] = values[12]
        self.tri[ship] = values[13]
        self.crew[ship] = values[14]
        self.order[ship] = values[15]
        self.cf[ship] = values[16]
        self.df[ship] = values[17]
        self.web[ship] = values[18]

    def factors(self, ship: int) -> tuple[int, int, int]:
        """Return the current CF, DF and hull MF of a ship on the map."""
        return self.combat(ship), self.defence(ship), self.hull_mf(ship)

    def hull(self, ship: int) -> list[int]:
        """Return the hexes of a ship on the map, base first."""
        stern = self.stern(ship)
        return [self.at[ship]] if stern < 0 else [self.at[ship], stern]

    def mine_list(self) -> list[tuple[int, int]]:
        """Return hex and owner of each mine, in the order in which they were laid."""
        return [(self.mine_at[i], self.mined[self.mine_at[i]] - 1) for i in range(self.mine_count)]

    def set_mine(self, cell: int, seat: int) -> None:
        self.lay_mine(cell, seat)

    def served_list(self) -> list[int]:
        return [self.served[i] for i in range(self.served_count)]

    def set_served(self, cell: int) -> None:
        self.served[self.served_count] = cell
        self.served_count += 1

    def duty_list(self) -> list[int]:
        return [self.duties[i] for i in range(self.duty_count)]

    def set_duties(self, duties: list[int]) -> None:
        self.duty_count = len(duties)
        for i, duty in enumerate(duties):
            self.duties[i] = duty

    def purse(self) -> tuple[list[int], list[int]]:
        """Return credits and fleet value of each seat."""
        seats = range(self.seats)
        return [self.credits[seat] for seat in seats], [self.fleetvalue[seat] for seat in seats]

    def set_purse(self, credits: list[int], fleetvalue: list[int]) -> None:
        for seat in range(self.seats):
            self.credits[seat] = credits[seat]
            self.fleetvalue[seat] = fleetvalue[seat]

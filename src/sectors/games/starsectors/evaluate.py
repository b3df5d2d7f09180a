"""What a good player looks at (section 10 of the rules), as features of a seat; weights.toml says how much each counts.

What an attack is worth is counted in points of the target: a hit on a ship of value 6 with 7 shields is 6/7. All sums
are shares of the side's own fleet.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import cython

from sectors.games.starsectors.geometry import MIDDLE
from sectors.games.starsectors.numbers import ACTIVATE, COMMAND, CREW, ENGINEERING, GUNNERY, STATION, TACTICAL
from sectors.games.starsectors.rules import Rules
from sectors.kit.core import Core
from sectors.kit.deep import Deep
from sectors.kit.linear import read_weights

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

WEIGHTS = Path(__file__).parent / "weights.toml"
NAMES = (
    "share",  # of the fleet's shields that is left, by value (R15.3), and of the enemy's what the ship whose turn it
    # is can expect to take within its moves: what is done and what is about to be done count alike
    "warships",  # that are alive
    "combat",  # current combat factors
    "defence",  # current defence factors, by value
    "movement",  # hull movement
    "loaded",  # charged banks times combat factor
    "engines",  # charged
    "aim_ready",  # what ships that have not had their turn can do to the best target within their moves
    "aim_later",  # the same of the others with next round's moves
    "dead_ahead",  # expected damage of banks that have an enemy dead ahead
    "veiled",  # cloaked with loaded banks
    "toothless",  # ships whose hits have taken all their combat factor
    "ready",  # ships that are still to have their turn
    "station",  # damaged ships near a station
    "dilithium",
    "trilithium",
    "mines",
    "crews",
    "laid",  # mines on the map next to enemies
    "web",  # defence that enemies have lost to devices, of ready own ships
    "duty",  # the engineering duty of the ship whose turn it is, if there is use for it and it may still be done
    "activating",  # what the judgement gets wrong on average when the side is to choose a ship for its turn,
    "acting",  # when a ship of it acts,
    "working",  # and when a ship of it does its engineering
    "last_share",  # the share of shields in the last rounds, when in the end nothing else counts (R15.3)
)
FEATURES = 24  # that are counted in shares of the fleet
LAST_SHARE = 24
SIZE = 25
EAGER = 0.9  # of what an attack can be expected to do, what counts before it is made: so nobody puts it off
DUTY = 0.25  # of a point, what an engineering duty is worth beside an attack
SPARE = 0.01  # of it, what each move adds that is left over for it: so nobody makes moves that do not lead there
FAR = 18.0  # moves
DULL = 0.3  # of the result that both sides lose in judgement as long as they are FAR apart,
WAIT = 0.6  # and when nothing has been hit for almost as long as R15.4 allows. These two are no estimates but a taste:
# without them equal bots keep away from each other, and 79 of 80 games end by R15.4.


class Judge(Deep):
    names = NAMES

    def __init__(self, weights: dict[str, float] | None = None) -> None:
        super().__init__(read_weights(WEIGHTS, Judge.weight_names()) if weights is None else weights)

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.measure_side(cython.cast(Rules, core), cython.cast(Rules, core).side(seat), out)

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        self.judge_sides(cython.cast(Rules, core), values)

    def judge_sides(self, core: Rules, values: MutableSequence[float]) -> None:
        """As in kit.linear, but sides share the result: both seats of a pair have their side's; one that is out, 0."""
        if cython.compiled:
            totals = cython.declare(cython.double[4])
        else:
            totals = [0.0] * 4
        there = core.sides
        if there == 0:  # before the game has begun
            there = 3 if core.terms.pairs else (1 << core.seats) - 1
        for side in range(core.seats):
            if there >> side & 1:
                self.measure_side(core, side, self.found[side])
                totals[side] = self.sum_up(self.found[side])
        self.deepen(there, totals)
        most = -1e300
        for side in range(core.seats):
            if there >> side & 1 and totals[side] > most:
                most = totals[side]
        whole = 0.0
        for side in range(core.seats):
            totals[side] = exp(totals[side] - most) if there >> side & 1 else 0.0
            whole += totals[side]
        whole /= self.worth(core)
        for seat in range(core.seats):
            values[seat] = totals[core.side(seat)] / whole

    def worth(self, core: Rules) -> float:
        """What all sides have together: a game that does not come to a fight is worth less to everybody."""
        found = 1.0 - DULL * self.distance(core)
        if not core.hit:
            found -= WAIT * core.quiet / core.terms.quiet_limit
        return found

    def distance(self, core: Rules) -> float:
        """Of the warships from their nearest enemies, in steps over enterable hexes and turns towards them, on average
        by value, as a part of FAR."""
        total = 0.0
        weight = 0.0
        for ship in range(core.ships):
            if core.dead[ship] or core.at[ship] < 0 or core.roster.cf[core.kind[ship]] == 0:
                continue
            nearest = FAR
            for other in range(core.ships):
                if core.dead[other] or core.at[other] < 0 or core.roster.cf[core.kind[other]] == 0:
                    continue
                if not core.friends(core.owner[other], core.owner[ship]):
                    away = core.chart.roads[core.at[ship] * core.chart.cells + core.at[other]]
                    away += self.turns_towards(core, ship, other)
                    if away < nearest:
                        nearest = away
            total += core.terms.value[core.kind[ship]] * nearest
            weight += core.terms.value[core.kind[ship]]
        return total / (weight * FAR) if weight > 0.0 else 0.0

    def measure_side(self, core: Rules, side: int, out: MutableSequence[float]) -> None:
        for i in range(SIZE):
            out[i] = 0.0
        fleet = 0.0
        for seat in range(core.seats):
            if core.side(seat) == side:
                fleet += core.fleetvalue[seat]
        if fleet < 1.0:  # before the purchase there is nothing to see yet
            return
        for ship in range(core.ships):
            if not core.dead[ship] and core.side(core.owner[ship]) == side:
                self.measure_ship(core, ship, out)
        for i in range(core.mine_count):
            out[18] += self.menace(core, side, core.mine_at[i])
        for i in range(FEATURES):
            out[i] /= fleet
        if core.side(core.to_act) == side:
            if core.phase == ACTIVATE:
                out[21] = 1.0
            elif core.phase == ENGINEERING:
                out[23] = 1.0
            elif core.phase == TACTICAL or core.phase == CREW:
                out[22] = 1.0
        late = 1.0 * core.round / core.round_limit()
        late *= late * late * late
        out[LAST_SHARE] = late * out[0]
        for i in range(FEATURES):
            out[i] *= 1.0 - late

    def measure_ship(self, core: Rules, ship: int, out: MutableSequence[float]) -> None:
        out[14] += core.dil[ship]
        out[15] += core.tri[ship]
        out[16] += core.mines[ship]
        if core.roster.cf[core.kind[ship]] > 0:  # a ship without weapons has little use for its orders
            out[17] += core.crew[ship]
        if core.at[ship] < 0:
            return
        kind = core.kind[ship]
        value = core.terms.value[kind]
        left = core.roster.ss[kind] - core.hits[ship]
        combat = core.combat(ship)
        out[0] += value * left / (1.0 * core.roster.ss[kind])
        out[3] += value * core.defence(ship) / 10.0
        out[4] += core.hull_mf(ship)
        out[6] += core.engines[ship]
        if core.roster.cf[kind] == 0:
            return
        out[1] += 1.0
        out[2] += combat - core.cf[ship]  # what is lent for a turn is no strength of its own
        loaded = core.banks[ship] * combat
        out[5] += loaded
        if core.cloaked[ship]:
            out[10] += loaded
        if combat == 0:
            out[11] += 1.0
        if not core.done[ship] and ship != core.turn_ship:
            out[12] += 1.0
        self.measure_aims(core, ship, combat, out)
        if core.hits[ship] > 0 and core.chart.stations:
            out[13] += core.hits[ship] * self.to_station(core, core.at[ship])

    def measure_aims(self, core: Rules, ship: int, combat: int, out: MutableSequence[float]) -> None:
        """What the ship threatens."""
        active = ship == core.turn_ship and core.phase != ENGINEERING
        if ship == core.turn_ship and not core.attacked:
            out[20] += self.duty(core, ship)
        moves = core.hull_mf(ship)
        if active and core.phase == TACTICAL:
            moves = core.movement_left(core.nebula)
        best = 0.0
        later = 0.0
        for other in range(core.ships):
            if core.dead[other] or core.at[other] < 0 or core.friends(core.owner[other], core.owner[ship]):
                continue
            if core.cloaked[other] or combat == 0:
                continue
            worth = self.aim(core, ship, other, combat, core.hull_mf(ship), False)
            if worth > later:
                later = worth
            if active and (core.target < 0 or core.target == core.ship_number(other)):
                worth = self.aim(core, ship, other, combat, moves, True)
                if worth > best:
                    best = worth
            out[9] += self.dead_ahead(core, ship, other, combat)
            if core.web[other] and not core.done[ship]:
                out[19] += core.web[other]
        out[0] += EAGER * best
        if core.done[ship] or ship == core.turn_ship:
            out[8] += later
        else:
            out[7] += later

    def duty(self, core: Rules, ship: int) -> float:
        """The engineering duties that are left, if there is a bank to charge or damage to repair."""
        kind = core.kind[ship]
        if core.banks[ship] + core.bank_out < core.roster.banks[kind] or core.hits[ship] > 0:
            return 1.0 * (core.roster.phases[kind] - core.duty_count)
        return 0.0

    def aim(self, core: Rules, ship: int, other: int, combat: int, moves: int, active: bool) -> float:
        """The worth of the best attack on a target with so many moves, obstacles left aside (but for a line that is
        there already). R9.2: a bank needs the target dead ahead; a regular attack must have it in the arc."""
        a = core.at[ship]
        d = core.at[other]
        gap = core.chart.place[d] - core.chart.place[a] + MIDDLE
        distance = core.chart.distance[gap]
        bearing = core.chart.bearing[gap]
        fires = core.roster.arc[core.kind[ship]] != 0 and not (active and core.attacked)
        banks = core.banks[ship]
        damage = 0.0
        row = self.row_distance(core, ship, gap, moves)
        if banks and row > 0 and not core.roster.device[core.kind[ship]]:
            strength = combat - (row - 1)
            if core.order[ship] == GUNNERY:
                strength += 1
            if strength > 0:
                damage += self.bank_worth(core, other, strength, banks)
        elif banks and row > 0 and combat >= row:
            damage += 0.06 * (combat - row + 1) * core.terms.value[core.kind[other]]
        if fires:
            turned = (bearing + 12 - 2 * core.heading[ship]) % 12
            reach = distance - moves
            if core.roster.arc[core.kind[ship]] >> turned & 1 == 0:
                reach += 1
            if reach < 1:
                reach = 1
            number = combat - (reach - 1)
            if number > 0:
                shot = self.shot_worth(core, other, number, 2 if reach == 1 and distance <= 2 else 1)
                if active:  # R13.3: no duty after a regular attack
                    shot -= DUTY * self.duty(core, ship)
                if shot > 0.0:
                    damage += shot
        spare = moves - (distance - 1) - self.turns_towards(core, ship, other)
        return damage * (1.0 + SPARE * spare) if active and spare > 0 else damage

    def row_distance(self, core: Rules, ship: int, gap: int, moves: int) -> int:
        """How near the target can be dead ahead after so many moves; 0 if not at all.

        It lies x steps in direction g and y in direction g + 1: turn to one of them, go all its steps, turn to the
        other; or, on a spine, only turn. What moves are left bring the ship nearer.
        """
        distance = core.chart.distance[gap]
        bearing = core.chart.bearing[gap]
        g = bearing // 2
        turns = self.turns(core.heading[ship], g)
        if bearing % 2 == 0:
            return self.closer(distance, moves - turns)
        y = self.aside(core, gap, distance)
        x = distance - y
        first = self.closer(y, moves - turns - x - 1)
        second = self.closer(x, moves - self.turns(core.heading[ship], (g + 1) % 6) - y - 1)
        if first == 0 or (second > 0 and second < first):
            return second
        return first

    def closer(self, distance: int, left: int) -> int:
        if left < 0:
            return 0
        return distance - left if distance - left > 1 else 1

    def turns_towards(self, core: Rules, ship: int, other: int) -> int:
        """How often a ship has to turn until it faces another."""
        gap = core.chart.place[core.at[other]] - core.chart.place[core.at[ship]] + MIDDLE
        bearing = core.chart.bearing[gap]
        one = self.turns(core.heading[ship], bearing // 2)
        two = self.turns(core.heading[ship], (bearing + 1) // 2 % 6)
        return one if one < two else two

    def turns(self, heading: int, direction: int) -> int:
        turn = (direction + 6 - heading) % 6
        return turn if turn <= 3 else 6 - turn

    def aside(self, core: Rules, gap: int, distance: int) -> int:
        """The steps of a line that go in the second of its two directions."""
        trace = core.chart.trace1[gap]
        found = 0
        for i in range(distance):
            if trace >> i & 1:
                found += 1
        return found

    def save(self, core: Rules, ship: int) -> float:
        """The chance that a ship saves."""
        fails = 1.0 - core.defence(ship) / 12.0
        if fails < 0.0:
            fails = 0.0
        if core.order[ship] == COMMAND:
            fails *= fails
        return 1.0 - fails

    def bank_worth(self, core: Rules, ship: int, strength: int, banks: int) -> float:
        """Expected worth of the first bank, and half of that for each further one."""
        left = core.roster.ss[core.kind[ship]] - core.hits[ship]
        value = core.terms.value[core.kind[ship]]
        if core.terms.bank_one:
            strength = 1
        worth = value * (strength if strength < left else left) / (1.0 * core.roster.ss[core.kind[ship]])
        return worth * (1.0 - self.save(core, ship)) * (1.0 + 0.5 * (banks - 1))

    def shot_worth(self, core: Rules, ship: int, number: int, dice: int) -> float:
        value = core.terms.value[core.kind[ship]]
        misses = 1.0 - (number if number < 12 else 12) / 12.0
        if dice == 2:
            misses *= misses
        worth = value / (1.0 * core.roster.ss[core.kind[ship]])
        return worth * (1.0 - misses) * (1.0 - self.save(core, ship))

    def dead_ahead(self, core: Rules, ship: int, other: int, combat: int) -> float:
        """Expected worth of the loaded banks on an enemy that is dead ahead now, with a clear line."""
        if core.banks[ship] == 0 or core.roster.device[core.kind[ship]]:
            return 0.0
        a = core.at[ship]
        d = core.at[other]
        gap = core.chart.place[d] - core.chart.place[a] + MIDDLE
        strength = combat - (core.chart.distance[gap] - 1)
        if core.chart.bearing[gap] != 2 * core.heading[ship] or strength < 1 or not core.clear_line(a, d, ship, other):
            return 0.0
        return self.bank_worth(core, other, strength, core.banks[ship])

    def menace(self, core: Rules, side: int, cell: int) -> float:
        """A mine next to enemies less one next to friends, whoever laid it."""
        found = 0.0
        for direction in range(6):
            near = core.chart.neighbour[cell][direction]
            if near >= 0 and core.board[near]:
                found += -1.0 if core.side(core.owner[core.board[near] - 1]) == side else 1.0
        return found

    def to_station(self, core: Rules, cell: int) -> float:
        """1 next to a station, less the further away."""
        best = 100
        for other in range(core.chart.cells):
            if core.chart.terrain[other] == STATION:
                away = core.chart.distance[core.chart.place[other] - core.chart.place[cell] + MIDDLE]
                if away < best:
                    best = away
        return 1.0 / best

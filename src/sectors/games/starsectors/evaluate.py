"""The evaluation features of a side, after what a good player looks at (section 10); weights.toml has their weights.

The worth of an attack is in points of the target: a hit on a ship of value 6 with 7 shields is worth 6/7. All sums
are divided by the value of the side's own fleet.
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
    "share",  # of the fleet's shields left, by value (R15.3), plus the damage that the active ship can expect to do
    # within its moves: damage done and damage about to be done count alike
    "warships",  # still alive
    "combat",  # current combat factors
    "defence",  # current defence factors, by value
    "movement",  # hull movement
    "loaded",  # charged banks times combat factor
    "engines",  # charged
    "aim_ready",  # best attack of the ships that have not had their turn, within their moves
    "aim_later",  # the same for the other ships, with next round's moves
    "dead_ahead",  # expected damage of banks with an enemy dead ahead
    "veiled",  # loaded banks of cloaked ships
    "toothless",  # ships whose combat factor damage has reduced to 0
    "ready",  # ships that have not had their turn
    "station",  # damaged ships near a station
    "dilithium",
    "trilithium",
    "mines",
    "crews",
    "laid",  # mines on the map next to enemies
    "web",  # defence that enemies have lost to devices, counted for each own ship still to act
    "duty",  # the engineering duties the active ship may still do, if they are of use
    "activating",  # corrects the average error when the side chooses the next ship to act,
    "acting",  # when one of its ships moves and fires,
    "working",  # and when one of its ships is in its engineering phase
    "last_share",  # the share of shields in the last rounds, when nothing else decides in the end (R15.3)
)
FEATURES = 24  # that are divided by the fleet's value
LAST_SHARE = 24
SIZE = 25
EAGER = 0.9  # share of an attack's expected worth that counts before it is made; below 1, so that bots do not delay it
DUTY = 0.25  # points that an engineering duty is worth, compared with an attack
SPARE = 0.01  # share of an attack's worth added for each move to spare, so that bots do not waste moves
FAR = 18.0  # moves
DULL = 0.3  # share of the result that all sides lose in the evaluation while they are FAR apart,
WAIT = 0.6  # and when there has been no hit for almost as long as R15.4 allows. These two are a preference, not an
# estimate: without them equal bots keep away from each other, and 79 of 80 games end by R15.4.


class Judge(Deep):
    names = NAMES

    def __init__(self, weights: dict[str, float] | None = None) -> None:
        super().__init__(read_weights(WEIGHTS, Judge.weight_names()) if weights is None else weights)

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.measure_side(cython.cast(Rules, core), cython.cast(Rules, core).side(seat), out)

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        self.judge_sides(cython.cast(Rules, core), values)

    def judge_sides(self, core: Rules, values: MutableSequence[float]) -> None:
        """Evaluate as in kit.linear, but by side: both seats of a pair get their side's value, a side that is out 0."""
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
        """Return what all sides share: a game in which nobody fights is worth less to everyone."""
        found = 1.0 - DULL * self.distance(core)
        if not core.hit:
            found -= WAIT * core.quiet / core.terms.quiet_limit
        return found

    def distance(self, core: Rules) -> float:
        """Return the average distance of warships from their nearest enemies, weighted by value, as a share of FAR.
        It counts steps over enterable hexes and turns towards the enemy."""
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
        if fleet < 1.0:  # there are no fleets before the purchase
            return
        for ship in range(core.ships):
            if not core.dead[ship] and core.side(core.owner[ship]) == side:
                self.measure_ship(core, ship, out)
        for i in range(core.mine_count):
            out[18] += self.mine_threat(core, side, core.mine_at[i])
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
        out[2] += combat - core.cf[ship]  # without the bonus of this turn
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
            out[13] += core.hits[ship] * self.station_nearness(core, core.at[ship])

    def measure_aims(self, core: Rules, ship: int, combat: int, out: MutableSequence[float]) -> None:
        """Add what a ship threatens."""
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
        """Return the number of engineering duties left, if there is a bank to charge or damage to repair."""
        kind = core.kind[ship]
        if core.banks[ship] + core.bank_out < core.roster.banks[kind] or core.hits[ship] > 0:
            return 1.0 * (core.roster.phases[kind] - core.duty_count)
        return 0.0

    def aim(self, core: Rules, ship: int, other: int, combat: int, moves: int, active: bool) -> float:
        """Return the worth of the best attack on a target within `moves`, ignoring obstacles. A bank needs the target
        dead ahead (R9.2), a regular attack needs it in the arc."""
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
        """Return the shortest distance at which the target can be dead ahead within `moves`; 0 if it cannot.

        The target lies x steps in direction g and y in direction g + 1: turn to one of them, go all its steps, turn to
        the other; or, on a spine, only turn. Any moves left bring the ship closer.
        """
        distance = core.chart.distance[gap]
        bearing = core.chart.bearing[gap]
        g = bearing // 2
        turns = self.turns(core.heading[ship], g)
        if bearing % 2 == 0:
            return self.approach(distance, moves - turns)
        y = self.count_side_steps(core, gap, distance)
        x = distance - y
        first = self.approach(y, moves - turns - x - 1)
        second = self.approach(x, moves - self.turns(core.heading[ship], (g + 1) % 6) - y - 1)
        if first == 0 or (second > 0 and second < first):
            return second
        return first

    def approach(self, distance: int, left: int) -> int:
        """Return the distance after `left` moves towards a target, at least 1; 0 if `left` is negative."""
        if left < 0:
            return 0
        return distance - left if distance - left > 1 else 1

    def turns_towards(self, core: Rules, ship: int, other: int) -> int:
        """Return how many turns a ship needs to face another."""
        gap = core.chart.place[core.at[other]] - core.chart.place[core.at[ship]] + MIDDLE
        bearing = core.chart.bearing[gap]
        one = self.turns(core.heading[ship], bearing // 2)
        two = self.turns(core.heading[ship], (bearing + 1) // 2 % 6)
        return one if one < two else two

    def turns(self, heading: int, direction: int) -> int:
        turn = (direction + 6 - heading) % 6
        return turn if turn <= 3 else 6 - turn

    def count_side_steps(self, core: Rules, gap: int, distance: int) -> int:
        """Return how many steps of a line go in the second of its two directions."""
        trace = core.chart.trace1[gap]
        found = 0
        for i in range(distance):
            if trace >> i & 1:
                found += 1
        return found

    def save_chance(self, core: Rules, ship: int) -> float:
        """Return the chance that a ship saves."""
        fails = 1.0 - core.defence(ship) / 12.0
        if fails < 0.0:
            fails = 0.0
        if core.order[ship] == COMMAND:
            fails *= fails
        return 1.0 - fails

    def bank_worth(self, core: Rules, ship: int, strength: int, banks: int) -> float:
        """Return the expected worth of the first bank, plus half of it for each further one."""
        left = core.roster.ss[core.kind[ship]] - core.hits[ship]
        value = core.terms.value[core.kind[ship]]
        if core.terms.bank_one:
            strength = 1
        worth = value * (strength if strength < left else left) / (1.0 * core.roster.ss[core.kind[ship]])
        return worth * (1.0 - self.save_chance(core, ship)) * (1.0 + 0.5 * (banks - 1))

    def shot_worth(self, core: Rules, ship: int, number: int, dice: int) -> float:
        value = core.terms.value[core.kind[ship]]
        misses = 1.0 - (number if number < 12 else 12) / 12.0
        if dice == 2:
            misses *= misses
        worth = value / (1.0 * core.roster.ss[core.kind[ship]])
        return worth * (1.0 - misses) * (1.0 - self.save_chance(core, ship))

    def dead_ahead(self, core: Rules, ship: int, other: int, combat: int) -> float:
        """Return the expected worth of the loaded banks against an enemy that is dead ahead with a clear line."""
        if core.banks[ship] == 0 or core.roster.device[core.kind[ship]]:
            return 0.0
        a = core.at[ship]
        d = core.at[other]
        gap = core.chart.place[d] - core.chart.place[a] + MIDDLE
        strength = combat - (core.chart.distance[gap] - 1)
        if core.chart.bearing[gap] != 2 * core.heading[ship] or strength < 1 or not core.clear_line(a, d, ship, other):
            return 0.0
        return self.bank_worth(core, other, strength, core.banks[ship])

    def mine_threat(self, core: Rules, side: int, cell: int) -> float:
        """Return the enemies next to a mine less the friends next to it, regardless of who laid it."""
        found = 0.0
        for direction in range(6):
            near = core.chart.neighbour[cell][direction]
            if near >= 0 and core.board[near]:
                found += -1.0 if core.side(core.owner[core.board[near] - 1]) == side else 1.0
        return found

    def station_nearness(self, core: Rules, cell: int) -> float:
        """Return 1 / distance to the nearest station."""
        best = 100
        for other in range(core.chart.cells):
            if core.chart.terrain[other] == STATION:
                away = core.chart.distance[core.chart.place[other] - core.chart.place[cell] + MIDDLE]
                if away < best:
                    best = away
        return 1.0 / best

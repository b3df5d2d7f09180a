# ruff: noqa: SIM905 - words of a notation are easier to read in a row
"""The numbers and names of everything in a position of Star Sectors.

Plain Python: the compiled modules import these numbers as C integers, the others use them directly.
"""

from __future__ import annotations

# Phases (section 5 of the rules), in the order of a game.
PHASES = ("first", "build", "purchase", "deploy", "activate", "crew", "tactical", "engineering", "over")
FIRST, BUILD, PURCHASE, DEPLOY, ACTIVATE, CREW, TACTICAL, ENGINEERING, FINISHED = range(9)

OVER = -1  # `to_act` when the game is over, as in kit.core
REASONS = ("destroyed", "quiet", "rounds")
BY_DESTRUCTION, BY_QUIET, BY_ROUNDS = range(3)

CHANCE = ("initiative", "attack", "defence")
INITIATIVE, ATTACK, DEFENCE = range(3)

# Terrain. The order matters: terrain that ships may enter comes before terrain they may not.
TERRAIN = ".INMWAOPSB"
EMPTY, STORM, METAPHASIC, DENSE, WORMHOLE, ASTEROIDS, MOON, PLANET, STAR, STATION = range(10)
HEADINGS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
TERRAIN_NAMES = {
    "A": "asteroids",
    "I": "ion storm",
    "N": "metaphasic nebula",
    "M": "dense nebula",
    "O": "moon",
    "P": "planet",
    "S": "star",
    "W": "wormhole",
    "B": "space station",
}

ORDERS = ("none", "command", "engineering", "helm", "science", "tactical")
COMMAND, ENGINEER, HELM, SCIENCE, GUNNERY = range(1, 6)

ITEMS = ("mine", "dil", "tri", "crew")
ITEM_NAMES = ("mine", "dilithium", "trilithium", "command crew")
MINE, DILITHIUM, TRILITHIUM, COMMAND_CREW = range(4)

ARCS = ("none", "fwd", "wide", "all")

PURCHASES = ("free", "standard", "none")
FREE, STANDARD, NO_PURCHASE = range(3)

# Limits of the format.
MOST_SEATS = 4
LETTERS = "ABCD"
NUMBERS = 99  # the most ships of a seat
SIDE = 30  # the most rows or columns of a map
MOST_CLASSES = 100
MOST_HEXES = SIDE * SIDE
MOST_SHIPS = MOST_SEATS * NUMBERS

# Actions. The plain words of the notation come first, one code each.
PLAIN = (
    "fleet-done stock buy-done end done fwd rev left right selfdestruct mine decloak dil-mf tri-cf tri-df xfer-cf "
    "xfer-df xfer-mf repair charge-warp charge-bank cloak fix-bank fix-warp fix-dil fix-dock dil-warp tri-bank "
    "gather-dil gather-tri load-dil load-tri"
).split()
(
    FLEET_DONE,
    STOCK,
    BUY_DONE,
    END,
    DONE,
    FWD,
    REV,
    LEFT,
    RIGHT,
    SELFDESTRUCT,
    DROP,
    DECLOAK,
    DIL_MF,
    TRI_CF,
    TRI_DF,
    XFER_CF,
    XFER_DF,
    XFER_MF,
    REPAIR,
    CHARGE_WARP,
    CHARGE_BANK,
    CLOAK,
    FIX_BANK,
    FIX_WARP,
    FIX_DIL,
    FIX_DOCK,
    DIL_WARP,
    TRI_BANK,
    GATHER_DIL,
    GATHER_TRI,
    LOAD_DIL,
    LOAD_TRI,
) = range(32)

# Then the actions with an argument: a seat, an order, hexes, a target, an item and a ship, a hex, a class.
# A target is a ship (owner * NUMBERS + number - 1) or, from MOST_SHIPS on, the mine in a hex ((cc - 1) * SIDE + rr
# - 1).
TARGETS = MOST_SHIPS + MOST_HEXES
FIRST_SEAT = len(PLAIN)
ORDER = FIRST_SEAT + MOST_SEATS  # + 1 to 5
WARP = ORDER + len(ORDERS)  # + 1 to 99
RWARP = WARP + 100
GO = RWARP + 100
FIRE = GO + MOST_SHIPS
BANK = FIRE + TARGETS
RAM = BANK + TARGETS
BUY = RAM + MOST_SHIPS
GIVE = BUY + 4 * MOST_SHIPS
PUT = GIVE + 4 * MOST_SHIPS
PICK = PUT + MOST_HEXES
MOST_ACTIONS = MOST_HEXES + 200  # a target in every hex, and the other actions of a ship

# Refusals (3.1). 0 is none; the order has no meaning.
FAULTS = (
    "legal unknown-action too-expensive wrong-faction fleet-full too-many-tenders fleet-needs-warship not-your-ship "
    "ship-destroyed not-enough-credits cargo-full crew-already-aboard stock-too-late outside-deployment-zone "
    "hex-not-clear already-activated off-map hex-impassable hex-occupied star-adjacent no-movement-left "
    "movement-stopped moved-forward moved-reverse reverse-limit wormhole-exit-blocked no-nacelles engine-not-charged "
    "engine-used already-jumped already-moved engines-damaged beyond-warp-factor jump-path-blocked orbit-stops-jump "
    "unarmed no-such-target not-an-enemy cloaked target-cloaked weapons-disabled already-attacked "
    "other-target-engaged out-of-range out-of-arc line-blocked target-sheltered no-banks bank-not-charged "
    "bank-not-free not-dead-ahead device-needs-ship no-combat-factor target-not-ahead no-enemy-adjacent no-mines "
    "not-cloaked none-aboard already-used-this-turn not-with-transfer not-with-lithium attacked-this-turn duty-done "
    "no-damage cloak-turn engines-full not-with-repair not-with-engine-charge no-cloak too-slow-to-cloak "
    "cloak-disabled operation-done not-docked docked-too-late station-busy"
).split()
(
    LEGAL,
    UNKNOWN_ACTION,
    TOO_EXPENSIVE,
    WRONG_FACTION,
    FLEET_FULL,
    TOO_MANY_TENDERS,
    FLEET_NEEDS_WARSHIP,
    NOT_YOUR_SHIP,
    SHIP_DESTROYED,
    NOT_ENOUGH_CREDITS,
    CARGO_FULL,
    CREW_ALREADY_ABOARD,
    STOCK_TOO_LATE,
    OUTSIDE_ZONE,
    HEX_NOT_CLEAR,
    ALREADY_ACTIVATED,
    OFF_MAP,
    HEX_IMPASSABLE,
    HEX_OCCUPIED,
    STAR_ADJACENT,
    NO_MOVEMENT_LEFT,
    MOVEMENT_STOPPED,
    MOVED_FORWARD,
    MOVED_REVERSE,
    REVERSE_LIMIT,
    WORMHOLE_EXIT_BLOCKED,
    NO_NACELLES,
    ENGINE_NOT_CHARGED,
    ENGINE_USED,
    ALREADY_JUMPED,
    ALREADY_MOVED,
    ENGINES_DAMAGED,
    BEYOND_WARP_FACTOR,
    JUMP_PATH_BLOCKED,
    ORBIT_STOPS_JUMP,
    UNARMED,
    NO_SUCH_TARGET,
    NOT_AN_ENEMY,
    CLOAKED,
    TARGET_CLOAKED,
    WEAPONS_DISABLED,
    ALREADY_ATTACKED,
    OTHER_TARGET_ENGAGED,
    OUT_OF_RANGE,
    OUT_OF_ARC,
    LINE_BLOCKED,
    TARGET_SHELTERED,
    NO_BANKS,
    BANK_NOT_CHARGED,
    BANK_NOT_FREE,
    NOT_DEAD_AHEAD,
    DEVICE_NEEDS_SHIP,
    NO_COMBAT_FACTOR,
    TARGET_NOT_AHEAD,
    NO_ENEMY_ADJACENT,
    NO_MINES,
    NOT_CLOAKED,
    NONE_ABOARD,
    ALREADY_USED,
    NOT_WITH_TRANSFER,
    NOT_WITH_LITHIUM,
    ATTACKED_THIS_TURN,
    DUTY_DONE,
    NO_DAMAGE,
    CLOAK_TURN,
    ENGINES_FULL,
    NOT_WITH_REPAIR,
    NOT_WITH_ENGINE_CHARGE,
    NO_CLOAK,
    TOO_SLOW_TO_CLOAK,
    CLOAK_DISABLED,
    OPERATION_DONE,
    NOT_DOCKED,
    DOCKED_TOO_LATE,
    STATION_BUSY,
) = range(75)

# Events (5.1). The last one is never reported by itself: the event that results from the attack contains it.
EVENTS = (
    "roll hits web mine-gone destroyed blast move wormhole decloak stop repair charge cloak cargo turn order phase "
    "round out end first pick buy deploy attack"
).split()
(
    ROLL,
    HITS,
    WEB,
    MINE_GONE,
    DESTROYED,
    BLAST,
    MOVE,
    TRANSIT,
    UNVEILED,
    STOP,
    REPAIRED,
    CHARGE,
    VEILED,
    CARGO,
    TURN,
    ORDERED,
    PHASE,
    ROUND,
    OUT,
    ENDED,
    FIRST_CHOSEN,
    PICKED,
    BOUGHT,
    DEPLOYED,
    ATTACKED,
) = range(25)

# The weapon of an attack, the cause of hits, the means of repairs, where cargo comes from or goes to.
WEAPONS = ("fire", "bank", "ram")
REGULAR, ADVANCED, RAMMING = range(3)
CAUSES = ("fire", "bank", "mine", "blast", "ram", "selfdestruct")
BY_FIRE, BY_BANK, BY_MINE, BY_BLAST, BY_RAM, BY_SELFDESTRUCT = range(6)
REPAIRS = ("repair", "fix-bank", "fix-warp", "fix-dil", "fix-dock", "engineering", "nebula")
WITH_DUTY, WITH_BANK, WITH_WARP, WITH_DILITHIUM, WITH_DOCK, WITH_ORDER, WITH_NEBULA = range(7)
PLACES = ("used", "gathered", "loaded", "given", "received", "laid")
WAS_USED, WAS_GATHERED, WAS_LOADED, WAS_GIVEN, WAS_RECEIVED, WAS_LAID = range(6)


def hex_name(number: int) -> str:
    """Return the four digits of a hex from its number in action codes."""
    return f"{number // SIDE + 1:02d}{number % SIDE + 1:02d}"


def hex_number(name: str) -> int | None:
    """Return the number in action codes of a hex, None beyond the largest map."""
    column, row = int(name[:2]), int(name[2:])
    if 1 <= column <= SIDE and 1 <= row <= SIDE:
        return (column - 1) * SIDE + row - 1
    return None


def ship_name(number: int) -> str:
    """Return the id of a ship from its number in action codes."""
    return f"{LETTERS[number // NUMBERS]}{number % NUMBERS + 1}"


def ship_number(name: str) -> int:
    """Return the number in action codes of a ship from its id."""
    return LETTERS.index(name[0]) * NUMBERS + int(name[1:]) - 1

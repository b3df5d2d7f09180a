"""The numbers that stand for the names in content, positions, actions and events."""

NOBODY = -1
NOWHERE = 83  # the place of a ship that is not in play
BASE0 = 81  # base1 comes after it, zones before
LIGHT = 0
MEDIUM = 1
SCIENCE = 2
HEAVY = 3

# Kinds and bonuses of zones, in the order of maps.KINDS and maps.BONUSES.
BELT = 2
HOLE = 3
PLANET = 4
MINE = 1
DOCK = 2
LAB = 3
WARD = 4

# How a ship leaves an Asteroid Belt (R6.4): like any zone, at extra cost, or not at all.
FREE = 0
PAYING = 1
STUCK = 2

# Effects of abilities, in the order of content.EFFECTS.
SPEED = 0
BREACH = 1
SHIELDING = 2
REPAIR = 3
BUILDING = 4
REFITTING = 5
JUMP = 6
HARVEST = 7

# How seats get their factions: Tables.faction_rule.
THEY_CHOOSE = 0
BY_LOT = 1

# Phases and reasons by name, then the numbers of each.
PHASES = ("faction", "main", "fleet", "target", "over")
REASONS = ("base", "turns", "passes")
IN_FACTION = 0
IN_MAIN = 1
IN_FLEET = 2
IN_TARGET = 3
IN_OVER = 4

BY_BASE = 0
BY_TURNS = 1
BY_PASSES = 2

# Chance points, in the order of the game's `chance_names`.
AT_FIRST = 0
AT_FACTIONS = 1
AT_SHUFFLE = 2

# The automa: its side, orders in the order of content.ORDERS, icons of a Command Fleet.
AI = 1
FAR_AWAY = 9999  # maps.FAR
SHIELD_ORDER = 0
BUILD_ORDER = 1
UPGRADE_ORDER = 2
FLEET_ORDER = 3
PLANET_ICON = 1
BASE_ICON = 2
KEYS_OF_DISTANCE = 137780  # 4 likings, 5 foes, 83 ends, 83 stops: see Automa.key_of

# How a combat ends, in the order of events.OUTCOMES.
WON = 0
TIED = 1
LOST = 2

# Codes of actions. Those with a ship and a place have 4 * 83 codes, those with a ship 4, targets 81.
PASS = 0
END = 1
DONE = 2
COLLECT = 3
LEVELUP = 4
SHIELD = 5
USE = 6
REFIT = 7
USE_REFIT = 11
BUILD = 15
USE_BUILD = 347
USE_JUMP = 679
TARGET = 1011
# For each ship: 81 zones, each with no enemy or one of four to fight, and two bases; then the same for each pair of
# zones that a Warp Hole could join.
COMMAND = 1092
COMMANDS_OF_SHIP = 407
WARP = 2720
WARPS_OF_SHIP = 32805
FACTION = 133940

# Events, in the order of events.EVENTS.
FACTION_EVENT = 0
TURN_EVENT = 1
PASS_EVENT = 2
GAIN_EVENT = 3
LEVEL_EVENT = 4
SHIELD_EVENT = 5
BUILD_EVENT = 6
REFIT_EVENT = 7
ABILITY_EVENT = 8
REPAIR_EVENT = 9
JUMP_EVENT = 10
MOVE_EVENT = 11
WARP_EVENT = 12
COMBAT_EVENT = 13
HIT_EVENT = 14
UNCLAIM_EVENT = 15
CLAIM_EVENT = 16
SHUFFLE_EVENT = 17
DRAW_EVENT = 18
TARGET_EVENT = 19
INCOME_EVENT = 20
END_EVENT = 21

"""The numbers behind the names in positions, moves and events. The build generates numbers.pxd from this file."""

# Modes, in the order of the option (R10)
LIFE = 0
VETERAN = 1
ROOKIE = 2

# Actions that are a single word; the codes of moves begin at MOVES
DRAW = 0
TAKE = 1
CW = 2
CCW = 3
PASS = 4
SKIP = 5
LOCK = 6  # acw, accw, bcw, bccw
MOVES = 10

# A look is a byte: six bits for the walls, one for a marker on the tile, one for a figure
WALLS = 63
MARKER = 64
FIGURE = 128

# A cell q,r is ROW * q + r + ORIGIN
ROW = 16384
ORIGIN = 134225920
BARE = 6  # the form of a placement without a rotation: the type looks the same from all sides
FORMS = 16
FAR = 5119  # cells of a position are below 1000, and no game that starts there gets farther than this
FAR_ROW = 10239
LONGEST = 9999
MOST_RADIUS = 200

# Phases and reasons by name, then the numbers of each; events in the order of events.FIELDS
PHASES = ("choose", "place", "move", "act", "lock1", "lock2", "stuck", "over")
REASONS = ("covered", "stall")

CHOOSE = 0
PLACE = 1
MOVE = 2
ACT = 3
LOCK1 = 4
LOCK2 = 5
STUCK = 6
ENDED = 7

COVERED = 0
STALL = 1

DREW = 0
PLACED = 1
ENTERED = 2
FINISHED = 3
MOVED = 4
TOOK = 5
TURNED = 6
PASSED = 7
LOCKED = 8
SKIPPED = 9
KEPT = 10
END = 11

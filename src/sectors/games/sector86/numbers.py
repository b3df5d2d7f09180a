"""The numbers that the compiled rules use, and the words of the notation and the position format in the order of their
numbers. The build generates numbers.pxd from this file."""

NONE = 255  # no card
EACH = 7  # rows of a seat
MOST_ROWS = 44
MOST_TRAINING = 30000
NO_CLASS = 3  # of a card that is not a powered ship
SHUFFLE = 0  # the only chance point
NEW = 1  # marks on cards
SERVED = 2
PAID = 4
PICKED = 8

# Kinds of cards, in the order of content.KINDS
SHIP = 0
WRECK = 1
CREW = 2
FACILITY = 3
MISSION = 4
LEVY = 5

# Kinds of levies, in the order of content.LEVIED
CREDITS_LEVIED = 0
FACILITIES_LEVIED = 1
CREW_LEVIED = 2

# Places; from STATIONS on, each seat has EACH rows
NOWHERE = 0
DECK = 1
DISCARD = 2
QUEUE = 3
ACTIVE = 4
WRECKS = 5
SMALLS = 6
OFFERED = 7
ASIDE = 8
STATIONS = 9

# The rows of a seat; docked ships have one for each class
CREDITS = 0
HIRED = 1
BUILT = 2
COMPLETED = 3
DOCKED = 4

# Phases, in the order of PHASES
DEPART = 0
UPKEEP = 1
TEAM = 2
QUEUEING = 3
COLLISION = 4
OFFER = 5
BID = 6
BOUGHT_BERTH = 7
BERTH = 8
REPAIR = 9
SERVICE = 10
RECRUIT = 11
LEVYING = 12
MARKET = 13
MARKET_BID = 14
FINISHED = 15

# Verbs, in the order of VERBS
GO = 0
DONE = 1
FLIP = 2
STOP = 3
CLEAR = 4
TAKE = 5
PASS = 6
HOLD = 7
SEND = 8
PICK = 9
TRAIN = 10
REDIRECT = 11
BIDS = 12
BERTHS = 13
FIX = 14
HIRE = 15
BUILD = 16
WANT = 17
PAY = 18
LOSE = 19

# Reasons, in the order of REASONS
WON = 0
SPENT = 1
TOO_LONG = 2
LOCKED_UP = 3

# Events, in the order of EVENTS
SHUFFLED = 0
TOOK = 1
SHORT = 2
CRUSHED = 3
ENDED = 4
TURN = 5
HELD = 6
LEFT = 7
DEPARTED = 8
CONTRACT = 9
TRAINED = 10
SENT = 11
ACCOMPLISHED = 12
FLIPPED = 13
PUSHED_OUT = 14
COLLIDED = 15
CLEARED = 16
REDIRECTED = 17
ANSWERED = 18
ANSWERS = 19
BID_MADE = 20
BIDS_SHOWN = 21
BOUGHT = 22
TURNED_AWAY = 23
STOPPED = 24
MOORED = 25
REPAIRED = 26
REPAIR_FAILED = 27
RECRUITED = 28
LEVY_BEGUN = 29
LEVIED = 30
LOST = 31
CLAIMED = 32
CLAIMS = 33
SOLD = 34
FORCED = 35

# Words

PHASES = (
    "depart",
    "upkeep",
    "team",
    "queue",
    "collision",
    "offer",
    "bid",
    "bought-berth",
    "berth",
    "repair",
    "service",
    "recruit",
    "levy",
    "market",
    "market-bid",
    "over",
)

VERBS = (
    "go",
    "done",
    "flip",
    "stop",
    "clear",
    "take",
    "pass",
    "hold",
    "send",
    "pick",
    "train",
    "redirect",
    "bid",
    "berth",
    "fix",
    "hire",
    "build",
    "want",
    "pay",
    "lose",
)
PLAIN = VERBS[:7]  # verbs without an argument

# Section 5 of the rules: the verbs of each phase
PHASE_VERBS = {
    "depart": ("go", "hold"),
    "upkeep": ("done", "send", "train"),
    "team": ("pick",),
    "queue": ("flip", "stop"),
    "collision": ("clear", "redirect"),
    "offer": ("take", "pass"),
    "bid": ("bid",),
    "bought-berth": ("berth",),
    "berth": ("berth",),
    "repair": ("done", "fix"),
    "service": ("done", "train"),
    "recruit": ("done", "hire", "build"),
    "levy": ("pay", "lose"),
    "market": ("pass", "want"),
    "market-bid": ("bid",),
    "over": (),
}

REASONS = ("missions", "missions-spent", "turn-limit", "lock-up")

EVENTS = (
    "shuffled",
    "took",
    "short",
    "crushed",
    "ended",
    "turn",
    "held",
    "left",
    "departed",
    "contract",
    "trained",
    "sent",
    "completed",
    "flipped",
    "pushed-out",
    "collision",
    "cleared",
    "redirected",
    "answered",
    "offer-answers",
    "bid",
    "bids",
    "bought",
    "turned-away",
    "stopped",
    "docked",
    "repaired",
    "repair-failed",
    "recruited",
    "levy",
    "levied",
    "lost",
    "claimed",
    "claims",
    "sold",
    "forced",
)

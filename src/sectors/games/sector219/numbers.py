"""The numbers that stand for the names in positions, records and events."""

# Phases and reasons by name, then the numbers of each; chance points and events in the order of the game's
# `chance_names` and events.FIELDS.
PHASES = ("opening", "play", "over")
REASONS = ("base", "count")

OPENING = 0
PLAY = 1
FINISHED = 2

FIRST = 0
SHUFFLE = 1  # of seat 0; 2 of seat 1

BASE = 0
COUNT = 1

DEPLOYED = 0
STRUCK = 1
DESTROYED = 2
OUT_OF_SUPPLY = 3
DREW = 4
LOST_PLAYS = 5
EMPTY_TURN = 6
ENDED = 7
RETURNED = 8

NOBODY = -1
NO_TARGET = 255
WHOLE_FIELD = 0  # the option drop_reach "field"
MEMORIES = 4  # of plays that a seat could not make

# The C types behind board.py
cimport cython
from sectors.games.sector18.tables cimport Tables
from sectors.kit.core cimport OVER, Core
from sectors.kit.dealer cimport Dealer

cdef int NOBODY, NOWHERE, BASE0, LIGHT, MEDIUM, SCIENCE, HEAVY
cdef int BELT, HOLE, PLANET, MINE, DOCK, LAB, WARD
cdef int SPEED, BREACH, SHIELDING, REPAIR, BUILDING, REFITTING, JUMP, HARVEST
cdef int IN_FACTION, IN_MAIN, IN_FLEET, IN_TARGET, IN_OVER
cdef int BY_BASE, BY_TURNS, BY_PASSES, AT_FIRST, AT_FACTIONS, AT_SHUFFLE
cdef int FACTION_EVENT, TURN_EVENT, PASS_EVENT, GAIN_EVENT, LEVEL_EVENT, SHIELD_EVENT
cdef int BUILD_EVENT, REFIT_EVENT, ABILITY_EVENT, REPAIR_EVENT, JUMP_EVENT, MOVE_EVENT
cdef int WARP_EVENT, COMBAT_EVENT, HIT_EVENT, UNCLAIM_EVENT, CLAIM_EVENT, SHUFFLE_EVENT
cdef int DRAW_EVENT, TARGET_EVENT, INCOME_EVENT, END_EVENT

# Written twice, here and in board.py, so that it is inlined into whoever cimports it.
cdef inline int count(int ships) noexcept nogil:
    return (ships & 1) + (ships >> 1 & 1) + (ships >> 2 & 1) + (ships >> 3 & 1)

cdef class Board(Core):
    cdef readonly Tables tables
    cdef int offers, aim, best, best_key   # not of the position: see Fleet.offer
    cdef readonly int turn, passes
    cdef readonly signed char first, phase, side, moved, speed, winner, plays, queue, icons, left
    cdef readonly bint acted, used
    cdef signed char[2] faction, r, h, level, shield
    cdef signed char[2][4] at, up
    cdef signed char[2][84] here
    cdef unsigned char[64] cards   # the deck, the next card last; then the discard, the newest first

    cdef void clear(self) noexcept nogil
    cdef void rest(self) noexcept nogil
    cdef void copy_board(self, Board other) noexcept nogil
    cdef void copy_places(self, Board other) noexcept nogil
    cdef void put(self, int side, int ship, int place) noexcept nogil
    cdef void lift(self, int side, int ship) noexcept nogil
    cdef void destroy(self, int side, int ship) noexcept nogil
    cdef int damage_of(self, int side, int ship) noexcept nogil
    cdef int speed_of(self, int side, int ship) noexcept nogil
    cdef int leaving(self, int side, int ship) noexcept nogil
    cdef int claimant(self, int zone) noexcept nogil
    cdef int claims(self, int side) noexcept nogil
    cdef bint has_bonus(self, int side, int bonus) noexcept nogil
    cdef void tell_claims(self, int a, int before_a, int b, int before_b, Dealer dealer) noexcept nogil
    cdef void raise_base(self, int side, Dealer dealer) noexcept nogil
    cdef int largest_health(self, int side) noexcept nogil
    cdef void begin_turn(self, Dealer dealer) noexcept nogil
    cdef void end_turn(self, bint passed, Dealer dealer) noexcept nogil
    cdef void finish(self, int reason, int winner, Dealer dealer) noexcept nogil

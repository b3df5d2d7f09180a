# The C types behind rules_board.py
cimport cython
from sectors.games.sector18.numbers cimport *
from sectors.games.sector18.lookup cimport Tables
from sectors.kit.core cimport OVER, Core
from sectors.kit.dealer cimport Dealer

# Defined both here and in rules_board.py, so that modules that cimport it can inline it.
cdef inline int count(int ships) noexcept nogil:
    return (ships & 1) + (ships >> 1 & 1) + (ships >> 2 & 1) + (ships >> 3 & 1)

cdef class Board(Core):
    cdef readonly Tables tables
    cdef int offers, aim, best, best_key   # not part of the position: see Fleet.offer
    cdef readonly int turn, passes
    cdef readonly signed char first, phase, side, moved, speed, winner, plays, queue, icons, left
    cdef readonly bint acted, used
    cdef signed char[2] faction, r, h, level, shield
    cdef signed char[2][4] at, up
    cdef signed char[2][84] here
    cdef unsigned char[64] cards   # the deck, the next card last; then the discard, the newest first

    cdef void clear(self) noexcept nogil
    cdef void reset_turn(self) noexcept nogil
    cdef void copy_board(self, Board other) noexcept nogil
    cdef void copy_places(self, Board other) noexcept nogil
    cdef void put(self, int side, int ship, int place) noexcept nogil
    cdef void lift(self, int side, int ship) noexcept nogil
    cdef void destroy(self, int side, int ship) noexcept nogil
    cdef int damage_of(self, int side, int ship) noexcept nogil
    cdef int speed_of(self, int side, int ship) noexcept nogil
    cdef int leaving(self, int side, int ship) noexcept nogil
    cdef int claimant(self, int zone) noexcept nogil
    cdef int count_claims(self, int side) noexcept nogil
    cdef bint has_bonus(self, int side, int bonus) noexcept nogil
    cdef void tell_claims(self, int a, int before_a, int b, int before_b, Dealer dealer) noexcept nogil
    cdef void raise_base(self, int side, Dealer dealer) noexcept nogil
    cdef int largest_health(self, int side) noexcept nogil
    cdef void begin_turn(self, Dealer dealer) noexcept nogil
    cdef void end_turn(self, bint passed, Dealer dealer) noexcept nogil
    cdef void finish(self, int reason, int winner, Dealer dealer) noexcept nogil

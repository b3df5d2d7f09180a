# The C types behind rules_rounds.py
cimport cython
from sectors.games.starsectors.rules_setup cimport SetUp
from sectors.kit.dealer cimport Dealer

cdef int ACTIVATE, ALREADY_ACTIVATED, BIG_FLEET, BY_DESTRUCTION, BY_QUIET, BY_ROUNDS, CREW, ENDED, FINISHED, LEGAL
cdef int NOT_YOUR_SHIP, OUT, OVER, ROUND, SHIP_DESTROYED, TACTICAL, TURN
cdef long long SHIELDS

cdef extern from *:
    """
    typedef __int128 StarSectorsWide;
    """
    ctypedef long long Wide "StarSectorsWide"

cdef class Rounds(SetUp):
    cdef void start_round(self, Dealer dealer) noexcept nogil
    cdef void next_activation(self, Dealer dealer) noexcept nogil
    cdef int next_seat(self) noexcept nogil
    cdef bint has_ready(self, int seat) noexcept nogil
    cdef void end_round(self, Dealer dealer) noexcept nogil
    cdef int go_fault(self, int number) noexcept nogil
    cdef void go(self, int number, Dealer dealer) noexcept nogil
    cdef void end_turn(self, Dealer dealer) noexcept nogil
    cdef int sides_left(self) noexcept nogil
    cdef void count_losses(self, Dealer dealer) noexcept nogil
    cdef int round_limit(self) noexcept nogil
    @cython.locals(total="long long")
    cdef long long shields_left(self, int side) noexcept nogil
    cdef long long side_value(self, int side) noexcept nogil
    @cython.locals(ours=Wide, theirs=Wide)
    cdef int leaders(self) noexcept nogil
    cdef int count_winning_sides(self) noexcept nogil
    cdef void finish(self, int winners, int reason, Dealer dealer) noexcept nogil

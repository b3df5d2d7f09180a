# The C types behind rules_automa.py
cimport cython
from sectors.games.sector18.numbers cimport *
from sectors.games.sector18.rules_board cimport Board
from sectors.games.sector18.rules_fleet cimport Fleet
from sectors.kit.core cimport Actions
from sectors.kit.dealer cimport Dealer

cdef class Automa(Fleet):
    cdef void begin_turn(self, Dealer dealer) noexcept nogil
    cdef void shuffle_cards(self, Dealer dealer) noexcept nogil
    cdef void continue_turn(self, Dealer dealer) noexcept nogil
    @cython.locals(rises=bint)
    cdef void earn(self, Dealer dealer) noexcept nogil
    cdef void play_card(self, Dealer dealer) noexcept nogil
    cdef bint build_highest(self, Dealer dealer) noexcept nogil
    @cython.locals(in_play=bint)
    cdef bint upgrade_highest(self, Dealer dealer) noexcept nogil
    cdef void command_all(self, int icons, Dealer dealer) noexcept nogil
    cdef int next_ship(self) noexcept nogil
    cdef int target_of(self, int ship) noexcept nogil
    cdef int least_distance(self, int ship) noexcept nogil
    cdef int distance_to(self, int ship, int place) noexcept nogil
    cdef void advance(self, int target, Dealer dealer) noexcept nogil
    cdef void weigh(self, int action) noexcept nogil
    cdef int key_of(self, int action, int ship, int target) noexcept nogil

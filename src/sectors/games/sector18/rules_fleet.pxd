# The C types behind rules_fleet.py
cimport cython
from sectors.games.sector18.numbers cimport *
from sectors.games.sector18.rules_board cimport Board, count
from sectors.kit.core cimport Actions
from sectors.kit.dealer cimport Dealer

cdef class Fleet(Board):
    @cython.locals(held=bint)
    cdef void list_commands(self, int ship, Actions actions) noexcept nogil
    @cython.locals(found=bint)
    cdef bint list_exits(self, int ship, int stop, Actions actions) noexcept nogil
    cdef void list_endings(self, int code, int endings, Actions actions) noexcept nogil
    cdef void offer(self, int action, Actions actions) noexcept nogil
    cdef void weigh(self, int action) noexcept nogil
    cdef int endings(self, int ship, int zone) noexcept nogil
    cdef bint can_command(self) noexcept nogil
    cdef int ship_of(self, int action) noexcept nogil
    cdef void command(self, int action, Dealer dealer) noexcept nogil
    cdef void fight(self, int ship, int foe, int zone, Dealer dealer) noexcept nogil
    cdef void strike(self, int ship, int damage, Dealer dealer) noexcept nogil

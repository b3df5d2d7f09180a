# The C types behind rules.py
cimport cython
from sectors.games.sector219.field cimport Field
from sectors.games.sector219.numbers cimport *
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport Dealer
from sectors.kit.square cimport NOTHING, Squares, count, has, nth, shifted, sideways, some, spread, square, up_and_down

cdef int IS_DIAGONAL, IS_DROP, MOST_MASKS

@cython.final
cdef class Sector219(Field):
    cdef void draw(self, int seat, int number, Dealer dealer) noexcept nogil
    cdef void put_back(self, int upper, int lowest, Dealer dealer) noexcept nogil
    cdef void begin_turn(self, int seat, int number, Dealer dealer) noexcept nogil
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef bint has_play(self, int seat) noexcept nogil
    cdef Squares landing_zone(self) noexcept nogil
    cdef Squares empty(self) noexcept nogil
    cdef Squares spaces(self, int seat, int kind, Squares empty) noexcept nogil
    cdef void find_origins(self, bint alone, Squares targets, Squares *origins) noexcept nogil
    @cython.locals(origins=Squares[1250])
    cdef int find_deployments(self, Squares *masks, unsigned char *kinds, signed char *attacks) noexcept nogil
    @cython.locals(indices=cython.uchar[256], masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250])
    cdef void list_plays(self, Actions actions) noexcept nogil
    @cython.locals(masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250], sizes=cython.int[1250])
    cdef int random_play(self, Dealer dealer) noexcept nogil
    cdef void list_openings(self, Actions actions) noexcept nogil
    cdef void place(self, int seat, int kind, int space) noexcept nogil
    cdef void extend_supply(self, int seat, int space) noexcept nogil
    cdef void remove(self, int seat, int space) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef void recompute_cover(self, int seat) noexcept nogil
    cdef void recompute_supply(self, int seat) noexcept nogil
    cdef void deploy(self, int kind, int space, int target, Dealer dealer) noexcept nogil
    cdef void strike(self, int space, Dealer dealer) noexcept nogil
    cdef void destroy(self, int seat, int space, int attacker, Dealer dealer) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef void tell_destroyed(self, int seat, int kind, int space, int attacker, Dealer dealer) noexcept nogil
    cdef void finish(self, int reason, int winner, Dealer dealer) noexcept nogil
    cdef void finish_by_count(self, Dealer dealer) noexcept nogil
    cdef void remember_stuck(self, int seat) noexcept nogil

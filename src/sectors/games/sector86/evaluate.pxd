# The C types behind evaluate.py
cimport cython
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules cimport Sector86
from sectors.kit.core cimport Core
from sectors.kit.deep cimport Deep

cdef int MOST_BOUGHT, SIZE
cdef double PRICE_OF_A_CREDIT

@cython.final
cdef class Judge(Deep):
    @cython.locals(group=cython.int[8], on_turn=bint, mid_turn=bint, lost=bint, wealth=double)
    cdef void measure_seat(self, Sector86 core, int seat, double *out) noexcept nogil
    @cython.locals(trained=bint)
    cdef void tally(self, Sector86 core, int seat, int *group) noexcept nogil
    cdef void send_off(self, Sector86 core, int *group) noexcept nogil
    cdef void add_training(self, Sector86 core, int card, int *group) noexcept nogil
    cdef void enlist(self, Sector86 core, int card, int *group) noexcept nogil
    cdef int shortfall(self, Sector86 core, int mission, int *group) noexcept nogil
    @cython.locals(need=cython.p_int)
    cdef int total_need(self, Sector86 core, int mission) noexcept nogil
    cdef double promise(self, Sector86 core, int *group) noexcept nogil
    cdef int ships_to_come(self, Sector86 core, int seat) noexcept nogil
    @cython.locals(trial=cython.int[8], bought=cython.int[4], known=bint)
    cdef int buy(self, Sector86 core, int seat, int money, int *group) noexcept nogil
    @cython.locals(held=bint)
    cdef int measure_docks(self, Sector86 core, int seat, double *out) noexcept nogil
    cdef void measure_digging(self, Sector86 core, int seat, int *group, int money, double *out) noexcept nogil
    cdef void measure_missions(self, Sector86 core, int seat, int *group, int to_do, int money, double *out) noexcept nogil
    cdef double pair_share(self, Sector86 core, int *group) noexcept nogil
    cdef void measure_turn(self, Sector86 core, int seat, double *out) noexcept nogil
    cdef void measure_station(self, Sector86 core, int seat, int *group, double *out) noexcept nogil
    cdef void add_effects(self, Sector86 core, int card, double *out) noexcept nogil
    cdef double chance(self, Sector86 core, int wanted) noexcept nogil
    cdef bint may_be_next(self, Sector86 core, int card) noexcept nogil
    cdef int kind_next(self, Sector86 core, int card) noexcept nogil

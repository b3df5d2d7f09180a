# The C types behind rules_skills.py
cimport cython
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules_places cimport Places

cdef class Stations(Places):
    cdef int[3] sums

    @cython.locals(group=int[3], inspired=bint, joined=bint)
    cdef void muster(self, int seat, int start) noexcept nogil
    cdef void muster_all(self, int seat) noexcept nogil
    cdef void muster_station(self, int seat) noexcept nogil
    @cython.locals(need=cython.p_int)
    cdef bint meets_mission(self, int mission) noexcept nogil
    @cython.locals(need=cython.p_int)
    cdef bint meets_contract(self, int card) noexcept nogil
    cdef int total(self, int seat, int *effect) noexcept nogil
    cdef bint is_working(self, int seat, int card) noexcept nogil
    cdef int long_queue(self, int seat, int flips) noexcept nogil
    cdef bint is_shielded(self, int seat, int levied) noexcept nogil
    cdef int due(self, int seat, int card) noexcept nogil
    cdef int price(self, int seat, int card) noexcept nogil
    cdef bint for_sale(self, int card) noexcept nogil

# The C types behind observe.py
cimport cython
from sectors.games.sector219.rules cimport Sector219
from sectors.games.sector219.lookup cimport Tables
from sectors.kit.core cimport Actions, Core
from sectors.kit.observe cimport Observer
from sectors.kit.square cimport spread

cdef int MEMORIES, NO_TARGET, BOTTOM, OPENING_PAIR, AIR_STRIKE, DEPLOYMENT

@cython.final
cdef class Watcher(Observer):
    cdef Tables tables
    cdef int kinds, area
    cdef int[::1] seen, turned
    @cython.locals(kind=int, i=int)
    cdef void fill(self, Sector219 core, int seat, short *out) noexcept nogil
    @cython.locals(indices=cython.uchar[256], unit=int, i=int)
    cdef int fill_field(self, Sector219 core, int seat, int at, short *out) noexcept nogil
    @cython.locals(indices=cython.uchar[256], unit=int, i=int, kind=int, memory=int)
    cdef void fill_piles(self, Sector219 core, int seat, int at, short *out) noexcept nogil
    cdef void describe_space(self, int seat, int space, int at, short *out) noexcept nogil

# The C types behind evaluate.py
cimport cython
from sectors.games.sector219.rules cimport Sector219
from sectors.kit.core cimport Core
from sectors.kit.linear cimport Linear
from sectors.kit.square cimport NOTHING, Squares, count, has, moved, some, square

cdef int FAR

@cython.final
cdef class Judge(Linear):
    cdef readonly int artillery, marines, drops

    cdef void measure_side(self, Sector219 core, int seat, double *out) noexcept nogil
    cdef int steps(self, Sector219 core, int seat) noexcept nogil

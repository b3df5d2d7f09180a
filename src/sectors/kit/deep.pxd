# The C types behind deep.py
cimport cython
from sectors.kit.core cimport MOST_SEATS, Core
from sectors.kit.linear cimport Linear

cdef int UNITS

cdef class Deep(Linear):
    cdef double[5][64] found
    cdef double[16] adds, bias
    cdef double[64][16] own
    cdef double[64][16] others
    cdef bint deep
    cdef void judge(self, Core core, double *values) noexcept nogil
    @cython.final
    @cython.locals(level="double[16]", others="int[5]", value="double", size="double", i="int", unit="int")
    cdef void deepen(self, int there, double *totals) noexcept nogil

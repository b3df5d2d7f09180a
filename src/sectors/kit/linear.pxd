# The C types behind linear.py
cimport cython
from sectors.kit.core cimport Core, Evaluator

cdef int MOST_FEATURES

cdef class Linear(Evaluator):
    cdef double[64] weights
    cdef int size
    cdef void prepare(self, Core core) noexcept nogil
    cdef void measure(self, Core core, int seat, double *out) noexcept nogil
    @cython.final
    @cython.locals(total="double")
    cdef double sum_up(self, double *found) noexcept nogil
    @cython.final
    @cython.locals(most="double", whole="double")
    cdef void into_results(self, int seats, double *values) noexcept nogil
    cdef void judge(self, Core core, double *values) noexcept nogil

# The C types behind linear.py
from sectors.kit.core cimport Core, Evaluator

cdef int MOST_FEATURES

cdef class Linear(Evaluator):
    cdef double[64] weights
    cdef int size
    cdef void prepare(self, Core core) noexcept nogil
    cdef void measure(self, Core core, int seat, double *out) noexcept nogil
    cdef void judge(self, Core core, double *values) noexcept nogil

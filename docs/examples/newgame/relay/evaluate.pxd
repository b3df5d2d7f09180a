# The C types behind evaluate.py
cimport cython
from relay.rules cimport Relay
from sectors.kit.core cimport Core
from sectors.kit.linear cimport Linear

@cython.final
cdef class Judge(Linear):
    cdef void count(self, Relay core, int seat, double *out) noexcept nogil

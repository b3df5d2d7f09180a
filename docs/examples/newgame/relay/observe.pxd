# The C types behind observe.py
cimport cython
from relay.rules cimport Relay
from sectors.kit.core cimport Core
from sectors.kit.observe cimport Observer

@cython.final
cdef class Watcher(Observer):
    cdef int signals
    cdef void fill(self, Relay core, int seat, short *out) noexcept nogil

# The C types behind observe.py
cimport cython
from sectors.kit.core cimport OVER, Actions, Core

cdef int SHARES

cdef class Observer:
    cdef public object fields, parts
    cdef public int seats, size, actions, described, reasons
    cdef void observe(self, Core core, int seat, short *out) noexcept nogil
    cdef int encode(self, Core core, int code) noexcept nogil
    @cython.locals(i=int)
    cdef void encode_all(self, Core core, Actions actions, unsigned short *out) noexcept nogil
    cdef int decode(self, Core core, int index) noexcept nogil
    cdef void describe(self, Core core, int code, short *out) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef int frame(self, Core core, int seat, short *out) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef void look(self, Core core, int seat, short *out) noexcept nogil

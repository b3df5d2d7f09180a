# The C types behind memory.py
cimport cython

cdef int NONE

@cython.final
cdef class Memory:
    cdef unsigned long long[::1] key
    cdef int[::1] age, visits
    cdef double[::1] value
    cdef int last, now, used

    cpdef void forget(self)
    cpdef int find(self, unsigned long long key) noexcept nogil
    cpdef int note(self, unsigned long long key) noexcept nogil
    cdef int place(self, unsigned long long key) noexcept nogil

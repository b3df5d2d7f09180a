# The C types behind exact.py
cimport cython
from cpython.time cimport monotonic
from sectors.kit.core cimport MOST_SEATS, OVER, Actions, Core, Evaluator
from sectors.kit.dealer cimport Dealer

cdef int TABLE, NOTHING, AT_LEAST, AT_MOST, EXACTLY
cdef double ABORTED, EVEN

cdef class Ply

@cython.final
cdef class Solver:
    cdef Evaluator evaluator
    cdef Dealer dealer
    cdef readonly int most_actions
    cdef int seat
    cdef public long nodes
    cdef long most
    cdef double deadline
    cdef bint cancelled
    cdef unsigned long long[::1] table_key
    cdef double[::1] table_value
    cdef int[::1] table_kind
    cdef double[5] values
    cpdef list solve(self, Core core, int plies, long most, double deadline)
    cdef list values_between(self, Ply top, double least, double most)

@cython.final
cdef class Ply:
    cdef Solver solver
    cdef Core core
    cdef Ply deeper
    cdef bint bottom
    cdef Actions actions
    cdef int[::1] ordered
    cdef double[::1] promise
    cdef void follow(self, int i) noexcept nogil
    cdef void arrange(self) noexcept nogil
    @cython.locals(ours=cython.bint)
    cdef double search(self, double least, double most) noexcept nogil

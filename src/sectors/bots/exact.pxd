# The C types behind exact.py
cimport cython
from cpython.time cimport monotonic
from sectors.kit.core cimport MOST_SEATS, OVER, Actions, Core, Evaluator
from sectors.kit.dealer cimport Dealer

cdef int TABLE, NONE, LOOK, LONGEST_LINE
cdef double ABORTED, EVEN, EXPERIENCE

cdef class Ply

@cython.final
cdef class Solver:
    cdef Evaluator evaluator
    cdef Dealer dealer
    cdef readonly int most_actions, action_count
    cdef int seat, searches
    cdef public long nodes
    cdef long most, next_look
    cdef double deadline
    cdef bint cancelled
    cdef int[::1] tried, sufficed
    cdef unsigned long long[::1] table_key
    cdef double[::1] table_low, table_high
    cdef int[::1] table_action, table_work, table_search
    cdef double[5] values
    cdef double[2] bounds
    cpdef bint is_solvable(self, Core core)
    cpdef list solve(self, Core core, int plies, long most, double deadline)
    cdef int plies
    cdef Ply top
    @cython.locals(ply=Ply)
    cdef Ply prepare_plies(self, Core core, int plies)
    @cython.locals(at=Core)
    cpdef list line(self, Core core, int action)
    cdef list values_between(self, Ply top, double least, double most)
    cdef bint must_abort(self) noexcept nogil
    cdef void note(self, int seat, int action, bint enough) noexcept nogil
    cdef double experience(self, int seat, int action) noexcept nogil
    @cython.locals(slot=int, place=int)
    cdef int recall(self, unsigned long long key) noexcept nogil
    @cython.locals(slot=int)
    cdef void remember(self, unsigned long long key, double low, double high, int action, long work) noexcept nogil

@cython.final
cdef class Ply:
    cdef Solver solver
    cdef Core core
    cdef Ply deeper
    cdef bint bottom
    cdef Actions actions
    cdef int size, best, answer
    cdef int[::1] order, action
    cdef unsigned long long[::1] key
    cdef double[::1] low, high, promise
    cdef void look(self, int number, int action) noexcept nogil
    cdef int recall(self, int number) noexcept nogil
    @cython.locals(ours=cython.bint)
    cdef int sift(self, double least, double most, int known) noexcept nogil
    cdef int repeat_answer(self, int known) noexcept nogil
    cdef void insert(self, int number, double promise) noexcept nogil
    cdef double value_of(self, int number, double least, double most) noexcept nogil
    @cython.locals(ours=cython.bint, enough=cython.bint)
    cdef double search(self, double least, double most, int known) noexcept nogil

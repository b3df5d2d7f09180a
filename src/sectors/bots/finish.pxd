# The C types behind finish.py
cimport cython
from sectors.kit.core cimport MOST_SEATS, OVER, Actions, Core
from sectors.kit.dealer cimport Dealer

cdef int DEEPEST, TRIALS, ENOUGH
cdef double WON

@cython.final
cdef class Finisher:
    cdef Dealer dealer
    cdef list choices, cores
    cdef int most_actions, seat, most_won
    cdef long left
    cdef int[::1] path, best
    cdef double[5] values
    @cython.locals(before=Core, after=Core, actions=Actions, source="unsigned long long")
    cdef void dive(self, int at, int depth)
    cdef bint is_won(self, Core core)
    @cython.locals(trial=Core)
    cdef void try_out(self, int depth)
    cdef bint wins_along_path(self, Core trial, int depth)

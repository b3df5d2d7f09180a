# The C types behind core.py
cimport cython
from sectors.kit.dealer cimport Dealer

cdef int OVER, MOST_SEATS

@cython.final
cdef class Actions:
    cdef int[::1] buffer
    cdef int *items
    cdef public int size, capacity
    cdef void reserve(self, int capacity) noexcept nogil
    cdef inline void add(self, int action) noexcept nogil:
        self.items[self.size] = action
        self.size += 1

cdef class Core:
    cdef public int seats, to_act, reason
    cdef public object home
    cdef void begin(self, Dealer dealer) noexcept nogil
    cdef void list_legal(self, Actions actions) noexcept nogil
    cdef void apply(self, int action, Dealer dealer) noexcept nogil
    cdef int play_random(self, Actions actions, Dealer dealer) noexcept nogil
    cdef void copy_from(self, Core other) noexcept nogil
    cdef void guess(self, int seat, Dealer dealer) noexcept nogil
    cdef void score(self, double *results) noexcept nogil
    cdef bint certain(self) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cpdef Core fresh(self)

cdef class Evaluator:
    cdef void judge(self, Core core, double *values) noexcept nogil
    cdef void limits(self, Core core, int seat, double *bounds) noexcept nogil

cdef long playout(Core core, Actions actions, Dealer dealer, long most) noexcept nogil
cdef long many_playouts(Core core, Actions actions, Dealer dealer, unsigned long long seed, long start, long stop, long step) noexcept nogil
cpdef long run_playouts(Core core, Actions actions, unsigned long long seed, long start, long stop, long step)
cpdef void run_copies(Core core, Core other, long number)

# The C types behind search.py
cimport cython
from cpython.time cimport monotonic
from sectors.bots.memory cimport Memory
from sectors.kit.core cimport MOST_SEATS, OVER, Actions, Core, Evaluator
from sectors.kit.dealer cimport Dealer
from sectors.kit.hashing cimport mixed

cdef int NONE, DEEPEST, DRAWERS, SLOTS, DONE, SETTLED, LATE, STOPPED
cdef double OVERLOOKED, DECIDED

@cython.final
cdef class Search:
    cdef Evaluator evaluator
    cdef Actions actions
    cdef Dealer dealer
    cdef Memory memory
    cdef Core root_state, state, scratch
    cdef int seat, root, most_actions, stamp, rollout, merge, samples, guesses, slot
    cdef bint cancelled
    cdef double exploration, temperature, breadth, trust, ahead, outcomes, haste, variety
    cdef unsigned long long key
    cdef int[::1] mark, marked, open_edges, path, slots
    cdef int[::1] edge_action, edge_mover, edge_visits, edge_seen, edge_block
    cdef double[::1] edge_value, edge_guess, edge_prior
    cdef int[::1] block_first, block_size, block_room, block_visits, block_next, newest
    cdef unsigned long long[::1] block_key
    cdef int edges, blocks, block_capacity
    cdef readonly int edge_capacity
    cdef public long iterations
    cdef double[5] values, tried, sums

    cpdef double relative_value(self, int action)
    cdef int most_visited(self, int edge)
    cpdef int find(self, int action)
    cpdef int run(self, long most, double deadline)
    cdef bint has_room(self) noexcept nogil
    cdef int simulate(self, long most, double deadline) noexcept nogil
    cdef bint is_settled(self, long most) noexcept nogil
    @cython.locals(value="double")
    cdef void iterate(self) noexcept nogil
    cdef int reach(self, int edge) noexcept nogil
    cdef int expand(self) noexcept nogil
    cdef int add_edge(self, int block, int action) noexcept nogil
    @cython.locals(source='unsigned long long')
    cdef void judge_action(self, int action) noexcept nogil
    cdef void try_action(self, int action) noexcept nogil
    cdef void judge_leaf(self) noexcept nogil
    @cython.locals(key='unsigned long long')
    cdef int select(self, int block) noexcept nogil
    cdef double local_mean(self, unsigned long long key, double mean) noexcept nogil
    @cython.locals(same=cython.bint)
    cdef int match(self, int block) noexcept nogil
    cdef void move_block(self, int block, int size) noexcept nogil

# The C types behind rules.py
cimport cython
from sectors.kit.core cimport OVER, Actions, Core
from sectors.kit.dealer cimport Dealer
from sectors.games.sector6.maze cimport NOTHING, WAYS, Maze
from sectors.games.sector6.lookup cimport BACK, BITS, CLOCKWISE, COUNTER, Tables
from sectors.games.sector6.numbers cimport *

@cython.final
cdef class Sector6(Maze):
    cdef int only_action(self) noexcept nogil
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef void do(self, int action, bint forced, Dealer dealer) noexcept nogil
    cdef int terms(self, bint entry) noexcept nogil
    cdef int fitting_rotations(self, int i, int kind, int terms) noexcept nogil
    cdef int count_places(self, int kind, int terms) noexcept nogil
    cdef int nth_place(self, int n, int kind, bint entry, int terms) noexcept nogil
    cdef int only_place(self, int kind, bint entry) noexcept nogil
    cdef void list_places(self, int kind, bint entry, Actions actions) noexcept nogil
    cdef void after_piece(self, Dealer dealer) noexcept nogil
    cdef void finish_maze(self, Dealer dealer) noexcept nogil
    cdef void start_turn(self, Dealer dealer) noexcept nogil
    cdef int first_phase(self, int seat) noexcept nogil
    cdef int steps(self, int tile) noexcept nogil
    cdef bint can_move(self, int seat) noexcept nogil
    cdef bint can_turn(self, int tile) noexcept nogil
    cdef void list_moves(self, Actions actions) noexcept nogil
    cdef int only_move(self) noexcept nogil
    cdef void move(self, int action, bint forced, Dealer dealer) noexcept nogil
    cdef void act(self, int action, bint forced, Dealer dealer) noexcept nogil
    cdef void turn(self, int tile, bint clockwise, Dealer dealer) noexcept nogil
    cdef void end_turn(self, bint taken, Dealer dealer) noexcept nogil
    cdef void end(self, int reason, Dealer dealer) noexcept nogil
    cdef bint wins(self, int seat) noexcept nogil

# The C types behind rules_movement.py
cimport cython
from sectors.games.starsectors.rules_records cimport Records
from sectors.kit.dealer cimport Dealer

cdef int ALREADY_JUMPED, ALREADY_MOVED, ASTEROIDS, BEYOND_WARP_FACTOR, BY_MINE, CLOAKED, DENSE, ENGINE_NOT_CHARGED
cdef int ENGINE_USED, ENGINES_DAMAGED, HELM, HEX_IMPASSABLE, HEX_OCCUPIED, JUMP_PATH_BLOCKED, LEGAL, METAPHASIC
cdef int MINE_GONE, MOON, MOVE, MOVED_FORWARD, MOVED_REVERSE, MOVEMENT_STOPPED, NO_MOVEMENT_LEFT, NO_NACELLES, OFF_MAP
cdef int ORBIT_STOPS_JUMP, PLANET, REVERSE_LIMIT, STAR_ADJACENT, STOP, STORM, TRANSIT, UNVEILED, WORMHOLE
cdef int WORMHOLE_EXIT_BLOCKED

cdef class Movement(Records):
    cdef int enter_fault(self, int cell, int ship) noexcept nogil
    cdef int exit_fault(self, int ship, int cell) noexcept nogil
    cdef bint in_nebula(self, int cell) noexcept nogil
    cdef int step_fault(self, bint astern) noexcept nogil
    cdef bint drags(self, int old, int new) noexcept nogil
    @cython.locals(through="bint")
    cdef void step(self, bint astern, Dealer dealer) noexcept nogil
    cdef int turn_fault(self, int heading) noexcept nogil
    cdef void turn(self, int heading, Dealer dealer) noexcept nogil
    cdef void arrive(self, int ship, int base, int heading, bint through, Dealer dealer) noexcept nogil
    cdef bint survives_mine(self, int ship, int cell, Dealer dealer) noexcept nogil
    cdef bint veils_fail(self, int base) noexcept nogil
    cdef int new_body(self, int old, int new) noexcept nogil
    cdef int warp_factor(self, bint astern) noexcept nogil
    cdef int engine_fault(self) noexcept nogil
    cdef int cost_fault(self, int hexes, int end, bint astern) noexcept nogil
    cdef int path_fault(self, int leading, int old, int base) noexcept nogil
    cdef int end_fault(self, int leading, int base) noexcept nogil
    cdef int jump_fault(self, int hexes, bint astern) noexcept nogil
    @cython.locals(through="bint")
    cdef void jump(self, int hexes, bint astern, Dealer dealer) noexcept nogil

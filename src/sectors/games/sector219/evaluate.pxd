# The C types behind evaluate.py
cimport cython
from sectors.games.sector219.rules cimport Sector219
from sectors.games.sector219.lookup cimport SPACES
from sectors.kit.core cimport Core
from sectors.kit.linear cimport Linear
from sectors.kit.square cimport NOTHING, Squares, count, has, moved, sideways, some, spread, square, up_and_down

cdef int FAR, IS_DROP, MOST_MASKS, WHOLE_FIELD

@cython.final
cdef class Judge(Linear):
    cdef readonly int artillery, marines, drops

    cdef void measure_side(self, Sector219 core, int seat, double *out) noexcept nogil
    cdef int steps(self, Sector219 core, int seat) noexcept nogil
    cdef void limits_of_ending(self, Sector219 core, int seat, double *bounds) noexcept nogil
    cdef int most_gain(self, Sector219 core, int seat) noexcept nogil
    @cython.locals(masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250])
    cdef bint lacks_target(self, Sector219 core) noexcept nogil
    cdef int victims(self, Sector219 core, int seat) noexcept nogil
    cdef int least_gain(self, Sector219 core, int seat) noexcept nogil
    cdef int drops_in_hand(self, Sector219 core, int seat) noexcept nogil
    cdef bint can_clear(self, Sector219 core, int seat, int goal) noexcept nogil
    @cython.locals(masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250])
    cdef bint can_hit(self, Sector219 core, int goal) noexcept nogil
    cdef int enemies_before(self, Sector219 core, int seat, int plays) noexcept nogil
    cdef int landing_spaces(self, Sector219 core, int seat) noexcept nogil
    cdef int ways_out(self, Sector219 core, int seat) noexcept nogil
    cdef bint can_enter(self, Sector219 core, int seat) noexcept nogil
    @cython.locals(indices=cython.uchar[256], fed=Squares)
    cdef Squares spaces_fed_by(self, Sector219 core, int seat, Squares givers, bint in_hand) noexcept nogil

# The C types behind evaluate.py
cimport cython
from sectors.kit.core cimport Core
from sectors.kit.linear cimport Linear
from sectors.games.sector6.rules cimport Sector6
from sectors.games.sector6.lookup cimport BACK, STEP
from sectors.games.sector6.numbers cimport FIGURE, MARKER, WALLS

cdef int MOST_TILES, FARTHEST, UNKNOWN, ACT
cdef unsigned long long BIT
cdef int POINTS, HELD, LEFT, RACE, CLOSE, BEST, MOVES, TURN
cdef int BUILD_RACE, BUILD_CLOSE, BUILD_HAND, BUILD_TURN
cdef double[16] WAIT, REACH, KEEP

@cython.final
cdef class Judge(Linear):
    cdef unsigned long long[65] runs, beside, line
    cdef unsigned char[65] look, value
    cdef unsigned short[390] near
    cdef unsigned char[4][65] distance, steps
    cdef double[4] race, close, best
    cdef int[4] moves
    cdef double free_points, rest
    cdef int tiles

    cdef void survey(self, Sector6 core) noexcept nogil
    cdef void lay_out(self, Sector6 core) noexcept nogil
    cdef void find_runs(self) noexcept nogil
    cdef unsigned long long sources(self, Sector6 core, int seat) noexcept nogil
    cdef void spread(self, unsigned long long sources, unsigned long long *ways, unsigned char *out, int farthest) noexcept nogil
    cdef void share_out(self, Sector6 core) noexcept nogil
    cdef void fill(self, Sector6 core, int seat, double *out) noexcept nogil

cdef extern from *:
    """
    static inline int s6_lowest(unsigned long long set) { return __builtin_ctzll(set); }
    """
    int lowest "s6_lowest"(unsigned long long) noexcept nogil

# The C types behind observe.py
cimport cython
from sectors.games.sector6.maze cimport NOTHING, WAYS, lower_bound
from sectors.games.sector6.rules cimport Sector6
from sectors.games.sector6.lookup cimport Tables
from sectors.games.sector6.numbers cimport BARE, MARKER, MOVES, ORIGIN, WALLS, CHOOSE, PLACE
from sectors.kit.core cimport Core
from sectors.kit.observe cimport Observer

cdef int SIDES, TURNS, RIM, MIDDLE, EIGHT

@cython.final
cdef class Watcher(Observer):
    cdef Tables tables
    cdef int room, types, tile, cells, farthest, places
    cdef void fill(self, Sector6 core, int seat, short *out) noexcept nogil
    cdef void fill_tile(self, Sector6 core, int seat, int i, int at, short *out) noexcept nogil
    cdef void fill_place(self, Sector6 core, int tile, int at, short *out) noexcept nogil
    cdef void fill_rim(self, Sector6 core, int i, int at, short *out) noexcept nogil
    cdef int number(self, Sector6 core, int code) noexcept nogil
    cdef int code(self, Sector6 core, int index) noexcept nogil
    cdef void tell(self, Sector6 core, int code, short *out) noexcept nogil

# The C types behind maze.py
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.kit.hashing cimport mixed
from sectors.kit.core cimport Core
from sectors.games.sector6.lookup cimport BACK, STEP, Tables
from sectors.games.sector6.numbers cimport FIGURE, MARKER, WALLS

cdef enum:
    NOTHING = -1
    WAYS = 6

cdef unsigned long long SEED

cdef class Maze(Core):
    cdef Tables tables
    cdef int *cell
    cdef int *rim
    cdef unsigned short *near
    cdef unsigned short *sides
    cdef unsigned char *kind
    cdef unsigned char *look
    cdef short[8] figure
    cdef public short room, tiles, rims, free, left, drawn, stall, stall_limit
    cdef short[4] pile_size
    cdef unsigned short[16] supply
    cdef unsigned char[4] entries
    cdef public unsigned char mode, phase, entry_open

    # Duplicated in maze.py. All arrays lie in one block of memory, in which the rim and the neighbours overlap.
    cdef inline int shared(self) noexcept nogil:
        return max(6 * (2 * self.room + 2), 12 * self.room)

    cdef inline int size(self) noexcept nogil:
        return 6 * self.room + self.shared() + 1

    cdef inline int carve(self) except -1:
        self.cell = <int *>calloc(1, self.size())
        if self.cell == NULL:
            raise MemoryError
        self.rim = self.cell + self.room
        self.near = <unsigned short *>self.rim
        self.sides = <unsigned short *>(self.rim + 2 * self.room + 2)
        self.kind = <unsigned char *>self.rim + self.shared()
        self.look = self.kind + self.room
        return 0

    cdef inline void release(self) noexcept nogil:
        free(self.cell)

    cdef inline void resize(self, int room) noexcept nogil:
        self.release()
        self.room = room
        with gil:
            self.carve()

    cdef inline int slot(self, int seat, int i) noexcept nogil:
        return self.room - self.seats * (i + 1) + seat

    cdef inline void copy_block(self, Maze twin) noexcept nogil:
        memcpy(self.cell, twin.cell, self.size())

    cdef void clear(self) noexcept nogil
    cdef void become(self, Maze twin) noexcept nogil
    cdef void put(self, int cell, int kind, int rotation) noexcept nogil
    cdef void touch_rim(self, int cell, int sides) noexcept nogil
    cdef void join_tiles(self) noexcept nogil
    cdef int tile_at(self, int cell) noexcept nogil
    cdef int points(self, int seat) noexcept nogil

cdef int lower_bound(int *cells, int size, int cell) noexcept nogil

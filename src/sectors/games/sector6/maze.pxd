# The C types behind maze.py
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.kit.core cimport Core
from sectors.games.sector6.tables cimport BACK, FIGURE, MARKER, STEP, WALLS, Tables

cdef enum:
    NOTHING = -1

cdef unsigned long long PRIME, SEED, ALL_ONES

cdef class Maze(Core):
    cdef Tables tables
    cdef public short mode, pile_room
    cdef public unsigned short room, tiles, rims
    cdef public int stall_limit, stall
    cdef public bint entry_open
    cdef int *cell
    cdef int *rim
    cdef unsigned short *near
    cdef unsigned char *touch
    cdef unsigned char *ways
    cdef unsigned char *kind
    cdef unsigned char *look
    cdef unsigned char *piles
    cdef public short phase, drawn
    cdef public int left, free
    cdef short[4] pile_size, entries
    cdef short[16] supply
    cdef int[8] figure, entry_cell

    # Written twice, here and in maze.py: one block, in which the rim and the neighbours share a place.
    cdef inline int shared(self) noexcept nogil:
        return max(6 * (2 * self.room + 2), 12 * self.room)

    cdef inline int size(self) noexcept nogil:
        return 6 * self.room + self.shared() + 1 + self.seats * self.pile_room

    cdef inline void carve(self) noexcept nogil:
        self.cell = <int *>calloc(1, self.size())
        self.rim = self.cell + self.room
        self.near = <unsigned short *>self.rim
        self.touch = <unsigned char *>(self.rim + 2 * self.room + 2)
        self.ways = self.touch + 2 * self.room + 2
        self.kind = <unsigned char *>self.rim + self.shared()
        self.look = self.kind + self.room
        self.piles = self.look + self.room + 1

    cdef inline void release(self) noexcept nogil:
        free(self.cell)

    cdef inline unsigned char *pile(self, int seat) noexcept nogil:
        return self.piles + seat * self.pile_room

    cdef inline void copy_block(self, Maze twin) noexcept nogil:
        memcpy(self.cell, twin.cell, self.size())

    cdef void clear(self) noexcept nogil
    cdef void become(self, Maze twin) noexcept nogil
    cdef void put(self, int cell, int kind, int rotation) noexcept nogil
    cdef void touch_rim(self, int cell, int side, bint is_open) noexcept nogil
    cdef void join_tiles(self) noexcept nogil
    cdef int tile_at(self, int cell) noexcept nogil
    cdef int points(self, int seat) noexcept nogil

cdef int lower(int *cells, int size, int cell) noexcept nogil
cdef unsigned long long mixed(unsigned long long found, unsigned long long low, unsigned long long high) noexcept nogil

# The C types behind maze.py
cimport cython
from libc.string cimport memcpy
from sectors.kit.core cimport Core
from sectors.games.sector6.tables cimport BACK, FIGURE, MARKER, STEP, WALLS, Tables

cdef enum:
    NOTHING = -1

cdef unsigned long long PRIME, SEED, ALL_ONES

cdef class Maze(Core):
    cdef Tables tables
    cdef public int mode, stall_limit
    cdef public bint entry_open
    cdef public int room, pile_room
    cdef int rim_room
    cdef readonly int block_size
    cdef bytearray store
    cdef unsigned char *block
    cdef int *cell
    cdef unsigned char *kind
    cdef unsigned char *look
    cdef int *rim
    cdef unsigned char *touch
    cdef unsigned char *ways
    cdef unsigned short *near
    cdef unsigned char *pile[4]
    cdef public int tiles, rims, phase, drawn, left, stall, free
    cdef short[4] pile_size, entries
    cdef short[16] supply
    cdef int[8] figure, entry_cell

    # Written twice, here and in maze.py: one block, in which the rim and the neighbours share a place.
    cdef inline void carve(self):
        cdef int shared = max(6 * self.rim_room, 12 * self.room)
        cdef int i
        self.block_size = 4 * self.room + shared + 2 * self.room + 1 + self.seats * self.pile_room
        self.store = bytearray(self.block_size)
        self.block = self.store
        self.cell = <int *>self.block
        self.rim = self.cell + self.room
        self.near = <unsigned short *>self.rim
        self.touch = <unsigned char *>(self.rim + self.rim_room)
        self.ways = self.touch + self.rim_room
        self.kind = self.block + 4 * self.room + shared
        self.look = self.kind + self.room
        for i in range(self.seats):
            self.pile[i] = self.look + self.room + 1 + i * self.pile_room

    cdef inline void copy_block(self, Maze twin) noexcept nogil:
        memcpy(self.block, twin.block, self.block_size)

    cdef void clear(self) noexcept nogil
    cdef void become(self, Maze twin) noexcept nogil
    cdef void put(self, int cell, int kind, int rotation) noexcept nogil
    cdef void touch_rim(self, int cell, int side, bint is_open) noexcept nogil
    cdef void join_tiles(self) noexcept nogil
    cdef int tile_at(self, int cell) noexcept nogil
    cdef int points(self, int seat) noexcept nogil

cdef int lower(int *cells, int size, int cell) noexcept nogil
cdef unsigned long long mixed(unsigned long long found, unsigned long long low, unsigned long long high) noexcept nogil

# The C types behind lookup.py
cimport cython
from sectors.kit.square cimport NOTHING, Squares, moved, rows_ahead, square

cdef int NO_TARGET, MOST_RAYS

cdef enum:
    KINDS = 25      # the capital letters without X
    SPACES = 208    # thirteen rows of sixteen

@cython.final
cdef class Tables:
    cdef public int side, city, kinds, shapes, deck_size, air_strikes, action_count, openings, strike_codes, rays
    cdef bint steady
    cdef int[2] base
    cdef Squares field, bases
    cdef Squares[2] base_square
    cdef Squares[2][3] ways_out
    cdef unsigned char[KINDS] counts, deploys, alone, shape
    cdef Squares[2][SPACES][KINDS] feeds
    cdef Squares[2][KINDS][SPACES] covers
    cdef int[2][1250] ray_step
    cdef int[1250] ray_east, ray_west
    cdef Squares[2][1250] ray_back
    cdef unsigned char[1250] ray_alone
    cdef int[KINDS] attacks, first_code, slots
    cdef int[KINDS][48] attack_ray
    cdef int[2][KINDS][48] attack_slot
    cdef int[SPACES] dense
    cdef int[::1] meaning
    cdef void feed(self, int seat, int shape, int space, int dx, int dy) noexcept nogil
    cdef void support(self, int seat, int kind, int space, int dx, int dy) noexcept nogil

# The C types behind lookup.py
cimport cython

from sectors.games.sector6.numbers cimport *

cdef int[6] STEP, BACK
cdef unsigned char[256] CLOCKWISE, COUNTER
cdef unsigned char[64] BITS

@cython.final
cdef class Tables:
    cdef public object box
    cdef public int entry, kinds, radius, tile_forms, entry_forms
    cdef public int places, entries, action_count, far_moves, far_places
    cdef unsigned char[256][6] faces
    cdef unsigned char[248][64] fits
    cdef unsigned char[248] period
    cdef unsigned char[256] value
    cdef short[5][248] pools
    cdef int[401] row_start
    cdef int[::1] cells_of_codes
    cdef int *cell_of
    cdef int fill_pool(self, int seats, unsigned char *pile) noexcept nogil
    cdef int placed_at(self, int code) noexcept nogil
    cdef int form_of(self, int code) noexcept nogil
    cdef int line_of(self, int code) noexcept nogil
    cdef int distance_of(self, int code) noexcept nogil

    # Duplicated in lookup.py; inline here so that listing actions needs no calls.
    cdef inline int place_code(self, int cell, int form, bint entry) noexcept nogil:
        cdef int q = (cell >> 14) - 8192
        cdef int r = (cell & 16383) - 8192
        cdef int radius = self.radius
        if q < -radius or q > radius or r < -radius or r > radius or q + r < -radius or q + r > radius:
            return self.far_places + ((q + FAR) * FAR_ROW + r + FAR) * FORMS + form + (8 if entry else 0)
        if entry:
            return self.entries + (self.row_start[q + radius] + r) * self.entry_forms + (0 if form == BARE else form)
        return self.places + (self.row_start[q + radius] + r) * self.tile_forms + form

    cdef inline int move_code(self, int figure, int side, int distance) noexcept nogil:
        if distance <= self.radius:
            return MOVES + (6 * figure + side) * self.radius + distance - 1
        return self.far_moves + (6 * figure + side) * LONGEST + distance - 1

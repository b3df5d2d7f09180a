# The C types behind field.py
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.games.sector219.lookup cimport KINDS, SPACES, Tables
from sectors.games.sector219.numbers cimport *
from sectors.kit.core cimport Core
from sectors.kit.dealer cimport Dealer
from sectors.kit.square cimport NOTHING, Squares, has, spread

cdef int TRIES
cdef unsigned long long SCATTER, WORD

cdef class Field(Core):
    cdef readonly Tables tables
    # the options
    cdef public int opening, first_fixed, drop_reach
    cdef public bint drop_in_supply
    # the position
    cdef Squares[2] units, supplied, cover
    cdef unsigned char[SPACES] kind_at
    cdef unsigned char[2][KINDS] hands, destroyed
    cdef unsigned int[2][4] stuck_kinds
    cdef short[2][4] stuck_room
    cdef int[2] hand_sizes, deck_top, known_bottom, strikes
    cdef public int first, phase, turn, plays_left, winner
    # the position, sized by the content: for each seat and supply diagram the spaces in supply; the decks
    cdef Squares *fed[2]
    cdef unsigned char *decks[2]
    cdef int room

    cdef inline int make_room(self, int shapes, int deck_size) except -1:
        self.room = 2 * shapes * sizeof(Squares) + 2 * deck_size
        self.fed[0] = <Squares *>calloc(1, self.room)
        if self.fed[0] == NULL:
            raise MemoryError
        self.fed[1] = self.fed[0] + shapes
        self.decks[0] = <unsigned char *>(self.fed[1] + shapes)
        self.decks[1] = self.decks[0] + deck_size
        return 0

    cdef inline void give_back_room(self) noexcept nogil:
        free(self.fed[0])

    cdef inline void copy_fields(self, Field source) noexcept nogil:  # `units` to `winner`, then the allocated part
        self.to_act = source.to_act
        self.reason = source.reason
        memcpy(&self.units, &source.units, <char *>&self.fed - <char *>&self.units)
        memcpy(self.fed[0], source.fed[0], self.room)

    cdef inline int deck_left(self, int seat) noexcept nogil:
        return self.tables.deck_size - self.deck_top[seat]

    cdef void clear(self) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef unsigned long long hash_side(self, int seat, unsigned long long found) noexcept nogil
    cdef bint fits_memory(self, int seat) noexcept nogil
    @cython.locals(pool=cython.uchar[640])
    cdef void guess_hand(self, int seat, Dealer dealer) noexcept nogil
    @cython.locals(pool=cython.uchar[640])
    cdef void guess_deck(self, int seat, Dealer dealer) noexcept nogil

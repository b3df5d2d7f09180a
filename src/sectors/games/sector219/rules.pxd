# The C types behind rules.py
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.games.sector219.tables cimport KINDS, SPACES, Tables
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport Dealer
from sectors.kit.square cimport NOTHING, Squares, count, has, nth, shifted, sideways, some, spread, square, up_and_down

cdef int OPENING, PLAY, FINISHED
cdef int FIRST, SHUFFLE
cdef int BASE, COUNT
cdef int DEPLOYED, STRUCK, DESTROYED, OUT_OF_SUPPLY, DREW, LOST_PLAYS, EMPTY_TURN, ENDED, RETURNED
cdef int NOBODY, NO_TARGET, WHOLE_FIELD, IS_DIAGONAL, IS_DROP
cdef int MOST_MASKS, MEMORIES, TRIES
cdef unsigned long long SCATTER, WORD

@cython.final
cdef class Sector219(Core):
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
    # the position, as much as the content needs: for each seat and way to draw supply, the spaces in supply; the decks
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

    cdef inline void copy_fields(self, Sector219 source) noexcept nogil:  # all from `units` to `winner`, then the rest
        self.to_act = source.to_act
        self.reason = source.reason
        memcpy(&self.units, &source.units, <char *>&self.fed - <char *>&self.units)
        memcpy(self.fed[0], source.fed[0], self.room)

    cdef void clear(self) noexcept nogil
    cdef int deck_left(self, int seat) noexcept nogil
    cdef void draw(self, int seat, int number, Dealer dealer) noexcept nogil
    cdef void put_back(self, int upper, int lowest, Dealer dealer) noexcept nogil
    cdef void begin_turn(self, int seat, int number, Dealer dealer) noexcept nogil
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef bint has_play(self, int seat) noexcept nogil
    cdef Squares landing_zone(self) noexcept nogil
    cdef Squares empty(self) noexcept nogil
    cdef Squares spaces(self, int seat, int kind, Squares empty) noexcept nogil
    cdef void find_origins(self, bint alone, Squares targets, Squares *origins) noexcept nogil
    @cython.locals(origins=Squares[1250])
    cdef int find_deployments(self, Squares *masks, unsigned char *kinds, signed char *attacks) noexcept nogil
    @cython.locals(indices=cython.uchar[256], masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250])
    cdef void list_plays(self, Actions actions) noexcept nogil
    @cython.locals(masks=Squares[1250], kinds=cython.uchar[1250], attacks=cython.schar[1250], sizes=cython.int[1250])
    cdef int random_play(self, Dealer dealer) noexcept nogil
    cdef void list_openings(self, Actions actions) noexcept nogil
    cdef void place(self, int seat, int kind, int space) noexcept nogil
    cdef void link(self, int seat, int space) noexcept nogil
    cdef void remove(self, int seat, int space) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef void cover_again(self, int seat) noexcept nogil
    cdef void supply_again(self, int seat) noexcept nogil
    cdef void deploy(self, int kind, int space, int target, Dealer dealer) noexcept nogil
    cdef void strike(self, int space, Dealer dealer) noexcept nogil
    cdef void destroy(self, int seat, int space, int attacker, Dealer dealer) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef void tell_destroyed(self, int seat, int kind, int space, int attacker, Dealer dealer) noexcept nogil
    cdef void finish(self, int reason, int winner, Dealer dealer) noexcept nogil
    cdef void finish_by_count(self, Dealer dealer) noexcept nogil
    @cython.locals(indices=cython.uchar[256])
    cdef unsigned long long hash_side(self, int seat, unsigned long long found) noexcept nogil
    cdef void remember_stuck(self, int seat) noexcept nogil
    cdef bint fits_memory(self, int seat) noexcept nogil
    @cython.locals(pool=cython.uchar[640])
    cdef void guess_hand(self, int seat, Dealer dealer) noexcept nogil
    @cython.locals(pool=cython.uchar[640])
    cdef void guess_deck(self, int seat, Dealer dealer) noexcept nogil

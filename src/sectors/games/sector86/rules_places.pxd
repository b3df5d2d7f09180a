# The C types behind rules_places.py
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.lookup cimport Tables
from sectors.kit.core cimport OVER, Core
from sectors.kit.dealer cimport Dealer

cdef class Places(Core):
    cdef readonly Tables tables
    # the part of the position whose size depends on the deck: one block of memory that begins with `epochs`
    cdef unsigned char *place
    cdef unsigned char *after
    cdef unsigned char *dock
    cdef unsigned char *marks
    cdef unsigned char *deck
    cdef unsigned char *held
    cdef unsigned char *first
    cdef unsigned char *last
    cdef unsigned char *size
    cdef unsigned char *docks
    cdef int *epochs
    cdef short *training
    # the position
    cdef public int deck_top, epoch, phase
    # the last counts
    cdef int[3] small_ships, large_ships
    cdef int empty_docks, small_docks, large_docks

    cdef size_t room

    cdef inline int make_room(self, int cards, int crew) except -1:
        self.room = 4 * cards + 6 * crew + 6 * cards + 3 * MOST_ROWS + 15
        self.epochs = <int *>calloc(1, self.room)
        if self.epochs == NULL:
            raise MemoryError
        self.training = <short *>(self.epochs + cards)
        self.place = <unsigned char *>(self.training + 3 * crew)
        self.after = self.place + cards
        self.dock = self.after + cards
        self.marks = self.dock + cards
        self.deck = self.marks + cards
        self.held = self.deck + cards
        self.first = self.held + cards
        self.last = self.first + MOST_ROWS
        self.size = self.last + MOST_ROWS
        self.docks = self.size + MOST_ROWS
        return 0

    cdef inline void give_back_room(self) noexcept:
        free(self.epochs)

    cdef inline void copy_room(self, Places other) noexcept nogil:
        memcpy(self.epochs, other.epochs, self.room)

    cdef void empty(self) noexcept nogil
    cdef void copy_cards(self, Places other) noexcept nogil
    cdef inline int row(self, int seat, int what) noexcept nogil:
        return STATIONS + EACH * seat + what
    cdef void join(self, int card, int row) noexcept nogil
    cdef void leave(self, int card) noexcept nogil
    cdef void move(self, int card, int row) noexcept nogil
    cdef void discard(self, int card) noexcept nogil
    cdef void forget(self, int card) noexcept nogil
    cdef void untrain(self, int card) noexcept nogil
    cdef void discard_row(self, int row) noexcept nogil
    cdef int credits(self, int seat) noexcept nogil
    cdef int draw(self, Dealer dealer) noexcept nogil
    cdef void reshuffle(self, Dealer dealer) noexcept nogil
    cdef void take(self, int seat, int number, Dealer dealer) noexcept nogil
    cdef void pay(self, int seat, int number) noexcept nogil
    cdef void pay_to(self, int seat, int number, int other) noexcept nogil
    cdef void finish(self, int reason, Dealer dealer) noexcept nogil
    cdef void clear_turn(self) noexcept nogil
    cdef int find_dock(self, int seat, int klass, int small) noexcept nogil
    cdef bint has_room(self, int seat, int card) noexcept nogil
    cdef void berth(self, int seat, int klass, int card) noexcept nogil
    cdef void moor(self, int seat, int klass, int card, int dock) noexcept nogil
    cdef void replace(self, int wreck, int ship) noexcept nogil
    cdef void survey(self, int seat, int klass) noexcept nogil
    cdef int room_for_wrecks(self, int small_ships, int large_ships) noexcept nogil
    cdef int count_ships(self, int row, int without) noexcept nogil
    cdef bint collides(self, int seat, int without) noexcept nogil
    cdef bint exceeds_room(self, int seat, int wrecks) noexcept nogil
    cdef int wreck_fits(self, int seat, int berth) noexcept nogil
    cdef void close_dock(self, int seat, int klass, Dealer dealer) noexcept nogil
    cdef bint occupied(self, int row, int dock) noexcept nogil
    cdef int ships(self, int seat) noexcept nogil

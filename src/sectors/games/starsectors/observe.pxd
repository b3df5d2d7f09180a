# The C types behind observe.py
cimport cython
from libc.string cimport memcpy
from sectors.games.starsectors.lookup cimport Chart
from sectors.games.starsectors.rules cimport Rules
from sectors.kit.core cimport Core
from sectors.kit.observe cimport Observer

cdef int BANK, BUILD, BUY, CREW, DEPLOY, ENGINEERING, FIRE, FIRST_SEAT, GIVE, GO, MOST_SHIPS, NUMBERS, ORDER, PICK
cdef int PURCHASE, PUT, RAM, RWARP, TACTICAL, WARP
cdef int SIDES, WORDS, TRUTHS, ALL_PHASES, ALL_VERBS
cdef int V_PLAIN, V_FIRST, V_ORDER, V_WARP, V_RWARP, V_GO, V_FIRE, V_BANK, V_RAM, V_BUY, V_GIVE, V_PUT, V_PICK

@cython.final
cdef class Watcher(Observer):
    cdef Chart chart
    cdef int fleet, classes, ship, cells, width, height, longest, targets
    cdef int orders_at, warps_at, goes_at, fires_at, rams_at, buys_at, gives_at, puts_at, picks_at
    cdef int[::1] turned
    cdef short[::1] terrain
    cdef inline void copy_terrain(self, int turn, int at, short *out) noexcept nogil:
        memcpy(out + at, &self.terrain[turn], self.cells * sizeof(short))

    cdef void fill(self, Rules core, int seat, short *out) noexcept nogil
    cdef void fill_ship(self, Rules core, int seat, int ship, int owner, int at, short *out) noexcept nogil
    cdef void fill_round(self, Rules core, int seat, int at, short *out) noexcept nogil
    cdef void fill_turn(self, Rules core, int seat, int at, short *out) noexcept nogil
    cdef int slot(self, int number, int seat) noexcept nogil
    cdef int ship_in(self, int slot, int seat) noexcept nogil
    cdef int target_slot(self, int target, int seat) noexcept nogil
    cdef int target_in(self, int slot, int seat) noexcept nogil
    cdef int number(self, int code, int seat) noexcept nogil
    cdef int code(self, Rules core, int index, int seat) noexcept nogil
    cdef int place(self, Rules core, int column, int seat) noexcept nogil
    @cython.locals(give=bint)
    cdef void tell(self, int code, int seat, short *out) noexcept nogil
    cdef void tell_target(self, int target, int seat, int at, short *out) noexcept nogil

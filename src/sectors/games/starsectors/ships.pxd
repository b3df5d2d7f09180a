# The C types behind ships.py
cimport cython
from sectors.games.starsectors.chart cimport Chart, Roster, Terms
from sectors.kit.core cimport Core
from sectors.kit.dealer cimport Dealer

cdef int BLAST, BY_BLAST, COMMAND, DEFENCE, DENSE, DESTROYED, FINISHED, FIRST, HELM, HITS, LEGAL, NUMBERS, ROLL
cdef int MIDDLE, SHIP_FIELDS, MOST_DUTIES, BAND

cdef class Ships(Core):
    cdef Chart chart
    cdef Roster roster
    cdef Terms terms
    cdef short[::1] memory
    cdef public int capacity, size, ships, mine_count, served_count
    # A number for each ship: its record (section 7), and the destroyed ones whose blast is to come
    cdef short *owner
    cdef short *number
    cdef short *kind
    cdef short *at
    cdef short *heading
    cdef short *hits
    cdef short *dead
    cdef short *done
    cdef short *cloaked
    cdef short *banks
    cdef short *engines
    cdef short *mines
    cdef short *dil
    cdef short *tri
    cdef short *crew
    cdef short *order
    cdef short *cf
    cdef short *df
    cdef short *web
    cdef short *wreck
    cdef short *wreck_at
    cdef short *wreck_heading
    # A number for each hex: the ship + 1, the owner of the mine + 1; the hexes with mines; the stations that served
    cdef short *board
    cdef short *mined
    cdef short *mine_at
    cdef short *served
    cdef int credits[4]
    cdef int fleetvalue[4]
    cdef public int phase, round, quiet, first, turnseat, sides, winners
    cdef public bint hit
    cdef bint lost
    cdef int wrecks
    cdef short band[12]
    cdef unsigned char dice[4]
    # The turn record (section 7)
    cdef public int turn_ship, used, reverse, worm, mf_bonus, banked, target, bank_out, bank_in, bank_fixes, duty_count
    cdef public bint forward, jumped, stopped, orbit, nebula, moved, attacked, decloaked
    cdef public bint dil_used, tri_used, transferred, engine_used, repaired, operated
    cdef short duties[2]

    cdef void take_over(self, Ships other) noexcept nogil
    cdef void clear_turn(self) noexcept nogil
    cdef int side(self, int seat) noexcept nogil
    cdef bint friends(self, int seat, int other) noexcept nogil
    cdef int ship_number(self, int ship) noexcept nogil
    cdef int find_ship(self, int number) noexcept nogil
    cdef void add_ship(self, int seat, int kind) noexcept nogil
    cdef void clear_record(self, int ship) noexcept nogil
    cdef int stern_from(self, int kind, int base, int heading) noexcept nogil
    cdef int stern(self, int ship) noexcept nogil
    cdef int sternmost(self, int ship) noexcept nogil
    cdef void lift(self, int ship) noexcept nogil
    cdef void lay(self, int ship, int base, int heading) noexcept nogil
    cdef int distance(self, int a, int d) noexcept nogil
    cdef int combat(self, int ship) noexcept nogil
    cdef int defence(self, int ship) noexcept nogil
    cdef int hull_mf(self, int ship) noexcept nogil
    cdef int allowance(self, bint dragged) noexcept nogil
    cdef int movement_left(self, bint dragged) noexcept nogil
    cdef bint clear_line(self, int a, int d, int attacker, int target) noexcept nogil
    cdef bint clear_trace(self, int a, int gap, unsigned long long trace, int between, int cloud, int attacker, int target) noexcept nogil
    cdef void lay_mine(self, int cell, int seat) noexcept nogil
    cdef void remove_mine(self, int cell) noexcept nogil
    cdef bint saves(self, int ship, Dealer dealer) noexcept nogil
    @cython.locals(success="bint")
    cdef bint roll(self, int point, int count, int number, int ship, Dealer dealer) noexcept nogil
    cdef void take_hits(self, int ship, int number, int cause, Dealer dealer) noexcept nogil
    cdef void destroy(self, int ship, Dealer dealer) noexcept nogil
    cdef void blasts(self, Dealer dealer) noexcept nogil
    cdef int touching(self, int kind, int base, int heading) noexcept nogil
    cdef int note_victim(self, int cell, int found) noexcept nogil

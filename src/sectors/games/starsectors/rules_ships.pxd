# The C types behind rules_ships.py
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from sectors.games.starsectors.lookup cimport Chart, Roster, Terms
from sectors.kit.core cimport Core
from sectors.kit.dealer cimport Dealer
from sectors.kit.hashing cimport mixed

cdef int BLAST, BUILD, BY_BLAST, COMMAND, DEFENCE, DENSE, DESTROYED, FIRST, HELM, HITS, NUMBERS, PURCHASE, ROLL
cdef int MIDDLE, MOST_DUTIES, BAND

cdef class Ships(Core):
    cdef Chart chart
    cdef Roster roster
    cdef Terms terms
    cdef public int capacity, mine_room
    # Indexed by ship: its record (section 7); then the queue of destroyed ships whose blast is pending
    cdef short *at
    cdef short *hits
    cdef short *cf
    cdef short *df
    cdef short *web
    cdef signed char *owner
    cdef signed char *number
    cdef signed char *kind
    cdef signed char *heading
    cdef signed char *dead
    cdef signed char *done
    cdef signed char *cloaked
    cdef signed char *banks
    cdef signed char *engines
    cdef signed char *mines
    cdef signed char *dil
    cdef signed char *tri
    cdef signed char *crew
    cdef signed char *order
    cdef short *wreck
    cdef short *wreck_at
    cdef signed char *wreck_heading
    # Indexed by hex: the ship + 1, the owner of the mine + 1; then the hexes with mines, the stations that served
    cdef short *board
    cdef signed char *mined
    cdef short *mine_at
    cdef short *served
    # Copied as one block: `ships` must be the first of these fields and `duties` the last
    cdef public int ships, mine_count, served_count
    cdef int credits[4]
    cdef int fleetvalue[4]
    cdef public int phase, round, quiet, first, turnseat, sides, winners
    cdef public bint hit
    # The turn record (section 7)
    cdef public int turn_ship, used, reverse, worm, mf_bonus, banked, target, bank_out, bank_in, bank_fixes, duty_count
    cdef public bint forward, jumped, stopped, orbit, nebula, moved, attacked, decloaked
    cdef public bint dil_used, tri_used, transferred, engine_used, repaired, operated
    cdef short duties[2]
    # Used only within an action
    cdef bint lost
    cdef int wrecks
    cdef short band[12]
    cdef unsigned char dice[4]

    # One block of memory, shorts first. rules_ships.py has its own versions of these methods.
    cdef inline int size(self) noexcept nogil:
        cdef int shorts = 7 * self.capacity + self.mine_room + self.chart.stations + self.chart.cells
        return 2 * shorts + 15 * self.capacity + self.chart.cells

    cdef inline int carve(self) except -1:
        cdef int room = self.capacity
        self.at = <short *>calloc(1, self.size() + 1)
        if self.at == NULL:
            raise MemoryError
        self.hits = self.at + room
        self.cf = self.hits + room
        self.df = self.cf + room
        self.web = self.df + room
        self.wreck = self.web + room
        self.wreck_at = self.wreck + room
        self.board = self.wreck_at + room
        self.mine_at = self.board + self.chart.cells
        self.served = self.mine_at + self.mine_room
        self.mined = <signed char *>(self.served + self.chart.stations)
        self.owner = self.mined + self.chart.cells
        self.number = self.owner + room
        self.kind = self.number + room
        self.heading = self.kind + room
        self.dead = self.heading + room
        self.done = self.dead + room
        self.cloaked = self.done + room
        self.banks = self.cloaked + room
        self.engines = self.banks + room
        self.mines = self.engines + room
        self.dil = self.mines + room
        self.tri = self.dil + room
        self.crew = self.tri + room
        self.order = self.crew + room
        self.wreck_heading = self.order + room
        return 0

    cdef inline void release(self) noexcept nogil:
        free(self.at)

    # A position that was read has its own number of ships and mines, and may have a map of its own.
    cdef inline bint has_shape_of(self, Ships other) noexcept nogil:
        return (
            self.capacity == other.capacity
            and self.mine_room == other.mine_room
            and <void *>self.chart == <void *>other.chart
        )

    cdef inline void take_shape_of(self, Ships other) noexcept nogil:
        self.release()
        self.capacity = other.capacity
        self.mine_room = other.mine_room
        with gil:
            self.chart = other.chart
            self.carve()

    cdef inline void take_over(self, Ships other) noexcept nogil:
        if not self.has_shape_of(other):
            self.take_shape_of(other)
        self.to_act = other.to_act
        self.reason = other.reason
        memcpy(&self.ships, &other.ships, <char *>&self.duties - <char *>&self.ships + sizeof(self.duties))
        memcpy(self.at, other.at, self.size())

    cdef void clear_turn(self) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cdef unsigned long long hash_turn(self, unsigned long long found) noexcept nogil
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
    cdef bint roll_save(self, int ship, Dealer dealer) noexcept nogil
    @cython.locals(success="bint")
    cdef bint roll(self, int point, int count, int number, int ship, Dealer dealer) noexcept nogil
    cdef void take_hits(self, int ship, int number, int cause, Dealer dealer) noexcept nogil
    cdef void destroy(self, int ship, Dealer dealer) noexcept nogil
    cdef void resolve_blasts(self, Dealer dealer) noexcept nogil
    cdef int find_adjacent_ships(self, int kind, int base, int heading) noexcept nogil
    cdef int note_victim(self, int cell, int found) noexcept nogil

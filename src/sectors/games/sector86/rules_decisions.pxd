# The C types behind rules_decisions.py
cimport cython
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules_skills cimport Stations
from sectors.kit.core cimport OVER, Actions
from sectors.kit.dealer cimport Dealer
from sectors.kit.hashing cimport mixed

cdef class Decisions(Stations):
    # the options
    cdef public object options
    cdef public int goal, mission_limit, turn_limit, seat_step
    cdef public bint training_kept, first_upkeep, leaders_win
    # the position
    cdef public int turn, active, held_size, sent, flips, redirects, repairs, team
    cdef int[5] turns
    cdef public int asked_size, answers_size, bids_size, winner, inside, levy, levied_seat, levied_card
    cdef unsigned char[5] asked, answers, bids
    # the legal actions last counted
    cdef int found, sole

    @cython.locals(found='unsigned long long', one='unsigned long long')
    cdef unsigned long long key(self) noexcept nogil
    cdef int training_of(self, int card) noexcept nogil
    cdef void copy_turn(self, Decisions other) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef int actor(self) noexcept nogil
    cdef void add(self, Actions actions, int code) noexcept nogil
    cdef void list_actions(self, Actions actions) noexcept nogil
    @cython.locals(passed=bint)
    cdef void list_depart(self, Actions actions) noexcept nogil
    cdef void list_upkeep(self, Actions actions) noexcept nogil
    cdef bint may_send(self) noexcept nogil
    cdef void list_training(self, Actions actions) noexcept nogil
    @cython.locals(mustered=bint)
    cdef bint has_unmet_station(self, int seat) noexcept nogil
    cdef void list_team(self, Actions actions) noexcept nogil
    cdef bint can_flip(self) noexcept nogil
    cdef void list_collision(self, Actions actions) noexcept nogil
    cdef bint collides_with(self, int card) noexcept nogil
    cdef int redirect_price(self) noexcept nogil
    cdef void list_repair(self, Actions actions) noexcept nogil
    cdef int may_berth(self, int klass) noexcept nogil
    @cython.locals(mustered=bint)
    cdef bint has_unmet_ship(self, int seat) noexcept nogil
    cdef void list_recruit(self, Actions actions) noexcept nogil
    @cython.locals(can_pay=bint)
    cdef void list_levy(self, Actions actions) noexcept nogil
    cdef void list_market(self, Actions actions) noexcept nogil
    cdef bint can_claim(self, int seat, int card) noexcept nogil
    cdef int lot(self) noexcept nogil
    cdef int claimants(self, int answer) noexcept nogil
    cdef int bidders(self) noexcept nogil
    cdef int bidder(self, int number) noexcept nogil
    cdef int lowest_bid(self) noexcept nogil
    cdef int highest_bid(self, int seat) noexcept nogil

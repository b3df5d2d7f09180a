# The C types behind rules_setup.py
cimport cython
from sectors.games.starsectors.rules_engineering cimport Engineering
from sectors.kit.dealer cimport Dealer

cdef int ACTIVATE, BOUGHT, BUILD, CARGO_FULL, COMMAND_CREW, CREW_ALREADY_ABOARD, DEPLOY, DEPLOYED, DILITHIUM, EMPTY
cdef int FIRST, FIRST_CHOSEN, FLEET_FULL, FLEET_NEEDS_WARSHIP, FREE, HEX_NOT_CLEAR, INITIATIVE, LEGAL, MINE
cdef int NO_PURCHASE, NOT_ENOUGH_CREDITS, NOT_YOUR_SHIP, NUMBERS, OFF_MAP, OUTSIDE_ZONE, PHASE, PICKED, PURCHASE
cdef int ROLL, STANDARD, STOCK_TOO_LATE, TOO_EXPENSIVE, TOO_MANY_TENDERS, TRILITHIUM, UNKNOWN_ACTION, WRONG_FACTION

cdef class SetUp(Engineering):
    cdef int fleet_ships, fleet_lead  # set by `sum_picked_points`

    cdef void begin_set_up(self, Dealer dealer) noexcept nogil
    cdef int roll_initiative(self, Dealer dealer) noexcept nogil
    cdef void choose_first(self, int seat, Dealer dealer) noexcept nogil
    cdef void enter_phase(self, int phase, Dealer dealer) noexcept nogil
    cdef int zone_width(self) noexcept nogil
    cdef int sum_picked_points(self, int seat) noexcept nogil
    cdef int pick_fault(self, int kind) noexcept nogil
    cdef void pick(self, int kind, Dealer dealer) noexcept nogil
    cdef int fleet_done_fault(self) noexcept nogil
    cdef void finish_fleet(self, Dealer dealer) noexcept nogil
    cdef void begin_purchase(self, Dealer dealer) noexcept nogil
    cdef int price(self, int item, int ship) noexcept nogil
    cdef int buy_ship_fault(self, int item, int ship) noexcept nogil
    cdef int buy_fault(self, int item, int number) noexcept nogil
    cdef void buy(self, int item, int number, Dealer dealer) noexcept nogil
    cdef void buy_for(self, int item, int ship) noexcept nogil
    cdef int stock_fault(self) noexcept nogil
    @cython.locals(after="bint", bought="bint")
    cdef void load_standard(self, int seat) noexcept nogil
    @cython.locals(bought="bint")
    cdef bint buy_round(self, int seat, int item) noexcept nogil
    cdef void finish_purchase(self, Dealer dealer) noexcept nogil
    cdef void begin_deployment(self, Dealer dealer) noexcept nogil
    cdef void next_deployment(self, int seat, Dealer dealer) noexcept nogil
    cdef int next_to_deploy(self, int seat) noexcept nogil
    cdef int zone_start(self, int seat) noexcept nogil
    cdef int zone_cell(self, int seat, int column, int depth) noexcept nogil
    cdef int deploy_base(self, int seat, int ship, int column, int depth) noexcept nogil
    cdef bint is_clear(self, int cell) noexcept nogil
    cdef int deploy_depth(self, int seat, int ship) noexcept nogil
    cdef int put_fault(self, int number) noexcept nogil
    cdef void put(self, int number, Dealer dealer) noexcept nogil
    cdef void guess_fleets(self, int seat, Dealer dealer) noexcept nogil
    cdef void guess_fleet(self, bint unfinished, Dealer dealer) noexcept nogil
    cdef bint can_pick(self) noexcept nogil
    @cython.locals(unfinished="bint")
    cdef void guess_purchase(self, int seat, Dealer dealer) noexcept nogil
    cdef void guess_units(self, int seat, bint unfinished, Dealer dealer) noexcept nogil
    cdef bint can_buy(self, int seat) noexcept nogil

# The C types behind rules.py
cimport cython
from sectors.games.starsectors.chart cimport Chart, Roster, Terms
from sectors.games.starsectors.setting cimport Setting
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport Dealer

cdef int ACTIVATE, ALREADY_ACTIVATED, BANK, BUILD, BUY, BUY_DONE, BY_DESTRUCTION, BY_QUIET, BY_ROUNDS, CHARGE_BANK
cdef int CHARGE_WARP, CLOAK, CREW, DECLOAK, DEPLOY, DIL_MF, DIL_WARP, DONE, DROP, END, ENDED, ENGINEERING, FINISHED
cdef int FIRE, FIRST, FIRST_SEAT, FIX_BANK, FIX_DIL, FIX_DOCK, FIX_WARP, FLEET_DONE, FWD, GATHER_DIL, GATHER_TRI
cdef int GIVE, GO, LEFT, LEGAL, LOAD_DIL, LOAD_TRI, MOST_ACTIONS, MOST_SHIPS, NOT_YOUR_SHIP, ORDER, ORDERED, OUT, PICK, PURCHASE
cdef int PUT, RAM, REPAIR, REV, RIGHT, ROUND, RWARP, SELFDESTRUCT, SHIP_DESTROYED, STOCK, STORM, TACTICAL, TRI_BANK, TRI_CF
cdef int TRI_DF, TURN, UNKNOWN_ACTION, WARP, XFER_CF, XFER_DF, XFER_MF
cdef int OVER, BIG_FLEET
cdef long long SHIELDS

cdef extern from *:
    """
    typedef __int128 StarSectorsWide;
    """
    ctypedef long long Wide "StarSectorsWide"

@cython.final
cdef class Rules(Setting):
    cdef void start_round(self, Dealer dealer) noexcept nogil
    cdef void next_activation(self, Dealer dealer) noexcept nogil
    cdef int next_seat(self) noexcept nogil
    cdef bint has_ready(self, int seat) noexcept nogil
    cdef void end_round(self, Dealer dealer) noexcept nogil
    cdef int go_fault(self, int number) noexcept nogil
    cdef void go(self, int number, Dealer dealer) noexcept nogil
    cdef void end_turn(self, Dealer dealer) noexcept nogil
    cdef int sides_left(self) noexcept nogil
    cdef void count_losses(self, Dealer dealer) noexcept nogil
    cdef int round_limit(self) noexcept nogil
    @cython.locals(total="long long")
    cdef long long shields_left(self, int side) noexcept nogil
    cdef long long side_value(self, int side) noexcept nogil
    @cython.locals(ours=Wide, theirs=Wide)
    cdef int leaders(self) noexcept nogil
    cdef int winning_sides(self) noexcept nogil
    cdef void finish(self, int winners, int reason, Dealer dealer) noexcept nogil
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef void perform(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_setting(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_tactical(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_engineering(self, int action, Dealer dealer) noexcept nogil
    cdef int only_action(self) noexcept nogil
    cdef int only_pick(self) noexcept nogil
    cdef int only_ready(self) noexcept nogil
    cdef int only_place(self) noexcept nogil
    cdef bint can_act(self) noexcept nogil
    cdef bint can_attack(self) noexcept nogil
    cdef bint may_aim_at(self, int ship) noexcept nogil
    cdef bint can_jump(self, bint astern) noexcept nogil
    cdef bint can_work(self) noexcept nogil
    cdef bint can_operate(self) noexcept nogil
    cdef void list_setting(self, Actions actions) noexcept nogil
    cdef void list_tactical(self, Actions actions) noexcept nogil
    cdef void list_jumps(self, Actions actions, bint astern) noexcept nogil
    cdef void list_attacks(self, Actions actions) noexcept nogil
    cdef void list_engineering(self, Actions actions) noexcept nogil
    cdef int fault(self, int action) noexcept nogil
    cdef int setting_fault(self, int action) noexcept nogil
    cdef int tactical_fault(self, int action) noexcept nogil
    cdef int engineering_fault(self, int action) noexcept nogil

# The C types behind rules_choices.py
from sectors.games.starsectors.rules_rounds cimport Rounds
from sectors.kit.core cimport Actions

cdef int ACTIVATE, BANK, BUILD, BUY, BUY_DONE, CHARGE_BANK, CHARGE_WARP, CLOAK, CREW, DECLOAK, DEPLOY, DIL_MF
cdef int DIL_WARP, DONE, DROP, END, ENGINEERING, FIRE, FIRST, FIRST_SEAT, FIX_BANK, FIX_DIL, FIX_DOCK, FIX_WARP
cdef int FLEET_DONE, FWD, GATHER_DIL, GIVE, GO, LEFT, LEGAL, LOAD_TRI, MOST_SHIPS, ORDER, PICK, PURCHASE, PUT, RAM
cdef int REPAIR, REV, RIGHT, RWARP, SELFDESTRUCT, STOCK, TACTICAL, TRI_BANK, TRI_DF, UNKNOWN_ACTION, WARP, XFER_CF
cdef int XFER_MF

cdef class Choices(Rounds):
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
    cdef void list_set_up(self, Actions actions) noexcept nogil
    cdef void list_tactical(self, Actions actions) noexcept nogil
    cdef void list_jumps(self, Actions actions, bint astern) noexcept nogil
    cdef void list_attacks(self, Actions actions) noexcept nogil
    cdef void list_engineering(self, Actions actions) noexcept nogil
    cdef int fault(self, int action) noexcept nogil
    cdef int set_up_fault(self, int action) noexcept nogil
    cdef int tactical_fault(self, int action) noexcept nogil
    cdef int engineering_fault(self, int action) noexcept nogil

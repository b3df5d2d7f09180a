# The C types behind rules.py
cimport cython
from sectors.games.starsectors.lookup cimport Chart, Roster, Terms
from sectors.games.starsectors.rules_choices cimport Choices
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport Dealer

cdef int ACTIVATE, BANK, BUILD, BUY, BUY_DONE, CREW, DECLOAK, DEPLOY, DONE, DROP, END, ENGINEERING, FIRE, FIRST_SEAT
cdef int FIX_BANK, FIX_DIL, FIX_DOCK, FIX_WARP, FLEET_DONE, FWD, GATHER_DIL, GIVE, GO, LEFT, LEGAL, MOST_ACTIONS
cdef int MOST_SHIPS, ORDER, ORDERED, OVER, PICK, PURCHASE, PUT, RAM, REV, RIGHT, RWARP, SELFDESTRUCT, STOCK, STORM
cdef int COMMAND, MIDDLE, TACTICAL, WARP, XFER_CF

@cython.final
cdef class Rules(Choices):
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef void perform(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_set_up(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_tactical(self, int action, Dealer dealer) noexcept nogil
    cdef void perform_engineering(self, int action, Dealer dealer) noexcept nogil

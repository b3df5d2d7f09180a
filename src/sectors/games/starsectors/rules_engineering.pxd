# The C types behind rules_engineering.py
from sectors.games.starsectors.rules_combat cimport Combat
from sectors.kit.dealer cimport Dealer

cdef int ALREADY_ATTACKED, ALREADY_JUMPED, ALREADY_USED, ASTEROIDS, ATTACKED_THIS_TURN, BANK_NOT_CHARGED
cdef int BANK_NOT_FREE, CARGO, CARGO_FULL, CHARGE, CHARGE_BANK, CHARGE_WARP, CLOAK, CLOAK_DISABLED, CLOAK_TURN
cdef int CLOAKED, COMMAND_CREW, CREW_ALREADY_ABOARD, DIL_MF, DIL_WARP, DILITHIUM, DOCKED_TOO_LATE, DUTY_DONE
cdef int ENGINE_NOT_CHARGED, ENGINE_USED, ENGINEER, ENGINES_DAMAGED, ENGINES_FULL, FIX_DIL, GATHER_DIL, GATHER_TRI
cdef int HEX_NOT_CLEAR, LEGAL, LOAD_DIL, METAPHASIC, MINE, MOON, MOVEMENT_STOPPED, NO_BANKS, NO_CLOAK
cdef int NO_DAMAGE, NO_MINES, NO_NACELLES, NONE_ABOARD, NOT_CLOAKED, NOT_DOCKED, NOT_WITH_ENGINE_CHARGE
cdef int NOT_WITH_LITHIUM, NOT_WITH_REPAIR, NOT_WITH_TRANSFER, NOT_YOUR_SHIP, OFF_MAP, OPERATION_DONE, PLANET
cdef int REPAIR, REPAIRED, SHIP_DESTROYED, STATION, STATION_BUSY, TOO_SLOW_TO_CLOAK, TRI_CF, TRILITHIUM, UNVEILED
cdef int VEILED, WAS_GATHERED, WAS_GIVEN, WAS_LAID, WAS_LOADED, WAS_RECEIVED, WAS_USED, WITH_BANK, WITH_DILITHIUM
cdef int WITH_DOCK, WITH_DUTY, WITH_NEBULA, WITH_ORDER, WITH_WARP, XFER_CF, XFER_DF, XFER_MF

cdef class Engineering(Combat):
    cdef int decloak_fault(self) noexcept nogil
    cdef void decloak(self, Dealer dealer) noexcept nogil
    cdef int mine_hex(self) noexcept nogil
    cdef int mine_fault(self) noexcept nogil
    cdef void drop_mine(self, Dealer dealer) noexcept nogil
    cdef int supply_fault(self, int item) noexcept nogil
    cdef int boost_fault(self, int action) noexcept nogil
    cdef void boost(self, int action, Dealer dealer) noexcept nogil
    cdef void use(self, int item, Dealer dealer) noexcept nogil
    cdef int transfer_fault(self) noexcept nogil
    cdef int xfer_fault(self, int action) noexcept nogil
    cdef void xfer(self, int action) noexcept nogil
    cdef void transfer(self) noexcept nogil
    cdef bint has_duty(self, int action) noexcept nogil
    cdef int duty_fault(self) noexcept nogil
    cdef bint is_cloak_turn(self) noexcept nogil
    cdef int fix_fault(self) noexcept nogil
    cdef int repair_fault(self) noexcept nogil
    cdef int charge_warp_fault(self) noexcept nogil
    cdef int charge_fault(self) noexcept nogil
    cdef int bank_room_fault(self) noexcept nogil
    cdef int charge_bank_fault(self) noexcept nogil
    cdef int cloak_fault(self) noexcept nogil
    cdef void do_duty(self, int action, Dealer dealer) noexcept nogil
    cdef void fix(self, int number, int means, Dealer dealer) noexcept nogil
    cdef void charge_engine(self, Dealer dealer) noexcept nogil
    cdef void charge_bank(self, Dealer dealer) noexcept nogil
    cdef int fix_bank_fault(self) noexcept nogil
    cdef void fix_bank(self, Dealer dealer) noexcept nogil
    cdef int fix_warp_fault(self) noexcept nogil
    cdef void fix_warp(self, Dealer dealer) noexcept nogil
    cdef int spend_fault(self, int action) noexcept nogil
    cdef void spend(self, int action, Dealer dealer) noexcept nogil
    cdef void repair_automatically(self, Dealer dealer) noexcept nogil
    cdef int dock_fault(self) noexcept nogil
    cdef bint is_next_to(self, int terrain) noexcept nogil
    cdef bint is_served(self, int station) noexcept nogil
    cdef int free_station(self) noexcept nogil
    cdef int fix_dock_fault(self) noexcept nogil
    cdef void fix_dock(self, Dealer dealer) noexcept nogil
    cdef bint has_room(self, int ship) noexcept nogil
    cdef int stow_fault(self, int action) noexcept nogil
    cdef bint can_stow(self, int action) noexcept nogil
    cdef void stow(self, int action, Dealer dealer) noexcept nogil
    cdef void add_item(self, int ship, int item, int number) noexcept nogil
    cdef int aboard(self, int ship, int item) noexcept nogil
    cdef int give_fault(self, int item, int number) noexcept nogil
    cdef bint share_dock(self, int other) noexcept nogil
    cdef bint is_dock(self, int terrain) noexcept nogil
    cdef void give(self, int item, int number, Dealer dealer) noexcept nogil

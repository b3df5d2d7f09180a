# The C types behind observe.py
cimport cython
from sectors.games.sector18.lookup cimport Tables
from sectors.games.sector18.numbers cimport *
from sectors.games.sector18.rules cimport Sector18
from sectors.games.sector18.rules_board cimport count
from sectors.kit.core cimport Core
from sectors.kit.observe cimport Observer

cdef int A_REFIT, A_USE_REFIT, A_BUILD, A_USE_BUILD, A_USE_JUMP, A_TARGET, A_COMMAND, A_WARP, A_FACTION
cdef int KINDS_OF_ACTION, SHIPS, STARTS

@cython.final
cdef class Watcher(Observer):
    cdef Tables tables
    cdef int zones, foes, havens, of_ship, warps, targets_at, commands_at, warps_at, factions_at
    cdef int[::1] ranks, back, terrain_of, bonus_of
    cdef void fill(self, Sector18 core, int seat, short *out) noexcept nogil
    cdef void fill_numbers(self, Sector18 core, int seat, int at, short *out) noexcept nogil
    cdef void fill_automa(self, Sector18 core, int at, short *out) noexcept nogil
    cdef int number(self, Sector18 core, int code) noexcept nogil
    cdef int rank(self, int number, int side, int place) noexcept nogil
    cdef int place(self, int number, int side, int rank) noexcept nogil
    cdef int haven(self, int side, int place) noexcept nogil
    cdef int foe_slot(self, Sector18 core, int zone, int foe) noexcept nogil
    cdef int foe_in(self, Sector18 core, int zone, int slot) noexcept nogil
    cdef int code(self, Sector18 core, int index) noexcept nogil
    cdef void tell(self, Sector18 core, int code, short *out) noexcept nogil

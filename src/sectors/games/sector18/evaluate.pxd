# The C types behind evaluate.py
cimport cython
from sectors.games.sector18.numbers cimport BASE0, BREACH, IN_FLEET, NOBODY, NOWHERE, REFITTING, SPEED
from sectors.games.sector18.rules cimport Sector18
from sectors.kit.core cimport Core
from sectors.kit.linear cimport Linear

cdef int HEALTH, SHIELDED, LEVEL, RESOURCES, INCOME, SHIPS, UPGRADES, PROGRESS, STRIKE, STRIKE_2, KILL, KILL_NEXT
cdef int HANGING, STUCK_SHIPS, ABILITY, EFFECTS, FAR_AWAY

@cython.final
cdef class Judge(Linear):
    cdef void weigh(self, Sector18 board, int seat, double *out) noexcept nogil
    cdef void look(self, Sector18 board, int side, double *out, double sign) noexcept nogil
    cdef void look_at_means(self, Sector18 board, int side, double *out) noexcept nogil
    @cython.locals(to_move=bint, ready=bint)
    cdef void look_at_race(self, Sector18 board, int side, double *out, double sign) noexcept nogil
    cdef double hanging(self, Sector18 board, int side) noexcept nogil

# The C types behind evaluate.py
cimport cython
from sectors.games.starsectors.lookup cimport Chart, Roster, Terms
from sectors.games.starsectors.rules cimport Rules
from sectors.kit.core cimport Core
from sectors.kit.deep cimport Deep

cdef int MIDDLE, ACTIVATE, CREW, COMMAND, ENGINEERING, GUNNERY, STATION, TACTICAL
cdef int FEATURES, LAST_SHARE, SIZE
cdef double DULL, DUTY, EAGER, FAR, SPARE, WAIT

@cython.final
cdef class Judge(Deep):
    @cython.locals(most="double", whole="double")
    cdef void judge_sides(self, Rules core, double *values) noexcept nogil
    @cython.locals(found="double")
    cdef double worth(self, Rules core) noexcept nogil
    @cython.locals(total="double", weight="double", nearest="double")
    cdef double distance(self, Rules core) noexcept nogil
    @cython.locals(fleet="double", late="double")
    cdef void measure_side(self, Rules core, int side, double *out) noexcept nogil
    cdef void measure_ship(self, Rules core, int ship, double *out) noexcept nogil
    @cython.locals(active="bint", best="double", later="double", worth="double")
    cdef void measure_aims(self, Rules core, int ship, int combat, double *out) noexcept nogil
    cdef double duty(self, Rules core, int ship) noexcept nogil
    @cython.locals(fires="bint", damage="double", shot="double")
    cdef double aim(self, Rules core, int ship, int other, int combat, int moves, bint active) noexcept nogil
    cdef int row_distance(self, Rules core, int ship, int gap, int moves) noexcept nogil
    cdef int approach(self, int distance, int left) noexcept nogil
    cdef int turns_towards(self, Rules core, int ship, int other) noexcept nogil
    cdef int turns(self, int heading, int direction) noexcept nogil
    @cython.locals(trace="unsigned long long")
    cdef int count_side_steps(self, Rules core, int gap, int distance) noexcept nogil
    @cython.locals(fails="double")
    cdef double save_chance(self, Rules core, int ship) noexcept nogil
    @cython.locals(worth="double")
    cdef double bank_worth(self, Rules core, int ship, int strength, int banks) noexcept nogil
    @cython.locals(worth="double", misses="double")
    cdef double shot_worth(self, Rules core, int ship, int number, int dice) noexcept nogil
    cdef double dead_ahead(self, Rules core, int ship, int other, int combat) noexcept nogil
    @cython.locals(found="double")
    cdef double mine_threat(self, Rules core, int side, int cell) noexcept nogil
    cdef double station_nearness(self, Rules core, int cell) noexcept nogil

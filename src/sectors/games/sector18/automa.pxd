# The C types behind automa.py
cimport cython
from sectors.games.sector18.board cimport (
    AT_SHUFFLE, BASE0, BUILD_EVENT, DRAW_EVENT, HEAVY, IN_OVER, IN_TARGET, INCOME_EVENT, NOBODY, NOWHERE, REFIT_EVENT,
    SCIENCE, SHIELD_EVENT, SHUFFLE_EVENT, TARGET_EVENT, Board,
)
from sectors.games.sector18.fleet cimport COMMAND, COMMANDS_OF_SHIP, WARP, WARPS_OF_SHIP, Fleet
from sectors.kit.core cimport Actions
from sectors.kit.dealer cimport Dealer

cdef int AI, FAR_AWAY, SHIELD_ORDER, BUILD_ORDER, UPGRADE_ORDER, FLEET_ORDER, PLANET_ICON, BASE_ICON, KEYS_OF_DISTANCE

cdef class Automa(Fleet):
    cdef void begin_turn(self, Dealer dealer) noexcept nogil
    cdef void shuffle_cards(self, Dealer dealer) noexcept nogil
    cdef void go_on(self, Dealer dealer) noexcept nogil
    @cython.locals(rises=bint)
    cdef void earn(self, Dealer dealer) noexcept nogil
    cdef void play_card(self, Dealer dealer) noexcept nogil
    cdef bint build_highest(self, Dealer dealer) noexcept nogil
    @cython.locals(in_play=bint)
    cdef bint upgrade_highest(self, Dealer dealer) noexcept nogil
    cdef void command_all(self, int icons, Dealer dealer) noexcept nogil
    cdef int next_ship(self) noexcept nogil
    cdef int target_of(self, int ship) noexcept nogil
    cdef int least_distance(self, int ship) noexcept nogil
    cdef int distance_to(self, int ship, int place) noexcept nogil
    cdef void advance(self, int target, Dealer dealer) noexcept nogil
    cdef void weigh(self, int action) noexcept nogil
    cdef int key_of(self, int action, int ship, int target) noexcept nogil

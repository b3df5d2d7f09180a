# The C types behind rules.py
cimport cython
from sectors.games.sector18.numbers cimport *
from sectors.games.sector18.rules_automa cimport Automa
from sectors.games.sector18.rules_board cimport count
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport DRAW, IMPOSSIBLE, Dealer

@cython.final
cdef class Sector18(Automa):
    cdef void set_factions(self, Dealer dealer) noexcept nogil
    cdef void draw_factions(self, Dealer dealer) noexcept nogil
    cdef void choose_faction(self, int faction, Dealer dealer) noexcept nogil
    cdef void list_main(self, Actions actions) noexcept nogil
    cdef void list_fleet(self, Actions actions) noexcept nogil
    cdef void list_factions(self, Actions actions) noexcept nogil
    cdef void list_targets(self, Actions actions) noexcept nogil
    cdef void list_builds(self, int code, int resources, Actions actions) noexcept nogil
    cdef void list_havens(self, int code, int but, Actions actions) noexcept nogil
    cdef bint is_haven(self, int planet) noexcept nogil
    cdef void list_refits(self, int code, int resources, Actions actions) noexcept nogil
    cdef void list_ability(self, Actions actions) noexcept nogil
    cdef bint has_effect(self, int effect) noexcept nogil
    cdef int ships(self) noexcept nogil
    cdef int shield_cost(self) noexcept nogil
    cdef int build_cost(self, int ship) noexcept nogil
    cdef int refit_cost(self, int ship) noexcept nogil
    cdef int income_of(self, int side) noexcept nogil
    cdef int worth(self, int side, int ship) noexcept nogil
    cdef bint can_refit(self, int side, int ship, int resources) noexcept nogil
    cdef void apply_simple(self, int action, Dealer dealer) noexcept nogil
    cdef void act(self, Dealer dealer) noexcept nogil
    cdef void settle(self, Dealer dealer) noexcept nogil
    cdef void command_ship(self, int action, Dealer dealer) noexcept nogil
    cdef void gain(self, int amount, Dealer dealer) noexcept nogil
    cdef void build(self, int ship, int place, Dealer dealer) noexcept nogil
    cdef void refit(self, int ship, Dealer dealer) noexcept nogil
    cdef void pay_ability(self, Dealer dealer) noexcept nogil
    cdef void jump(self, int ship, int place, Dealer dealer) noexcept nogil
    cdef void use(self, Dealer dealer) noexcept nogil

# The C types behind lookup.py
cimport cython
from sectors.games.sector18.numbers cimport *

@cython.final
cdef class Tables:
    cdef readonly int seats, fixed_first, faction_rule, start_health, second_bonus, asteroid_exit, turn_limit, pass_limit
    cdef readonly int surcharge, start_resources, ai_start_resources, resource_cap, collect_base, zone_limit, min_cost
    cdef readonly int health_per_level, factions, cards, hole_count, planet_count
    cdef readonly bint double
    cdef readonly object chart, map_option, achievements
    cdef int[2] fixed_faction
    cdef signed char[84] kind, bonus, rank
    cdef signed char[81] holes, planets
    cdef signed char[2][2][4] damage, speed
    cdef signed char[2][4] exempt
    cdef signed char[4] build_level, build_cost, refit_level, refit_cost, shield_cost
    cdef signed char[5] levelup_cost
    cdef signed char[64] faction_card, faction_cost, faction_effect, faction_n
    cdef signed char[64][5] order
    cdef signed char[2][3][83] near_size
    cdef signed char[2][3][83][83] near
    cdef short[2][3][83][83] distance

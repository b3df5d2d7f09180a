# The C types behind rules_combat.py
from sectors.games.starsectors.rules_movement cimport Movement
from sectors.kit.dealer cimport Dealer

cdef int MIDDLE, POINT_BLANK, REAR
cdef int ADVANCED, ATTACKED, RAMMING, REGULAR
cdef int ALREADY_ATTACKED, ALREADY_JUMPED, ATTACK, BANK_NOT_CHARGED, BY_BANK, BY_FIRE, BY_RAM, BY_SELFDESTRUCT, CLOAKED, COMMAND
cdef int DEVICE_NEEDS_SHIP, GUNNERY, LEGAL, LINE_BLOCKED, MINE_GONE, MOST_SHIPS, MOVED_REVERSE, MOVEMENT_STOPPED
cdef int NO_BANKS, NO_COMBAT_FACTOR, NO_ENEMY_ADJACENT, NO_MOVEMENT_LEFT, NO_SUCH_TARGET, NOT_AN_ENEMY, NOT_DEAD_AHEAD
cdef int OTHER_TARGET_ENGAGED, OUT_OF_ARC, OUT_OF_RANGE, SCIENCE, SHIP_DESTROYED, STORM, TARGET_CLOAKED
cdef int TARGET_NOT_AHEAD, TARGET_SHELTERED, UNARMED, WEAPONS_DISABLED, WEB

cdef class Combat(Movement):
    # Set by the last check of an attack: the target's ship (-1 for a mine) and hexes, the line and its number
    cdef int aim, aim_base, aim_stern, line_from, line_to, line_number, line_dice

    cdef int target_fault(self, int target) noexcept nogil
    cdef int aim_fault(self, int target) noexcept nogil
    cdef int hidden_fault(self) noexcept nogil
    cdef bint is_sheltered(self, int a, int d) noexcept nogil
    cdef int fire_fault(self, int target) noexcept nogil
    cdef int find_line(self) noexcept nogil
    cdef int pair_stage(self, int a, int d, int gap, int distance, int factor) noexcept nogil
    cdef int shot_number(self, int seen, int distance, int factor) noexcept nogil
    cdef void note_line(self, int distance, bint bases, int factor) noexcept nogil
    cdef void fire(self, int target, Dealer dealer) noexcept nogil
    cdef void shoot_mine(self, Dealer dealer) noexcept nogil
    cdef int bank_fault(self, int target) noexcept nogil
    cdef int find_row(self) noexcept nogil
    cdef int row_stage(self, int d) noexcept nogil
    cdef int strength(self, int distance) noexcept nogil
    cdef void fire_bank(self, int target, Dealer dealer) noexcept nogil
    cdef int ram_fault(self, int target) noexcept nogil
    cdef void ram(self, int target, Dealer dealer) noexcept nogil
    cdef int selfdestruct_fault(self) noexcept nogil
    cdef void selfdestruct(self, Dealer dealer) noexcept nogil

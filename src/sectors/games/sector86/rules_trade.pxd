# The C types behind rules_trade.py
cimport cython
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules_decisions cimport Decisions
from sectors.kit.dealer cimport Dealer

cdef class Trade(Decisions):
    # overridden in rules.py
    cdef void tie_up(self, int seat, int klass, int ship, Dealer dealer) noexcept nogil
    cdef void look_for_collision(self, Dealer dealer) noexcept nogil
    cdef void end_turn(self, Dealer dealer) noexcept nogil

    cdef void gain(self, int seat, int card) noexcept nogil
    cdef void redirect(self, int ship, Dealer dealer) noexcept nogil
    cdef void turn_away(self, Dealer dealer) noexcept nogil
    cdef void answer(self, int answer, Dealer dealer) noexcept nogil
    cdef void bid(self, int amount, Dealer dealer) noexcept nogil
    cdef void award(self, int seat, int amount, Dealer dealer) noexcept nogil
    cdef void next_levy(self, int card, Dealer dealer) noexcept nogil
    cdef bint carry_out(self, int levy, Dealer dealer) noexcept nogil
    cdef bint find_task(self, int offset, int facility) noexcept nogil
    cdef void next_task(self, Dealer dealer) noexcept nogil
    cdef void leave_task(self, int facility, Dealer dealer) noexcept nogil
    @cython.locals(settled=bint)
    cdef void lose(self, int card, Dealer dealer) noexcept nogil
    cdef void market_round(self, Dealer dealer) noexcept nogil
    cdef void settle_claims(self, Dealer dealer) noexcept nogil
    cdef void sell(self, int seat, int card, int extra, Dealer dealer) noexcept nogil
    cdef void next_contest(self, Dealer dealer) noexcept nogil

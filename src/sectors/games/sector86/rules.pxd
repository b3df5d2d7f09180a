# The C types behind rules.py
cimport cython
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules_trade cimport Trade
from sectors.kit.core cimport OVER, Actions, Core
from sectors.kit.dealer cimport Dealer

@cython.final
cdef class Sector86(Trade):
    cdef void advance(self, Dealer dealer) noexcept nogil
    cdef void act(self, int action, Dealer dealer) noexcept nogil
    cdef void end_phase(self, Dealer dealer) noexcept nogil
    cdef void start_turn(self, Dealer dealer) noexcept nogil
    cdef void settle(self, int seat) noexcept nogil
    cdef void depart(self, Dealer dealer) noexcept nogil
    cdef bint is_held(self, int ship) noexcept nogil
    cdef void pay_contracts(self, Dealer dealer) noexcept nogil
    cdef void improve(self, int card, int skill, Dealer dealer) noexcept nogil
    cdef void pick(self, int card, Dealer dealer) noexcept nogil
    cdef bint is_winnable(self) noexcept nogil
    cdef void flip(self, Dealer dealer) noexcept nogil
    cdef void clear(self, Dealer dealer) noexcept nogil
    cdef void stop(self, Dealer dealer) noexcept nogil
    cdef void dock_smalls(self, Dealer dealer) noexcept nogil
    cdef void choose_berth(self, int klass, Dealer dealer) noexcept nogil
    cdef void fix(self, int wreck, Dealer dealer) noexcept nogil
    cdef void serve(self, Dealer dealer) noexcept nogil
    @cython.locals(pool=cython.uchar[256], faces=cython.uchar[256], epochs=cython.int[256])
    cdef void guess_faces(self, Dealer dealer) noexcept nogil
    @cython.locals(in_deck=bint, in_credits=bint)
    cdef void spread(self, int epoch, unsigned char *pool, unsigned char *faces, int *epochs, int hidden, Dealer dealer) noexcept nogil
    cdef void guess_choices(self, int seat, Dealer dealer) noexcept nogil
    cdef int guess_claim(self, int seat, Dealer dealer) noexcept nogil

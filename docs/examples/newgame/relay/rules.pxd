# The C types behind rules.py
cimport cython
from relay.numbers cimport MOST, OVER, SENT, SHUFFLE, YIELD, YIELDED
from sectors.kit.core cimport Actions, Core
from sectors.kit.dealer cimport Dealer

@cython.final
cdef class Relay(Core):
    cdef public int signals, hand, winner, last
    cdef unsigned char[MOST] holder  # of each signal, from 0

    cdef void take(self, Relay other) noexcept nogil

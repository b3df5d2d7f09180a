# The C types behind observe.py
cimport cython
from sectors.games.sector86.lookup cimport Tables
from sectors.games.sector86.numbers cimport *
from sectors.games.sector86.rules cimport Sector86
from sectors.kit.core cimport Core
from sectors.kit.observe cimport Observer

cdef enum:
    PLACES = 64

cdef int ROWS, OWN, ALL_PHASES, ALL_VERBS, MARKS, KINDS_AND_CLASSES

@cython.final
cdef class Watcher(Observer):
    cdef Tables tables
    cdef int cards
    cdef int plane[320]
    cdef int hidden[320]
    @cython.locals(card=int, place=int, hidden=int, row=int, epoch=int)
    cdef void fill(self, Sector86 core, int seat, short *out) noexcept nogil
    cdef void fill_row(self, Sector86 core, int row, int details, short *out) noexcept nogil
    cdef void fill_crew(self, Sector86 core, int card, int details, short *out) noexcept nogil
    cdef void fill_seats(self, Sector86 core, int seat, int at, short *out) noexcept nogil
    @cython.locals(trading=bint, market=bint)
    cdef void fill_round(self, Sector86 core, int seat, int at, short *out) noexcept nogil
    cdef int answer(self, int given, bint market) noexcept nogil

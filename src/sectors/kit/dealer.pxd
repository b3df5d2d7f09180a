# The C types behind dealer.py
cimport cython

cdef unsigned long long ALL_ONES
cdef unsigned long long GOLDEN, MIX, MIX_AGAIN
cdef int NO_FAULT, MISSING, OUT_OF_ORDER, IMPOSSIBLE, OVERFLOW, ROOM
cdef int NO_QUESTION, CHOICE, DICE, ORDER, DRAW

@cython.final
cdef class Dealer:
    cdef unsigned long long s0, s1, s2, s3
    cdef public bint live, fixed, asking
    cdef public int fault, fault_point, asked, asked_point, asked_size, asked_bound, asked_at
    cdef int[::1] script, outcomes, events, items
    cdef public int script_at, script_size
    cdef int outcomes_size, events_size, last_event

    cdef void start(self, unsigned long long seed, unsigned long long stream) noexcept nogil
    cdef int choose(self, int point, int bound) noexcept nogil
    cdef int fix(self, int point, int value) noexcept nogil
    cdef void roll(self, int point, unsigned char *dice, int count, int sides) noexcept nogil
    cdef void shuffle(self, int point, unsigned char *items, int size) noexcept nogil
    cdef void mix(self, unsigned char *items, int size) noexcept nogil
    cdef bint ask(self, int form, int point, int size, int bound) noexcept nogil
    cdef void ask_about(self, int number, int group) noexcept nogil
    cdef bint given(self, int point, int size) noexcept nogil
    cdef int take(self) noexcept nogil
    cdef void note(self, int point, int size) noexcept nogil
    cdef void write(self, int value) noexcept nogil
    cdef void spoil(self, int fault, int point) noexcept nogil
    cdef void put(self, int value) noexcept nogil
    cdef void tell(self, int event, int a, int b, int c, int d) noexcept nogil
    cdef void also(self, int value) noexcept nogil

    # Written twice, here and in dealer.py, so that modules that cimport it inline it.
    cdef inline unsigned long long next(self) noexcept nogil:
        cdef unsigned long long result = self.s0 + self.s3
        cdef unsigned long long shifted = self.s1 << 17
        result = (result << 23 | result >> 41) + self.s0
        self.s2 ^= self.s0
        self.s3 ^= self.s1
        self.s1 ^= self.s2
        self.s0 ^= self.s3
        self.s2 ^= shifted
        self.s3 = self.s3 << 45 | self.s3 >> 19
        return result

    cdef inline int below(self, int bound) noexcept nogil:
        return <int>((self.next() >> 32) * <unsigned long long>bound >> 32)

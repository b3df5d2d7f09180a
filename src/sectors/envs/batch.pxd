# The C types behind batch.py
cimport cython
from libc.stdlib cimport calloc, free
from sectors.kit.core cimport OVER, Actions, Core, Evaluator
from sectors.kit.dealer cimport Dealer
from sectors.kit.observe cimport Observer

cdef int OUTSIDE, RANDOM, GREEDY, DENSE, BITS, LIST
cdef unsigned long long SPREAD, GOLDEN, MIX, MIX_AGAIN, ALL_ONES

@cython.final
cdef class Worker:
    cdef Actions actions
    cdef Core guess, trial
    cdef Evaluator judge
    cdef double[5] values
    @cython.locals(most=double, i=int)
    cdef void play_greedy(self, Core core, Dealer dealer) noexcept nogil

@cython.final
cdef class Batch:
    cdef readonly object game, options, obs, final_obs, legal, legal_size, bytes, mask, seat, reward, done, ended, length, reason
    cdef readonly object episode, steps, luck, codes, sampled, given, workers, pool, core_list, dealer_list
    cdef readonly Observer observer
    cdef readonly int n, seats, threads
    cdef readonly unsigned long long seed, first
    cdef int form
    cdef readonly bint ready
    cdef int[5] opponents
    cdef short[:, ::1] c_obs, c_final
    cdef unsigned short[:, ::1] c_legal
    cdef int[::1] c_legal_size, c_length, c_steps, c_codes, c_sampled
    cdef unsigned char[:, ::1] c_bytes
    cdef signed char[::1] c_seat, c_reason
    cdef float[:, ::1] c_reward
    cdef unsigned char[::1] c_ended
    cdef long long[::1] c_episode, c_given
    cdef unsigned long long[::1] c_luck
    cdef void **cores
    cdef void **dealers

    # Written twice, here and in batch.py.
    cdef inline int make_room(self, int n) except -1:
        self.cores = <void **>calloc(n, sizeof(void *))
        self.dealers = <void **>calloc(n, sizeof(void *))
        if self.cores == NULL or self.dealers == NULL:
            raise MemoryError
        return 0

    cdef inline void give_back_room(self) noexcept:
        free(self.cores)
        free(self.dealers)

    cdef inline void pin(self, int i, Core core, Dealer dealer) noexcept:
        self.cores[i] = <void *>core
        self.dealers[i] = <void *>dealer

    cdef inline void advance_rows(self, int start, int stop, Worker worker, bint starting) noexcept nogil:
        cdef int i
        for i in range(start, stop):
            self.advance(i, <Core>self.cores[i], <Dealer>self.dealers[i], worker, starting)

    cdef inline void show_row(self, int i, Worker worker) noexcept:
        self.show(i, <Core>self.cores[i], worker)

    cdef inline void decode_row(self, int i) noexcept nogil:
        self.c_codes[i] = self.observer.decode(<Core>self.cores[i], <int>self.c_given[i])

    cpdef void advance_part(self, int start, int stop, Worker worker, bint starting)
    @cython.locals(i=int)
    cdef int check_rows(self) noexcept nogil
    cdef void advance(self, int i, Core core, Dealer dealer, Worker worker, bint starting) noexcept nogil
    cdef void begin(self, int i, Core core, Dealer dealer) noexcept nogil
    @cython.locals(results=double[5], total=double, seat=int)
    cdef void finish(self, int i, Core core) noexcept nogil
    @cython.locals(k=int)
    cdef void show(self, int i, Core core, Worker worker) noexcept nogil
    @cython.locals(number="unsigned long long", i=int)
    cdef void draw_all(self) noexcept nogil
    @cython.locals(k=int)
    cdef bint is_legal(self, int i, long long index) noexcept nogil

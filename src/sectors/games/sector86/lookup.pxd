# The C types behind lookup.py


cdef enum:
    SLOTS = 256

cdef class Tables:
    cdef public object deck, meanings
    cdef public int cards, missions, crew, action_count, most_actions
    cdef public int start_credits, redirect_fee, scrap_value, market_extra, train_price
    cdef int[3] base_docks
    cdef double[3] mean_fee
    cdef unsigned char[SLOTS] kind, klass, small, train, inspire, shield, levied, at_flip, from_all, crew_index
    cdef int[SLOTS] fee, cost, repair, scrap_bonus, hire_discount, build_discount, free_redirect, bust_gain, gift
    cdef int[SLOTS] pay, rate, price
    cdef int[SLOTS][3] skill, need, docks
    cdef int[3][SLOTS] fee_bonus
    cdef int[4][SLOTS] fee_per
    cdef int long_queues
    cdef int[::1] mission_card, long_card, long_flips, long_gain
    cdef int[20][SLOTS] code
    cdef int[::1] verb_of, thing_of, skill_of

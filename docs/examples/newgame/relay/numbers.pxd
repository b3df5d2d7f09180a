# The numbers of numbers.py, for the compiler
cdef enum:
    MOST = 40
    OVER = -1
    YIELD = 0
    SHUFFLE = 0
    SENT = 0
    YIELDED = 1

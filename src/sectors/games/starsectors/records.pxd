# The C types behind records.py
from sectors.games.starsectors.ships cimport Ships

cdef class Records(Ships):
    pass

# The C types behind rules_records.py
from sectors.games.starsectors.rules_ships cimport Ships

cdef class Records(Ships):
    pass

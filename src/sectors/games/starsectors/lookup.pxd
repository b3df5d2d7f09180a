# The C types behind lookup.py
cimport cython

cdef int UNREACHED, ASTEROIDS, STAR, STATION, MOON, PLANET, SIDE, GAPS, STRIDE, MOST_HEXES

@cython.final
cdef class Chart:
    cdef public object map
    cdef public int w, h, cells, stations
    cdef unsigned char terrain[900]
    cdef short place[900]
    cdef short number[900]  # from cell to the hex's number in action codes
    cdef short cell_of[900]  # and back
    cdef short cluster[900]
    cdef unsigned char starlit[900]
    cdef unsigned char orbit[900]
    cdef short partner[900]
    cdef short neighbour[900][6]
    cdef unsigned char distance[5192]
    cdef unsigned char bearing[5192]
    cdef unsigned long long trace1[5192]
    cdef unsigned long long trace2[5192]
    cdef unsigned char[::1] roads  # distances from cell to cell over enterable hexes

    @cython.locals(queue="short[::1]", first=int, last=int, base=int, cell=int, other=int)
    cdef void _lay_roads(self, int start)

@cython.final
cdef class Roster:
    cdef public object content
    cdef public int classes
    cdef short faction[100]
    cdef short cf[100]
    cdef short df[100]
    cdef short mf[100]
    cdef short ss[100]
    cdef short cargo[100]
    cdef short arc[100]
    cdef short nacelles[100]
    cdef short phases[100]
    cdef short cloak[100]
    cdef short banks[100]
    cdef short device[100]
    cdef short length[100]
    cdef short prices[4]

@cython.final
cdef class Terms:
    cdef short value[100]
    cdef short faction[4]
    cdef short fleet[396]
    cdef short fleet_size[4]
    cdef public int points, purchase, round_limit, quiet_limit
    cdef public bint pairs, building, by_fleet, bank_one, rear_adjacent, blast_all, ram_defence, mines_block
    cdef public bint asteroid_mining, start_charged, deadly, crew_by_ship

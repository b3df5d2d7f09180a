# inline only: the C version of hashing.py
cdef inline unsigned long long mixed(unsigned long long found, unsigned long long low, unsigned long long high) noexcept nogil:
    found = (found ^ low ^ high << 32) * <unsigned long long>0x9E3779B97F4A7C15
    return found ^ found >> 29

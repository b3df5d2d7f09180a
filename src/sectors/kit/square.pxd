# inline only: the C version of square.py, inlined into the modules that cimport it. A set is one vector of sixteen rows of sixteen
# bits, so that a step sideways is a shift in each row and a step ahead moves the rows.
cdef extern from *:
    """
    #ifndef SECTORS_SQUARE
    #define SECTORS_SQUARE
    #include <string.h>
    #if defined(__BMI2__) || defined(__AVX__)
    #include <immintrin.h>
    #endif
    typedef unsigned short sectors_squares __attribute__((vector_size(32), aligned(8)));
    typedef unsigned short sectors_rows __attribute__((vector_size(32)));
    typedef unsigned long long sectors_words __attribute__((vector_size(32)));
    #define SECTORS_NOTHING ((sectors_squares){0})

    static inline int sectors_count(sectors_squares set) {
        sectors_words w = (sectors_words)set;
        return __builtin_popcountll(w[0]) + __builtin_popcountll(w[1])
             + __builtin_popcountll(w[2]) + __builtin_popcountll(w[3]);
    }
    static inline int sectors_some(sectors_squares set) {
    #ifdef __AVX__
        return !_mm256_testz_si256((__m256i)set, (__m256i)set);
    #else
        sectors_words w = (sectors_words)set;
        return (w[0] | w[1] | w[2] | w[3]) != 0;
    #endif
    }
    static inline sectors_squares sectors_square(int index) {
        const sectors_rows rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        return (sectors_squares)((sectors_rows)(rows == (unsigned short)(index >> 4)) & (unsigned short)(1 << (index & 15)));
    }
    static inline int sectors_has(sectors_squares set, int index) {
        unsigned short rows[16];
        memcpy(rows, &set, 32);
        return rows[index >> 4] >> (index & 15) & 1;
    }
    static inline int sectors_nth_of_word(unsigned long long word, int n) {
    #ifdef __BMI2__
        return __builtin_ctzll(_pdep_u64(1ULL << n, word));
    #else
        while (n--) word &= word - 1;
        return __builtin_ctzll(word);
    #endif
    }
    static inline int sectors_nth(sectors_squares set, int n) {
        unsigned long long words[4];
        memcpy(words, &set, 32);
        for (int i = 0; i < 3; i++) {
            int here = __builtin_popcountll(words[i]);
            if (n < here) return 64 * i + sectors_nth_of_word(words[i], n);
            n -= here;
        }
        return 192 + sectors_nth_of_word(words[3], n);
    }
    static inline int sectors_spread(sectors_squares set, unsigned char *indices) {
        unsigned long long words[4];
        memcpy(words, &set, 32);
        int size = 0;
        for (int i = 0; i < 4; i++)
            for (unsigned long long word = words[i]; word; word &= word - 1)
                indices[size++] = 64 * i + __builtin_ctzll(word);
        return size;
    }
    /* Row i of the answer is row from[i] of the set; row 16 is empty. Clang has no shuffle by a variable. */
    static inline sectors_squares sectors_picked(sectors_rows set, sectors_rows from) {
    #ifdef __clang__
        unsigned short rows[17], picked[16];
        sectors_squares answer;
        memcpy(rows, &set, 32);
        rows[16] = 0;
        for (int i = 0; i < 16; i++) picked[i] = rows[from[i]];
        memcpy(&answer, picked, 32);
        return answer;
    #else
        return (sectors_squares)__builtin_shuffle(set, (sectors_rows){0}, from);
    #endif
    }
    /* Where each row comes from. Rows that leave the board at one end must not come in at the other: those come from
       an empty second vector. */
    static inline sectors_squares sectors_rows_ahead(int dy) {
        const sectors_rows rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        sectors_rows from = rows - (unsigned short)dy;
        sectors_rows outside = (sectors_rows)(from > 15);
        return (sectors_squares)((from & ~outside) | (outside & 16));
    }
    static inline sectors_squares sectors_shifted(sectors_squares set, int east, int west, sectors_squares ahead) {
        sectors_rows moved = (sectors_rows)set << east >> west;
        return sectors_picked(moved, (sectors_rows)ahead);
    }
    static inline sectors_squares sectors_moved(sectors_squares set, int dx, int dy) {
        return sectors_shifted(set, dx > 0 ? dx : 0, dx < 0 ? -dx : 0, sectors_rows_ahead(dy));
    }
    static inline sectors_squares sectors_sideways(sectors_squares set) {
        return set << 1 | set >> 1;
    }
    static inline sectors_squares sectors_up_and_down(sectors_squares set) {
        const sectors_rows up = {16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
        const sectors_rows down = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        return sectors_picked((sectors_rows)set, up) | sectors_picked((sectors_rows)set, down);
    }
    #endif
    """
    ctypedef unsigned long long Squares "sectors_squares"
    Squares NOTHING "SECTORS_NOTHING"
    int count "sectors_count"(Squares squares) noexcept nogil
    bint some "sectors_some"(Squares squares) noexcept nogil
    Squares square "sectors_square"(int index) noexcept nogil
    bint has "sectors_has"(Squares squares, int index) noexcept nogil
    int nth "sectors_nth"(Squares squares, int n) noexcept nogil
    int spread "sectors_spread"(Squares squares, unsigned char *indices) noexcept nogil
    Squares moved "sectors_moved"(Squares squares, int dx, int dy) noexcept nogil
    Squares rows_ahead "sectors_rows_ahead"(int dy) noexcept nogil
    Squares shifted "sectors_shifted"(Squares squares, int east, int west, Squares ahead) noexcept nogil
    Squares sideways "sectors_sideways"(Squares squares) noexcept nogil
    Squares up_and_down "sectors_up_and_down"(Squares squares) noexcept nogil

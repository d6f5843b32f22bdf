// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Draws of Philox4x32-10, sixteen at once, for hosts: the same numbers as Stream's.
//
// Left to itself the compiler keeps the 32-bit words of a counter side by side and spends most of a round on shuffling the
// halves of 64-bit products to their places. Here each word keeps the low half of a 64-bit lane, so that a round is two
// multiplications, two shifts and two exclusive-ors; what is left in a high half is never looked at.

#include <neel/random/philox.hpp>

#if defined(NEEL_VECTOR_TYPES) && defined(__SSE2__)
#include <immintrin.h>
#endif

namespace neel::random {

inline constexpr int lanes = 16;

/// Where the four words of each lane's draw go.
struct LaneWords {
  std::uint32_t *a, *b, *c, *d;
};

#ifdef NEEL_VECTOR_TYPES

namespace detail {

typedef std::uint64_t Wide __attribute__((vector_size(vector_bytes)));
typedef std::uint32_t Narrow __attribute__((vector_size(vector_bytes / 2)));
inline constexpr int wide_lanes = vector_bytes / 8;
static_assert(lanes % (2 * wide_lanes) == 0);

/// Products of the low halves of `a` and of `b`.
NEEL_HOST_FUNCTION void multiply_low(Wide& product, const Wide& a, const Wide& b) {
#if defined(__AVX512F__)
  product = reinterpret_cast<Wide>(_mm512_mul_epu32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
  product = reinterpret_cast<Wide>(_mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  product = reinterpret_cast<Wide>(_mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  product = (a & 0xFFFFFFFFU) * (b & 0xFFFFFFFFU);
#endif
}

NEEL_HOST_FUNCTION void widen(Wide& to, const std::uint32_t* from) {
  Narrow words;
  __builtin_memcpy(&words, from, sizeof words);
  to = __builtin_convertvector(words, Wide);
}

NEEL_HOST_FUNCTION void narrow(std::uint32_t* to, const Wide& from) {
  const Narrow words = __builtin_convertvector(from, Narrow);
  __builtin_memcpy(to, &words, sizeof words);
}

} // namespace detail

/// Draw `number` of each lane's own site and system, `lanes` of them: two vectors at a time, which registers hold.
NEEL_HOST_FUNCTION void draw_lanes(const Seed& seed, Purpose purpose, std::uint64_t sweep, std::uint32_t number,
                                   const std::uint32_t* system, const std::uint32_t* site, const LaneWords& words) {
  using detail::Wide, detail::wide_lanes;
  const Wide zero{};
  const Wide multiplier0 = zero + PHILOX_M4x32_0, multiplier1 = zero + PHILOX_M4x32_1;
  for (int first = 0; first < lanes; first += 2 * wide_lanes) {
    Wide c0[2], c1[2], c2[2], c3[2];
    for (int h = 0; h < 2; ++h) {
      detail::widen(c0[h], site + first + h * wide_lanes);
      c1[h] = zero + static_cast<std::uint32_t>(sweep);
      detail::widen(c2[h], system + first + h * wide_lanes);
      c2[h] += zero + seed.first_system;
      c3[h] = zero + Stream::rest(purpose, sweep, number);
    }
    auto key0 = static_cast<std::uint32_t>(seed.value), key1 = static_cast<std::uint32_t>(seed.value >> 32);
    for (int round = 0; round < 10; ++round) {
      for (int h = 0; h < 2; ++h) {
        Wide product0, product1;
        detail::multiply_low(product0, c0[h], multiplier0);
        detail::multiply_low(product1, c2[h], multiplier1);
        c0[h] = product1 >> 32 ^ c1[h] ^ (zero + key0);
        c2[h] = product0 >> 32 ^ c3[h] ^ (zero + key1);
        c1[h] = product1;
        c3[h] = product0;
      }
      key0 += PHILOX_W32_0;
      key1 += PHILOX_W32_1;
    }
    for (int h = 0; h < 2; ++h) {
      const int at = first + h * wide_lanes;
      detail::narrow(words.a + at, c0[h]);
      detail::narrow(words.b + at, c1[h]);
      detail::narrow(words.c + at, c2[h]);
      detail::narrow(words.d + at, c3[h]);
    }
  }
}

#else

NEEL_HOST_FUNCTION void draw_lanes(const Seed& seed, Purpose purpose, std::uint64_t sweep, std::uint32_t number,
                                   const std::uint32_t* system, const std::uint32_t* site, const LaneWords& words) {
  NEEL_INDEPENDENT_LOOP
  for (int lane = 0; lane < lanes; ++lane) {
    const Draw d = Stream(seed, purpose, system[lane], sweep, number)(site[lane]);
    words.a[lane] = d.a;
    words.b[lane] = d.b;
    words.c[lane] = d.c;
    words.d[lane] = d.d;
  }
}

#endif

/// The draws of up to Most sites of one system, Words words each, in rows of one colour.
template <int Most, int Words>
class VectorDraws {
public:
  /// Rows of `width` sites. The first site vector of the first row has the number `first`, that of the next one `stride` more, and
  /// the next site vector of a row `colours` more (between them are those of other colours). `number`: the move's, within the sweep.
  NEEL_HOST_FUNCTION void fill(const Seed& seed, Purpose purpose, std::uint32_t system, std::uint64_t sweep,
                               std::uint32_t number, std::uint32_t first, int stride, int width, int rows,
                               int colours = 2) {
    const int per_row = (width + vector_length - 1) / vector_length;
    const bool whole = width % vector_length == 0;
    std::uint32_t systems[lanes], vectors[lanes], word[vector_length][lanes];
    int place[lanes], row = 0, column = 0;
    for (std::uint32_t& s : systems) {
      s = system;
    }
    for (int done = 0; done < per_row * rows; done += lanes) {
      for (int l = 0; l < lanes; ++l) { // lanes left over draw for site vectors that nobody asked for
        vectors[l] = first + static_cast<std::uint32_t>(row * stride + colours * column);
        place[l] = row * width + vector_length * column;
        if (++column == per_row) {
          column = 0;
          ++row;
        }
      }
      for (int k = 0; k < Words; ++k) {
        draw_lanes(seed, purpose, sweep, 4 * number + static_cast<std::uint32_t>(k), systems, vectors,
                   {word[0], word[1], word[2], word[3]});
        if (whole) {
          std::uint32_t* const to = word_[k] + vector_length * done;
          for (int l = 0; l < lanes; ++l) {
            for (int j = 0; j < vector_length; ++j) {
              to[vector_length * l + j] = word[j][l];
            }
          }
        } else {
          for (int l = 0; l < lanes; ++l) {
            for (int j = 0, of_row = place[l] % width;
                 j < vector_length && of_row + j < width && place[l] + j < width * rows; ++j) {
              word_[k][place[l] + j] = word[j][l];
            }
          }
        }
      }
    }
  }
  NEEL_HOST_FUNCTION Draw operator[](int i) const { return {word<0>(i), word<1>(i), word<2>(i), word<3>(i)}; }

private:
  template <int K>
  NEEL_HOST_FUNCTION std::uint32_t word(int i) const {
    if constexpr (K < Words) {
      return word_[K][i];
    } else {
      return 0;
    }
  }

  static_assert(Most % (vector_length * lanes) == 0);
  std::uint32_t word_[Words == 0 ? 1 : Words][Most];
};

} // namespace neel::random

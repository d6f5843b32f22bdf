// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// W words of 32 bits that are combined bit by bit: as wide as a load of the GPU (W = 4) or a register of the CPU (W = 16).

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

namespace detail {

/// W words side by side, as an array.
template <int W>
struct alignas(4 * W) WordArray {
  std::uint32_t part[W];

  NEEL_FUNCTION std::uint32_t operator[](int w) const { return part[w]; }
  template <class Operation>
  static NEEL_FUNCTION WordArray each(const Operation& value) {
    WordArray result;
    for (int w = 0; w < W; ++w) {
      result.part[w] = value(w);
    }
    return result;
  }
  friend NEEL_FUNCTION WordArray operator&(const WordArray& a, const WordArray& b) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return a.part[w] & b.part[w]; });
  }
  friend NEEL_FUNCTION WordArray operator|(const WordArray& a, const WordArray& b) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return a.part[w] | b.part[w]; });
  }
  friend NEEL_FUNCTION WordArray operator^(const WordArray& a, const WordArray& b) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return a.part[w] ^ b.part[w]; });
  }
  friend NEEL_FUNCTION WordArray operator~(const WordArray& a) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return ~a.part[w]; });
  }
  friend NEEL_FUNCTION WordArray operator<<(const WordArray& a, int n) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return a.part[w] << n; });
  }
  friend NEEL_FUNCTION WordArray operator>>(const WordArray& a, int n) {
    return each([&](int w) NEEL_INLINE_LAMBDA { return a.part[w] >> n; });
  }
};

template <int W>
struct Lanes {
#ifdef NEEL_VECTOR_TYPES
  typedef std::uint32_t Vector __attribute__((vector_size(4 * W)));
#else
  using Vector = WordArray<W>;
#endif
};

template <>
struct Lanes<1> {
  using Vector = std::uint32_t;
};

} // namespace detail

/// 32 W bits. Bit b of word w is bit number 32 w + b.
template <int W>
struct Word {
  static_assert(W == 1 || W == 4 || W == 16);
  static constexpr int words = W, bits = 32 * W;
  typename detail::Lanes<W>::Vector lanes;

  /// value(w) in word w.
  template <class Value>
  static NEEL_FUNCTION Word each(const Value& value) {
    if constexpr (W == 1) {
      return {value(0)};
    } else {
      return {Kokkos::bit_cast<typename detail::Lanes<W>::Vector>(detail::WordArray<W>::each(value))};
    }
  }
  /// `value` in every word.
  static NEEL_FUNCTION Word filled(std::uint32_t value) {
    return each([&](int) NEEL_INLINE_LAMBDA { return value; });
  }

  NEEL_FUNCTION std::uint32_t operator[](int w) const {
    if constexpr (W == 1) {
      return lanes;
    } else {
      return lanes[w];
    }
  }

  friend NEEL_FUNCTION Word operator&(const Word& a, const Word& b) { return {a.lanes & b.lanes}; }
  friend NEEL_FUNCTION Word operator|(const Word& a, const Word& b) { return {a.lanes | b.lanes}; }
  friend NEEL_FUNCTION Word operator^(const Word& a, const Word& b) { return {a.lanes ^ b.lanes}; }
  friend NEEL_FUNCTION Word operator~(const Word& a) { return {~a.lanes}; }
  friend NEEL_FUNCTION Word operator<<(const Word& a, int n) { return {a.lanes << n}; }
  friend NEEL_FUNCTION Word operator>>(const Word& a, int n) { return {a.lanes >> n}; }
  friend NEEL_FUNCTION Word operator&(const Word& a, std::uint32_t mask) { return a & filled(mask); }
  friend NEEL_FUNCTION Word operator|(const Word& a, std::uint32_t mask) { return a | filled(mask); }

  /// True if any bit is set.
  NEEL_FUNCTION bool any() const {
    std::uint32_t all = 0;
    for (int w = 0; w < W; ++w) {
      all |= (*this)[w];
    }
    return all != 0;
  }
};

/// `mask` has all bits set where the condition holds, and none where it does not.
NEEL_FUNCTION std::uint32_t mask_if(bool condition) { return 0U - static_cast<std::uint32_t>(condition); }

/// Bit by bit, the sum of three bits as two: their parity and their majority.
template <class Bits>
struct TwoBits {
  Bits low, high;
};
template <class Bits>
NEEL_FUNCTION TwoBits<Bits> add(const Bits& a, const Bits& b, const Bits& c) {
  const Bits ab = a ^ b;
  return {ab ^ c, (a & b) | (ab & c)};
}

/// Bit by bit, a number from 0 to 6 in three bits.
template <class Bits>
struct ThreeBits {
  Bits low, middle, high;
};
/// Bit by bit, how many of six bits are set.
template <class Bits>
NEEL_FUNCTION ThreeBits<Bits> count_of_six(const Bits& a, const Bits& b, const Bits& c, const Bits& d, const Bits& e,
                                           const Bits& f) {
  const TwoBits<Bits> first = add(a, b, c), second = add(d, e, f);
  const TwoBits<Bits> twos = add(first.high, second.high, first.low & second.low);
  return {first.low ^ second.low, twos.low, twos.high};
}

} // namespace neel

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// W words of 32 bits that are combined bit by bit: as wide as a load of the GPU (W = 4) or a register of the CPU (W = 16, or
// two or four registers of a CPU with smaller ones).

#include <neel/core/platform.hpp>

#include <cstdint>
#include <type_traits>

namespace neel {

namespace detail {

/// Words or vectors of words side by side, as an array.
template <class Part, int Count>
struct alignas(sizeof(Part) * Count) Parts {
  Part part[Count];

  NEEL_FUNCTION std::uint32_t operator[](int w) const {
    if constexpr (std::is_integral_v<Part>) {
      return part[w];
    } else {
      constexpr int words = sizeof(Part) / 4;
      return part[w / words][w % words];
    }
  }
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <class Operation>
  static NEEL_FUNCTION Parts each(const Operation& value) {
    Parts result;
    for (int k = 0; k < Count; ++k) {
      result.part[k] = value(k);
    }
    return result;
  }
  friend NEEL_FUNCTION Parts operator&(const Parts& a, const Parts& b) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return a.part[k] & b.part[k]; });
  }
  friend NEEL_FUNCTION Parts operator|(const Parts& a, const Parts& b) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return a.part[k] | b.part[k]; });
  }
  friend NEEL_FUNCTION Parts operator^(const Parts& a, const Parts& b) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return a.part[k] ^ b.part[k]; });
  }
  friend NEEL_FUNCTION Parts operator~(const Parts& a) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return ~a.part[k]; });
  }
  friend NEEL_FUNCTION Parts operator<<(const Parts& a, int n) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return a.part[k] << n; });
  }
  friend NEEL_FUNCTION Parts operator>>(const Parts& a, int n) {
    return each([&](int k) NEEL_INLINE_LAMBDA { return a.part[k] >> n; });
  }
};

#ifdef NEEL_VECTOR_TYPES
inline constexpr int words_of_register = vector_bytes / 4;
template <int N>
struct Register {
  typedef std::uint32_t Type __attribute__((vector_size(4 * N)));
};
template <>
struct Register<1> {
  using Type = std::uint32_t;
};
#else
inline constexpr int words_of_register = 1;
template <int N>
struct Register {
  using Type = std::uint32_t;
};
#endif

/// W words, in one register or several.
template <int W>
struct Lanes {
  static constexpr int in_part = W < words_of_register ? W : words_of_register;
  using Part = typename Register<in_part>::Type;
  using Vector = std::conditional_t<in_part == W, Part, Parts<Part, W / in_part>>;

  static NEEL_FUNCTION Vector filled(std::uint32_t value) {
    if constexpr (in_part == W) {
      return Part{} + value;
    } else {
      return Vector::each([&](int) NEEL_INLINE_LAMBDA { return Part{} + value; });
    }
  }
};

} // namespace detail

/// 32 W bits. Bit b of word w is bit number 32 w + b.
template <int W>
struct Word {
  static_assert(W == 1 || W == 4 || W == 16);
  static constexpr int words = W, bits = 32 * W;
  typename detail::Lanes<W>::Vector lanes;

  /// value(w) in word w.
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <class Value>
  static NEEL_FUNCTION Word each(const Value& value) {
    return {Kokkos::bit_cast<typename detail::Lanes<W>::Vector>(detail::Parts<std::uint32_t, W>::each(value))};
  }
  /// `value` in every word.
  static NEEL_FUNCTION Word filled(std::uint32_t value) { return {detail::Lanes<W>::filled(value)}; }

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

  /// Word w becomes word w + by (periodic).
  NEEL_FUNCTION Word rotated(int by) const {
    return each([&](int w) NEEL_INLINE_LAMBDA { return (*this)[(w + by) % W]; });
  }
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
/// Bit by bit, of how many of the six directions of<D>() is set.
NEEL_CALLS_WHAT_IT_IS_GIVEN
template <class Of>
NEEL_FUNCTION auto count_of_directions(const Of& of) {
  return count_of_six(of.template operator()<0>(), of.template operator()<1>(), of.template operator()<2>(),
                      of.template operator()<3>(), of.template operator()<4>(), of.template operator()<5>());
}

} // namespace neel

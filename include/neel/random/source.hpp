// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where an update takes its random numbers from: Philox in the kernel, or memory that a generator with a state has filled.

#include <neel/random/philox.hpp>

#include <utility>

namespace neel::random {

/// N words, uniform in [0, 2^32).
template <int N>
struct Numbers {
  std::uint32_t value[N];
  NEEL_FUNCTION std::uint32_t operator[](int n) const { return value[n]; }
};

/// The numbers of one site at one sweep, from Philox.
class PhiloxDraws {
public:
  NEEL_FUNCTION PhiloxDraws(std::uint64_t seed, std::uint32_t system, std::uint64_t sweep, std::uint32_t site)
      : seed_(seed), sweep_(sweep), system_(system), site_(site) {}

  /// Draw `number` of the site `offset` after this one.
  NEEL_FUNCTION Draw operator()(int number, std::uint32_t offset = 0) const {
    return Stream(seed_, Purpose::update, system_, sweep_, static_cast<std::uint32_t>(number))(site_ + offset);
  }
  /// The first N words.
  template <int N>
  NEEL_FUNCTION Numbers<N> numbers() const {
    return numbers<N>(std::make_integer_sequence<int, (N + 3) / 4>{}, std::make_integer_sequence<int, N>{});
  }

private:
  template <int N, int... Call, int... Word>
  NEEL_FUNCTION Numbers<N> numbers(std::integer_sequence<int, Call...>, std::integer_sequence<int, Word...>) const {
    const Draw draw[] = {(*this)(Call)...};
    return {{part<Word % 4>(draw[Word / 4])...}};
  }
  template <int K>
  static NEEL_FUNCTION std::uint32_t part(const Draw& d) {
    return K == 0 ? d.a : (K == 1 ? d.b : (K == 2 ? d.c : d.d));
  }

  std::uint64_t seed_, sweep_;
  std::uint32_t system_, site_;
};

/// Philox: numbers are a function of (seed; system, sweep, site).
struct PhiloxSource {
  std::uint64_t seed, sweep;

  /// `site` is the site's number, `index` that of its entry among those of all systems.
  NEEL_FUNCTION PhiloxDraws at(std::uint32_t system, std::uint32_t site, std::int64_t /*index*/) const {
    return {seed, system, sweep, site};
  }
};

/// The numbers of one entry, from memory.
struct BufferDraws {
  const std::uint32_t* word;
  std::int64_t stride;

  template <int N>
  NEEL_FUNCTION Numbers<N> numbers() const {
    Numbers<N> out;
    for (int n = 0; n < N; ++n) {
      out.value[n] = word[n * stride];
    }
    return out;
  }
};

/// Numbers that were written before: `words` holds the first of every entry of all systems, then the second of every
/// entry, and so on.
struct BufferSource {
  const std::uint32_t* words;
  std::int64_t stride; ///< entries of all systems

  NEEL_FUNCTION BufferDraws at(std::uint32_t /*system*/, std::uint32_t /*site*/, std::int64_t index) const {
    return {words + index, stride};
  }
};

} // namespace neel::random

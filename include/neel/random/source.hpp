// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where an update takes its random numbers from: Philox in the kernel, or memory that a generator with a state has filled.

#include <neel/random/philox.hpp>

namespace neel::random {

/// Word k of a draw.
NEEL_FUNCTION std::uint32_t word(const Draw& d, int k) { return k < 2 ? (k == 0 ? d.a : d.b) : (k == 2 ? d.c : d.d); }

/// The numbers of one site at one sweep, from Philox.
class PhiloxDraws {
public:
  NEEL_FUNCTION PhiloxDraws(const Seed& seed, std::uint32_t system, std::uint64_t sweep, std::uint32_t site)
      : seed_(seed), sweep_(sweep), system_(system), site_(site) {}

  /// Draw `number` of the site `offset` after this one.
  NEEL_FUNCTION Draw operator()(int number, std::uint32_t offset = 0) const {
    return Stream(seed_, Purpose::update, system_, sweep_, static_cast<std::uint32_t>(number))(site_ + offset);
  }
  /// Words `first` to `first` + 3, `first` a multiple of 4.
  NEEL_FUNCTION Draw four(int first) const { return (*this)(first / 4); }

private:
  Seed seed_;
  std::uint64_t sweep_;
  std::uint32_t system_, site_;
};

/// Philox: numbers are a function of (seed; system, sweep, site).
struct PhiloxSource {
  Seed seed;
  std::uint64_t sweep;

  /// `site` is the site's number, `index` that of its entry among those of all systems.
  NEEL_FUNCTION PhiloxDraws at(std::uint32_t system, std::uint32_t site, std::int64_t /*index*/) const {
    return {seed, system, sweep, site};
  }
};

/// The numbers of one entry, from memory: as many as it has replicas.
struct BufferDraws {
  const std::uint32_t* first_word;
  std::int64_t stride;
  int count;

  NEEL_FUNCTION Draw four(int first) const {
    const auto at = [&](int n) NEEL_INLINE_LAMBDA { return n < count ? first_word[n * stride] : 0U; };
    return {at(first), at(first + 1), at(first + 2), at(first + 3)};
  }
};

/// Numbers that were written before: `words` holds the first of every entry of all systems, then the second of every
/// entry, and so on.
struct BufferSource {
  const std::uint32_t* words;
  std::int64_t stride; ///< entries of all systems
  int count;           ///< of numbers per entry

  NEEL_FUNCTION BufferDraws at(std::uint32_t /*system*/, std::uint32_t /*site*/, std::int64_t index) const {
    return {words + index, stride, count};
  }
};

} // namespace neel::random

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Quads of sites that are a byte each: a word of memory.

#include <neel/lattice/quads.hpp>

namespace neel::lattice {

namespace detail {
using Word [[gnu::may_alias]] = std::uint32_t;
} // namespace detail

/// Loads a quad of sites of a byte each, and its neighbours, as the bytes of words; of rows of whole quads.
template <bool Open, class Site>
NEEL_FUNCTION void load_words(const Quads::Place& at, Index entry, const SitePointer<Site, true>& own,
                              const SitePointer<Site, true>& others, std::uint32_t& to,
                              std::uint32_t (&around)[directions]) {
  const auto word = [](const SitePointer<Site, true>& from, Index first)
                        NEEL_INLINE_LAMBDA { return *reinterpret_cast<const detail::Word*>(from.at[0] + first); };
  const Quads::Beside& beside = at.beside;
  const std::uint32_t same = word(others, entry),
                      beyond = Open && beside.no_beyond ? 0U : others.at[0][entry + beside.beyond];
  around[static_cast<int>(Direction::x_same)] = same;
  around[static_cast<int>(Direction::x_shifted)] = at.s == 0 ? same << 8 | beyond : same >> 8 | beyond << 24;
  around[static_cast<int>(Direction::y_minus)] = word(others, entry + beside.y_minus);
  around[static_cast<int>(Direction::y_plus)] = word(others, entry + beside.y_plus);
  around[static_cast<int>(Direction::z_minus)] = word(others, entry + beside.z_minus);
  around[static_cast<int>(Direction::z_plus)] = word(others, entry + beside.z_plus);
  to = word(own, entry);
  if constexpr (Open) {
    const bool none[] = {false, false, beside.no_y_minus, beside.no_y_plus, beside.no_z_minus, beside.no_z_plus};
    for (int d = 2; d < directions; ++d) {
      around[d] = none[d] ? 0U : around[d];
    }
  }
}
/// Stores the first `count` of them.
template <class Site>
NEEL_FUNCTION void store_word(const SitePointer<Site, false>& to, Index entry, int count, std::uint32_t word) {
  if (count >= quad) {
    *reinterpret_cast<detail::Word*>(to.at[0] + entry) = word;
  } else {
    for (int j = 0; j < count; ++j) {
      to.at[0][entry + Index(j)] = static_cast<typename Site::Component>(word >> 8 * j);
    }
  }
}

} // namespace neel::lattice

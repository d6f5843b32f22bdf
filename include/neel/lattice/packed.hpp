// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Four sites, or two, that follow one another in memory, loaded and stored by one access a component.

#include <neel/lattice/field.hpp>

namespace neel::lattice {

/// Sites in a site vector.
inline constexpr int vector_length = 4;
/// An entry of a half-lattice, or a step from one to another, modulo 2^32: enough for those of a launch's systems.
using Index = std::uint32_t;

/// So many numbers that one access loads or stores, wherever numbers of their type are.
template <class T, int Count = vector_length>
struct __attribute__((may_alias, aligned(Count * sizeof(T)))) Packed {
  T at[Count];
};

namespace detail {

template <int Count, class S, int... K>
NEEL_FUNCTION void load_packed(const SitePointer<S, true>& from, Index entry, S* to, std::integer_sequence<int, K...>) {
  using Some = Packed<typename S::Component, Count>;
  const Some some[] = {*reinterpret_cast<const Some*>(from.at[K] + entry)...};
  for (int j = 0; j < Count; ++j) {
    to[j] = S{some[K].at[j]...};
  }
}

template <class S, int... K>
NEEL_FUNCTION void store_vector(const SitePointer<S, false>& to, Index entry, const S (&site)[vector_length],
                                std::integer_sequence<int, K...>) {
  using Four = Packed<typename S::Component>;
  ((*reinterpret_cast<Four*>(to.at[K] + entry) =
        Four{{site[0].template component<K>(), site[1].template component<K>(), site[2].template component<K>(),
              site[3].template component<K>()}}),
   ...);
}
template <class S, int... K>
NEEL_FUNCTION void store_pair(const SitePointer<S, false>& to, Index entry, const S& first, const S& second,
                              std::integer_sequence<int, K...>) {
  using Two = Packed<typename S::Component, 2>;
  ((*reinterpret_cast<Two*>(to.at[K] + entry) = Two{{first.template component<K>(), second.template component<K>()}}),
   ...);
}

} // namespace detail

/// Entries `entry` to `entry` + 3, `entry` being a multiple of four from the beginning of an allocation on.
template <class S>
NEEL_FUNCTION void load_vector(const SitePointer<S, true>& from, Index entry, S (&to)[vector_length]) {
  detail::load_packed<vector_length>(from, entry, to, std::make_integer_sequence<int, S::components>{});
}
template <class S>
NEEL_FUNCTION void store_vector(const SitePointer<S, false>& to, Index entry, const S (&site)[vector_length]) {
  detail::store_vector(to, entry, site, std::make_integer_sequence<int, S::components>{});
}

/// Two entries from an even one on.
template <class S>
NEEL_FUNCTION void load_pair(const SitePointer<S, true>& from, Index entry, S* to) {
  detail::load_packed<2>(from, entry, to, std::make_integer_sequence<int, S::components>{});
}
template <class S>
NEEL_FUNCTION void store_pair(const SitePointer<S, false>& to, Index entry, const S& first, const S& second) {
  detail::store_pair(to, entry, first, second, std::make_integer_sequence<int, S::components>{});
}

} // namespace neel::lattice

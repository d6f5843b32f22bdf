// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Four sites, or two, that follow one another in memory, loaded and stored by one access a component.

#include <neel/lattice/field.hpp>

namespace neel::lattice {

/// Sites in a quad.
inline constexpr int quad = 4;
/// An entry of a half-lattice, or a step from one to another, modulo 2^32: enough for those of a launch's systems.
using Index = std::uint32_t;

/// So many numbers that one access loads or stores, wherever numbers of their type are.
template <class T, int Count = quad>
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
NEEL_FUNCTION void store_quad(const SitePointer<S, false>& to, Index entry, const S (&site)[quad],
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
NEEL_FUNCTION void load_quad(const SitePointer<S, true>& from, Index entry, S (&to)[quad]) {
  detail::load_packed<quad>(from, entry, to, std::make_integer_sequence<int, S::components>{});
}
template <class S>
NEEL_FUNCTION void store_quad(const SitePointer<S, false>& to, Index entry, const S (&site)[quad]) {
  detail::store_quad(to, entry, site, std::make_integer_sequence<int, S::components>{});
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

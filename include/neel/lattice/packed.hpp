// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Four sites that follow one another in memory, loaded and stored by one access a component.

#include <neel/lattice/field.hpp>

namespace neel::lattice {

/// Sites in a quad.
inline constexpr int quad = 4;

/// Four numbers that one access loads or stores, wherever numbers of their type are.
template <class T>
struct __attribute__((may_alias, aligned(quad * sizeof(T)))) Packed {
  T at[quad];
};

namespace detail {

template <class S, int... K>
NEEL_FUNCTION void load_quad(const SitePointer<S, true>& from, int entry, S (&to)[quad],
                             std::integer_sequence<int, K...>) {
  using Four = Packed<typename S::Component>;
  const Four four[] = {*reinterpret_cast<const Four*>(from.at[K] + entry)...};
  for (int j = 0; j < quad; ++j) {
    to[j] = S{four[K].at[j]...};
  }
}

template <class S, int... K>
NEEL_FUNCTION void store_quad(const SitePointer<S, false>& to, int entry, const S (&site)[quad],
                              std::integer_sequence<int, K...>) {
  using Four = Packed<typename S::Component>;
  ((*reinterpret_cast<Four*>(to.at[K] + entry) =
        Four{{site[0].template component<K>(), site[1].template component<K>(), site[2].template component<K>(),
              site[3].template component<K>()}}),
   ...);
}

} // namespace detail

/// Entries `entry` to `entry` + 3, `entry` being a multiple of four from the beginning of an allocation on.
template <class S>
NEEL_FUNCTION void load_quad(const SitePointer<S, true>& from, int entry, S (&to)[quad]) {
  detail::load_quad(from, entry, to, std::make_integer_sequence<int, S::components>{});
}
template <class S>
NEEL_FUNCTION void store_quad(const SitePointer<S, false>& to, int entry, const S (&site)[quad]) {
  detail::store_quad(to, entry, site, std::make_integer_sequence<int, S::components>{});
}

} // namespace neel::lattice

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A value per site: two half-lattices of shape (component, system, z, y, x/2), so that each component of a row of one
// colour is contiguous.

#include <neel/core/platform.hpp>
#include <neel/lattice/geometry.hpp>

#include <array>
#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace neel::lattice {

/// A site value made of `components` numbers of type Component, constructible from them in order and readable by
/// component<k>(site).
template <class S>
concept SiteValue = std::is_trivially_copyable_v<S> && requires(const S& s) {
  typename S::Component;
  { S::components } -> std::convertible_to<int>;
  { s.template component<0>() } -> std::convertible_to<typename S::Component>;
};

/// Pointers to the components of consecutive sites.
template <class S, bool Const>
struct SitePointer {
  using Component = std::conditional_t<Const, const typename S::Component, typename S::Component>;
  Component* at[S::components];

  template <std::integral I>
  NEEL_FUNCTION S operator[](I i) const {
    return load(i, std::make_integer_sequence<int, S::components>{});
  }
  template <std::integral I>
  NEEL_FUNCTION void store(I i, const S& s) const {
    store(i, s, std::make_integer_sequence<int, S::components>{});
  }
  NEEL_FUNCTION SitePointer operator+(std::int64_t offset) const {
    SitePointer moved = *this;
    for (int k = 0; k < S::components; ++k) {
      moved.at[k] += offset;
    }
    return moved;
  }
  /// The same sites, to read only.
  NEEL_FUNCTION SitePointer<S, true> read() const {
    SitePointer<S, true> read;
    for (int k = 0; k < S::components; ++k) {
      read.at[k] = at[k];
    }
    return read;
  }

private:
  template <class I, int... K>
  NEEL_FUNCTION S load(I i, std::integer_sequence<int, K...>) const {
    return S{at[K][i]...};
  }
  template <class I, int... K>
  NEEL_FUNCTION void store(I i, const S& s, std::integer_sequence<int, K...>) const {
    ((at[K][i] = s.template component<K>()), ...);
  }
};

/// Site values of all systems and both colours, in Exec's memory.
template <SiteValue S, ExecutionSpace Exec>
class Field {
public:
  using Component = typename S::Component;
  using Half = Kokkos::View<Component*****, Kokkos::LayoutRight, typename Exec::memory_space>;

  Field() = default;
  Field(const std::string& label, const Geometry& g, int systems)
      : half_{Half("neel::lattice::" + label + "_even", S::components, systems, g.lz, g.ly, g.half_x()),
              Half("neel::lattice::" + label + "_odd", S::components, systems, g.lz, g.ly, g.half_x())} {}

  /// All components of one colour: (component, system, z, y, i).
  NEEL_FUNCTION const Half& half(Colour c) const { return half_[static_cast<int>(c)]; }

  /// The sites of one colour of one system, entry by entry.
  NEEL_FUNCTION SitePointer<S, false> sites(Colour c, int system) const {
    const Half& h = half(c);
    SitePointer<S, false> p;
    for (int k = 0; k < S::components; ++k) {
      p.at[k] = h.data() + k * static_cast<std::int64_t>(h.stride(0)) + system * static_cast<std::int64_t>(h.stride(1));
    }
    return p;
  }

  /// Bytes held.
  std::size_t bytes() const { return 2 * half_[0].size() * sizeof(Component); }

private:
  Half half_[2];
};

} // namespace neel::lattice

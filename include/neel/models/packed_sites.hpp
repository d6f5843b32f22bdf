// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Copies of sites whose components lie side by side, on a host: a neighbour that a list leads to is one load, not one of each component.

#include <neel/lattice/field.hpp>

#include <bit>
#include <cstdint>

namespace neel::models {

/// A site, its components filled up to a power of two.
template <class Site>
struct PackedSite {
  using Component = typename Site::Component;
  static constexpr int lanes = static_cast<int>(std::bit_ceil(static_cast<unsigned>(Site::components)));
  alignas(lanes * sizeof(Component)) Component at[lanes];
};

template <class Site>
class PackedSites {
  using Packed = PackedSite<Site>;
  using Component = typename Packed::Component;

public:
  /// Copies `count` sites.
  static NEEL_HOST_FUNCTION void pack(const lattice::SitePointer<Site, true>& from, Packed* to, int count) {
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < Packed::lanes; ++k) {
        to[i].at[k] = k < Site::components ? from.at[k < Site::components ? k : 0][i] : Component{};
      }
    }
  }

  /// Of each of `count` sites the sum of the sites that `slots` lists lead to, in their order; lists begin `apart` after one another.
  static NEEL_HOST_FUNCTION void sum(const Packed* sites, const int* list, std::int64_t apart, int slots, int count,
                                     const lattice::SitePointer<Site, false>& to) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      sum<8>(sites, list + i, apart, slots, to + i);
    }
    for (; i < count; i += 4) {
      sum<4>(sites, list + i, apart, slots, to + i);
    }
  }

private:
  /// Chains of additions that do not wait for one another.
  template <int Chains>
  static NEEL_HOST_FUNCTION void sum(const Packed* sites, const int* list, std::int64_t apart, int slots,
                                     const lattice::SitePointer<Site, false>& to) {
    typedef Component Lanes // NOLINT: no `using` of this; of the processor
        __attribute__((vector_size(Packed::lanes * sizeof(Component)), may_alias));
    const auto* const vectors = reinterpret_cast<const Lanes*>(sites);
    Lanes all[Chains];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < Chains; ++j) {
      all[j] = vectors[list[j]];
    }
    for (int slot = 1; slot < slots; ++slot) {
      list += apart;
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Chains; ++j) {
        all[j] += vectors[list[j]];
      }
    }
    for (int k = 0; k < Site::components; ++k) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < Chains; ++j) {
        to.at[k][j] = all[j][k];
      }
    }
  }
};

/// Whether sums over neighbours are sums of sites, of several components.
template <class P>
inline constexpr bool sums_packed_sites = std::is_same_v<typename P::Sum, typename P::Site> && P::Site::components > 1;

} // namespace neel::models

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What spins of one or two components on a crystal or any graph have in common: bonds of J alone, a field along the first
// component on moments m, and what is measured. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -sum_bonds J s . s' - H sum_i m_i s_i . x

#include <neel/core/fixed_point.hpp>
#include <neel/models/moves.hpp>

namespace neel::models {

template <int Components>
struct PlainGraph {
  using Conditions = models::Conditions;
  struct Coupling {
    float j = 0;
  };
  struct SiteSpecies {
    int group = 0;
    std::int32_t occupied = 0; ///< not a bool: of single bytes compilers make no vectors
    float moment = 1;
  };
  /// A number of each site.
  struct Amount {
    using Component = float;
    static constexpr int components = 1;
    float value;
    template <int K>
    NEEL_FUNCTION float component() const {
      return value;
    }
  };
  using EnergyParts = Amount; ///< energy of bonds
  /// J of E = -J S.S' of a bond, for cluster moves.
  static NEEL_FUNCTION float ferromagnetic(const Coupling& c) { return c.j; }
  static constexpr int vector_components = Components;

  /// What one site contributes to the sums: its spin, in that of its group, and half of the energy of its bonds.
  static constexpr int groups = 4;
  enum Term : int { spins = 0, bonds_energy = Components * groups, field_energy };
  static constexpr int terms = Components * groups + 2;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    FixedPoint spin{1.0001F}, bonds, field;
    int first = 0;

    NEEL_FUNCTION Formats of_pass(int pass) const {
      Formats f = *this;
      f.first = groups * pass;
      return f;
    }
    double value(int term, std::int64_t sum) const {
      return (term < bonds_energy ? spin : (term == bonds_energy ? bonds : field)).value(sum);
    }
  };

protected:
  static NEEL_FUNCTION Terms measured(const Conditions& at, const SiteSpecies& o, const float (&s)[Components],
                                      const EnergyParts& share, const Formats& f) {
    Terms t{};
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < Components; ++k) {
      const std::int32_t spin = f.spin(s[k]);
      NEEL_UNROLLED_LOOP
      for (int g = 0; g < groups; ++g) {
        t.value[Components * g + k] = o.group == f.first + g ? spin : 0;
      }
    }
    t.value[bonds_energy] = f.bonds(0.5F * share.value);
    t.value[field_energy] = f.field(-at.field * o.moment * s[0]);
    return t;
  }
};

} // namespace neel::models

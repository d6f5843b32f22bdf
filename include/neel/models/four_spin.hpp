// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Interactions of four spins,
//
//   E = sum k (S_1.S_2)(S_3.S_4)
//
// which are linear in each of them: a spin feels k S_2 (S_3.S_4).

#include <neel/models/heisenberg_graph.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace neel::models {

/// Four entries of a system, all different.
struct FourSpinProduct {
  std::array<int, 4> entry;
  float k;
};
/// The same, as one of the four sees it: k (S.S_a)(S_b.S_c).
struct FourSpinTerm {
  int a, b, c;
  float k;
};

/// Of a system, in the host's memory: terms of entry i are those from first[i] on, before first[i + 1].
struct FourSpinTables {
  std::vector<FourSpinProduct> products;
  std::vector<int> first;
  std::vector<FourSpinTerm> terms;
  double largest = 0; ///< energy of a site: a quarter of all of its terms

  FourSpinTables(std::vector<FourSpinProduct> all, int entries) : products(std::move(all)) {
    std::vector<std::vector<FourSpinTerm>> of(static_cast<std::size_t>(entries));
    for (const FourSpinProduct& p : products) {
      for (std::size_t own = 0; own < 4; ++own) { // its partner, and the other two
        const std::size_t other = own < 2 ? 2 : 0;
        of[static_cast<std::size_t>(p.entry[own])].push_back(
            {p.entry[own ^ 1U], p.entry[other], p.entry[other + 1], p.k});
      }
    }
    first.push_back(0);
    for (const std::vector<FourSpinTerm>& own : of) {
      double sum = 0;
      for (const FourSpinTerm& t : own) {
        terms.push_back(t);
        sum += std::abs(t.k) / 4.0;
      }
      largest = std::max(largest, sum);
      first.push_back(static_cast<int>(terms.size()));
    }
  }
};

/// As kernels hold it.
struct FourSpinPointers {
  const int* first;
  const FourSpinTerm* terms;

  /// What the spin at an entry feels, its energy being E = S.h; `spins`: of its system.
  template <class Spins>
  NEEL_FUNCTION Spin field(const Spins& spins, int entry) const {
    Spin h{0, 0, 0};
    for (int k = first[entry]; k < first[entry + 1]; ++k) {
      const FourSpinTerm& t = terms[k];
      const Spin a = spins[t.a], b = spins[t.b], c = spins[t.c];
      h = add_scaled(h, t.k * dot(b, c), a);
    }
    return h;
  }
};

} // namespace neel::models

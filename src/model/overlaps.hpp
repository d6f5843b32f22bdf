// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The overlaps of replicas, configurations with the same couplings: what is measured of their pairs, and averaged over disorder.

#include "model/observables.hpp"

namespace neel::models {

/// Of one pair of replicas: q = 1/N sum_i s_i s'_i of Ising spins; of others its square, added up over all products of components, and
/// the root of that. `mode`: the same square at the smallest wave vector. `link`: the mean over bonds of s_i s'_i s_j s'_j.
struct PairOverlap {
  double q = 0, modulus = 0, square = 0, mode = 0, link = 0;
};

class OverlapMoments {
public:
  OverlapMoments() = default;
  /// Declares them. Of Ising spins each pair's q is a moment of its own. `mode`: there is a smallest wave vector, along `where`.
  OverlapMoments(Observables& all, int pairs, bool ising, bool mode, const std::string& where);
  /// The correlation length, and its part of the length of so many planes, `spacing` apart.
  void add_length(Observables& all, int planes, double spacing, const std::string& unit) const;

  explicit operator bool() const { return pairs_ > 0; }
  Handle first() const { return ising_ ? overlap_ : modulus_; }
  void add(std::size_t pair, const PairOverlap& o, Raw raw) const;

private:
  int pairs_ = 0;
  bool ising_ = true, has_mode_ = true;
  Handle overlap_ = 0, modulus_ = 0, square_ = 0, fourth_ = 0, mode_ = 0, link_ = 0;
};

} // namespace neel::models

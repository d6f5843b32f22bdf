// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which numbers a measurement of structure factors has, and where each of them is. Plain C++.

#include <neel/run/spectra.hpp>

#include <cstdint>

namespace neel::structure {

struct Layout {
  run::Field field;
  std::vector<std::array<int, 3>> waves; ///< q in units of 1 / size
  bool tensor = false;                   ///< all products of components, else the sum of squares
  bool per_basis = false;                ///< also of each basis site by itself
  bool correlations = false;             ///< also what correlations of sites are made of

  std::size_t components() const { return static_cast<std::size_t>(field.components); }
  std::size_t basis() const { return static_cast<std::size_t>(field.basis); }
  std::size_t cells() const {
    return static_cast<std::size_t>(field.size[0]) * static_cast<std::size_t>(field.size[1]) *
           static_cast<std::size_t>(field.size[2]);
  }
  /// Real fields of a system.
  int lanes() const { return field.components * field.basis; }
  /// Numbers of one field of vectors: the squares of components, then of each pair a < b real and imaginary part.
  std::size_t products() const { return tensor ? components() * components() : 1; }
  /// Numbers of one wave vector: of all sites, then of each basis site.
  std::size_t per_wave() const { return products() * (per_basis ? 1 + basis() : 1); }
  std::size_t of_waves() const { return waves.size() * per_wave(); }

  /// Wave vectors of which correlations are made: the others are complex conjugates.
  std::size_t half_cells() const {
    return cells() / static_cast<std::size_t>(field.size[0]) * (static_cast<std::size_t>(field.size[0]) / 2 + 1);
  }
  /// Pairs b <= c of basis sites.
  std::size_t pairs() const { return basis() * (basis() + 1) / 2; }
  /// Numbers of one of these: of each pair, then the transform of each field; complex.
  std::size_t per_half_cell() const { return 2 * (pairs() + components() * basis()); }
  std::size_t numbers() const { return of_waves() + (correlations ? half_cells() * per_half_cell() : 0); }
};

} // namespace neel::structure

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a simulation tells of structure factors: numbers for whole lattices of wave vectors, which are too many to be moments.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace neel::run {

/// The values of a system as fields on the cells of a lattice: `components` numbers on each of `basis` sites of a cell.
struct Field {
  int components = 0; ///< 0: there are none
  int basis = 1;
  std::array<int, 3> size{1, 1, 1};
  double bound = 2;       ///< of their magnitude
  double sites = 1;       ///< that have a value
  bool overlaps = false;  ///< of the configurations of a system: components are pairs of them
  bool vacancies = false; ///< sites without a value are zero, and labels count ions from 1
};

/// Values of sites, (cell, basis site, component) as configurations have them, in a field's order: (component, basis site, cell).
template <class Value, class To>
void to_field_order(const std::vector<Value>& values, std::size_t components, std::size_t basis, To* to) {
  const std::size_t cells = values.size() / (components * basis);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t site = k / components;
    to[(k % components * basis + site % basis) * cells + site / basis] = values[k];
  }
}

/// Averages over a group of systems at a point, with their errors; NaN where these are not known.
struct Spectrum {
  std::vector<double> value, error;                   ///< (wave, number)
  std::vector<double> correlation, correlation_error; ///< (from, to, z, y, x), from basis site to basis site
  std::vector<double> connected, connected_error;
};

/// Its parts in a fixed order.
template <class S>
auto parts(S& s) {
  return std::array{&s.value, &s.error, &s.correlation, &s.correlation_error, &s.connected, &s.connected_error};
}

/// What was measured at all points that are done.
class Spectra {
public:
  virtual ~Spectra() = default;
  /// A point is done; of a tempering run, all its temperatures.
  virtual void finish_point() = 0;
  /// (point, group).
  virtual const std::vector<std::vector<Spectrum>>& finished() const = 0;
  /// Names of the numbers of a wave vector, such as "xx", "xy", "xy_imag"; {""}: the sum of squares.
  virtual std::vector<std::string> products() const = 0;
};

} // namespace neel::run

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Lists of couplings that have a bond once in each direction, and the bonds that they mean.

#include "import/imported.hpp"

#include <map>
#include <tuple>

namespace neel::imports {

/// A coupling as a line of a file has it: from site `from` of a cell to site `to` of the cell `offset` further on.
struct Directed {
  int from = 0, to = 0;
  std::array<int, 3> offset{0, 0, 0};
  Matrix matrix{};
  double biquadratic = 0;
  std::string place;    ///< "fe.ucf:12"
  std::size_t line = 0; ///< 12: of two lines that contradict each other the later one is reported
  std::optional<std::pair<std::size_t, std::size_t>> ions{}; ///< as Bond has them
};

Matrix isotropic_matrix(double exchange);
Matrix sum(const Matrix& a, const Matrix& b);
Matrix times(double factor, const Matrix& m);
double largest(const Matrix& m);

enum class Directions {
  both,  ///< a bond stands in both, and one that does not is an error
  either ///< one is enough
};

class DirectedCouplings {
public:
  /// Throws InputError where the same bond in the same direction was there before; `twice` says what two lines would do in the
  /// program that the file is made for.
  void add(const Directed& coupling, const std::string& twice);
  bool empty() const { return all_.empty(); }

  /// Each bond once. The two directions of a bond must agree: differences of `least` or less of the largest coupling are
  /// roundings, and the mean is taken, which has the same energy; larger ones are an error, but with `average`. How many were
  /// averaged is told to `notes`. Zeros are left out.
  std::vector<Bond> bonds(Directions directions, bool average, std::vector<std::string>& notes) const;

  static constexpr double least = 1e-4;

private:
  using Key = std::tuple<int, int, std::array<int, 3>, std::optional<std::pair<std::size_t, std::size_t>>>;
  std::map<Key, Directed> all_;
};

/// The bonds of both lists, those that are in both with the sum of their couplings.
std::vector<Bond> merged(const std::vector<Bond>& a, const std::vector<Bond>& b);

} // namespace neel::imports

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Arithmetic expressions as steps of a stack machine, and the moments of the user's own that are made of them.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace neel::run {

enum class Op : std::uint8_t {
  constant, ///< pushes Step::value
  variable, ///< pushes variable number Step::index
  // From here on of two arguments, the upper one of which is taken off.
  add,
  subtract,
  multiply,
  divide,
  power,
  least,
  greatest,
  modulo, ///< of a and b: a - b floor(a / b)
  less,   ///< 1 or 0, as all comparisons
  less_equal,
  equal,
  unequal,
  // From here on of one.
  negate,
  integer_power, ///< to the Step::index, above zero
  root,
  magnitude,
  floor,
  exp,
  log,
  sin,
  cos
};

struct Step {
  Op op = Op::constant;
  std::int32_t index = 0;
  double value = 0;
};

/// Values that a program holds at most while it runs.
inline constexpr int most_depth = 16;

/// Steps that leave one value, most_depth at most at any time.
using Program = std::vector<Step>;

/// The variables of a site: its components, from 0 on, and then these.
enum class SiteVariable { x, y, z, basis, ion };

/// What is measured of every system beyond the moments of its model.
struct UserMoments {
  int components = 0, basis = 1;      ///< of the values of a system, which lie as (component, basis site, z, y, x)
  std::array<int, 3> size{1, 1, 1};   ///< cells along x, y, z
  bool vacancies = false;             ///< sites whose components are all zero are none
  bool ions = false;                  ///< expressions ask for the ions of sites
  std::vector<Program> site_averages; ///< averages over sites, of expressions of their variables
  std::vector<Program> moments;       ///< of the model's moments and, behind these, the site averages
  std::vector<std::string> names;     ///< of these moments

  std::int64_t cells() const { return std::int64_t{size[0]} * size[1] * size[2]; }
  std::int64_t sites() const { return cells() * basis; }
  int variable(SiteVariable v) const { return components + static_cast<int>(v); }
};

} // namespace neel::run

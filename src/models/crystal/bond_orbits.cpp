// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/bond_orbits.hpp"

#include "crystal/matrix.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

using crystal::Matrix;
using crystal::Pair;
using crystal::Vector;

namespace {

double largest(const Matrix& m) {
  double most = 0;
  for (const Vector& row : m) {
    for (const double x : row) {
      most = std::max(most, std::abs(x));
    }
  }
  return most;
}

bool is_zero(const BondEntry& e) {
  return e.exchange.value_or(0) == 0 && e.biquadratic.value_or(0) == 0 && e.width.value_or(0) == 0 &&
         e.dm.value_or(Vector{}) == Vector{} && e.matrix.value_or(Matrix{}) == Matrix{} &&
         (!e.directed || e.directed->size == 0);
}

/// From `from` to `to` as the element has them.
Pair as_said(const BondEntry& e) {
  const Pair p = e.single.value_or(Pair{}); // there is one, where elements have `orbit`
  return e.turned ? Pair{p.to, p.from, {-p.offset[0], -p.offset[1], -p.offset[2]}, p.distance} : p;
}

/// Numbers that differ by roundings alone get one value, so that bonds with the same coupling are of one kind.
class Tidy {
public:
  explicit Tidy(double scale) : rounding_(1e-9 * scale) {}

  double operator()(double x) {
    for (const double known : known_) {
      if (std::abs(std::abs(x) - known) <= rounding_) {
        return x < 0 && known != 0 ? -known : known;
      }
    }
    known_.push_back(std::abs(x));
    return x;
  }

private:
  double rounding_;
  std::vector<double> known_{0.0};
};

/// The part that the symmetry allows, which is all of it but for roundings; else notes an error.
Matrix checked(input::Reader& in, const crystal::Crystal& c, const crystal::Symmetry& symmetry, const BondEntry& e,
               const Matrix& m) {
  constexpr double rounding = 1e-4, exact = 1e-12; // of the largest element
  const Pair p = as_said(e);
  const Matrix fit = symmetry.allowed(p, m);
  double apart = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      apart = std::max(apart, std::abs(fit[a][b] - m[a][b]));
    }
  }
  if (apart > rounding * largest(m)) {
    const auto [components, form] = symmetry.allowed_dm(p);
    const std::string expected = e.matrix          ? "expected a matrix of the form " + symmetry.allowed_matrix(p)
                                 : components == 0 ? "which leaves no D"
                                                   : "expected D " + form;
    in.error(e.key(e.matrix ? "matrix" : "dm"),
             "lattice.symmetry maps the bond " + bond_name(c, p) + " onto itself, " + expected);
  }
  return apart <= exact * largest(m) ? m : fit;
}

} // namespace

std::vector<BondEntry> on_orbit(input::Reader& in, const crystal::Crystal& c, const crystal::Symmetry* symmetry,
                                const BondEntry& e) {
  if (!e.orbit) {
    return {e};
  }
  const char* const objection = !e.single             ? "is for a single bond: give `from`, `to` and `offset`"
                                : symmetry == nullptr ? "expected lattice.symmetry, which makes orbits of bonds"
                                                      : nullptr;
  if (objection != nullptr) {
    if (in.sound("lattice.symmetry")) {
      in.error(e.key("orbit"), objection);
    }
    return {};
  }
  if (e.directed) {
    in.error(e.key("dm"), "with `orbit`, expected three energies: the vector D of this bond");
    return {};
  }
  if (is_zero(e)) {
    return {};
  }
  const Matrix m = e.matrix ? checked(in, c, *symmetry, e, *e.matrix) : Matrix{},
               dm = e.dm ? checked(in, c, *symmetry, e, crystal::matrix_of_dm(*e.dm)) : Matrix{};
  Tidy tidy(std::max(largest(m), largest(dm)));
  const auto carried = [&](std::size_t operation, const Matrix& from) {
    Matrix to = symmetry->carried(operation, from);
    for (Vector& row : to) {
      for (double& x : row) {
        x = tidy(x);
      }
    }
    return to;
  };
  carried(0, m); // by the identity: so numbers of the input come first
  carried(0, dm);
  std::vector<BondEntry> all;
  for (const crystal::OrbitBond& bond : symmetry->orbit(as_said(e))) {
    BondEntry image = e;
    image.single = bond.pair;
    image.turned = bond.turned;
    if (e.matrix) {
      image.matrix = carried(bond.operation, m);
    }
    if (e.dm) {
      image.dm = crystal::dm_of_matrix(carried(bond.operation, dm));
    }
    all.push_back(std::move(image));
  }
  return all;
}

void check_some(input::Reader& in, const std::vector<BondEntry>& entries) {
  const auto empty = [](const BondEntry& e) { return e.orbit && is_zero(e); };
  if (!entries.empty() && std::all_of(entries.begin(), entries.end(), empty)) {
    in.error("couplings.bonds", "all couplings are zero: fill in J, dm or matrix of an orbit at least");
  }
}

} // namespace neel::models

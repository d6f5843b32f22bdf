// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Operations of a space group, and what they make of sites, bonds and couplings.

#include "crystal/crystal.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neel::crystal {

/// x -> W x + t, in units of the cell's vectors.
struct Operation {
  std::array<std::array<int, 3>, 3> rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector shift{}; ///< in [0, 1)

  Vector operator()(const Vector& position) const;
};

/// "x,y,z", "-x,1/2+y,-z", "x-y,x,z+0.25"; nothing where the text is none.
std::optional<Operation> parse_operation(const std::string& text);
std::string operation_text(const Operation& o);
/// First b, then a.
Operation product(const Operation& a, const Operation& b);
/// The same but for translations by whole cells.
bool same_operation(const Operation& a, const Operation& b);

constexpr std::size_t most_operations = 4096;
/// All products, up to translations by whole cells; the identity first. Nothing where they are more than most_operations.
std::vector<Operation> generated(const std::vector<Operation>& generators);
/// A few of a group's operations that generate it; the identity where there is no other.
std::vector<Operation> generators_of(const std::vector<Operation>& group);

/// One bond that the symmetry makes of another.
struct OrbitBond {
  Pair pair;             ///< each once, as crystal::Pair has it
  bool turned;           ///< the image runs from `pair.to` to `pair.from`
  std::size_t operation; ///< which makes it: a number in Symmetry::operations()
};

/// The pair as crystal::Pair has each once; `turned`: it runs the other way then.
struct Direction {
  Pair pair;
  bool turned;
};
Direction each_once(const Pair& p);

/// Where a site of cell 0 goes: site and cell.
using SiteImage = std::pair<int, std::array<int, 3>>;

/// The operation keeps lengths and angles.
bool keeps_lengths(const Matrix& cell, const Operation& o);

/// Operations that leave a crystal as it is.
class Symmetry {
public:
  /// Sites of the same kind can be images of each other. Throws std::invalid_argument, whose sentence names operation and site, where
  /// an operation does not keep lengths and angles, or moves a site to where none of its kind is.
  Symmetry(const Crystal& c, const std::vector<int>& kinds, const std::vector<Operation>& generators);

  const std::vector<Operation>& operations() const { return operations_; }
  /// How spins turn: axial vectors, in Cartesian axes.
  const Matrix& spin_rotation(std::size_t operation) const { return rotations_[operation]; }
  const SiteImage& image(std::size_t operation, int site) const {
    return images_[operation * crystal_.basis.size() + static_cast<std::size_t>(site)];
  }

  /// Of a bond, in any direction; sorted.
  std::vector<OrbitBond> orbit(const Pair& p) const;
  /// Sites that are images of each other have the same number.
  std::vector<int> site_orbits() const;

  /// The nearest matrix M of E = S.M S', S at `from`, that the operations allow which map the bond onto itself.
  Matrix allowed(const Pair& p, const Matrix& m) const;
  /// What an operation makes of the matrix of a bond.
  Matrix carried(std::size_t operation, const Matrix& m) const;

  /// How many components D of D.(S x S') has on this bond, and a phrase: "along [0, 0, 1]", "across [1, 0, 0]", "none", "any".
  std::pair<int, std::string> allowed_dm(const Pair& p) const;
  /// Rows of the allowed matrix, with letters for its free elements: "[[a, b, 0], [-b, a, 0], [0, 0, c]]".
  std::string allowed_matrix(const Pair& p) const;

private:
  void check(const Operation& o, const std::vector<int>& kinds) const;
  std::optional<SiteImage> find(const Operation& o, int site) const;
  Matrix cartesian(const Operation& o) const;
  Direction image(std::size_t operation, const Pair& p) const;
  /// The operations that map a bond onto itself, and which of them turn it round.
  std::vector<std::pair<std::size_t, bool>> keeping(const Pair& p) const;

  Crystal crystal_;
  std::vector<Operation> operations_;
  std::vector<Matrix> rotations_;
  std::vector<SiteImage> images_; ///< by operation and site
};

/// Bonds that the symmetry makes of one another.
struct Orbit {
  Pair first;              ///< with the smallest numbers
  std::vector<Pair> bonds; ///< of a cell
};
/// By length, of those up to a distance.
std::vector<Orbit> orbits_within(const Crystal& c, const Symmetry& s, double distance);

} // namespace neel::crystal

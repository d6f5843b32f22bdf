// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The elements of [[couplings.bonds]], one by one: which bonds each is about, and what it says of them.

#include "models/crystal/bonds_input.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neel::models {

/// A DM vector that the direction of a bond decides: D e, e the unit vector from S to S', or D n x e.
struct DirectedDm {
  double size = 0;
  std::optional<crystal::Vector> normal; ///< n, of unit length
};

/// Of a bond, or of a shell of them; nothing where the element does not say.
struct BondEntry {
  std::size_t number = 0; ///< in the list, counted from 1
  // One of these.
  std::optional<std::size_t> shell;
  std::optional<double> distance;
  std::optional<crystal::Pair> single;
  bool turned = false; ///< what is said of `single` is said from its far end
  bool orbit = false;  ///< and of all bonds that the symmetry makes of it

  std::optional<std::pair<std::size_t, std::size_t>> ions; ///< for these alone

  std::optional<double> exchange, biquadratic, width;
  std::optional<crystal::Vector> dm;
  std::optional<DirectedDm> directed;
  std::optional<crystal::Matrix> matrix;

  bool has_dm() const { return dm || directed; }

  /// "couplings.bonds.3.J".
  std::string key(const char* name) const { return "couplings.bonds." + std::to_string(number) + "." + name; }
};

class BondEntries {
public:
  static constexpr std::size_t most_shells = 64;

  /// `ions` names the species that bonds may be told apart by.
  BondEntries(input::Reader& in, const crystal::Crystal& c, const std::vector<std::string>& ions, const BondKind& kind)
      : in_(in), crystal_(c), ions_(ions), kind_(kind) {}

  /// Those that can be read; errors are noted.
  std::vector<BondEntry> read();
  /// Sets the list as the resolved input has it, with all numbers in the run's unit.
  void resolve(const std::vector<BondEntry>& entries);

private:
  static constexpr std::size_t most_entries = 100'000;

  void declare();
  std::optional<BondEntry> read_entry(std::size_t number);
  void read_coupling(BondEntry& e);
  void check_coupling(const BondEntry& e);
  DirectedDm read_directed(const std::string& path);
  void read_ions(BondEntry& e);
  void read_single(BondEntry& e);
  std::optional<int> basis_site(const std::string& path);
  crystal::Vector three(const std::string& path);
  std::string resolved(const BondEntry& e);

  input::Reader& in_;
  const crystal::Crystal& crystal_;
  const std::vector<std::string>& ions_;
  BondKind kind_;
  double factor_ = 1;
};

} // namespace neel::models

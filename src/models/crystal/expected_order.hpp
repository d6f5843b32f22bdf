// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What couplings alone say of a transition: the order of mean field, and the symmetry that it breaks.

#include "input/reader.hpp"
#include "models/crystal/crystal_order.hpp"

#include <optional>

namespace neel::models {

/// Of which an order is expected.
inline const std::vector<std::string> models_on_crystals{"ising", "xy", "heisenberg"};

struct ExpectedOrder {
  std::string model;
  input::EnergyUnit unit;
  std::string text;                 ///< "q = (1/2, 1/2, 0), A against B"
  std::array<int, 3> size{1, 1, 1}; ///< of the lattice that was looked at, in cells
  int basis = 1;                    ///< sites of a cell
  int components = 1;               ///< of a spin
  int dimension = 0;                ///< directions in which bonds lead from a site to its images
  bool rotations = false;           ///< turning all spins alike costs no energy
  bool easy_plane = false;          ///< nor does turning them in a plane; only that
  bool disordered = false;          ///< ions are drawn
  double temperature = 0;           ///< of the transition in mean field, in the run's unit; 0: nothing orders
  crystal::Vector q{};              ///< in units of the reciprocal lattice's vectors
  bool degenerate = false;          ///< other orders are as good
};

/// Of an input for spins on a crystal, or one that `measure` makes read as such. Throws InputError with all that is
/// wrong with it.
ExpectedOrder expected_order(input::Reader in);

} // namespace neel::models

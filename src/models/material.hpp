// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [material]: the ions, their couplings, and how they are spread over the sites.

#include "input/run_input.hpp"
#include "models/onsite.hpp"

#include <array>
#include <string>
#include <vector>

namespace neel::models {

struct Material {
  std::vector<std::string> ions;
  std::vector<double> moment;                ///< per ion, in units of `EnergyUnit::moment_in_magnetons`
  std::vector<double> anisotropy;            ///< K per ion
  std::vector<double> cubic;                 ///< C per ion, of crystals
  std::vector<double> fourth, sixth;         ///< K4 and K6 per ion, of crystals
  std::vector<OnsiteTerms::Matrix> tensor;   ///< A per ion, of crystals
  std::vector<OnsiteTerms::Stevens> stevens; ///< B per ion, of crystals
  std::vector<std::vector<double>> exchange; ///< J per pair, symmetric
  std::vector<std::vector<double>> dm;       ///< D per pair, symmetric
  std::array<double, 3> dm_axis{0, 1, 0}, anisotropy_axis{1, 0, 0}, field_axis{0, 0, 1}; ///< unit vectors
  /// Probability of each ion on a site, one row per composition.
  std::vector<std::vector<double>> fractions;
  std::string scanned_ion; ///< the ion whose fraction is a list; empty if there is one composition
  std::uint64_t disorder_seed = 1;

  /// Of a crystal: what an ion's spin has by itself, and whether some ion has more than K and C.
  OnsiteTerms onsite(std::size_t ion) const;
  bool sixth_order() const;
};

/// Where couplings stand: in [material], for pairs of ions, or in [[couplings.bonds]].
enum class CouplingsIn { pairs, bonds };

/// The ions of a material that names none.
inline const std::vector<std::string> only_ion{"spin"};

/// Reads [material]; sets run.unit.moment_in_magnetons. Spins of fewer than three `components` have neither anisotropies nor axes.
Material read_material(input::Reader& in, input::RunInput& run, CouplingsIn couplings, int components = 3);

/// Reads A and B of [material]; refuses what only crystals have.
void read_onsite(input::Reader& in, Material& m);
void refuse_onsite(input::Reader& in);
/// Three vectors at right angles, made unit vectors.
OnsiteTerms::Matrix read_frame(input::Reader& in, const std::string& key);
/// Reports entries of a table of ions that name none of them.
void check_names(input::Reader& in, const std::string& table, const std::vector<std::string>& allowed);

/// The fraction that all ions but one leave to it.
double rest_of_ions(const std::vector<double>& fractions, std::size_t one);
/// Sets the resolved table, in single lines. `vectors`: spins have three components.
void resolve_material(input::Reader& in, const Material& m, const input::EnergyUnit& unit, bool vectors);

/// The Hamiltonian as a formula with its counting convention and axes.
std::string hamiltonian(const Material& m);

} // namespace neel::models

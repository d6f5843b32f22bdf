// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on a crystal: what its kernels are made from.

#include "models/crystal/crystal_model.hpp"
#include "models/material.hpp"

#include <neel/models/heisenberg_graph.hpp>

namespace neel::models {

struct HeisenbergCrystal : CrystalRun {
  Material material;
};

/// The axis of the anisotropy of a basis site.
crystal::Vector anisotropy_axis(const HeisenbergCrystal& c, std::size_t basis);
/// Its axes x, y and z for energies of single spins: those of the crystal, or its own.
crystal::Matrix frame(const HeisenbergCrystal& c, std::size_t basis);
/// Single spins have more than K and C along the crystal's axes.
bool has_sixth_order(const HeisenbergCrystal& c);
/// The largest energy of a single spin apart from the field.
double largest_onsite(const Material& m);
/// The spins of a start that is not random: along the anisotropy axis, or turning in a plane with it.
crystal::Vector start_spin(const HeisenbergCrystal& c, std::uint32_t site);

template <BondTerms B, bool SixthOrderOnsite = false>
std::unique_ptr<run::Simulation> make_crystal(const HeisenbergCrystal& c, run::ExecutionContext where);
extern template std::unique_ptr<run::Simulation> make_crystal<BondTerms::exchange>(const HeisenbergCrystal&,
                                                                                   run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_crystal<BondTerms::matrix>(const HeisenbergCrystal&,
                                                                                 run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_crystal<BondTerms::biquadratic>(const HeisenbergCrystal&,
                                                                                      run::ExecutionContext);

extern template std::unique_ptr<run::Simulation> make_crystal<BondTerms::matrix, true>(const HeisenbergCrystal&,
                                                                                       run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_crystal<BondTerms::biquadratic, true>(const HeisenbergCrystal&,
                                                                                            run::ExecutionContext);

/// The model of an input with a crystal.
Model read_heisenberg_crystal(input::Reader& in, input::RunInput& run);

} // namespace neel::models

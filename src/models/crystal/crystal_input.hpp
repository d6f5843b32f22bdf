// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [lattice] of a crystal: its cell, its basis, and the ions on it.

#include "crystal/symmetry.hpp"
#include "input/run_input.hpp"

#include <memory>
#include <optional>

namespace neel::models {

struct CrystalInput {
  crystal::Crystal crystal;
  /// Probability of each ion, per basis site.
  std::vector<std::vector<double>> fractions;
  std::vector<std::optional<crystal::Vector>> axis; ///< of the anisotropy, per basis site that has one of its own
  /// Axes x, y and z of energies of single spins, per basis site that has its own: unit vectors, at right angles.
  std::vector<std::optional<crystal::Matrix>> frame;
  std::shared_ptr<const crystal::Symmetry> symmetry; ///< that the input names, or none
  std::string kind;                                  ///< of a named lattice, else empty
  bool own = false;                                  ///< see is_own_lattice()
  std::string placement;                             ///< a file with the ions of sites, or none
  std::vector<std::uint8_t> placed;                  ///< what it says: the ion of each site, by site number

  /// Some sites can hold one ion or another.
  bool disordered() const;
};

/// The input asks for a crystal, and not for the lattice that models know by themselves. So it does where it asks to measure what is
/// known of crystals alone, of spins of so many `components`: then it becomes the input of that lattice as a crystal.
bool is_crystal(input::Reader& in, int components);
/// It has become one so.
bool is_own_lattice(input::Reader& in);

inline constexpr const char* replicas_key = "algorithm.replicas";
/// The axes that can be periodic though of one cell (input::ModelTraits::images): not of the model's own lattice, which is a film
/// there, nor across the plane of flat lattices.
std::array<bool, 3> axes_of_images(input::Reader& in);

/// Reads the rest of [lattice], once read_run() has read its size, and notes cell and basis in `run`. Sites whose ions the
/// lattice does not name have those of `fractions`, or the first.
CrystalInput read_crystal(input::Reader& in, input::RunInput& run, const std::vector<std::string>& ions,
                          const std::vector<double>& fractions);

} // namespace neel::models

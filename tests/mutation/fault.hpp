// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The injected fault at present. The headers in tests/mutation/physics take the places of those of the models' physics: the
// same kernels and simulations are built from them as the program's, and behave as the program's as long as there is none.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::mutation {

enum class Fault : std::uint16_t {
  none,
  // In moves:
  no_neighbour_x,
  no_neighbour_y,
  no_neighbour_z,
  no_first_neighbour,
  dm_sign,
  dm_uniform,
  ions_swapped,
  own_ion,
  strong_anisotropy,
  no_anisotropy,
  no_cubic,
  no_symmetric,
  strong_biquadratic,
  field_sign,
  reused_words,
  wrong_threshold,
  shared_numbers,
  bonds_swapped,
  no_second_neighbour,
  no_diagonal_neighbour,
  strong_quartic,
  strong_mass,
  no_self,
  doubled_x,
  doubled_y,
  cluster_strong_bonds,
  cluster_field_sign,
  // In measurements:
  measured_dm_sign,
  measured_ions_swapped,
  measured_no_z,
  measured_bonds_twice,
  measured_gradient
};

inline Fault injected = Fault::none;
/// Colour whose sites do not move, or none (-1): for synchronous updates (wrapped.cpp).
inline std::int16_t frozen_colour = -1;

inline bool has(Fault f) { return injected == f; }

/// The direction (and the opposite one) in which a neighbour is not seen, or -1.
inline int missing_direction() {
  return has(Fault::no_neighbour_x) ? 1 : (has(Fault::no_neighbour_y) ? 3 : (has(Fault::no_neighbour_z) ? 5 : -1));
}

} // namespace neel::mutation

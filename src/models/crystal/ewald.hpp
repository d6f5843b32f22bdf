// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ewald sums of dipole interactions in a box that repeats in all directions.

#include "crystal/crystal.hpp"

#include <neel/models/dipoles.hpp>

namespace neel::models {

/// E = m.D(r) m' is the energy of a dipole m with another one m' at the distance r and with all images of that; a dipole has
/// m.D(0) m / 2 with its own images. The unit: that of two dipoles is [m.m' - 3 (m.e)(m'.e)] / r^3.
class EwaldSum {
public:
  /// `demagnetisation`: factors N along x, y and z of the body that the boxes fill, E = 2 pi M.N M / V; all zero where its
  /// surface has no field (a conductor around it, tin-foil). `splitting`: the share of the sum over waves, on which nothing
  /// depends but rounding.
  EwaldSum(const crystal::Matrix& box, const crystal::Vector& demagnetisation, double splitting = 1);

  /// To about 1e-15 / V. Made of + - * / sqrt and neel::math alone, so its bits are the same everywhere.
  crystal::Matrix operator()(const crystal::Vector& r) const;

private:
  struct Wave {
    crystal::Vector turns; ///< per box
    crystal::Matrix weight;
  };
  void add_waves(const crystal::Vector& reach);
  void add_image(crystal::Matrix& sum, const crystal::Vector& r) const;

  crystal::Matrix box_, inverse_; ///< inverse: r in units of the box's vectors
  crystal::Vector reach_{};       ///< of images, in units of the box's vectors
  crystal::Matrix uniform_{};     ///< of the surface
  double alpha_, volume_;
  std::vector<Wave> waves_; ///< one of each pair k, -k
};

/// 1 - erf(x), x >= 0, with an absolute error below 1e-15.
double complementary_error_function(double x);

/// The interactions of all sites. `strength`: the energy of two moments 1 at the distance 1.
DipoleTables dipole_tables(const crystal::Crystal& c, const crystal::Vector& demagnetisation, double strength,
                           double largest_moment);

} // namespace neel::models

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Two spins that move together, so that the direction n of the magnetisation M stays: constrained Monte Carlo (Asselin, Evans, Barker,
// Chantrell, Yanes, Chubykalo-Fesenko, Hinzke, Nowak, Phys. Rev. B 82, 054415 (2010)).
//
// The weight of a configuration is exp(-E/T) delta(M/|M| - n) on the spheres of all spins. With z along n and M_z > 0 the delta function is
// M_z^2 delta(M_x) delta(M_y). Spin i moves freely on its sphere, spin j of moment m_j takes up what that does to M_x and M_y, and
// dS_j = dS_jx dS_jy / |S_jz|: what is left is M_z^2 / (m_j^2 |S_jz|) exp(-E/T) on the sphere of spin i.

#include <neel/core/math.hpp>
#include <neel/models/onsite.hpp>

namespace neel::models {

/// A spin of a moment, and what it becomes.
struct Turn {
  double moment;
  Spin from, to;
};

/// What the second of two spins becomes, so that M is along n.
struct Compensation {
  bool possible; ///< the rest means nothing if not
  Spin spin;
  DoubleVector total; ///< M, sum of m S over all spins
  double weight;      ///< M_z^2 / |S_z| after the move, over the same before
};

/// M's part across n becomes zero whatever it was, but for the rounding of one spin: roundings do not add up over many moves.
NEEL_FUNCTION Compensation compensation(const DoubleVector& n, const DoubleVector& total, const Turn& first,
                                        double moment, const Spin& second) {
  const DoubleVector others = add_scaled(add_scaled(total, -first.moment, exact(first.from)), -moment, exact(second)),
                     but_one = add_scaled(others, first.moment, exact(first.to));
  const DoubleVector wanted = scaled(-1 / moment, but_one), across = add_scaled(wanted, -dot(wanted, n), n);
  const double square = 1 - dot(across, across), before = dot(exact(second), n);
  const double z = math::sqrt(square > 0 ? square : 0.0);
  const DoubleVector exactly = add_scaled(across, before < 0 ? -z : z, n);
  const Spin spin{static_cast<float>(exactly.x), static_cast<float>(exactly.y), static_cast<float>(exactly.z)};
  const DoubleVector after = add_scaled(but_one, moment, exact(spin));
  const double ratio = dot(after, n) / dot(total, n), size = before < 0 ? -before : before;
  const double weight = ratio * ratio * size / z;
  return {square > 0 && ratio > 0 && size > 0, spin, after, weight};
}

} // namespace neel::models

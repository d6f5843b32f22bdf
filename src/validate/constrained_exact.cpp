// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/constrained_exact.hpp"

#include <cmath>
#include <numbers>

namespace neel::validate {

namespace {

using Spins = std::vector<Vector3>;

Vector3 across(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 combined(double f, const Vector3& a, double g, const Vector3& b) {
  return {f * a[0] + g * b[0], f * a[1] + g * b[1], f * a[2] + g * b[2]};
}
Vector3 at(double cosine, double angle) {
  const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
  return {sine * std::cos(angle), sine * std::sin(angle), cosine};
}

/// Three unit vectors at right angles, the last along v; the first as near the x axis as that allows, or the z axis.
Matrix3 frame_of(const Vector3& v) {
  const double length = std::sqrt(product(v, v));
  const Vector3 third = combined(1 / length, v, 0, v),
                near = std::abs(third[0]) < 0.9 ? Vector3{1, 0, 0} : Vector3{0, 0, 1};
  Vector3 first = combined(1, near, -product(near, third), third);
  first = combined(1 / std::sqrt(product(first, first)), first, 0, first);
  return {first, across(third, first), third};
}

/// Turned from one frame to another.
Vector3 turned(const Vector3& s, const Matrix3& from, const Matrix3& to) {
  Vector3 t{};
  for (std::size_t k = 0; k < 3; ++k) {
    t = combined(1, t, product(s, from[k]), to[k]);
  }
  return t;
}

class Averager {
public:
  Averager(const ConstrainedSpins& s, double temperature, int turns) : s_(s), temperature_(temperature), turns_(turns) {
    const double degree = std::numbers::pi / 180, t = s.theta * degree, p = s.phi * degree;
    axes_ = {Vector3{std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)},
             Vector3{-std::sin(p), std::cos(p), 0}, at(std::cos(t), p)};
    axes_[2] = across(axes_[0], axes_[1]);
  }

  /// All that such a configuration becomes.
  void add(const Spins& free, double weight) {
    Vector3 m{};
    for (std::size_t k = 0; k < free.size(); ++k) {
      m = combined(1, m, s_.moments[k], free[k]);
    }
    const Matrix3 from = frame_of(m);
    for (int j = 0; j < turns_; ++j) {
      const double angle = 2 * std::numbers::pi * j / turns_, c = std::cos(angle), sine = std::sin(angle);
      const Matrix3 to{combined(c, axes_[0], sine, axes_[1]), combined(-sine, axes_[0], c, axes_[1]), axes_[2]};
      Spins spins;
      for (const Vector3& spin : free) {
        spins.push_back(turned(spin, from, to));
      }
      const double e = s_.energy(spins), w = weight * std::exp(-e / temperature_);
      z_ += w;
      sum_.energy += w * e;
      sum_.magnetisation += w * std::sqrt(product(m, m));
      for (std::size_t k = 0; k < 3; ++k) {
        sum_.torque[k] += w * torque(spins, k);
      }
    }
  }
  ConstrainedAverages averages() const {
    ConstrainedAverages a{sum_.energy / z_, sum_.magnetisation / z_, std::log(z_), {}};
    for (std::size_t k = 0; k < 3; ++k) { // without the rounding of a zero, which differs between machines
      const double torque = sum_.torque[k] / z_;
      a.torque[k] = std::abs(torque) < 1e-10 ? 0 : torque;
    }
    return a;
  }

private:
  /// By turning all spins about an axis of the crystal, forth and back.
  double torque(const Spins& spins, std::size_t axis) const {
    constexpr double angle = 1e-3;
    double difference = 0;
    for (const double a : {angle, -angle}) {
      Spins all = spins;
      for (Vector3& s : all) {
        Vector3 t = s;
        const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
        t[x] = std::cos(a) * s[x] - std::sin(a) * s[y];
        t[y] = std::sin(a) * s[x] + std::cos(a) * s[y];
        s = t;
      }
      difference += (a > 0 ? 1 : -1) * s_.energy(all);
    }
    return -difference / (2 * angle);
  }

  const ConstrainedSpins& s_;
  double temperature_;
  int turns_;
  Matrix3 axes_{}; ///< along growing theta, growing phi, and M
  double z_ = 0;
  ConstrainedAverages sum_;
};

} // namespace

ConstrainedAverages constrained(const ConstrainedSpins& s, double temperature, int steps) {
  Averager all(s, temperature, steps);
  const auto cosine = [&](int k) { return std::max(-1 + 1e-12, -1 + 2.0 * k / steps); }; // or M might be zero
  for (int i = 0; i <= steps; ++i) { // one at the z axis, another in the plane of x and z: all else is turning
    const Vector3 one{0, 0, 1}, two = at(cosine(i), 0);
    if (s.moments.size() == 2) {
      all.add({one, two}, simpson(i, steps));
      continue;
    }
    for (int j = 0; j <= steps; ++j) {
      for (int k = 0; k < steps; ++k) {
        all.add({one, two, at(cosine(j), 2 * std::numbers::pi * k / steps)}, simpson(i, steps) * simpson(j, steps));
      }
    }
  }
  return all.averages();
}

} // namespace neel::validate

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which sites an update reads beside its own, and how to colour a lattice so that no two sites of one colour read each
// other: all of one colour may then move at once. The axes of two dimensions are x and z: rows are planes, between which any
// lattice is cut.

#include <neel/core/platform.hpp>

#include <array>
#include <optional>
#include <vector>

namespace neel::lattice {

/// A displacement in lattice units.
struct Offset {
  int x, y, z;

  friend NEEL_FUNCTION constexpr Offset operator+(const Offset& a, const Offset& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend NEEL_FUNCTION constexpr Offset operator-(const Offset& a, const Offset& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  NEEL_FUNCTION constexpr Offset operator-() const { return {-x, -y, -z}; }
};

/// Calls f(unit vector) for each axis, x first.
template <int Dim, class F>
NEEL_FUNCTION void for_each_axis(const F& f) {
  f(Offset{1, 0, 0});
  if constexpr (Dim == 3) {
    f(Offset{0, 1, 0});
  }
  f(Offset{0, 0, 1});
}

/// Calls f(a, b) for the unit vectors of each pair of axes.
template <int Dim, class F>
NEEL_FUNCTION void for_each_plane(const F& f) {
  if constexpr (Dim == 3) {
    f(Offset{1, 0, 0}, Offset{0, 1, 0});
  }
  f(Offset{1, 0, 0}, Offset{0, 0, 1});
  if constexpr (Dim == 3) {
    f(Offset{0, 1, 0}, Offset{0, 0, 1});
  }
}

/// The displacements of length 1 to `radius` (1 or 2), counted in steps along axes: the sites that a site interacts with
/// through first differences (1), or through second differences (2).
inline std::vector<Offset> stencil(int dimensions, int radius) {
  std::vector<Offset> all;
  const int height = dimensions == 3 ? radius : 0;
  const auto size = [](int v) { return v < 0 ? -v : v; };
  for (int z = -radius; z <= radius; ++z) {
    for (int y = -height; y <= height; ++y) {
      for (int x = -radius; x <= radius; ++x) {
        const int steps = size(x) + size(y) + size(z);
        if (steps > 0 && steps <= radius) {
          all.push_back({x, y, z});
        }
      }
    }
  }
  return all;
}

/// The colour (x + step_y y + step_z z) mod colours.
struct Colouring {
  int colours = 1, step_y = 0, step_z = 0;

  NEEL_FUNCTION constexpr int operator()(int x, int y, int z) const {
    const int c = (x + step_y * y + step_z * z) % colours;
    return c < 0 ? c + colours : c;
  }
  /// The least x >= 0 that has colour c in a row.
  NEEL_FUNCTION constexpr int first_x(int c, int y, int z) const {
    const int x = (c - step_y * y - step_z * z) % colours;
    return x < 0 ? x + colours : x;
  }
  /// No two sites of one colour are within the stencil.
  bool separates(const std::vector<Offset>& stencil) const {
    for (const Offset& d : stencil) {
      if ((*this)(d.x, d.y, d.z) == 0) {
        return false;
      }
    }
    return true;
  }
  /// Colours go on across the periodic boundaries of a box of this size.
  bool fits(const std::array<int, 3>& size) const {
    return (*this)(size[0], 0, 0) == 0 && (size[1] == 1 || (*this)(0, size[1], 0) == 0) && (*this)(0, 0, size[2]) == 0;
  }
};

inline constexpr int most_colours = 16;

/// The one with the fewest colours that separates the stencil and fits the box; nothing if none has at most most_colours.
inline std::optional<Colouring> smallest_colouring(const std::vector<Offset>& stencil, const std::array<int, 3>& size) {
  for (int colours = 2; colours <= most_colours; ++colours) {
    for (int y = 1; y < colours; ++y) {
      for (int z = 1; z < colours; ++z) {
        const Colouring c{colours, y, z};
        if (c.separates(stencil) && c.fits(size)) {
          return c;
        }
      }
    }
  }
  return {};
}

} // namespace neel::lattice

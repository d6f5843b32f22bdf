// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/crystal.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace neel::crystal {

namespace {

double length(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

constexpr double equal = 1e-5; ///< relative difference of distances that are the same

/// Each pair once.
bool counts(int from, int to, const std::array<int, 3>& offset) {
  if (from != to) {
    return from < to;
  }
  for (std::size_t a = 3; a-- > 0;) {
    if (offset[a] != 0) {
      return offset[a] > 0;
    }
  }
  return false;
}

std::vector<Pair> pairs_within(const Crystal& c, double distance) {
  std::array<int, 3> reach{0, 0, 0};
  for (std::size_t a = 0; a < 3; ++a) { // cells are as thick along an axis as its planes are apart
    const Vector normal = cross(c.cell[(a + 1) % 3], c.cell[(a + 2) % 3]);
    const double thickness = std::abs(dot(c.cell[a], normal)) / length(normal);
    reach[a] = is_flat(c, a) ? 0 : static_cast<int>(std::ceil(distance / thickness)) + 1;
  }
  std::vector<Pair> all;
  const int basis = c.cells.basis;
  for (int z = -reach[2]; z <= reach[2]; ++z) {
    for (int y = -reach[1]; y <= reach[1]; ++y) {
      for (int x = -reach[0]; x <= reach[0]; ++x) {
        for (int from = 0; from < basis; ++from) {
          for (int to = from; to < basis; ++to) {
            const std::array<int, 3> offset{x, y, z};
            const double apart = length(c.between(from, to, offset));
            if (counts(from, to, offset) && apart <= distance * (1 + equal)) {
              all.push_back({from, to, offset, apart});
            }
          }
        }
      }
    }
  }
  return all;
}

} // namespace

Vector Crystal::from_first_cell(const Vector& fractions) const {
  Vector r{};
  for (std::size_t k = 0; k < 3; ++k) {
    r[k] = fractions[0] * cell[0][k] + fractions[1] * cell[1][k] + fractions[2] * cell[2][k];
  }
  return r;
}

Vector Crystal::between(int from, int to, const std::array<int, 3>& offset) const {
  Vector f{};
  for (std::size_t a = 0; a < 3; ++a) {
    f[a] =
        offset[a] + basis[static_cast<std::size_t>(to)].position[a] - basis[static_cast<std::size_t>(from)].position[a];
  }
  return from_first_cell(f);
}

bool is_flat(const Crystal& c, std::size_t axis) { return c.cells.size[axis] == 1 && !c.cells.periodic[axis]; }

double shortest_way(const Crystal& c, const Pair& p) {
  constexpr int most_turns = 2; // from the way that has the fewest cells, also in skew cells
  std::array<int, 3> fewest = p.offset, turns{0, 0, 0};
  for (std::size_t a = 0; a < 3; ++a) {
    if (c.cells.periodic[a]) {
      const double lengths = static_cast<double>(p.offset[a]) / c.cells.size[a];
      fewest[a] -= static_cast<int>(std::lround(lengths)) * c.cells.size[a];
      turns[a] = most_turns;
    }
  }
  double least = p.distance;
  for (int x = -turns[0]; x <= turns[0]; ++x) {
    for (int y = -turns[1]; y <= turns[1]; ++y) {
      for (int z = -turns[2]; z <= turns[2]; ++z) {
        const std::array<int, 3> offset{fewest[0] + x * c.cells.size[0], fewest[1] + y * c.cells.size[1],
                                        fewest[2] + z * c.cells.size[2]};
        least = std::min(least, length(c.between(p.from, p.to, offset)));
      }
    }
  }
  return least;
}

std::vector<Shell> shells_within(const Crystal& c, double distance) {
  std::vector<Pair> pairs = pairs_within(c, distance);
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  std::vector<Shell> shells;
  for (const Pair& p : pairs) {
    if (shells.empty() || p.distance > shells.back().distance * (1 + equal)) {
      shells.push_back({p.distance, {}});
    }
    shells.back().pairs.push_back(p);
  }
  for (Shell& s : shells) { // in an order that roundings do not decide
    std::sort(s.pairs.begin(), s.pairs.end(), [](const Pair& a, const Pair& b) {
      return std::tie(a.from, a.to, a.offset) < std::tie(b.from, b.to, b.offset);
    });
  }
  return shells;
}

std::vector<Shell> nearest_shells(const Crystal& c, std::size_t count) {
  bool somewhere = c.cells.basis > 1;
  double distance = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    somewhere = somewhere || !is_flat(c, a);
    distance = std::max(distance, length(c.cell[a]) * 0.3);
  }
  std::vector<Shell> shells;
  for (int tries = 0; somewhere && shells.size() < count && tries < 40; ++tries) {
    shells = shells_within(c, distance);
    distance *= 1.25;
  }
  shells.resize(std::min(shells.size(), count));
  return shells;
}

namespace {

struct Named {
  const char* name;
  Matrix cell;
  std::vector<Vector> basis;
};

std::vector<Vector> times_face_centred(const std::vector<Vector>& motif) {
  std::vector<Vector> all;
  for (const Vector& corner : {Vector{0, 0, 0}, Vector{0, .5, .5}, Vector{.5, 0, .5}, Vector{.5, .5, 0}}) {
    for (const Vector& m : motif) {
      all.push_back({corner[0] + m[0], corner[1] + m[1], corner[2] + m[2]});
    }
  }
  return all;
}

const std::vector<Named>& all_named() {
  const double height = std::sqrt(0.75);
  const Matrix cubic{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, hexagonal{{{1, 0, 0}, {0.5, height, 0}, {0, 0, 1}}};
  static const std::vector<Named> list{
      {"cubic", cubic, {{0, 0, 0}}},
      {"square", cubic, {{0, 0, 0}}},
      {"bcc", cubic, {{0, 0, 0}, {.5, .5, .5}}},
      {"fcc", cubic, times_face_centred({{0, 0, 0}})},
      {"diamond", cubic, times_face_centred({{0, 0, 0}, {.25, .25, .25}})},
      {"pyrochlore", cubic, times_face_centred({{0, 0, 0}, {0, .25, .25}, {.25, 0, .25}, {.25, .25, 0}})},
      {"triangular", hexagonal, {{0, 0, 0}}},
      {"honeycomb", hexagonal, {{0, 0, 0}, {1. / 3, 1. / 3, 0}}},
      {"kagome", hexagonal, {{0, 0, 0}, {.5, 0, 0}, {0, .5, 0}}}};
  return list;
}

/// A, B, ..., Z, A1, ...
std::string letter(std::size_t k) {
  return std::string(1, static_cast<char>('A' + k % 26)) + (k < 26 ? "" : std::to_string(k / 26));
}

} // namespace

std::vector<std::string> named_lattices() {
  std::vector<std::string> names;
  for (const Named& n : all_named()) {
    names.emplace_back(n.name);
  }
  return names;
}

bool is_flat_lattice(const std::string& name) {
  return name == "square" || name == "triangular" || name == "honeycomb" || name == "kagome";
}

Crystal named_lattice(const std::string& name, double constant) {
  const auto& list = all_named();
  const Named& n = *std::find_if(list.begin(), list.end(), [&](const Named& k) { return k.name == name; });
  Crystal c;
  c.cell = n.cell;
  for (Vector& v : c.cell) {
    for (double& x : v) {
      x *= constant;
    }
  }
  c.basis.clear();
  for (std::size_t b = 0; b < n.basis.size(); ++b) {
    c.basis.push_back({letter(b), n.basis[b]});
  }
  c.cells.basis = static_cast<int>(c.basis.size());
  return c;
}

} // namespace neel::crystal

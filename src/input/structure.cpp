// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::input {

namespace {

constexpr double most_waves = 1 << 26;

/// A wave vector of the lattice, in units of 1 / size; notes an error where it is none.
std::array<int, 3> node_of(Reader& in, const std::string& key, const LatticeInput& lattice) {
  constexpr double farthest = 1000;
  std::array<int, 3> wave{0, 0, 0};
  const std::vector<double> q = in.numbers(key);
  if (q.size() != 3) {
    in.error(key, fmt::format("expected three numbers, found {}", q.size()));
    return wave;
  }
  for (std::size_t a = 0; a < 3; ++a) {
    const double k = q[a] * lattice.size[a];
    if (std::abs(q[a]) > farthest || std::abs(k - std::round(k)) > 1e-6) {
      in.error(key, fmt::format("{} is no wave vector of a lattice of {} cells: expected a multiple of 1/{}",
                                exact(q[a]), lattice.size[a], lattice.size[a]));
      return wave;
    }
    wave[a] = static_cast<int>(std::lround(k));
  }
  return wave;
}

/// Adds all wave vectors of the lattice from the last one to the next node, that one included; false if these are too many.
bool add_line(const std::array<int, 3>& to, std::vector<std::array<int, 3>>& path) {
  constexpr std::size_t most = 100'000;
  if (path.empty()) {
    path.push_back(to);
    return true;
  }
  const std::array<int, 3> from = path.back();
  int steps = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    steps = std::gcd(steps, to[a] - from[a]);
  }
  if (path.size() + static_cast<std::size_t>(steps) > most) {
    return false;
  }
  for (int s = 1; s <= steps; ++s) {
    std::array<int, 3> wave{};
    for (std::size_t a = 0; a < 3; ++a) {
      wave[a] = from[a] + (to[a] - from[a]) / steps * s;
    }
    path.push_back(wave);
  }
  return true;
}

void read_path(Reader& in, const LatticeInput& lattice, StructureInput& s) {
  const std::string key = "measure.structure.path";
  in.declare(
      {key,
       "corners of a path, in units of the reciprocal lattice's vectors, such as [[0, 0, 0], [0.5, 0, 0]]; S(q) is "
       "measured at all wave vectors of the lattice on the lines between them",
       "none"},
      "a list of lists of three numbers");
  const Value* const node = in.node(key);
  const auto* const list = node == nullptr ? nullptr : node->as<Value::List>();
  if (node == nullptr) {
    return;
  }
  if (list == nullptr || list->empty() || list->size() > 1000) {
    in.error(key, "expected a list of 1 to 1000 wave vectors, such as [[0, 0, 0], [0.5, 0, 0]]");
    return;
  }
  std::string resolved;
  for (std::size_t k = 1; k <= list->size(); ++k) {
    const std::string one = key + "." + std::to_string(k);
    if (!add_line(node_of(in, one, lattice), s.path)) {
      in.error(one, "more than 100000 wave vectors on the path");
      return;
    }
    resolved += (resolved.empty() ? "[" : ", ") + exact(in.numbers(one));
  }
  in.resolve(key, resolved + "]");
}

void read_zones(Reader& in, const LatticeInput& lattice, StructureInput& s) {
  const std::string key = "measure.structure.zones";
  in.declare(
      {key,
       "how far the grid goes along each axis, in reciprocal vectors: q from 0 up to these. Sites of a basis make "
       "S(q) differ from zone to zone",
       "[1, 1, 1]"},
      "a list of three whole numbers");
  double waves = 1;
  if (in.has(key)) {
    const std::vector<double> zones = in.numbers(key);
    if (zones.size() != 3 ||
        std::any_of(zones.begin(), zones.end(), [](double z) { return !(z >= 1 && z <= 16) || z != std::floor(z); })) {
      in.error(key, "expected three whole numbers from 1 to 16");
      return;
    }
    std::transform(zones.begin(), zones.end(), s.zones.begin(), [](double z) { return static_cast<int>(z); });
  }
  in.resolve(key, fmt::format("[{}, {}, {}]", s.zones[0], s.zones[1], s.zones[2]));
  for (std::size_t a = 0; a < 3; ++a) {
    waves *= static_cast<double>(s.zones[a]) * lattice.size[a];
  }
  if (waves > most_waves) {
    in.error(key, "more than 2^26 wave vectors");
  }
}

void read_components(Reader& in, StructureInput& s) {
  s.tensor = in.choice({"measure.structure.components",
                        "\"total\": the sum over components; \"tensor\": S^ab(q) for all pairs of components"},
                       {"total", "tensor"}, "total") == "tensor";
  s.per_basis = in.flag({"measure.structure.per_basis", "true: also of each basis site by itself"}, false);
}

} // namespace

std::vector<std::array<int, 3>> StructureInput::waves(const LatticeInput& lattice) const {
  std::vector<std::array<int, 3>> all;
  for (int z = 0; grid && z < zones[2] * lattice.size[2]; ++z) {
    for (int y = 0; y < zones[1] * lattice.size[1]; ++y) {
      for (int x = 0; x < zones[0] * lattice.size[0]; ++x) {
        all.push_back({x, y, z});
      }
    }
  }
  all.insert(all.end(), path.begin(), path.end());
  return all;
}

void read_structure(Reader& in, const ModelTraits& model, RunInput& run) {
  constexpr int longest = 2048;
  StructureInput& s = run.structure;
  if (!model.overlaps && in.when(in.has("measure.correlations"))) { // those of overlaps are another matter
    s.correlations =
        in.flag({"measure.correlations",
                 "true: correlations of sites, C(r) = <s(0).s(r)>, connected ones too, on periodic lattices", "false"},
                false);
  }
  const Value* const node = in.node("measure.structure");
  const auto* const table = node == nullptr ? nullptr : node->as<Value::Table>();
  // How often there are correlations is no wish for factors: resolved inputs have it, too.
  const bool of_correlations = s.correlations && table != nullptr && table->size() == 1 && table->contains("every");
  const bool factors = node != nullptr && !of_correlations;
  if (!in.when(factors || s.correlations)) {
    return;
  }
  s.every = in.integer({"measure.structure.every",
                        "structure factors and correlations are taken with the first of every so many measurements"},
                       1, 1'000'000'000, 10);
  if (in.when(factors)) {
    read_path(in, run.lattice, s);
    s.grid =
        in.flag({"measure.structure.grid", "true: S(q) at all wave vectors", "true without a path"}, s.path.empty());
    if (in.when(s.grid)) {
      read_zones(in, run.lattice, s);
    }
    if (!model.overlaps) {
      read_components(in, s);
    }
    if (!s.on()) {
      in.error("measure.structure", "without a grid it needs a path");
    }
  }
  if (*std::max_element(run.lattice.size.begin(), run.lattice.size.end()) > longest) {
    in.error("lattice.size", fmt::format("structure factors and correlations need axes of {} cells at most", longest));
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (s.correlations && run.lattice.size[a] > 1 && !run.lattice.periodic[a]) {
      in.error("measure.correlations", "only where all axes of more than one cell are periodic");
    }
  }
  if (s.correlations && run.schedule.quench()) {
    in.error("measure.correlations", "not in a quench, where a point has one measurement");
  }
}

} // namespace neel::input

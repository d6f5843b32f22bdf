// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/structure_file.hpp"

#include "output/result_parts.hpp"

#include <cmath>
#include <numbers>

namespace neel::output {

namespace {

using Vector = std::array<double, 3>;
using SpectrumPart = std::vector<double> run::Spectrum::*;

/// Reciprocal vectors, with their 2 pi: of a cell's vectors a, b, c, the first is 2 pi (b x c) / (a . b x c).
std::array<Vector, 3> reciprocal(const std::array<Vector, 3>& cell) {
  std::array<Vector, 3> all{};
  double volume = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const Vector &u = cell[(a + 1) % 3], &v = cell[(a + 2) % 3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
      all[a][k] = 2 * std::numbers::pi * (u[l] * v[m] - u[m] * v[l]);
      volume += a == 0 ? cell[0][k] * all[0][k] / (2 * std::numbers::pi) : 0;
    }
  }
  for (Vector& v : all) {
    for (double& x : v) {
      x /= volume;
    }
  }
  return all;
}

class StructureWriter {
public:
  StructureWriter(files::Hdf5Writer& file, const Results& results)
      : file_(file), results_(results), lattice_(results.run().lattice), in_(results.run().structure),
        products_(results.spectra()->products()), basis_(std::max<std::size_t>(1, lattice_.basis.size())),
        per_basis_(in_.per_basis && basis_ > 1), per_wave_(products_.size() * (per_basis_ ? 1 + basis_ : 1)) {}

  void write() {
    const std::size_t grid = in_.grid ? in_.waves(lattice_).size() - in_.path.size() : 0;
    if (grid > 0) {
      std::vector<files::Axis> axes = begin("/structure");
      for (const std::size_t a : {2, 1, 0}) { // x fastest
        axes.push_back(wave_scale(a));
      }
      write_waves("/structure", axes, 0, grid);
    }
    if (!in_.path.empty()) {
      std::vector<files::Axis> axes = begin("/structure_path");
      file_.scale("/structure_path/q_number", count_up(in_.path.size()), "wave vector on the path");
      axes.push_back({"q_number", in_.path.size()});
      write_waves("/structure_path", axes, grid, in_.path.size());
    }
    if (in_.correlations) {
      write_correlations();
    }
  }

private:
  /// A group with the axes of points and of what is varied, and the reciprocal vectors.
  std::vector<files::Axis> begin(const std::string& group) {
    std::vector<files::Axis> axes = write_scales(file_, group, results_);
    std::vector<double> flat;
    for (const Vector& v : reciprocal(lattice_.cell)) {
      flat.insert(flat.end(), v.begin(), v.end());
    }
    file_.attribute(group, "reciprocal_vectors", flat);
    file_.attribute(group, "every", in_.every);
    return axes;
  }

  files::Axis wave_scale(std::size_t a) {
    const auto count = static_cast<std::size_t>(in_.zones[a]) * static_cast<std::size_t>(lattice_.size[a]);
    std::vector<double> q;
    for (std::size_t k = 0; k < count; ++k) {
      q.push_back(static_cast<double>(k) / lattice_.size[a]);
    }
    const std::string name = "q" + std::to_string(a + 1);
    file_.scale("/structure/" + name, q, "reciprocal vector " + std::to_string(a + 1), "wave vector");
    return {name, count};
  }

  /// The wave vectors themselves, in units of reciprocal vectors and in space.
  void write_vectors(const std::string& group, std::vector<files::Axis> axes, std::size_t first, std::size_t count) {
    const std::array<Vector, 3> to = reciprocal(lattice_.cell);
    const std::vector<std::array<int, 3>> waves = in_.waves(lattice_);
    std::vector<double> fractions, cartesian;
    for (std::size_t k = first; k < first + count; ++k) {
      Vector q{}, v{};
      for (std::size_t a = 0; a < 3; ++a) {
        q[a] = static_cast<double>(waves[k][a]) / lattice_.size[a];
        for (std::size_t c = 0; c < 3; ++c) {
          v[c] += q[a] * to[a][c];
        }
      }
      fractions.insert(fractions.end(), q.begin(), q.end());
      cartesian.insert(cartesian.end(), v.begin(), v.end());
    }
    file_.scale(group + "/axis", count_up(3), "vector's component");
    axes.push_back({"axis", 3});
    file_.array(group + "/q", fractions, axes, "reciprocal vector", "wave vector");
    file_.array(group + "/q_cartesian", cartesian, axes, "1/length", "wave vector in space, 2 pi included");
  }

  void write_waves(const std::string& group, const std::vector<files::Axis>& axes, std::size_t first,
                   std::size_t count) {
    const auto own = static_cast<std::ptrdiff_t>(axes.size() - (group == "/structure" ? 3 : 1));
    write_vectors(group, {axes.begin() + own, axes.end()}, first, count);
    std::vector<files::Axis> with_basis = axes;
    if (per_basis_) {
      file_.scale(group + "/basis", count_up(basis_), "basis site");
      with_basis.insert(with_basis.begin() + own, {"basis", basis_});
    }
    for (std::size_t p = 0; p < products_.size(); ++p) {
      const std::string name = products_[p].empty() ? "" : "_" + products_[p];
      const std::string what = products_[p].empty() ? "sum over components" : "components " + products_[p];
      const auto wave = [&](std::size_t of) {
        return [=, this](std::size_t k) { return (first + k) * per_wave_ + of * products_.size() + p; };
      };
      put(group + "/structure_factor" + name, axes, count,
          results_.model().field.overlaps
              ? "structure factor of overlaps, <|sum_i s_i s'_i exp(-i q.r_i)|^2> / N, mean over pairs of replicas"
              : "structure factor S(q) = <|sum_i s_i exp(-i q.r_i)|^2> / N, " + what,
          {wave(0)});
      if (per_basis_) {
        std::vector<Index> each;
        for (std::size_t b = 0; b < basis_; ++b) {
          each.push_back(wave(1 + b));
        }
        put(group + "/structure_factor_of_basis" + name, with_basis, count,
            "structure factor of each basis site by itself, per cell, " + what, each);
      }
    }
  }

  /// Values and errors of `count` numbers for each of `parts`, found by their index.
  using Index = std::function<std::size_t(std::size_t)>;
  void put(const std::string& path, const std::vector<files::Axis>& axes, std::size_t count, const std::string& what,
           const std::vector<Index>& parts, SpectrumPart value = &run::Spectrum::value,
           SpectrumPart error = &run::Spectrum::error) {
    for (const bool of_error : {false, true}) {
      std::vector<double> all;
      for (std::size_t g = 0; g < results_.groups(); ++g) {
        for (std::size_t t = 0; t < results_.points(); ++t) {
          const std::vector<double>& from = results_.spectra()->finished()[t][g].*(of_error ? error : value);
          for (const Index& index : parts) {
            for (std::size_t k = 0; k < count; ++k) {
              all.push_back(from[index(k)]);
            }
          }
        }
      }
      file_.array(path + (of_error ? "_err" : ""), all, axes, "1", what + (of_error ? ": standard error" : ""));
    }
  }

  void write_correlations() {
    const std::string group = "/correlations";
    std::vector<files::Axis> axes = begin(group);
    std::vector<double> cell;
    for (const Vector& v : lattice_.cell) {
      cell.insert(cell.end(), v.begin(), v.end());
    }
    file_.attribute(group, "cell", cell);
    std::vector<double> positions;
    for (const Vector& v : lattice_.basis.empty() ? std::vector<Vector>{{0, 0, 0}} : lattice_.basis) {
      positions.insert(positions.end(), v.begin(), v.end());
    }
    file_.attribute(group, "basis", positions);
    for (const char* name : {"from", "to"}) {
      file_.scale(group + "/" + name, count_up(basis_), "basis site");
      axes.push_back({name, basis_});
    }
    std::size_t count = basis_ * basis_;
    for (const std::size_t a : {2, 1, 0}) {
      const auto n = static_cast<std::size_t>(lattice_.size[a]);
      const std::string name = "r" + std::to_string(a + 1);
      file_.scale(group + "/" + name, count_up(n), "cells along axis " + std::to_string(a + 1));
      axes.push_back({name, n});
      count *= n;
    }
    const std::vector<Index> same{[](std::size_t k) { return k; }};
    put(group + "/correlation", axes, count, "C(r) = <s(0).s(r)>", same, &run::Spectrum::correlation,
        &run::Spectrum::correlation_error);
    put(group + "/connected", axes, count, "<s(0).s(r)> - <s(0)>.<s(r)>, averages of each system over the run", same,
        &run::Spectrum::connected, &run::Spectrum::connected_error);
  }

  files::Hdf5Writer& file_;
  const Results& results_;
  const input::LatticeInput& lattice_;
  const input::StructureInput& in_;
  std::vector<std::string> products_;
  std::size_t basis_;
  bool per_basis_;
  std::size_t per_wave_; ///< numbers
};

} // namespace

void write_structure(files::Hdf5Writer& file, const Results& results) {
  if (results.spectra() != nullptr) {
    StructureWriter(file, results).write();
  }
}

} // namespace neel::output

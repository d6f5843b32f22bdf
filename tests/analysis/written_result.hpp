// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A small result file, sound or spoilt, and what is read of it.

#include "analysis/run_data.hpp"
#include "output/hamiltonian.hpp"

#include <cmath>
#include <filesystem>
#include <functional>

#include <unistd.h>

namespace neel::testing {

/// The numbers in a result file of two points and four chains, so that a test can spoil them.
struct Numbers {
  std::vector<std::int64_t> size{4, 4, 1};
  std::vector<double> temperature{3, 2}, sampled_temperature{3, 2}, field{0, 0}, scanned{0, 0.5};
  std::vector<std::int64_t> counts, measured; ///< (point, draw); their sums
  std::vector<double> energies, orders;       ///< (point, chain, draw)
  std::vector<double> energy, order;          ///< their means, (group, point)
};

/// A result file as result_file.cpp lays it out, in one group of chains or two.
struct Result {
  std::string model = "ising", format = "neel-results", points = "T", scan, input = "[couplings]\nJ = 1.0\n";
  std::string order_parameter, susceptibility; ///< attributes, unless empty
  std::vector<std::int64_t> disordered;        ///< likewise
  std::vector<models::Parameter> parameters;
  std::vector<double> field{0, 0};
  std::vector<std::int64_t> size{4, 4, 1};
  std::int64_t together = 1; ///< measurements in a draw
  std::int64_t draws = 40, shorter = 0;
  std::function<void(Numbers&)> spoil = [](Numbers&) {};

  double energy(std::size_t p, std::size_t c, std::size_t d) const {
    return -1 - static_cast<double>(p) - 0.1 * static_cast<double>(c) + 0.01 * static_cast<double>(d % 7);
  }

  std::string write() const {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("neel-analysis-" + std::to_string(::getpid()) + ".h5");
    Numbers n = numbers();
    spoil(n);
    files::Hdf5Writer file(path);
    file.attribute("/", "format", format);
    file.attribute("/", "format_version", std::int64_t{2});
    file.group("/config");
    file.text("/config/input", input);
    file.group("/lattice");
    file.attribute("/lattice", "size", n.size);
    write_results(file, n);
    write_samples(file, n);
    output::write_hamiltonian(file, parameters);
    file.commit();
    return path;
  }

private:
  std::size_t groups() const { return scan.empty() ? 1 : 2; }

  Numbers numbers() const {
    Numbers n;
    n.size = size;
    n.field = field;
    const auto own = static_cast<std::size_t>(draws), full = own - static_cast<std::size_t>(shorter);
    n.counts.assign(2 * own, together);
    std::fill(n.counts.end() - shorter, n.counts.end(), 0);
    n.energies.assign(8 * own, std::nan(""));
    n.orders.assign(8 * own, 0.5);
    n.energy.assign(2 * groups(), 0);
    n.order.assign(2 * groups(), 0.5);
    for (std::size_t p = 0; p < 2; ++p) {
      const std::size_t there = p == 0 ? own : full, chains = 4 / groups();
      n.measured.push_back(static_cast<std::int64_t>(there) * together);
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t d = 0; d < there; ++d) {
          n.energies[(p * 4 + c) * own + d] = energy(p, c, d);
          n.energy[c / chains * 2 + p] += energy(p, c, d) / static_cast<double>(there * chains);
        }
      }
    }
    return n;
  }
  void write_results(files::Hdf5Writer& file, const Numbers& n) const {
    file.group("/results");
    file.attribute("/results", "model", model);
    if (!order_parameter.empty()) {
      file.attribute("/results", "order_parameter", order_parameter);
    }
    if (!susceptibility.empty()) {
      file.attribute("/results", "susceptibility", susceptibility);
    }
    if (!disordered.empty()) {
      file.attribute("/results", "disordered", disordered);
    }
    file.scale("/results/" + points, points == "H" ? n.field : n.temperature, "J", "temperature");
    if (points == "H") {
      file.array("/results/T", n.temperature, {{points, 2}}, "J", "temperature");
    } else {
      file.array("/results/H", n.field, {{points, 2}}, "J", "field");
    }
    file.array("/results/measurements", n.measured, {{points, 2}}, "measurements");
    std::vector<files::Axis> axes{{points, 2}};
    if (!scan.empty()) {
      file.scale("/results/" + scan, n.scanned, "1", "fraction");
      axes.insert(axes.begin(), {scan, 2});
    }
    file.array("/results/energy", n.energy, axes, "J/site", "energy");
    for (const char* order : orders) {
      file.array(std::string("/results/") + order, values_of(order, n.order), axes, "1", "order");
    }
  }
  void write_samples(files::Hdf5Writer& file, const Numbers& n) const {
    const std::size_t own = n.counts.size() / 2;
    file.group("/samples");
    file.scale("/samples/" + points, points == "H" ? n.field : n.sampled_temperature, "J", "temperature");
    file.scale("/samples/chain", std::vector<std::int64_t>(4), "system");
    file.scale("/samples/draw", std::vector<std::int64_t>(own), "bin");
    const std::vector<files::Axis> axes{{points, 2}, {"chain", 4}, {"draw", own}};
    file.array("/samples/measurements", n.counts, {{points, 2}, {"draw", own}}, "measurements in the bin");
    file.array("/samples/energy", n.energies, axes, "J/site", "energy");
    for (const char* order : orders) {
      file.array(std::string("/samples/") + order, values_of(order, n.orders), axes, "1", "order");
    }
  }

  /// The staggered magnetisation is half as large as the others.
  static std::vector<double> values_of(const std::string& order, std::vector<double> values) {
    for (double& v : values) {
      v *= order == "staggered_magnetisation" ? 0.5 : 1;
    }
    return values;
  }

  static constexpr const char* orders[] = {"magnetisation_magnitude", "staggered_magnitude", "staggered_magnetisation"};
};

/// As it is read, without axis and groups.
inline analysis::RunData read_only(const Result& result) {
  const std::string path = result.write();
  try {
    analysis::RunData run = analysis::read_runs(path).front();
    std::filesystem::remove(path);
    return run;
  } catch (...) {
    std::filesystem::remove(path);
    throw;
  }
}

/// Along what it varies.
inline analysis::RunData read(const Result& result) {
  analysis::RunData run = read_only(result);
  follow(run, analysis::varied(std::span(&run, 1)));
  return run;
}

} // namespace neel::testing

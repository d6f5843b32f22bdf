// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What is read of a result file, and what is refused.

#include "analysis/analysis.hpp"
#include "errors.hpp"
#include "files/hdf5.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include <unistd.h>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

namespace fs = std::filesystem;

/// The numbers in a result file of two temperatures and four chains, so that a test can spoil them.
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
  std::vector<double> field{0, 0};
  std::vector<std::int64_t> size{4, 4, 1};
  std::int64_t together = 1; ///< measurements in a draw
  std::int64_t draws = 40, shorter = 0;
  std::function<void(Numbers&)> spoil = [](Numbers&) {};

  double energy(std::size_t p, std::size_t c, std::size_t d) const {
    return -1 - static_cast<double>(p) - 0.1 * static_cast<double>(c) + 0.01 * static_cast<double>(d % 7);
  }

  std::string write() const {
    const fs::path path = fs::temp_directory_path() / ("neel-analysis-" + std::to_string(::getpid()) + ".h5");
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
    file.scale("/results/" + points, n.temperature, "J", "temperature");
    file.array("/results/H", n.field, {{points, 2}}, "J", "field");
    file.array("/results/measurements", n.measured, {{points, 2}}, "measurements");
    std::vector<files::Axis> axes{{points, 2}};
    if (!scan.empty()) {
      file.scale("/results/" + scan, n.scanned, "1", "fraction");
      axes.insert(axes.begin(), {scan, 2});
    }
    file.array("/results/energy", n.energy, axes, "J/site", "energy");
    for (const char* order : orders) {
      file.array(std::string("/results/") + order, n.order, axes, "1", "order");
    }
  }
  void write_samples(files::Hdf5Writer& file, const Numbers& n) const {
    const std::size_t own = n.counts.size() / 2;
    file.group("/samples");
    file.scale("/samples/T", n.sampled_temperature, "J", "temperature");
    file.scale("/samples/chain", std::vector<std::int64_t>(4), "system");
    file.scale("/samples/draw", std::vector<std::int64_t>(own), "bin");
    const std::vector<files::Axis> axes{{"T", 2}, {"chain", 4}, {"draw", own}};
    file.array("/samples/measurements", n.counts, {{"T", 2}, {"draw", own}}, "measurements in the bin");
    file.array("/samples/energy", n.energies, axes, "J/site", "energy");
    for (const char* order : orders) {
      file.array(std::string("/samples/") + order, n.orders, axes, "1", "order");
    }
  }

  static constexpr const char* orders[] = {"magnetisation_magnitude", "staggered_magnitude", "staggered_magnetisation"};
};

analysis::RunData read(const Result& result) {
  const std::string path = result.write();
  try {
    analysis::RunData run = analysis::read_run_data(path);
    fs::remove(path);
    return run;
  } catch (...) {
    fs::remove(path);
    throw;
  }
}

/// Reading it must fail with a sentence that holds these parts.
template <class Error>
void check_refused(const Result& result, const std::string& part, const std::string& other = "") {
  CHECK_THROWS_MATCHES(read(result), Error, MessageMatches(ContainsSubstring(part) && ContainsSubstring(other)));
}

} // namespace

TEST_CASE("a result file is read as it was written", "[analysis]") {
  Result result;
  result.shorter = 10; // the second temperature has 30 draws only
  const analysis::RunData run = read(result);
  CHECK(run.order == "magnetisation_magnitude");
  CHECK(run.sites() == 16);
  CHECK(run.length() == 4);
  CHECK(run.temperatures() == std::vector{2.0, 3.0});
  CHECK(run.measured == std::vector<std::size_t>{40, 30});
  analysis::Measurements all;
  run.add(1, run.temperatures(), all);
  CHECK(all.beta == std::vector{1 / 3.0, 0.5});
  CHECK(all.energy.size() == 70);
  CHECK(all.energy[0] == 16 * result.energy(0, 1, 0));
  CHECK(all.energy[69] == 16 * result.energy(1, 1, 29));
  CHECK(all.block[39] == 19);
  CHECK(all.block[69] == 19);
  CHECK(all.state[69] == 1);
  result.input = "[couplings]\nJ = -1.0\n";
  CHECK(read(result).order == "staggered_magnitude");
}

TEST_CASE("groups of a scan are taken apart, and told whether they are disordered", "[analysis]") {
  Result result;
  result.model = "heisenberg";
  result.scan = "x_Cr";
  result.input = "[material]\nfractions = {Cr = [0.0, 0.5]}\n";
  const analysis::RunData run = read(result);
  CHECK(run.groups() == 2);
  CHECK(run.scanned == std::vector{0.0, 0.5});
  CHECK(run.disorder == std::vector{false, true});
  CHECK(analysis::reweighting(run, 0, run.temperatures()).replicas() == 20); // blocks
  const auto samples = analysis::reweighting(run, 1, std::vector{2.0});
  CHECK(samples.replicas() == 2);                     // the group's chains
  CHECK(std::abs(samples.at(2.0)[0] + 2.22) < 0.005); // chains 2 and 3 at the second temperature
}

TEST_CASE("what cannot be reweighted is refused in one sentence", "[analysis]") {
  Result result;
  result.format = "something";
  check_refused<FileError>(result, "not a result of Neel");
  CHECK_THROWS_MATCHES(analysis::read_run_data("nowhere.h5"), FileError,
                       MessageMatches(ContainsSubstring("no such file")));
  result = {};
  result.together = 16;
  check_refused<InputError>(result, "single measurements", "measure.bins = 320");
  result.together = 8000;
  check_refused<InputError>(result, "schedule.measure_every", "200000");
  for (const char* model : {"edwards-anderson", "majority"}) {
    result = {};
    result.model = model;
    check_refused<InputError>(result, model, "ising, heisenberg and phi4");
  }
  result = {};
  result.points = "t";
  check_refused<InputError>(result, "quench");
  result = {};
  result.field = {0, 0.1};
  check_refused<InputError>(result, "field");
  result = {};
  result.shorter = 30;
  check_refused<InputError>(result, "only 10 times", "20");
}

TEST_CASE("a file that contradicts itself is damaged, and said to be so at once", "[analysis]") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const auto check_damaged = [](const std::string& place, const std::function<void(Numbers&)>& spoil) {
    INFO(place);
    Result result;
    result.spoil = spoil;
    check_refused<FileError>(result, "damaged at", place);
  };
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-4}, huge}) {
    check_damaged("size of /lattice", [n](Numbers& all) { all.size[1] = n; });
  }
  for (const double t : {0.0, -2.0, 1e-310, infinity, nan}) {
    check_damaged("/results/T", [t](Numbers& all) { all.temperature[1] = all.sampled_temperature[1] = t; });
  }
  check_damaged("/results/T", [](Numbers& all) { all.temperature[1] = 2.5; });
  check_damaged("/results/H", [nan](Numbers& all) { all.field[1] = nan; });
  for (const std::int64_t n : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{3}, huge, -huge}) {
    check_damaged("/samples/measurements", [n](Numbers& all) { all.counts[50] = n; });
  }
  check_damaged("/results/measurements", [](Numbers& all) { all.measured[0] = 41; });
  for (const double e : {nan, infinity, 1e300, 0.5}) {
    check_damaged("/samples/energy", [e](Numbers& all) { all.energies[100] = e; });
    check_damaged("/samples/magnetisation_magnitude", [e](Numbers& all) { all.orders[100] = e + 1; });
    check_damaged("/results/energy", [e](Numbers& all) { all.energy[1] = e; });
  }
  Result result;
  result.input = "[couplings\n";
  check_refused<FileError>(result, "damaged at", "/config/input");
  result = {};
  result.draws = 0;
  check_refused<FileError>(result, "damaged at", "/samples");
  result = {};
  result.model = "heisenberg";
  result.scan = "x_Cr";
  result.spoil = [nan](Numbers& all) { all.scanned[1] = nan; };
  check_refused<FileError>(result, "damaged at", "/results/x_Cr");
}

TEST_CASE("runs of different models or of one size are not compared", "[analysis]") {
  Result result;
  std::vector<analysis::RunData> runs{read(result), read(result)};
  const auto complaint = [&](const std::string& part) {
    CHECK_THROWS_MATCHES(analysis::check_comparable(runs), InputError, MessageMatches(ContainsSubstring(part)));
  };
  complaint("one size");
  result.size = {8, 8, 1};
  runs[1] = read(result);
  CHECK_NOTHROW(analysis::check_comparable(runs));
  result.input = "[couplings]\nJ = 2.0\n[schedule]\nsweeps = 7\n";
  runs[1] = read(result);
  complaint("couplings.J is 1.0 in one and 2.0 in the other");
  result.input = "[couplings]\nJ = 1.0\n";
  result.scan = "x";
  runs[1] = read(result);
  complaint("do not go through the same values of x");
  CHECK_THROWS_MATCHES(analysis::analyze_run(runs[0], {11, 0.01, 0.02}), InputError,
                       MessageMatches(ContainsSubstring("say nothing of temperatures")));
  for (const auto& [from, to] : {std::pair{3.0, 2.0}, {2.0, std::numeric_limits<double>::infinity()}}) {
    CHECK_THROWS_MATCHES(analysis::analyze_run(runs[0], {11, from, to}), InputError,
                         MessageMatches(ContainsSubstring("expected temperatures")));
  }
}

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

#include <unistd.h>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

namespace fs = std::filesystem;

/// A result file as result_file.cpp lays it out, of two temperatures and four chains in one group or two.
struct Result {
  std::string model = "ising", format = "neel-results", points = "T", scan, input = "[couplings]\nJ = 1.0\n";
  std::vector<double> temperature{3, 2}, field{0, 0};
  std::vector<std::int64_t> size{4, 4, 1};
  std::int64_t together = 1; ///< measurements in a draw
  std::int64_t draws = 40, shorter = 0;

  double energy(std::size_t p, std::size_t c, std::size_t d) const {
    return -1 - static_cast<double>(p) - 0.1 * static_cast<double>(c) + 0.01 * static_cast<double>(d % 7);
  }

  std::string write() const {
    const fs::path path = fs::temp_directory_path() / ("neel-analysis-" + std::to_string(::getpid()) + ".h5");
    files::Hdf5Writer file(path, 100'000);
    file.attribute("/", "format", format);
    file.attribute("/", "format_version", std::int64_t{2});
    file.group("/config");
    file.text("/config/input", input);
    file.group("/lattice");
    file.attribute("/lattice", "size", size);
    write_results(file);
    write_samples(file);
    file.commit(false);
    return path;
  }

private:
  void write_results(files::Hdf5Writer& file) const {
    file.group("/results");
    file.attribute("/results", "model", model);
    file.scale("/results/" + points, temperature, "J", "temperature");
    file.array("/results/H", field, {{points, 2}}, "J", "field");
    std::vector<files::Axis> axes{{points, 2}};
    if (!scan.empty()) {
      file.scale("/results/" + scan, std::vector{0.0, 0.5}, "1", "fraction");
      axes.insert(axes.begin(), {scan, 2});
    }
    file.array("/results/energy", std::vector<double>(2 * (scan.empty() ? 1 : 2)), axes, "J/site", "energy");
  }
  void write_samples(files::Hdf5Writer& file) const {
    const auto n = static_cast<std::size_t>(draws);
    file.group("/samples");
    file.scale("/samples/T", temperature, "J", "temperature");
    file.scale("/samples/chain", std::vector<std::int64_t>(4), "system");
    file.scale("/samples/draw", std::vector<std::int64_t>(n), "bin");
    std::vector<std::int64_t> counts(2 * n, together);
    std::fill(counts.end() - shorter, counts.end(), 0);
    std::vector<double> energies;
    for (std::size_t k = 0; k < 8 * n; ++k) {
      const std::size_t p = k / n / 4, d = k % n;
      energies.push_back(counts[p * n + d] > 0 ? energy(p, k / n % 4, d) : std::nan(""));
    }
    const std::vector<files::Axis> axes{{"T", 2}, {"chain", 4}, {"draw", n}};
    file.array("/samples/measurements", counts, {{"T", 2}, {"draw", n}}, "measurements in the bin");
    file.array("/samples/energy", energies, axes, "J/site", "energy");
    for (const char* order : {"magnetisation_magnitude", "staggered_magnitude", "staggered_magnetisation"}) {
      file.array(std::string("/samples/") + order, std::vector<double>(8 * n, 0.5), axes, "1", "order");
    }
  }
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
  CHECK_THROWS_MATCHES(analysis::analyze_run(runs[0], {11, 0.01, 0.02}), InputError,
                       MessageMatches(ContainsSubstring("say nothing of temperatures")));
  CHECK_THROWS_MATCHES(analysis::analyze_run(runs[0], {11, 3.0, 2.0}), InputError,
                       MessageMatches(ContainsSubstring("expected temperatures")));
}

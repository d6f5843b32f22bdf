// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What is read of a result file, and what is refused.

#include "analysis/analysis.hpp"
#include "analysis/written_result.hpp"
#include "errors/errors.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <limits>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using testing::Numbers;
using testing::read;
using testing::Result;

namespace {

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
  CHECK(run.order == std::vector<std::string>{"magnetisation_magnitude"});
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
  CHECK(read(result).order_parameter() == "staggered_magnitude");
}

TEST_CASE("the order parameter is what the file says it is", "[analysis]") {
  Result result;
  result.model = "heisenberg";
  CHECK(read(result).order_parameter() == "staggered_magnetisation"); // of an earlier version
  result.order_parameter = "magnetisation_magnitude";
  CHECK(read(result).order_parameter() == "magnetisation_magnitude");
  CHECK(analysis::columns(read(result))[analysis::quantity::binder_ratio].long_name ==
        "Binder ratio <m^4>/<m^2>^2, |m|: magnetisation_magnitude");
  result.model = "a model of later times";
  CHECK(read(result).order_parameter() == "magnetisation_magnitude");
  for (const std::string name : {",", "magnetisation_magnitude,staggered_magnetisation"}) {
    result.order_parameter = name;
    check_refused<FileError>(result, "damaged at", "order_parameter of /results");
  }
  result.order_parameter = "nothing";
  check_refused<FileError>(result, "nothing");
}

TEST_CASE("each group of a scan has its own order parameter", "[analysis]") {
  Result result;
  result.model = "heisenberg";
  result.scan = "x_Cr";
  result.order_parameter = "staggered_magnetisation,magnetisation_magnitude";
  const analysis::RunData run = read(result);
  CHECK(run.order == std::vector<std::string>{"staggered_magnetisation", "magnetisation_magnitude"});
  CHECK(run.order_parameter() == "magnetisation_magnitude or staggered_magnetisation");
  CHECK(analysis::reweighting(run, 0, run.temperatures()).estimates(2.0)[analysis::quantity::order_parameter].value ==
        0.25);
  CHECK(analysis::reweighting(run, 1, run.temperatures()).estimates(2.0)[analysis::quantity::order_parameter].value ==
        0.5);
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
  result.order_parameter = "staggered_magnitude";
  runs[1] = read(result);
  complaint("order parameters are magnetisation_magnitude and staggered_magnitude");
  result.order_parameter = "";
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

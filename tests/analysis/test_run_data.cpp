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
#include <map>
#include <set>

using namespace neel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using testing::Numbers;
using testing::read;
using testing::read_only;
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
  CHECK(run.order_parameter() == "magnetisation_magnitude");
  CHECK(run.sites(0) == 16);
  CHECK(run.length() == 4);
  CHECK(run.along().name == "T");
  CHECK(run.values() == std::vector{2.0, 3.0});
  CHECK((run.states[0].draws == 40 && run.states[1].draws == 30));
  analysis::Measurements all;
  run.add(0, 1, run.values(), all);
  CHECK(all.beta == std::vector{1 / 3.0, 0.5});
  CHECK(all.energy.size() == 70);
  CHECK(all.energy[0] == 16 * result.energy(0, 1, 0));
  CHECK(all.energy[69] == 16 * result.energy(1, 1, 29));
  CHECK((all.block[0] == 5 && all.block[39] == 9)); // of the second of four chains
  CHECK((all.block[40] == 5 && all.block[69] == 9));
  CHECK(all.state[69] == 1);
  result.input = "[couplings]\nJ = -1.0\n";
  CHECK(read(result).order_parameter() == "staggered_magnitude");
}

TEST_CASE("blocks of the jackknife are of whole chains, or of one", "[analysis]") {
  for (const std::size_t chains : {1, 2, 8, 19, 20, 47, 256}) {
    const std::size_t draws = 240;
    std::map<std::uint32_t, std::size_t> size;
    std::map<std::uint32_t, std::set<std::size_t>> of;
    for (std::size_t n = 0; n < chains * draws; ++n) {
      const std::uint32_t block = analysis::jackknife_block(n / draws, chains, n % draws, draws);
      ++size[block];
      of[block].insert(n / draws);
    }
    INFO(chains << " chains");
    CHECK(size.size() >= analysis::jackknife_blocks);
    CHECK(size.size() < 2 * analysis::jackknife_blocks);
    CHECK(size.rbegin()->first == size.size() - 1);
    for (const auto& [block, draws_in] : size) {
      CHECK((of[block].size() == 1 || draws_in == draws * of[block].size()));
    }
  }
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
  CHECK((run.order(0) == "staggered_magnetisation" && run.order(1) == "magnetisation_magnitude"));
  CHECK(run.order_parameter() == "magnetisation_magnitude or staggered_magnetisation");
  CHECK(analysis::reweighting(run, 0, run.values()).estimates(2.0)[analysis::quantity::order_parameter].value == 0.25);
  CHECK(analysis::reweighting(run, 1, run.values()).estimates(2.0)[analysis::quantity::order_parameter].value == 0.5);
}

TEST_CASE("groups of a scan are taken apart, and told whether they are disordered", "[analysis]") {
  Result result;
  result.model = "heisenberg";
  result.scan = "x_Cr";
  result.input = "[material]\nfractions = {Cr = [0.0, 0.5]}\n";
  const analysis::RunData run = read(result);
  CHECK(run.groups.size() == 2);
  CHECK((run.others.size() == 1 && run.others[0].values == std::vector{0.0, 0.5}));
  CHECK((!run.disorder(0) && run.disorder(1)));
  CHECK(analysis::reweighting(run, 0, run.values()).replicas() == 20); // blocks
  const auto samples = analysis::reweighting(run, 1, std::vector{2.0});
  CHECK(samples.replicas() == 2);                     // the group's chains
  CHECK(std::abs(samples.at(2.0)[0] + 2.22) < 0.005); // chains 2 and 3 at the second temperature
  result.disordered = {1, 0};                         // a later file says so itself
  CHECK((read(result).disorder(0) && !read(result).disorder(1)));
}

TEST_CASE("what cannot be reweighted is refused in one sentence", "[analysis]") {
  Result result;
  result.format = "something";
  check_refused<FileError>(result, "not a result of Neel");
  CHECK_THROWS_MATCHES(analysis::read_runs("nowhere.h5"), FileError, MessageMatches(ContainsSubstring("no such file")));
  result = {};
  result.together = 16;
  check_refused<InputError>(result, "single measurements", "measure.bins = 320");
  result.together = 8000;
  check_refused<InputError>(result, "schedule.measure_every", "200000");
  for (const char* model : {"edwards-anderson", "majority"}) {
    result = {};
    result.model = model;
    check_refused<InputError>(result, model, "has no order parameter");
  }
  result = {};
  result.points = "H";
  result.field = {0, 0.1};
  result.spoil = [](Numbers& all) { all.temperature = {3, 3}; };
  check_refused<InputError>(result, "does not say how its energy depends on H");
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

TEST_CASE("the factor of the susceptibility is what the file says it is", "[analysis]") {
  Result result;
  result.model = "phi4";
  result.order_parameter = "magnetisation_magnitude";
  CHECK(!read(result).susceptibility_over_temperature); // of an earlier version
  result.susceptibility = "N/T";
  CHECK(read(result).susceptibility_over_temperature);
  result.model = "a model of later times";
  result.susceptibility = "N";
  CHECK(!read(result).susceptibility_over_temperature);
  result.susceptibility = "T";
  check_refused<FileError>(result, "damaged at", "susceptibility of /results");
}

namespace {

/// What the magnetisations of the test's file are multiplied with makes no physics, but shows what is read.
const models::Parameter field{
    "H", "schedule.field", "field", "J", {}, {{"magnetisation_magnitude", -1}, {"staggered_magnetisation", 2}}};
const models::Parameter coupling{"J", "couplings.J", "coupling", "J", {1}, {{"energy", 1}}};

/// At T = 3, in two fields.
Result in_fields(std::vector<double> fields) {
  Result result;
  result.points = "H";
  result.field = std::move(fields);
  result.spoil = [](Numbers& all) { all.temperature = {3, 3}; };
  result.parameters = {field, coupling};
  return result;
}

analysis::RunData along(analysis::RunData run, const std::string& axis) {
  analysis::follow(run, axis);
  return run;
}

} // namespace

TEST_CASE("a parameter is read with the derivative of the energy", "[analysis]") {
  const analysis::RunData run = read(in_fields({0.5, 0}));
  CHECK(run.along().name == "H");
  CHECK(run.along().key == "schedule.field");
  CHECK(run.values() == std::vector{0.0, 0.5});
  analysis::Measurements all;
  run.add(0, 1, run.values(), all);
  CHECK(all.beta == std::vector{0.0, 0.5 / 3});
  CHECK(all.width == 8);
  CHECK(all.state[0] == 1);
  CHECK(all.energy[0] == 16 * (-0.5 + 2 * 0.25));
  CHECK(all.moments[0] == Result{}.energy(0, 1, 0)); // less 0.5 times nothing
  CHECK(std::abs(analysis::reweighting(run, 0, std::vector{0.5}).at(0.5)[0] + 1.12) < 0.005);
}

TEST_CASE("what is varied is what points or groups differ in, unless it is said", "[analysis]") {
  Result result;
  result.parameters = {{"J", "couplings.J", "coupling", "J", {0, 0.5}, {{"energy", 1}}}};
  result.scan = "J";
  const analysis::RunData temperatures = read_only(result);
  CHECK(analysis::varied(std::span(&temperatures, 1)) == "T");
  CHECK(along(temperatures, "T").groups.size() == 2);
  const analysis::RunData by_coupling = along(temperatures, "J");
  CHECK(by_coupling.groups.size() == 2); // at two temperatures
  CHECK(by_coupling.definition(0).temperature == 3);
  CHECK(by_coupling.definition(1).temperature == 2);
  CHECK_THROWS_MATCHES(along(temperatures, "g"), InputError, MessageMatches(ContainsSubstring("it has no g")));
  CHECK_THROWS_MATCHES(along(temperatures, "H"), InputError, MessageMatches(ContainsSubstring("depends on H")));
  result.parameters = {field};
  result.scan.clear();
  CHECK_THROWS_MATCHES(along(read_only(result), "H"), InputError, MessageMatches(ContainsSubstring("one value of H")));
  result.scan = "J";
  result.parameters = {coupling};
  result.spoil = [](Numbers& all) { all.temperature = all.sampled_temperature = {3, 3}; };
  const analysis::RunData couplings = read_only(result); // all at one temperature
  CHECK(analysis::varied(std::span(&couplings, 1)) == "J");
}

TEST_CASE("a loop that remembers where it came from is not in equilibrium", "[analysis]") {
  Result result = in_fields({0.5, 0.5});
  result.parameters = {{"H", "schedule.field", "field", "J", {}, {{"energy", -1}}}}; // 1.12 and 2.12
  analysis::RunData run = read_only(result);
  analysis::State elsewhere = run.states.front();
  elsewhere.at[1] = 0;
  run.states.push_back(elsewhere);
  CHECK_THROWS_MATCHES(along(run, "H"), InputError, MessageMatches(ContainsSubstring("not in equilibrium")));
  run.states[1] = run.states[0];
  CHECK_NOTHROW(along(run, "H"));
}

TEST_CASE("runs of one size are joined where they differ in their states", "[analysis]") {
  const analysis::RunData a = read_only(in_fields({0.5, 0}));
  std::vector<analysis::RunData> joined = analysis::join_by_size({a, read_only(in_fields({0.3, 0.1}))});
  REQUIRE(joined.size() == 1);
  CHECK(along(joined[0], "H").values() == std::vector{0.0, 0.1, 0.3, 0.5});
  Result other = in_fields({0.5, 0});
  other.input = "[couplings]\nJ = 2.0\n";
  other.parameters[1].values = {2};
  joined = analysis::join_by_size({a, read_only(other)});
  REQUIRE(joined.size() == 1);
  CHECK(along(joined[0], "J").groups.size() == 2); // one in each field
  CHECK(along(joined[0], "H").groups.size() == 2);
  other.parameters.pop_back(); // nothing tells the couplings apart
  CHECK_THROWS_MATCHES(analysis::join_by_size({a, read_only(other)}), InputError,
                       MessageMatches(ContainsSubstring("couplings.J is 1.0 in one and 2.0 in the other")));
  other = in_fields({0.3, 0.1});
  other.disordered = {1};
  joined = analysis::join_by_size({read_only(other), a});
  CHECK_THROWS_MATCHES(along(joined[0], "H"), InputError, MessageMatches(ContainsSubstring("differs from run to run")));
  other.size = {16, 1, 1};
  CHECK_THROWS_MATCHES(analysis::join_by_size({a, read_only(other)}), InputError,
                       MessageMatches(ContainsSubstring("differ in shape")));
}

TEST_CASE("runs of different models or in the same states are not compared", "[analysis]") {
  Result result;
  const analysis::RunData small = read_only(result);
  const auto complaint = [&](const std::string& part) {
    const auto compare = [&] {
      std::vector<analysis::RunData> runs = analysis::join_by_size({small, read_only(result)});
      for (analysis::RunData& run : runs) {
        analysis::follow(run, "T");
      }
      analysis::check_comparable(runs);
    };
    if (part.empty()) {
      CHECK_NOTHROW(compare());
    } else {
      CHECK_THROWS_MATCHES(compare(), InputError, MessageMatches(ContainsSubstring(part)));
    }
  };
  complaint("one size");
  result.size = {8, 8, 1};
  complaint("");
  result.input = "[couplings]\nJ = 2.0\n[schedule]\nsweeps = 7\n";
  complaint("couplings.J is 1.0 in one and 2.0 in the other");
  result.input = "[couplings]\nJ = 1.0\n";
  result.field = {0.1, 0.1};
  complaint("schedule.field is 0.0 in one and 0.1 in the other");
  result.field = {0, 0};
  result.order_parameter = "staggered_magnitude";
  complaint("order parameters are magnetisation_magnitude and staggered_magnitude");
  result.order_parameter = "";
  result.scan = "x";
  complaint("do not go through the same values of x");
  const analysis::RunData scan = read(result);
  CHECK_THROWS_MATCHES(analysis::analyze_run(scan, {11, 0.01, 0.02}), InputError,
                       MessageMatches(ContainsSubstring("say nothing of temperatures")));
  for (const auto& [from, to] : {std::pair{3.0, 2.0}, {2.0, std::numeric_limits<double>::infinity()}}) {
    CHECK_THROWS_MATCHES(analysis::analyze_run(scan, {11, from, to}), InputError,
                         MessageMatches(ContainsSubstring("expected temperatures")));
  }
}

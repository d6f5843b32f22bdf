// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The run loop on a simulation that is nothing but a chain of hashes, so that every sweep shows.
#include <neel/run/anneal.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstring>

using namespace neel;
using run::Observer;
using run::Position;

namespace {

class Chain final : public run::Simulation {
public:
  Chain() : Simulation({2, 1, 1, 3}) {}
  void apply_conditions(double temperature, double field) override { condition_ = temperature + 1000 * field; }
  void advance(std::uint64_t number, run::Sweep kind) override {
    state_ = (state_ ^ number) * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(condition_);
    if (kind == run::Sweep::measured) {
      measure();
    }
  }
  void measure() override { held_.push_back(static_cast<double>(state_ >> 40)); }
  void wait() override {}
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    CHECK(static_cast<int>(held_.size()) <= capacity());
    for (const double v : held_) {
      const double other = -v;
      receive(0, {&v, 1});
      receive(1, {&other, 1});
    }
    held_.clear();
  }
  std::uint64_t hash() override { return state_; }
  std::vector<run::Array> save() override {
    run::Array a{"state", run::Array::Number::u64, {1}, std::vector<std::byte>(8)};
    std::memcpy(a.bytes.data(), &state_, 8);
    return {a};
  }
  void load(std::vector<run::Array>& arrays) override { std::memcpy(&state_, arrays.at(0).bytes.data(), 8); }
  std::string check() override { return ""; }
  run::Configuration configuration_of(int /*system*/, const run::SiteRange& /*range*/) override { return {}; }

private:
  std::uint64_t state_ = 1;
  double condition_ = 0;
  std::vector<double> held_;
};

struct Outcome {
  std::uint64_t hash = 0, sweeps = 0;
  std::vector<std::vector<double>> sums; ///< per finished point, both systems
};

/// Stops when `stop_after` more sweeps are done, and remembers where.
class Watch final : public Observer {
public:
  Watch(run::Simulation& simulation, Outcome& outcome, std::uint64_t stop_after, std::int64_t enough_at)
      : simulation_(simulation), outcome_(outcome), stop_after_(stop_after), enough_at_(enough_at) {}
  RunAction busy(const Position& p) override {
    return p.sweeps >= stop_after_ ? RunAction::stop : (p.sweeps % 3 == 0 ? RunAction::save : RunAction::go_on);
  }
  void save(const Position& p) override {
    saved = p;
    arrays = simulation_.save();
  }
  bool enough(const Position& p) override {
    CHECK(statistics::Bins::is_milestone(p.bins[0].measurements(), 4));
    return p.bins[0].measurements() >= enough_at_;
  }
  void finished(const Position& p) override {
    std::vector<double> all;
    for (const statistics::Bins& b : p.bins) {
      all.insert(all.end(), b.sums().begin(), b.sums().end());
    }
    outcome_.sums.push_back(all);
  }
  Position saved;
  std::vector<run::Array> arrays;

private:
  run::Simulation& simulation_;
  Outcome& outcome_;
  std::uint64_t stop_after_;
  std::int64_t enough_at_;
};

constexpr std::uint64_t never = ~0ULL;
constexpr std::int64_t no_target = 1'000'000;

/// Runs the schedule, stopped at every `stride`-th chance and continued in a new simulation each time.
Outcome run_in_parts(std::uint64_t stride, std::int64_t enough_at) {
  run::Schedule schedule;
  schedule.points = {{2.0, 0.0, 5, 13, 3}, {1.0, 0.0, 0, 1, 1}, {1.0, 0.5, 7, 40, 1}, {0.5, 0.0, 2, 0, 1}};
  schedule.bins = 4;
  Outcome outcome;
  Position position;
  std::vector<run::Array> arrays;
  for (;;) {
    Chain chain;
    if (!arrays.empty()) {
      chain.load(arrays);
    }
    Watch watch(chain, outcome, stride == never ? never : position.sweeps + stride, enough_at);
    if (run::anneal(chain, schedule, position, watch)) {
      outcome.hash = chain.hash();
      outcome.sweeps = position.sweeps;
      return outcome;
    }
    position = watch.saved;
    arrays = watch.arrays;
  }
}

} // namespace

TEST_CASE("a run stopped after any sweep and continued is the run that was never stopped", "[run]") {
  const auto target = GENERATE(no_target, std::int64_t{10}, std::int64_t{4});
  const Outcome whole = run_in_parts(never, target);
  CHECK(whole.sums.size() == 4);
  CHECK((target != no_target || whole.sweeps == 5 + 39 + 1 + 7 + 40 + 2));
  CHECK((target == no_target || whole.sweeps < 5 + 39 + 1 + 7 + 40 + 2));
  for (std::uint64_t stride = 1; stride < 40; ++stride) {
    const Outcome parts = run_in_parts(stride, target);
    CHECK(parts.hash == whole.hash);
    CHECK(parts.sweeps == whole.sweeps);
    CHECK(parts.sums == whole.sums);
  }
}

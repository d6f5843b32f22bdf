// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Majority automata as the run loop steps them.

#include "models/automaton.hpp"

#include <neel/run/simulation.hpp>

#include <cmath>

namespace neel::models {

/// The boards of a run. Sweeps are steps of time; they are made when their result is asked for, so that passes of several
/// steps can be used between measurements.
class MajoritySimulation final : public run::Simulation {
public:
  static constexpr std::size_t numbers = 6; ///< raw moments

  /// `cells`: of all boards, or none for random ones.
  MajoritySimulation(const AutomatonOptions& o, std::span<const std::uint8_t> cells)
      : options_(o), automaton_(make_automaton(o)) {
    const auto size = static_cast<std::size_t>(sites());
    for (std::size_t b = 0; b * size < cells.size(); ++b) {
      automaton_->set(static_cast<int>(b), cells.subspan(b * size, size));
    }
    remember();
  }

  int systems() const override { return options_.boards; }
  std::int64_t sites() const override { return std::int64_t{options_.width} * options_.height; }
  std::size_t moments() const override { return numbers; }
  int capacity() const override { return 1; }

  void set_conditions(double /*temperature*/, double /*field*/) override {}
  void sweep(std::uint64_t /*number*/) override { ++asked_; }

  void sweep_and_measure(std::uint64_t number) override {
    sweep(number);
    measure();
  }
  void measure() override {
    catch_up();
    measured_ = true;
  }
  void wait() override {
    catch_up();
    automaton_->wait();
  }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    if (!measured_) {
      return;
    }
    measured_ = false;
    const double n = static_cast<double>(sites());
    for (std::size_t b = 0; b < seen_[0].size(); ++b) {
      const BoardCount& now = seen_[0][b];
      const double m = 2 * static_cast<double>(now.ones) / n - 1;
      const double raw[numbers] = {m,
                                   std::abs(m),
                                   m * m,
                                   static_cast<double>(now.walls) / (2 * n),
                                   static_cast<double>(now.changed) / n,
                                   static_cast<double>(period(b))};
      receive(static_cast<int>(b), raw);
    }
  }

  std::uint64_t hash() override {
    catch_up();
    std::uint64_t all = 0;
    for (const BoardCount& c : seen_[0]) {
      all = all * 0x9E3779B97F4A7C15ULL + c.hash;
    }
    return all;
  }

  std::vector<run::Array> save() override {
    catch_up();
    std::vector<std::uint64_t> counts{static_cast<std::uint64_t>(done_)};
    for (const auto& counted : seen_) {
      for (std::size_t b = 0; b < boards(); ++b) {
        const BoardCount c = counted.empty() ? BoardCount{} : counted[b];
        counts.insert(counts.end(), {c.ones, c.walls, c.changed, c.hash});
      }
    }
    std::vector<run::Array> all = automaton_->save();
    all.push_back(run::to_array("counts", counts));
    return all;
  }

  void load(std::vector<run::Array>& arrays) override {
    automaton_->load(arrays);
    const std::vector<std::uint64_t> kept =
        run::numbers_from_array(arrays, "counts", 1 + std::size(seen_) * boards() * 4);
    asked_ = done_ = static_cast<std::int64_t>(kept[0]);
    for (std::size_t k = 0; k < std::size(seen_); ++k) {
      seen_[k].clear();
      for (std::size_t b = 0; b < boards() && static_cast<std::int64_t>(k) <= done_; ++b) {
        const std::uint64_t* const c = kept.data() + 1 + 4 * (k * boards() + b);
        seen_[k].push_back({c[0], c[1], c[2], c[3]});
      }
    }
  }

  std::string check() override {
    const std::vector<BoardCount> now = automaton_->count();
    for (std::size_t b = 0; b < boards(); ++b) {
      const BoardCount& c = now[b];
      if (c.hash != seen_[0][b].hash || c.ones > static_cast<std::uint64_t>(sites()) || c.walls % 2 != 0) {
        return "board " + std::to_string(b) + " has " + std::to_string(c.ones) + " cells set and " +
               std::to_string(c.walls) + " walls, but a torus of " + std::to_string(sites()) +
               " cells has an even number of walls, and the last count was " + std::to_string(seen_[0][b].ones) +
               " and " + std::to_string(seen_[0][b].walls);
      }
    }
    return "";
  }

  Automaton& automaton() { return *automaton_; }

private:
  std::size_t boards() const { return static_cast<std::size_t>(options_.boards); }

  /// Makes the steps asked for, the last two one by one and counted, to see what repeats itself.
  void catch_up() {
    for (const std::int64_t before : {2, 1, 0}) {
      if (asked_ - before > done_) {
        automaton_->step(asked_ - before - done_);
        done_ = asked_ - before;
        remember();
      }
    }
  }
  void remember() {
    seen_[2] = std::move(seen_[1]);
    seen_[1] = std::move(seen_[0]);
    seen_[0] = automaton_->count();
  }
  /// After how many steps a board comes back: 1, 2, or 0 if that has not been seen.
  int period(std::size_t b) const {
    if (!seen_[1].empty() && seen_[0][b].hash == seen_[1][b].hash) {
      return 1;
    }
    return !seen_[2].empty() && seen_[0][b].hash == seen_[2][b].hash ? 2 : 0;
  }

  AutomatonOptions options_;
  std::unique_ptr<Automaton> automaton_;
  std::int64_t asked_ = 0, done_ = 0; ///< steps since the start
  bool measured_ = false;
  std::vector<BoardCount> seen_[3]; ///< counts of the last three boards looked at, the latest first
};

} // namespace neel::models

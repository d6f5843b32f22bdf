// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Majority automata as the run loop steps them, and what they measure.

#include "model/observables.hpp"
#include "models/majority/engine.hpp"

#include <neel/run/capabilities.hpp>

namespace neel::models {

struct MajorityMoments : Observables {
  Handle m, m1, m2, walls, blinking, period;

  explicit MajorityMoments(std::int64_t cells) : Observables(cells) {
    m = moment("magnetisation", "2 (fraction of cells set) - 1");
    m1 = moment("magnetisation_magnitude", "|magnetisation|");
    m2 = moment("magnetisation_squared", "squared magnetisation");
    walls = moment("wall_density", "fraction of pairs of neighbours that differ");
    blinking = moment("blinking", "fraction of cells that the last step changed");
    period = moment("period", "steps after which a board comes back: 1, 2, or 0 if it has not yet");
    mean(m).primary = true;
    mean(m1, m2);
    mean(m2);
    for (const Handle h : {walls, blinking, period}) {
      mean(h).primary = true;
    }
  }
};

/// The boards of a run. Sweeps are steps of time; they are made when their result is asked for, so that passes of several
/// steps can be used between measurements.
class MajoritySimulation final : public run::Simulation, public run::Start {
public:
  /// `cells`: of all boards, or none for random ones. With `clusters`, these are counted in the end.
  MajoritySimulation(const MajorityOptions& o, const MajorityMoments& measures, std::span<const std::uint8_t> cells,
                     bool clusters, run::ExecutionContext where);

  void apply_conditions(double /*temperature*/, double /*field*/) override {}
  void advance(std::uint64_t /*number*/, run::Sweep kind) override {
    ++asked_;
    if (kind == run::Sweep::measured) {
      measure();
    }
  }
  void measure() override {
    catch_up();
    measured_ = true;
  }
  /// The last two steps wait until somebody looks, who may want to know what repeats itself.
  void wait() override {
    step_to(asked_ - 2);
    automaton_->wait();
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override;
  std::uint64_t hash() override;
  void be_part(int first, int all) override {
    first_ = first;
    all_boards_ = all;
  }
  run::Configuration configuration_of(int system, const run::SiteRange& range) override;
  void set_configuration(int system, const run::Configuration& c) override;
  run::FinalReport ending() override;
  std::vector<run::Array> save() override;
  void load(std::vector<run::Array>& arrays) override;
  std::string check() override;

private:
  std::size_t boards() const { return static_cast<std::size_t>(options_.boards); }
  /// Makes the steps asked for, the last two one by one and counted, to see what repeats itself.
  void catch_up();
  void step_to(std::int64_t step);
  /// Counts the board as it is.
  void remember();
  /// After how many steps a board comes back: 1, 2, or 0 if that has not been seen.
  int period(std::size_t b) const;
  void add_cycles(run::FinalReport& end);
  void add_clusters(run::FinalReport& end);

  MajorityOptions options_;
  MajorityMoments measures_;
  bool clusters_;
  std::unique_ptr<MajorityEngine> automaton_;
  std::int64_t asked_ = 0, done_ = 0, counted_ = 0; ///< steps since the start
  bool measured_ = false;
  int first_ = 0, all_boards_ = options_.boards; ///< see be_part()
  std::vector<BoardCount> seen_[3];              ///< counts of the last three boards looked at, the latest first
};

} // namespace neel::models

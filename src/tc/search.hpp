// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The search for a transition: which run comes next, and when the answer is good enough.

#include "tc/plan.hpp"

#include <functional>
#include <map>

namespace neel::tc {

/// What a finished run leaves.
struct Finished {
  std::string name, path; ///< of its files; of NAME.h5
  double tau = 1;         ///< autocorrelation time of the order parameter, in sweeps
};

/// One size with its runs.
struct SizeState {
  int multiple = 1;
  Curves curves;
  double tau = 1;          ///< the largest of its runs
  double independent = 0;  ///< measurements per temperature, about; with disorder, what as many samples stand for
  std::int64_t sweeps = 0; ///< measured, of each system, all runs
  std::vector<std::string> runs;
};

struct Answer {
  enum class Status { transition, none, first_order, budget } status = Status::none;
  std::string sentence; ///< where there is no number, or it is not good enough yet
  std::optional<Limit> limit;
  std::optional<EnergySpread> coexistence; ///< first order
};
/// "transition", "none", "first-order", "budget".
std::string name_of(Answer::Status status);

class Search {
public:
  struct Options {
    double error = 0.005;                        ///< of T_c, relative
    std::int64_t most_sweeps = INT64_MAX;        ///< of a run
    std::function<Finished(const RunPlan&)> run; ///< makes a run, or takes it as it is; throws where it was stopped
    std::function<void(const std::string&)> say; ///< a line for the log
    std::function<std::string(double)> forecast; ///< how long so many updates take
    /// A temperature with its unit, and its error where it has one.
    std::function<std::string(const Estimate&)> shown;
  };
  Search(const Question& question, Options options) : question_(question), options_(std::move(options)) {}

  Answer find();
  const std::vector<SizeState>& sizes() const { return sizes_; }
  const std::map<Ratio, std::vector<Pair>>& pairs() const { return pairs_; }
  double updates() const { return updates_; }

private:
  struct OverBudget {
    RunPlan plan;
  };
  void work(SizeState& size, RunPlan plan);
  void add_runs(SizeState& size, Interval window, double independent);
  SizeState& add_size(Interval window);
  bool bracket();
  Answer no_order();
  Answer nothing_found();
  Answer refine();
  bool find_pairs();
  void mend(const SizeState& smaller, const SizeState& larger);
  std::optional<Answer> coexistence() const;
  std::optional<Limit> best_limit() const;
  void measure_more(const Limit& limit, double target);
  Answer over_budget(const RunPlan& plan) const;
  std::vector<Ratio> ratios() const;
  void say_pairs() const;

  const Question& question_;
  Options options_;
  std::vector<SizeState> sizes_;
  std::map<Ratio, std::vector<Pair>> pairs_;
  Reach reach_{};
  std::uint64_t runs_ = 0;
  double updates_ = 0;
};

} // namespace neel::tc

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "tc/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::tc {

namespace {
constexpr int most_multiple = 256; ///< of the smallest lattice
constexpr double slower = 4.6;     ///< 2^2.2: local moves at twice the length
constexpr double unmatched =
    0.7; ///< a systematic error that is so large a part of what is asked for needs a larger lattice
} // namespace

std::vector<Ratio> Search::ratios() const {
  return question_.kind() == Kind::kosterlitz_thouless ? std::vector{Ratio::helicity}
                                                       : std::vector{Ratio::length, Ratio::binder};
}

void Search::work(SizeState& size, RunPlan plan) {
  plan.multiple = size.multiple;
  plan.number = runs_++;
  if (plan.sweeps > options_.most_sweeps || plan.multiple > most_multiple) {
    throw OverBudget{plan};
  }
  const Finished done = options_.run(plan);
  size.curves.add(done.path);
  size.curves.solve();
  size.tau = size.runs.empty() ? done.tau : std::max(size.tau, done.tau);
  size.independent += question_.expected().disordered
                          ? fewest_independent * plan.systems / samples
                          : static_cast<double>(plan.sweeps) * plan.systems / (2 * std::max(0.5, done.tau));
  size.sweeps += plan.sweeps;
  size.runs.push_back(done.name);
  updates_ += plan.updates(question_);
}

/// With disorder, more samples; else longer runs.
void Search::add_runs(SizeState& size, Interval window, double independent) {
  RunPlan plan;
  const double middle = (window.from + window.to) / 2;
  const SizeState& known = size.runs.empty() ? sizes_.back() : size;
  const double heat = known.curves.trusted(middle) ? known.curves.specific_heat(middle) : 1;
  plan.temperatures = ladder(window, heat, static_cast<double>(question_.sites(size.multiple)));
  if (question_.expected().disordered) {
    plan.systems = std::max(8, static_cast<int>(samples * independent / fewest_independent));
    independent = fewest_independent * plan.systems / samples;
  }
  set_sweeps(plan, size.tau, independent);
  work(size, plan);
}

SizeState& Search::add_size(Interval window) {
  SizeState next{2 * sizes_.back().multiple,
                 Curves(question_.length(2 * sizes_.back().multiple)),
                 slower * sizes_.back().tau,
                 0,
                 0,
                 {}};
  add_runs(next, window, fewest_independent);
  sizes_.push_back(std::move(next));
  return sizes_.back();
}

Answer Search::find() {
  const models::ExpectedOrder& e = question_.expected();
  if (question_.kind() == Kind::nothing_ordered) {
    return {Answer::Status::none,
            e.temperature == 0 ? "no transition: no coupling makes spins order"
                               : "no transition: bonds lead no farther than a cluster of sites",
            {},
            {}};
  }
  try {
    sizes_.push_back({1, Curves(question_.length(1)), 1, 0, 0, {}});
    constexpr double above = 1.05, below = 0.2;
    work(sizes_.front(), pilot(question_, above, below));
    reach_ = reach_of(sizes_.front().curves, e.dimension, above * e.temperature);
    if (!reach_.ordered) {
      work(sizes_.front(), pilot(question_, 1.1 * below, lowest_of_mean_field));
      reach_ = reach_of(sizes_.front().curves, e.dimension, above * e.temperature);
    }
    if (question_.kind() == Kind::mermin_wagner || question_.kind() == Kind::one_dimension) {
      return no_order();
    }
    return bracket() ? refine() : nothing_found();
  } catch (const OverBudget& over) {
    return over_budget(over.plan);
  }
}

/// Finds temperatures with a crossing of the two smallest sizes between them.
bool Search::bracket() {
  options_.say(fmt::format("a transition, if there is one, lies between T = {} and {}\n",
                           options_.shown({reach_.window.from, 0}), options_.shown({reach_.window.to, 0})));
  add_size(reach_.window);
  Interval window = reach_.window;
  constexpr int attempts = 6;
  for (int k = 0, unclear = 0; k < attempts; ++k) {
    const Compared c = compare(sizes_[0].curves, sizes_[1].curves, ratios().front());
    if (find_pairs()) {
      return true;
    }
    double independent = fewest_independent;
    if (c.side == Comparison::larger_less_ordered) {
      window = {0.6 * window.from, 1.1 * window.from};
    } else if (c.side == Comparison::larger_more_ordered) {
      window = {0.95 * window.to, 1.3 * window.to};
    } else {
      independent *= 4;
      if (++unclear > 1) {
        return false;
      }
    }
    if (window.from < lowest_of_mean_field * question_.expected().temperature ||
        window.to > 2 * question_.expected().temperature) {
      return false;
    }
    for (SizeState& size : sizes_) {
      add_runs(size, window, independent);
    }
  }
  return false;
}

bool Search::find_pairs() {
  pairs_.clear();
  for (const Ratio ratio : ratios()) {
    for (std::size_t k = 1; k < sizes_.size(); ++k) {
      const Compared c = compare(sizes_[k - 1].curves, sizes_[k].curves, ratio);
      if (!c.pair) {
        break;
      }
      pairs_[ratio].push_back(*c.pair);
    }
  }
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& p) { return p.second.size() + 1 == sizes_.size(); });
}

void Search::say_pairs() const {
  for (const auto& [ratio, pairs] : pairs_) {
    const Pair& p = pairs.back();
    if (pairs.size() + 1 == sizes_.size()) {
      options_.say(fmt::format("  {} of L = {} and {}: {} at the crossing, T = {}\n", name_of(ratio), p.smaller,
                               p.larger, analysis::with_error(p.ratio), options_.shown(p.at)));
    }
  }
}

/// The two largest sizes do not cross where both are known.
void Search::mend(const SizeState& smaller, const SizeState& larger) {
  const Compared c = compare(smaller.curves, larger.curves, ratios().front());
  Interval window = larger.curves.range();
  const double wide = window.to - window.from;
  if (c.side == Comparison::larger_less_ordered) {
    window = {window.from - wide, window.from + wide / 4};
  } else if (c.side == Comparison::larger_more_ordered) {
    window = {window.to - wide / 4, window.to + wide};
  }
  for (std::size_t k = sizes_.size() - 2; k < sizes_.size(); ++k) {
    add_runs(sizes_[k], window, 2 * sizes_[k].independent);
  }
}

/// Of the ratios that cross for all sizes. Where they contradict each other, half of the contradiction is an error,
/// too.
std::optional<Limit> Search::best_limit() const {
  std::optional<Limit> best, other;
  for (const auto& [ratio, pairs] : pairs_) {
    if (const std::optional<Limit> one = pairs.size() + 1 == sizes_.size() ? limit_of(pairs, ratio) : std::nullopt) {
      const bool better = !best || one->error() < best->error();
      other = better ? best : one;
      best = better ? one : best;
    }
  }
  if (best && other) {
    const double apart = std::abs(best->at.value - other->at.value) - std::hypot(best->error(), other->error());
    best->systematic = std::hypot(best->systematic, std::max(0.0, apart) / 2);
  }
  return best;
}

Answer Search::refine() {
  for (int failures = 0;;) {
    if (!find_pairs()) {
      if (++failures > 4) {
        return {Answer::Status::budget,
                fmt::format("curves of L = {} and {} do not cross clearly; a smaller --error takes longer runs",
                            sizes_[sizes_.size() - 2].curves.length(), sizes_.back().curves.length()),
                {},
                {}};
      }
      mend(sizes_[sizes_.size() - 2], sizes_.back());
      continue;
    }
    say_pairs();
    if (std::optional<Answer> two = coexistence()) {
      return *two;
    }
    const std::optional<Limit> limit = best_limit();
    const double target = limit ? options_.error * limit->at.value : 0;
    if (limit && limit->error() <= target) {
      return {Answer::Status::transition, "", limit, {}};
    }
    if (limit && limit->systematic < unmatched * target) {
      measure_more(*limit, target);
      continue;
    }
    const auto known =
        std::find_if(pairs_.begin(), pairs_.end(), [&](const auto& p) { return p.second.size() + 1 == sizes_.size(); });
    add_size(window_around(sizes_.back().curves, known->second.back()));
  }
}

/// Of the sizes of the last two crossings, those whose part of the error is the largest.
void Search::measure_more(const Limit& limit, double target) {
  constexpr double margin = 1.15, most = 8;
  const std::vector<Pair>& pairs = pairs_.at(limit.ratio);
  const Pair &before = pairs[pairs.size() - 2], &last = pairs.back();
  const double wanted = target * target - limit.systematic * limit.systematic;
  const double factor = margin * limit.at.error * limit.at.error / wanted;
  constexpr double step = 0.24; // what is added of the drift, about
  const double parts[] = {step * before.error_of_smaller, (1 + step) * last.error_of_smaller,
                          (1 + step) * last.error_of_larger};
  double sum = 0;
  for (const double p : parts) {
    sum += p * p;
  }
  const std::size_t first = sizes_.size() - 3;
  for (std::size_t k = 0; k < 3; ++k) {
    SizeState& size = sizes_[first + k];
    const double more = std::min(most, 3 * factor * parts[k] * parts[k] / sum);
    if (constexpr double little = 1.1; more > little) {
      add_runs(size, window_of(pairs, size.curves.length()), (more - 1) * size.independent);
    }
  }
}

} // namespace neel::tc

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What a search says where there is no number, or not the one that was asked for.

#include "tc/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::tc {

std::string name_of(Answer::Status status) {
  switch (status) {
  case Answer::Status::transition:
    return "transition";
  case Answer::Status::first_order:
    return "first-order";
  case Answer::Status::budget:
    return "budget";
  case Answer::Status::none:
    break;
  }
  return "none";
}

/// Before that is said, the temperature where energies spread widest is looked at: of a first-order transition, or of
/// order at other wave vectors, it is the trace.
Answer Search::nothing_found() {
  constexpr int points = 61;
  const double coldest = sizes_.back().curves.range().from, peak = sizes_.back().curves.widest(points).temperature;
  std::string heat;
  for (SizeState& size : sizes_) {
    constexpr double beside = 0.07;
    if (peak > 0) {
      add_runs(size, {(1 - beside) * peak, (1 + beside) * peak}, fewest_independent);
      const double t = size.curves.widest(points).temperature;
      heat += fmt::format("{} {:.3g} at T = {} (L = {})", heat.empty() ? "; the specific heat is at most" : ",",
                          size.curves.specific_heat(t), options_.shown({t, 0}), size.curves.length());
    }
  }
  if (std::optional<Answer> two = coexistence()) {
    return *two;
  }
  const Curves& larger = sizes_.back().curves;
  const std::string what =
      fmt::format("xi/L of L = {} and {} do not cross; at that T xi = {:.3g} cells (L = {})",
                  sizes_.front().curves.length(), larger.length(), larger.correlation_length(coldest), larger.length());
  return {Answer::Status::none,
          (question_.expected().degenerate
               ? fmt::format("no order of mean field's kind found down to T = {}: {}; several orders are as good in "
                             "mean field",
                             options_.shown({coldest, 0}), what)
               : fmt::format("no transition found down to T = {}: {}", options_.shown({coldest, 0}), what)) +
              heat,
          {},
          {}};
}

/// Continuous symmetry in two dimensions, or one dimension.
Answer Search::no_order() {
  add_size(reach_.window);
  const SizeState& larger = add_size(reach_.window);
  const models::ExpectedOrder& e = question_.expected();
  std::string seen;
  constexpr double reliable = 0.25; // xi/L: beyond that the lattice limits xi
  constexpr int points = 101;
  const Interval range = larger.curves.range();
  double coldest = range.to;
  for (int k = 0; k < points; ++k) {
    const double t = range.to - (range.to - range.from) * k / (points - 1);
    if (larger.curves.trusted(t) && larger.curves.at(Ratio::length, t) < reliable) {
      coldest = t;
    }
  }
  for (const double t : {range.to, coldest}) {
    seen += fmt::format("{}xi = {:.3g} cells at T = {}", seen.empty() ? "" : ", ", larger.curves.correlation_length(t),
                        options_.shown({t, 0}));
  }
  const std::string why =
      question_.kind() == Kind::mermin_wagner
          ? fmt::format(
                "no transition at T > 0 (Mermin-Wagner): spins of {} components in two dimensions, no direction "
                "of which is easy",
                e.components)
          : "no transition at T > 0: bonds of short range lead along one dimension alone";
  return {Answer::Status::none, why + "; instead the correlation length grows as it gets colder: " + seen, {}, {}};
}

/// Two peaks of the energy that part as the lattice grows.
std::optional<Answer> Search::coexistence() const {
  constexpr int points = 61;
  constexpr double two_peaks = 2.0, less = 0.05;
  const EnergySpread before = sizes_[sizes_.size() - 2].curves.widest(points),
                     last = sizes_.back().curves.widest(points);
  if (last.kurtosis > two_peaks || last.kurtosis > before.kurtosis - less) {
    return {};
  }
  return Answer{
      Answer::Status::first_order,
      fmt::format("first order: at T = {} the energies of L = {} have two peaks, {:.4g} {} per site apart (latent "
                  "heat), clearer than those of L = {}; there is no critical point",
                  options_.shown({last.temperature, 0}), sizes_.back().curves.length(), last.gap,
                  question_.expected().unit.label(), sizes_[sizes_.size() - 2].curves.length()),
      {},
      last};
}

Answer Search::over_budget(const RunPlan& plan) const {
  const std::optional<Limit> limit = best_limit();
  return {Answer::Status::budget,
          fmt::format("an error of {:.2g} % takes {} sweeps of L = {} at {} temperatures next, {}: more than {}",
                      100 * options_.error, plan.sweeps, question_.text(plan.multiple), plan.temperatures.size(),
                      options_.forecast(plan.updates(question_)),
                      plan.sweeps > options_.most_sweeps ? fmt::format("--max-sweeps {}", options_.most_sweeps)
                                                         : "neel tc tries"),
          limit,
          {}};
}

} // namespace neel::tc

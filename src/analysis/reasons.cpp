// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/reasons.hpp"

#include "input/run_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

/// The points of a grid that the curves are known at.
std::vector<std::size_t> known_points(const RunAnalysis& run, std::size_t group) {
  std::vector<std::size_t> known;
  for (std::size_t p = 0; p < run.grid.size(); ++p) {
    if (std::isfinite(run.groups[group].curve[p][quantity::energy].value)) {
      known.push_back(p);
    }
  }
  return known;
}

bool any_number(const input::Value& v) {
  if (const auto* whole = v.as<std::int64_t>()) {
    return *whole != 0;
  }
  if (const auto* real = v.as<double>()) {
    return *real != 0;
  }
  if (const auto* list = v.as<input::Value::List>()) {
    return std::any_of(list->begin(), list->end(), any_number);
  }
  if (const auto* table = v.as<input::Value::Table>()) {
    return std::any_of(table->begin(), table->end(), [](const auto& entry) { return any_number(entry.second); });
  }
  return v.as<std::string>() != nullptr; // a number with a unit
}

/// Whether something in the Hamiltonian tells directions of spins apart.
bool has_easy_directions(const input::Value& input) {
  for (const char* key : {"material.anisotropy", "material.cubic", "material.dm", "schedule.field"}) {
    if (const input::Value* const v = input::find(input, key); v != nullptr && any_number(*v)) {
      return true;
    }
  }
  const input::Value* const bonds = input::find(input, "couplings.bonds");
  const auto* const list = bonds == nullptr ? nullptr : bonds->as<input::Value::List>();
  return list != nullptr && std::any_of(list->begin(), list->end(), [](const input::Value& bond) {
           return input::find(bond, "dm") != nullptr || input::find(bond, "matrix") != nullptr;
         });
}

} // namespace

std::string why_no_peak(const RunAnalysis& run, std::size_t group, quantity::Index of, const InWords& shown) {
  const std::vector<std::size_t> known = known_points(run, group);
  const std::string& along = run.data.along().name;
  if (known.size() < 3) {
    return "known at too few values of " + along + "; run at more of them";
  }
  const std::vector<Estimates>& curve = run.groups[group].curve;
  const auto highest = std::max_element(known.begin(), known.end(), [&](std::size_t a, std::size_t b) {
    return curve[a][of].value < curve[b][of].value;
  });
  if (const std::vector<Interval>& gaps = run.groups[group].gaps; !gaps.empty()) {
    const double x = run.grid[*highest];
    const auto off = [x](const Interval& gap) { return std::max({gap.from - x, x - gap.to, 0.0}); };
    const auto nearest = std::min_element(gaps.begin(), gaps.end(),
                                          [&](const Interval& a, const Interval& b) { return off(a) < off(b); });
    return fmt::format(
        "{} = {} and {}{} have too few measurements in common; run at values between", along, shown(nearest->from),
        shown(nearest->to),
        gaps.size() > 1 ? fmt::format(", and {} pair{} more,", gaps.size() - 1, gaps.size() > 2 ? "s" : "") : "");
  }
  if (highest == known.begin() || highest + 1 == known.end()) {
    return fmt::format("highest at the edge of the range, {} = {}; run at {} values, too", along,
                       shown(run.grid[*highest]), highest == known.begin() ? "lower" : "higher");
  }
  return fmt::format("its errors are too large to tell a maximum near {} = {}; run longer", along,
                     shown(run.grid[*highest]));
}

std::string why_no_crossing(const RunAnalysis& smaller, const RunAnalysis& larger, std::size_t group,
                            const InWords& shown) {
  const auto known = [&](const RunAnalysis& run) {
    const std::vector<std::size_t> points = known_points(run, group);
    return KnownCurve{binder_curve(run.groups[group].reweighting),
                      points.empty() ? Interval{1, 0} : Interval{run.grid[points.front()], run.grid[points.back()]}};
  };
  return why_no_crossing(known(smaller), known(larger), smaller.data.along().name, smaller.data.along_temperature(),
                         shown);
}

std::string why_no_crossing(const KnownCurve& smaller, const KnownCurve& larger, const std::string& along,
                            bool temperature, const InWords& shown) {
  const Interval a = smaller.reach, b = larger.reach, both{std::max(a.from, b.from), std::min(a.to, b.to)};
  if (!(a.from <= a.to && b.from <= b.to)) {
    return fmt::format("no {} is known of one of the sizes; run longer, or at other values", along);
  }
  if (!(both.from < both.to)) {
    return fmt::format("no {} is known of both sizes ({} to {}, {} to {}); run both at the same values", along,
                       shown(a.from), shown(a.to), shown(b.from), shown(b.to));
  }
  std::size_t above = 0, below = 0, higher = 0;
  constexpr int points = 21;
  constexpr double clear = 2; // sigma, as a crossing must be
  for (const double x : evenly(both, points)) {
    const Estimate s = smaller.curve.estimate(x), l = larger.curve.estimate(x);
    const double difference = (s.value - l.value) / std::hypot(s.error, l.error);
    above += difference > clear ? 1 : 0;
    below += difference < -clear ? 1 : 0;
    higher += difference > 0 ? 1 : 0;
  }
  if (above > 0 && higher == points) {
    return fmt::format("ordered from {} = {} to {}: the curves meet beyond; run at {}values", along, shown(both.from),
                       shown(both.to), temperature ? "higher " : "other ");
  }
  if (below > 0 && higher == 0) {
    return fmt::format("disordered from {} = {} to {}: the curves meet beyond, if at all; run at {}values", along,
                       shown(both.from), shown(both.to), temperature ? "lower " : "other ");
  }
  return fmt::format("{} from {} = {} to {}; run longer, or sizes further apart",
                     above + below > 0 ? "the curves meet, but on one side differ by less than their errors,"
                                       : "the curves differ by less than their errors",
                     along, shown(both.from), shown(both.to));
}

std::string why_no_order(const RunData& run) {
  const auto axes = std::count_if(run.size.begin(), run.size.end(), [](std::int64_t l) { return l > 1; });
  const bool xy = run.model == "xy", continuous = xy || run.model == "heisenberg";
  if (axes > 2 || !continuous || has_easy_directions(stored_input(run.input, run.path))) {
    return {};
  }
  return fmt::format("{} spins in {} dimension{} have no long-range order at any temperature above zero (Mermin and "
                     "Wagner): crossings "
                     "drift with the size, and there is no T_c to extrapolate to{}",
                     xy ? "XY" : "Heisenberg", axes, axes == 1 ? "" : "s",
                     xy && axes == 2 ? "; the Kosterlitz-Thouless transition is where measure.stiffness crosses 2 T/pi"
                                     : "");
}

} // namespace neel::analysis

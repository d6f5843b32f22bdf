// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority/simulation.hpp"

#include "models/majority/board_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace neel::models {

MajoritySimulation::MajoritySimulation(const MajorityOptions& o, const MajorityMoments& measures,
                                       std::span<const std::uint8_t> cells, bool clusters, run::ExecutionContext where)
    : Simulation({o.boards, std::int64_t{o.width} * o.height, measures.moments().size()}), options_(o),
      measures_(measures), clusters_(clusters), automaton_(make_majority(o, where)) {
  const auto size = static_cast<std::size_t>(sites());
  for (std::size_t b = 0; b * size < cells.size(); ++b) {
    automaton_->set(static_cast<int>(b), cells.subspan(b * size, size));
  }
  remember();
}

void MajoritySimulation::catch_up() {
  for (const std::int64_t before : {2, 1, 0}) {
    if (asked_ - before > counted_) {
      step_to(asked_ - before);
      remember();
    }
  }
}

void MajoritySimulation::step_to(std::int64_t step) {
  if (step > done_) {
    automaton_->step(step - done_);
    done_ = step;
  }
}

void MajoritySimulation::remember() {
  seen_[2] = std::move(seen_[1]);
  seen_[1] = std::move(seen_[0]);
  seen_[0] = automaton_->count();
  counted_ = done_;
}

int MajoritySimulation::period(std::size_t b) const {
  if (!seen_[1].empty() && seen_[0][b].hash == seen_[1][b].hash) {
    return 1;
  }
  return !seen_[2].empty() && seen_[0][b].hash == seen_[2][b].hash ? 2 : 0;
}

void MajoritySimulation::collect(const std::function<void(int, std::span<const double>)>& receive) {
  if (!measured_) {
    return;
  }
  measured_ = false;
  const double n = static_cast<double>(sites());
  std::vector<double> raw(moments());
  for (std::size_t b = 0; b < seen_[0].size(); ++b) {
    const BoardCount& now = seen_[0][b];
    const double m = 2 * static_cast<double>(now.ones) / n - 1;
    raw[measures_.m] = m;
    raw[measures_.m1] = std::abs(m);
    raw[measures_.m2] = m * m;
    raw[measures_.walls] = static_cast<double>(now.walls) / (2 * n);
    raw[measures_.blinking] = static_cast<double>(now.changed) / n;
    raw[measures_.period] = static_cast<double>(period(b));
    receive(static_cast<int>(b), raw);
  }
}

std::uint64_t MajoritySimulation::hash() {
  catch_up();
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  std::uint64_t all = 0;
  for (const BoardCount& c : seen_[0]) {
    all = all * factor + c.hash;
  }
  for (int behind = all_boards_ - first_ - static_cast<int>(boards()); behind > 0; --behind) {
    all *= factor;
  }
  return all;
}

run::Configuration MajoritySimulation::configuration_of(int system, const run::SiteRange& range) {
  catch_up();
  run::Configuration c;
  c.labels = automaton_->cells(system, range);
  c.label_name = "cell";
  c.picture = true;
  return c;
}

void MajoritySimulation::set_configuration(int system, const run::Configuration& c) {
  automaton_->set(system, c.labels);
  seen_[0] = automaton_->count();
}

std::vector<run::Array> MajoritySimulation::save() {
  catch_up();
  std::vector<std::uint64_t> counts;
  for (const auto& counted : seen_) {
    for (std::size_t b = 0; b < boards(); ++b) {
      const BoardCount c = counted.empty() ? BoardCount{} : counted[b];
      counts.insert(counts.end(), {c.ones, c.walls, c.changed, c.hash});
    }
  }
  std::vector<run::Array> all = automaton_->save();
  all.push_back(run::to_array("steps", {static_cast<std::uint64_t>(done_)}));
  all.push_back(run::along(run::to_array("counts", counts, {std::size(seen_), boards(), 4}), {1}));
  return all;
}

void MajoritySimulation::load(std::vector<run::Array>& arrays) {
  automaton_->load(arrays);
  std::vector<std::uint64_t> kept;
  if (std::any_of(arrays.begin(), arrays.end(), [](const run::Array& a) { return a.name == "steps"; })) {
    kept = run::numbers_from_array(arrays, "counts", {std::size(seen_), boards(), 4});
    kept.insert(kept.begin(), run::numbers_from_array(arrays, "steps", {1}).front());
  } else { // checkpoints of before 2026-11-23 have both in one
    kept = run::numbers_from_array(arrays, "counts", {1 + std::size(seen_) * boards() * 4});
  }
  asked_ = done_ = counted_ = static_cast<std::int64_t>(kept[0]);
  for (std::size_t k = 0; k < std::size(seen_); ++k) {
    seen_[k].clear();
    for (std::size_t b = 0; b < boards() && static_cast<std::int64_t>(k) <= done_; ++b) {
      const std::uint64_t* const c = kept.data() + 1 + 4 * (k * boards() + b);
      seen_[k].push_back({c[0], c[1], c[2], c[3]});
    }
  }
}

std::string MajoritySimulation::check() {
  catch_up();
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

run::FinalReport MajoritySimulation::ending() {
  catch_up();
  run::FinalReport end;
  std::vector<std::int64_t> all(boards());
  std::iota(all.begin(), all.end(), 0);
  end.numbers.push_back({"chain", "independent system", "chain", std::move(all)});
  if (options_.stop_at_cycle) {
    add_cycles(end);
  }
  if (clusters_) {
    add_clusters(end);
  }
  return end;
}

void MajoritySimulation::add_cycles(run::FinalReport& end) {
  std::vector<std::int64_t> steps, periods;
  for (const Cycle& c : automaton_->cycles()) {
    steps.push_back(c.step);
    periods.push_back(c.period);
  }
  const auto count = [&](std::int64_t period) { return std::count(periods.begin(), periods.end(), period); };
  const std::string of = " of " + std::to_string(periods.size());
  const auto last = std::to_string(*std::max_element(steps.begin(), steps.end()));
  end.text = count(0) > 0
                 ? std::to_string(count(0)) + of + " boards do not repeat themselves yet"
                 : "cycles: from step " + last + " on all boards repeat themselves, " + std::to_string(count(1)) + of +
                       " after one step, " + std::to_string(count(2)) + " after two";
  end.numbers.push_back(
      {"cycle_step", "step from which the board repeats itself, -1 if it does not yet", "chain", std::move(steps)});
  end.numbers.push_back({"cycle_period", "after so many steps; 0: not yet", "chain", std::move(periods)});
}

void MajoritySimulation::add_clusters(run::FinalReport& end) {
  std::map<std::int64_t, std::int64_t> histogram;
  std::vector<std::int64_t> number, largest;
  for (int b = 0; b < options_.boards; ++b) {
    const std::vector<std::uint8_t> cells = automaton_->cells(b, {});
    const std::vector<std::uint32_t> sizes = cells.empty()
                                                 ? std::vector<std::uint32_t>{0}
                                                 : cluster_sizes(cells, options_.width, options_.height); // rank 0's
    for (const std::uint32_t size : sizes) {
      ++histogram[size];
    }
    number.push_back(static_cast<std::int64_t>(sizes.size()));
    largest.push_back(*std::max_element(sizes.begin(), sizes.end()));
  }
  std::vector<std::int64_t> sizes, counts;
  for (const auto& [size, count] : histogram) {
    sizes.push_back(size);
    counts.push_back(count);
  }
  end.text +=
      fmt::format("{}clusters: {} on board 0, the largest with {:.3g} of its cells", end.text.empty() ? "" : "\n",
                  number.front(), static_cast<double>(largest.front()) / (options_.cells() / options_.boards));
  end.numbers.push_back({"cluster_size", "cells of a cluster of equal neighbours", "cluster_size", std::move(sizes)});
  end.numbers.push_back({"cluster_count", "clusters of that size, on all boards", "cluster_size", std::move(counts)});
  end.numbers.push_back({"clusters", "clusters of the board", "chain", std::move(number)});
  end.numbers.push_back({"largest_cluster", "cells of the board's largest cluster", "chain", std::move(largest)});
}

} // namespace neel::models

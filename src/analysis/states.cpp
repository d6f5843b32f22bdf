// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Which states make one lattice, and which of them one curve.

#include "analysis/run_data.hpp"
#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace neel::analysis {

namespace {

[[noreturn]] void refuse_pair(const RunData& a, const RunData& b, const std::string& why) {
  throw InputError("cannot compare " + a.path + " and " + b.path + ": " + why);
}

[[noreturn]] void refuse_run(const RunData& run, const std::string& why) {
  throw InputError("cannot analyse " + run.path + ": " + why);
}

/// The values of a coordinate, as they come, each once.
std::vector<double> all_values(const RunData& run, std::size_t coordinate) {
  std::vector<double> all;
  std::set<double> known;
  for (const State& s : run.states) {
    if (known.insert(s.at[coordinate]).second) {
      all.push_back(s.at[coordinate]);
    }
  }
  return all;
}

std::optional<std::size_t> find_coordinate(const RunData& run, const std::string& name) {
  for (std::size_t c = 0; c < run.coordinates.size(); ++c) {
    if (run.coordinates[c].name == name) {
      return c;
    }
  }
  return {};
}

} // namespace

void check_inputs(const RunData& a, const RunData& b, const std::set<std::string>& others) {
  std::set<std::string> may_differ{"lattice.size"};
  for (const Coordinate& c : a.coordinates) {
    if (find_coordinate(b, c.name)) {
      may_differ.insert(c.key);
    }
  }
  for (const input::Difference& d : input::differences(a.input, b.input)) {
    const std::string table = d.key.substr(0, d.key.find('.'));
    if (!may_differ.contains(d.key) && table != "schedule" && table != "algorithm" && table != "measure" &&
        table != "sweep" && table != "scan" && !others.contains(table) && !others.contains(d.key)) {
      refuse_pair(a, b, d.key + " is " + d.before + " in one and " + d.now + " in the other");
    }
  }
}

namespace {

/// Takes coordinates away that only this run has; it must have one value of them.
void keep_common(RunData& run, const RunData& other) {
  for (std::size_t c = run.coordinates.size(); c-- > 0;) {
    if (find_coordinate(other, run.coordinates[c].name)) {
      continue;
    }
    if (all_values(run, c).size() > 1) {
      refuse_pair(run, other, "they are of one size, and one has several values of " + run.coordinates[c].name);
    }
    const auto at = static_cast<std::ptrdiff_t>(c);
    run.coordinates.erase(run.coordinates.begin() + at);
    for (State& s : run.states) {
      s.at.erase(s.at.begin() + at);
      s.derivatives.erase(s.derivatives.begin() + at);
    }
  }
}

/// Adds the states of another run of the same lattice.
void join(RunData& run, RunData other) {
  keep_common(run, other);
  keep_common(other, run);
  std::set<std::pair<std::vector<double>, std::uint64_t>> known;
  std::size_t sources = 0;
  for (const State& s : run.states) {
    known.emplace(s.at, s.seed);
    sources = std::max(sources, s.source + 1);
  }
  for (const State& theirs : other.states) {
    State s = theirs;
    s.source += sources;
    for (std::size_t c = 0; c < run.coordinates.size(); ++c) {
      const std::size_t from = find_coordinate(other, run.coordinates[c].name).value_or(c); // both have it, by now
      run.coordinates[c].linear = run.coordinates[c].linear && other.coordinates[from].linear;
      s.at[c] = theirs.at[from];
      s.derivatives[c] = theirs.derivatives[from];
    }
    if (known.contains({s.at, s.seed})) {
      refuse_pair(run, other, "they are of one size, in the same states, and of one seed; give one of them");
    }
    run.states.push_back(std::move(s));
  }
  run.points = run.points.empty() ? other.points : run.points;
}

/// All combinations of the others' values, and the states in each.
void group_states(RunData& run) {
  std::size_t combinations = 1;
  for (std::size_t c = 0; c < run.coordinates.size(); ++c) {
    const std::vector<double> values = all_values(run, c);
    if (c != run.axis && values.size() > 1) {
      run.others.push_back({c, values});
      combinations = std::min(combinations * values.size(), run.states.size() + 1);
    }
  }
  run.groups.resize(combinations);
  for (std::size_t s = 0; s < run.states.size() && combinations <= run.states.size(); ++s) {
    std::size_t g = 0;
    std::vector<double> at;
    for (const RunData::Other& o : run.others) {
      at.push_back(run.states[s].at[o.coordinate]);
      const auto place = std::find(o.values.begin(), o.values.end(), at.back()) - o.values.begin();
      g = g * o.values.size() + static_cast<std::size_t>(place);
    }
    run.groups[g].at = at;
    run.groups[g].states.push_back(s);
  }
  if (std::any_of(run.groups.begin(), run.groups.end(), [](const Group& g) { return g.states.empty(); })) {
    std::string names;
    for (const RunData::Other& o : run.others) {
      names += (names.empty() ? "" : " and ") + run.coordinates[o.coordinate].name;
    }
    refuse_run(run, "its states are not all combinations of " + names);
  }
}

/// The states of a group must be of one system, with one order parameter.
void check_groups(const RunData& run) {
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    const State& first = run.states[run.groups[g].states.front()];
    for (const std::size_t number : run.groups[g].states) {
      const State& s = run.states[number];
      if (s.order != first.order) {
        refuse_run(run, "its order parameter is " + first.order + " at some values of " + run.along().name + " and " +
                            s.order + " at others");
      }
      if (s.sites != first.sites) {
        refuse_run(run, "its averages are over " + input::exact(first.sites) + " sites at some values of " +
                            run.along().name + " and over " + input::exact(s.sites) + " at others");
      }
      if ((s.disorder || first.disorder) && s.source != first.source) {
        refuse_run(run, "its disorder differs from run to run, so that they are not states of one system");
      }
    }
  }
}

/// The mean of what the energy's derivative was, its error from blocks of draws.
Estimate mean_derivative(const State& s, std::size_t axis) {
  const std::size_t blocks = 1 + jackknife_block(s.chains - 1, s.chains, s.draws - 1, s.draws);
  std::vector<double> sum(blocks, 0), number(blocks, 0);
  for (std::size_t n = 0; n < s.chains * s.draws; ++n) {
    const std::size_t block = jackknife_block(n / s.draws, s.chains, n % s.draws, s.draws);
    sum[block] += s.derivatives[axis][n];
    number[block] += 1;
  }
  const double count = static_cast<double>(blocks);
  double mean = 0, square = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    mean += sum[b] / number[b] / count;
  }
  for (std::size_t b = 0; b < blocks; ++b) {
    square += std::pow(sum[b] / number[b] - mean, 2);
  }
  return {mean, std::sqrt(square / (count - 1) / count)};
}

/// A loop that comes to the same value twice must find the same state there.
void check_equilibrium(const RunData& run) {
  constexpr double most_sigma = 6;
  for (const Group& group : run.groups) {
    std::map<double, Estimate> known;
    for (const std::size_t number : group.states) {
      const double x = run.states[number].at[run.axis];
      const Estimate now = mean_derivative(run.states[number], run.axis);
      const auto [before, first] = known.try_emplace(x, now);
      const double error = std::hypot(now.error, before->second.error),
                   rounding = 1e-12 * std::max(std::abs(now.value), std::abs(before->second.value));
      if (!first && std::abs(now.value - before->second.value) > most_sigma * error + rounding) {
        refuse_run(run, "it is not in equilibrium: it came to " + run.along().name + " = " + input::exact(x) +
                            " twice, and found different states there (hysteresis)");
      }
    }
  }
}

} // namespace

std::vector<RunData> join_by_size(std::vector<RunData> runs) {
  std::stable_sort(runs.begin(), runs.end(), [](const RunData& a, const RunData& b) { return a.cells() < b.cells(); });
  std::vector<RunData> all;
  for (RunData& run : runs) {
    if (all.empty()) {
      all.push_back(std::move(run));
      continue;
    }
    check_inputs(all.back(), run);
    if (run.size == all.back().size) {
      join(all.back(), std::move(run));
    } else if (run.cells() == all.back().cells()) {
      refuse_pair(all.back(), run, "they are of one size, but differ in shape");
    } else {
      all.push_back(std::move(run));
    }
  }
  return all;
}

std::string varied(std::span<const RunData> runs) {
  for (const RunData& run : runs) {
    if (!run.points.empty()) {
      return run.points;
    }
  }
  for (const RunData& run : runs) {
    for (std::size_t c = 0; c < run.coordinates.size(); ++c) {
      if ((c == 0 || run.coordinates[c].linear) && all_values(run, c).size() > 1) {
        return run.coordinates[c].name;
      }
    }
  }
  return "T";
}

void follow(RunData& run, const std::string& axis) {
  const std::optional<std::size_t> found = find_coordinate(run, axis);
  if (!found) {
    std::string names;
    for (const Coordinate& c : run.coordinates) {
      names += (names.empty() ? "" : ", ") + c.name;
    }
    refuse_run(run, "it has no " + axis + "; its states are told by " + names);
  }
  run.axis = *found;
  run.others.clear();
  run.groups.clear();
  if (!run.along_temperature() && !run.along().linear) {
    refuse_run(run, "it does not say how its energy depends on " + axis);
  }
  if (!run.along_temperature() && all_values(run, run.axis).size() < 2) {
    refuse_run(run, "it has one value of " + axis + ", and a curve needs several");
  }
  group_states(run);
  check_groups(run);
  if (!run.along_temperature()) {
    check_equilibrium(run);
  }
}

} // namespace neel::analysis

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/rehearse.hpp"

#include "bench/timing.hpp"
#include "model/schedule.hpp"
#include "parallel/plan.hpp"
#include "parallel/rehearsal.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace neel::bench {

double time_measuring(run::Simulation& simulation, std::uint64_t& number, double seconds, int repetitions) {
  const auto all = static_cast<std::int64_t>(0.01 / seconds);
  const std::int64_t batch = std::clamp<std::int64_t>(all, 1, simulation.capacity());
  std::vector<double> taken;
  for (int r = 0; r <= repetitions; ++r) {
    taken.push_back(time_median(1, [&] {
      for (std::int64_t s = 0; s < batch; ++s) {
        simulation.sweep_and_measure(number++);
      }
      simulation.wait();
    }));
    simulation.collect([](int, std::span<const double>) {});
  }
  std::sort(taken.begin() + 1, taken.end()); // the first warms up
  return taken[1 + static_cast<std::size_t>(repetitions) / 2] / static_cast<double>(batch) - seconds;
}

Rehearsed rehearse(const models::Model& model, const input::RunInput& run, int ranks, bool on_devices,
                   int repetitions) {
  std::optional<parallel::Rehearsal> rehearsal;
  std::optional<parallel::Plan> plan;
  if (ranks > 1) {
    rehearsal.emplace(ranks, on_devices);
    plan = parallel::make_plan(model, run);
    rehearsal->be_busiest(plan->systems > 0 ? run.systems : model.shared);
  }
  input::RunInput plain = run; // rank 0 looks at configurations of all
  plain.lowest = false;
  plain.structure = {};
  const auto simulation = !plan ? models::make_simulation(model, plain)
                          : plan->systems > 0
                              ? parallel::make_own(*plan)
                              : models::complete(parallel::make_own(*plan), model, plain, run::Space::default_space);
  const run::Schedule schedule = models::to_schedule(run);
  const run::Point& at = schedule.points.front();
  const auto all =
      static_cast<std::uint64_t>(schedule.sweeps_after(0)); // no more than the run has: it may end in a cycle
  simulation->set_conditions(at.temperature, at.field);
  std::uint64_t number = 0;
  const auto sweeps = [&](std::int64_t count) {
    for (std::int64_t s = 0; s < count; ++s) {
      simulation->sweep(number++);
    }
    simulation->wait();
  };
  const double first = time_median(1, [&] { sweeps(1); });
  const parallel::Rehearsal::HaloExchanges before =
      rehearsal ? rehearsal->traffic() : parallel::Rehearsal::HaloExchanges{};
  Rehearsed found;
  found.cut = plan && plan->systems == 0;
  found.sweep = first;
  constexpr int few = 8;
  constexpr double slow = 1, aim = 0.03;
  std::vector<double> each;
  std::int64_t n = first < slow ? (few + model.pass - 1) / model.pass * model.pass : model.pass;
  while (static_cast<int>(each.size()) < repetitions && number + static_cast<std::uint64_t>(n) <= all) {
    const double seconds = time_median(1, [&] { sweeps(n); });
    each.push_back(seconds / static_cast<double>(n));
    if (seconds < aim && number + 2 * static_cast<std::uint64_t>(n) <= all) {
      n *= 2;
      each.clear();
    }
  }
  if (!each.empty()) {
    std::sort(each.begin(), each.end());
    found.sweep = each[each.size() / 2];
  }
  if (rehearsal && number > 1) {
    const parallel::Rehearsal::HaloExchanges after = rehearsal->traffic();
    const auto count = static_cast<double>(after.count - before.count);
    found.swaps = {count / static_cast<double>(number - 1), count > 0 ? (after.bytes - before.bytes) / count : 0};
  }
  found.measuring = std::max(0.0, time_measuring(*simulation, number, found.sweep, repetitions));
  return found;
}

} // namespace neel::bench

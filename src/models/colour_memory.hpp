// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The memory of a ColourSimulation, known before it is made.

#include "models/model_run.hpp"

#include <algorithm>

namespace neel::models {

/// Measurements of all systems that are held before they are collected; one takes `passes` over the lattice.
inline int measurements_held(const input::RunInput& run, int passes, int systems) {
  return run.schedule.temper
             ? 1
             : static_cast<int>(std::clamp<std::int64_t>(200'000 / (std::int64_t{passes} * systems), 1, 1024));
}

/// `systems`: of all rungs. `shown`: bytes of a site in a configuration file.
template <class Model>
Memory colour_memory(const input::RunInput& run, int systems, int passes, std::size_t shown) {
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;
  const lattice::Geometry g = to_geometry(run.lattice);
  const auto count = static_cast<std::size_t>(systems);
  const auto held = static_cast<std::size_t>(measurements_held(run, passes, systems));
  const std::size_t entries = count * static_cast<std::size_t>(2 * g.half_volume());
  const std::size_t site = Site::components * sizeof(typename Site::Component);
  const std::size_t quenched = Quenched::components * sizeof(typename Quenched::Component);
  const std::size_t sums =
      held * count * (static_cast<std::size_t>(passes) * 2 * Model::terms + 1) * sizeof(std::int64_t);
  Memory m;
  m.device = entries * (site + quenched) + sums + count * sizeof(typename Model::Conditions);
  m.saved = entries * site + count * sizeof(float); // widths of cones
  m.collecting = on_host ? 0 : sums;
  m.ending = 2 * static_cast<std::size_t>(g.sites()) * shown;
  return m;
}

} // namespace neel::models

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/multicanonical.hpp"

#include <neel/core/math.hpp>

#include <algorithm>

namespace neel::models {

namespace {

void refuse_what_is_not_weighted(input::Reader& in, const input::RunInput& run) {
  const std::string instead = "; use schedule.kind = \"temper\" or \"anneal\"";
  if (run.structure.on()) {
    in.error("measure.structure", "is not measured in multicanonical sampling" + instead);
  }
  if (run.replicas > 1) {
    in.error("algorithm.replicas", "overlaps are not measured in multicanonical sampling" + instead);
  }
  for (const input::UpdateInput& update : run.update) {
    if (input::is_cluster_update(update.name)) {
      in.error("algorithm.update", "\"" + update.name +
                                       "\" is no part of multicanonical sweeps, which are accepted or not" + instead +
                                       ", or moves of single sites");
    }
  }
}

/// A function of weighted means, `weight` of them, behind which stands the mean weight.
Function over_weight(Function f, std::size_t weight) {
  return [f = std::move(f), weight](std::span<const double> mean, double temperature) {
    std::vector<double> all(mean.begin(), mean.begin() + static_cast<std::ptrdiff_t>(weight));
    std::transform(all.begin(), all.end(), all.begin(), [&](double m) { return m / mean[weight]; });
    return f(all, temperature);
  };
}

} // namespace

void add_multicanonical(input::Reader& in, const input::RunInput& run, Model& model) {
  if (!run.schedule.multicanonical) {
    return;
  }
  refuse_what_is_not_weighted(in, run);
  const std::size_t weight = model.moments.size();
  std::erase_if(model.observables,
                [](const Observable& o) { return o.name == "acceptance"; }); // of moves at other temperatures
  for (Observable& o : model.observables) {
    o.derive = over_weight(std::move(o.derive), weight);
    o.moment = o.square = -1; // there is no series at one temperature
  }
  // In the order of simulation::Multicanonical.
  model.moments.push_back({"weight", "weight of a measurement at this temperature", "1"});
  model.moments.push_back({"weight_first", "weight of it at the first temperature", "1"});
  model.moments.push_back({"log_scale", "ln of the unit of the weights over that at the first temperature", "1"});
  const double sites = static_cast<double>(run.lattice.sites()) * model.sites_per_cell /
                       static_cast<double>(run.lattice.basis.empty() ? 1 : run.lattice.basis.size());
  model.observables.push_back(
      {"log_partition", "ln Z(T)/Z(first T) per site", "1", [=](std::span<const double> mean, double) {
         return (math::log(mean[weight] / mean[weight + 1]) + mean[weight + 2]) / sites;
       }});
  model.observables.back().primary = true;
  model.slabs = 1;
}

} // namespace neel::models

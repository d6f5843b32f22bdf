// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/population.hpp"

#include <algorithm>

namespace neel::models {

namespace {

constexpr int most_blocks = 64; ///< of families: an error is known to 1 / sqrt(2 (blocks - 1))

void refuse_what_is_missing(input::Reader& in, const input::RunInput& run) {
  if (run.structure.on()) {
    in.error("measure.structure", "is not measured in populations; use schedule.kind = \"temper\" or \"anneal\"");
  }
  if (!run.target_error.empty()) {
    in.error("measure.target_error", "errors of a population become smaller by more configurations (pa.population), "
                                     "hardly by more sweeps; leave it out");
  }
}

/// ln Z(T), as far as it is known, and what follows from it.
void add_free_energy(const input::RunInput& run, Model& model) {
  const bool hot = starts_hot(run, model);
  const std::size_t log_z = model.moments.size();
  const std::string of = hot ? "ln Z(T)/Z(1/T = 0) per site" : "ln Z(T)/Z(first T) per site";
  const auto add = [&](const std::string& name, const std::string& long_name, const std::string& units, Function f) {
    model.observables.push_back({name, long_name, units, std::move(f)});
  };
  model.moments.push_back({"log_partition", of, "1"});
  add("log_partition", of, "1", [=](std::span<const double> mean, double) { return mean[log_z]; });
  model.observables.back().primary = !hot;
  if (hot) {
    const double states = model.log_states;
    add("free_energy", "free energy -T ln Z per site", model.moments.front().units,
        [=](std::span<const double> mean, double t) { return -t * (mean[log_z] + states); });
    model.observables.back().primary = true;
    add("entropy", "entropy per site, ln Z/N + energy/T", "k_B/site",
        [=](std::span<const double> mean, double t) { return mean[log_z] + states + mean[0] / t; });
  }
}

void add_families(Model& model) {
  const auto add = [&](const std::string& name, const std::string& long_name) {
    const std::size_t k = model.moments.size();
    model.moments.push_back({name, long_name, "1"});
    model.observables.push_back({name, long_name, "1", [k](std::span<const double> mean, double) { return mean[k]; }});
    model.observables.back().own = true;
  };
  add(rho_t, "mean square size of families, of all that the population began with");
  add(rho_f, "variance of ln Z, as families tell it, times pa.population");
  add("family_entropy", "- sum n/R ln n/R over families of n of the R configurations");
  add("families", "families that are left");
}

} // namespace

bool starts_hot(const input::RunInput& run, const Model& model) {
  return model.log_states > 0 && run.schedule.start == "random" && run.schedule.start_file.empty();
}

void add_population(input::Reader& in, const input::RunInput& run, Model& model) {
  const int members = run.schedule.population;
  if (members == 0) {
    return;
  }
  refuse_what_is_missing(in, run);
  const bool disordered = std::find(model.disordered.begin(), model.disordered.end(), true) != model.disordered.end();
  // Samples of disorder tell the error by themselves; members of several replicas have several families.
  model.blocks = disordered || run.replicas > 1 ? 1 : std::min(members, most_blocks);
  model.systems *= model.blocks;
  add_free_energy(run, model); // in the order of simulation::PopulationAnnealing
  add_families(model);
  model.memory.saved += sizeof(double) * 2 * static_cast<std::size_t>(members) * static_cast<std::size_t>(run.systems) *
                        model.groups() * static_cast<std::size_t>(run.replicas);
}

} // namespace neel::models

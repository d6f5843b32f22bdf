// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/clusters.hpp"

#include "model/seed.hpp"

#include <algorithm>

namespace neel::models {

namespace {

/// <m^2>, m^4 and what follows from them, of unit spins that are turned so that all bonds are satisfied where they are parallel.
std::ptrdiff_t add_improved(const ClusterSpins& spins, const std::string& unit, Observables& all) {
  const Handle square = all.moment("order_squared_improved", "squared order parameter of unit spins, by clusters");
  const Handle fourth = spins.isotropic
                            ? all.moment("order_fourth_improved", "fourth power of the order parameter, by clusters")
                            : square;
  if (spins.isotropic) {
    all.mean(square, fourth);
  } else {
    all.mean(square);
  }
  const auto n = static_cast<double>(spins.spins);
  const bool plain = spins.susceptibility == Susceptibility::plain;
  all.add("order_susceptibility_improved",
          plain ? "N <m^2> of the order parameter, by clusters" : "N/T <m^2> of the order parameter, by clusters",
          plain ? "1" : "1/(" + unit + ")",
          [=](std::span<const double> mean, double t) { return n * mean[square] / (plain ? 1 : t); });
  if (spins.isotropic) {
    all.binder_ratio("order_binder_improved", "Binder ratio <m^4>/<m^2>^2 of the order parameter, by clusters", square,
                     fourth);
  }
  return static_cast<std::ptrdiff_t>(square);
}

void read_pair_moves(input::Reader& in, const input::RunInput& run, const ClusterSpins& spins, bool local,
                     Clusters& c) {
  const std::string key = "algorithm.update";
  if (run.replicas < 2) {
    in.error(
        key,
        "\"houdayer\" moves two replicas of a crystal of Ising spins at once; ask for algorithm.replicas = 2 or more");
  } else if (c || !local) {
    in.error(key,
             "\"houdayer\" keeps the energy of two replicas together, and stands beside moves of single spins alone");
  }
  const int pairs = spins.systems / run.replicas * (run.replicas / 2);
  c.pair_options.moves.assign(static_cast<std::size_t>(c.of_pairs), clusters::ClusterMove::swendsen_wang);
  c.pair_options.seed = {run.seed, run.first_system * static_cast<std::uint32_t>(run.replicas / 2)};
  c.memory += clusters::memory_of(c.pair_options, spins.sites, std::max(1, pairs), false);
}

} // namespace

std::vector<std::string> with_clusters(std::vector<std::string> moves) {
  moves.insert(moves.end(), input::cluster_updates.begin(), input::cluster_updates.end());
  return moves;
}

Clusters read_clusters(input::Reader& in, const input::RunInput& run, const ClusterSpins& spins, Observables& all) {
  const std::string key = "algorithm.update";
  Clusters c;
  bool local = false;
  for (const input::UpdateInput& u : run.update) {
    if (u.name == input::pair_update) {
      c.of_pairs += u.count;
    } else if (input::is_cluster_update(u.name)) {
      c.options.moves.insert(c.options.moves.end(), static_cast<std::size_t>(u.count),
                             u.name == "wolff" ? clusters::ClusterMove::wolff : clusters::ClusterMove::swendsen_wang);
    } else {
      local = local || u.name != "overrelax";
    }
  }
  if (c.of_pairs > 0) {
    read_pair_moves(in, run, spins, local, c);
  }
  if (!c) {
    return c;
  }
  if (spins.sites >= input::most_sites) {
    in.error(key, "cluster moves are for up to 2^31 sites in a system");
  }
  if (spins.easy_axis && !local) {
    in.error(key,
             "with an anisotropy, cluster moves keep (S.k)^2 of each spin; name a move of single spins before them");
  }
  if (spins.keeps_size && !local) {
    in.error(key, "cluster moves keep S^2 of each spin; name a move of single spins before them");
  }
  c.options.mirrors = spins.easy_axis ? clusters::Mirrors(*spins.easy_axis)
                                      : spins.mirrors.value_or(clusters::Mirrors(spins.components));
  c.powers = spins.isotropic ? 2 : 1;
  for (std::size_t a = 0; a < 3; ++a) {
    c.options.field_axis[a] = static_cast<float>(spins.field_axis[a]);
  }
  c.options.seed = to_seed(run);
  c.options.spins = static_cast<double>(spins.spins);
  c.options.slots = spins.held;
  c.options.components = spins.components;
  c.options.largest = spins.largest;
  c.largest_moment = static_cast<float>(spins.largest_moment > 0 ? spins.largest_moment : 1);
  const bool field = std::any_of(run.schedule.field.begin(), run.schedule.field.end(), [](double h) { return h != 0; });
  c.options.improved = !field && !spins.easy_axis;
  if (c.options.improved) {
    c.improved = add_improved(spins, run.unit.label(), all);
  }
  c.memory += clusters::memory_of(c.options, spins.sites, spins.systems, field);
  return c;
}

} // namespace neel::models

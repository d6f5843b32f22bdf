// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_model.hpp"

#include "model/schedule.hpp"
#include "model/seed.hpp"
#include "models/crystal/constraint_input.hpp"
#include "models/crystal/crystal_clusters.hpp"
#include "models/crystal/crystal_memory.hpp"
#include "models/crystal/crystal_text.hpp"
#include "models/crystal/modes_input.hpp"
#include "models/crystal/orders_input.hpp"
#include "models/crystal/samples_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::models {

namespace {

/// The bonds as they are counted in E = +sum J S.S', on average.
std::vector<CrystalBond> scaled_bonds(std::vector<CrystalBond> bonds, double factor) {
  for (CrystalBond& b : bonds) {
    for (auto& row : b.by_ions) {
      for (PairCoupling& c : row) {
        for (crystal::Vector& v : c.matrix) {
          for (double& x : v) {
            x *= factor;
          }
        }
      }
    }
  }
  return bonds;
}

StartWave read_wave(input::Reader& in, const input::RunInput& run, int components) {
  StartWave wave;
  if (!in.when(run.schedule.start == "wave")) {
    return wave;
  }
  const auto three = [&](const input::Key& key) {
    in.declare(key, "three numbers");
    const std::vector<double> v = in.numbers(key.path);
    if (v.size() != 3) {
      in.error(key.path, fmt::format("expected three numbers, found {}", v.size()));
      return crystal::Vector{};
    }
    in.resolve(key.path, input::exact(v));
    return crystal::Vector{v[0], v[1], v[2]};
  };
  wave.q = three({"schedule.q", "start \"wave\": the wave vector, in units of the reciprocal lattice's vectors"});
  if (components == 3 && in.when(in.has("schedule.normal"))) {
    wave.normal = three({"schedule.normal", "start \"wave\": what the plane stands across in which spins turn",
                         "a plane with the anisotropy axis"});
    const crystal::Vector& n = *wave.normal;
    if (n[0] == 0 && n[1] == 0 && n[2] == 0) {
      in.error("schedule.normal", "is not zero");
    }
  }
  return wave;
}

/// Groups of spins that one pass over the lattice adds up.
constexpr int groups_of_pass = 4;

/// [couplings].
void read_couplings(input::Reader& in, CrystalPlan& plan, const input::RunInput& run) {
  const bool files = in.has("couplings.file");
  for (const char* key : {"couplings.J", "material.exchange", "material.dm"}) {
    if (!plan.in.own && in.has(key)) {
      in.error(key, "is of the model's own lattice; a crystal has a list, couplings.bonds, of shells or single bonds: "
                    "[[couplings.bonds]] with shell = 1 and J = ..., for a pair of ions with ions = [\"A\", \"B\"]");
      in.accept(key);
    }
  }
  if (plan.in.kind == "graph" && !files) {
    in.error("lattice.kind", "a graph has no bonds of its own; couplings.file names a table of them");
  }
  if (in.when(!files)) {
    plan.drawn = read_drawn(in);
    CrystalBonds bonds = read_bonds(in, plan.in.crystal, plan.in.symmetry.get(), plan.ions,
                                    {plan.measured.components == 3, plan.drawn.kind != BondDisorder::none,
                                     plan.drawn.kind == BondDisorder::gaussian});
    plan.bonds = std::move(bonds.bonds);
    plan.warnings = std::move(bonds.warnings);
  }
  if (in.when(files)) {
    read_samples(in, plan, run);
  }
}

/// algorithm.replicas.
void read_replicas(input::Reader& in, input::RunInput& run) {
  run.replicas = static_cast<int>(in.integer(
      {replicas_key, "of crystals: configurations of each system, with its couplings and ions, whose overlaps are "
                     "measured ([spin-glasses.md](spin-glasses.md))"},
      1, 32, 1));
  if (run.replicas == 1) {
    in.resolve(replicas_key, "");
    return;
  }
  const double pairs = run.replicas * (run.replicas - 1) / 2.0, most = 1e8;
  if (static_cast<double>(run.systems) * run.copies() * std::max<double>(run.replicas, pairs) > most) {
    in.error(replicas_key, "more than 100000000 configurations, or pairs of them, in all");
  }
  if (run.structure.on()) {
    in.error("measure.structure", "is of one configuration, not of several replicas; leave one of them out");
  }
  if (!run.observables.empty()) {
    in.error("measure.observables", "are of one configuration, not of several replicas; leave one of them out");
  }
}

void refuse_beside_four_spin(input::Reader& in, const CrystalRun& c) {
  const CrystalPlan& plan = c.plan;
  const auto refuse = [&](bool so, const std::string& what) {
    if (so) {
      in.error(four_spin_key, "stands beside bonds and energies of single spins, not beside " + what);
    }
  };
  refuse(!plan.files.empty() || plan.drawn.kind != BondDisorder::none, "couplings that are drawn or come from a file");
  refuse(plan.dipoles.has_value(), "[dipoles]");
  refuse(in.has(constraint_table), "[constraint]");
  refuse(c.run.schedule.multicanonical, "schedule.kind = \"multicanonical\"");
  refuse(std::any_of(c.run.update.begin(), c.run.update.end(),
                     [](const input::UpdateInput& u) { return input::is_cluster_update(u.name); }),
         "moves of clusters");
}

/// The resolved input says what the user said: couplings of the model's own lattice, which can be scanned.
void resolve_own_lattice(input::Reader& in, const CrystalPlan& plan) {
  for (const char* key : {"lattice.kind", "lattice.constant", "couplings.bonds", "couplings.factor"}) {
    in.resolve(key, "");
  }
  const auto exchange = [&](std::size_t a, std::size_t b) {
    return input::exact(plan.bonds.front().by_ions[a][b].exchange());
  };
  if (plan.measured.components < 3) {
    in.resolve("couplings.J", exchange(0, 0));
    return;
  }
  std::string pairs;
  for (std::size_t a = 0; a < plan.ions.size(); ++a) {
    for (std::size_t b = a; b < plan.ions.size(); ++b) {
      pairs +=
          (pairs.empty() ? "" : ", ") + input::key_name(plan.ions[a] + "-" + plan.ions[b]) + " = " + exchange(a, b);
    }
  }
  in.resolve("material.exchange", "{" + pairs + "}");
}

} // namespace

void read_crystal_run(input::Reader& in, CrystalRun& c, const Material& material, double sign, double own) {
  CrystalPlan& plan = c.plan;
  CrystalMeasured& what = plan.measured;
  plan.ions = material.ions;
  plan.moment = material.moment;
  plan.disorder_seed = material.disorder_seed;
  plan.in = read_crystal(in, c.run, plan.ions,
                         material.fractions.empty() ? std::vector<double>{} : material.fractions.front());
  plan.in.own = is_own_lattice(in);
  read_couplings(in, plan, c.run);
  if (what.components == 3 && in.when(in.has(dipoles_table))) {
    plan.dipoles = read_dipoles(in, plan.in.crystal, c.run.unit, plan.moment);
    if (c.run.schedule.multicanonical) {
      in.error(dipoles_table, "its sweeps cannot be made in reverse order, which \"multicanonical\" needs");
    }
  }
  if (what.components == 3 && in.when(in.has(four_spin_key))) {
    plan.four_spin = read_four_spin(in, plan.in.crystal);
    refuse_beside_four_spin(in, c);
  }
  if (what.components == 3 && in.when(in.has(constraint_table))) {
    plan.constraint = read_constraint(in);
    what.e_phi = plan.constraint->e_phi;
  }
  const std::vector<NamedMode> modes = read_modes(in, plan.in.crystal);
  c.wave = read_wave(in, c.run, what.components);
  const OrderKeys orders = read_order_keys(in, what.components);
  read_replicas(in, c.run);
  what.replicas = c.run.replicas;
  check_systems(in, c.run, 1);
  if (in.errors() == 0) {
    check_crystal(in, plan);
    draw_samples(in, plan, c.run);
  }
  if (in.errors() > 0) {
    return;
  }
  std::vector<bool> carries;
  for (std::size_t a = 0; a < plan.ions.size(); ++a) {
    carries.push_back(plan.carries(a));
  }
  c.sign = sign;
  const double mean = plan.drawn.kind == BondDisorder::pm ? 2 * plan.drawn.positive - 1 : 1; // of J
  c.order = crystal_order(plan.in, scaled_bonds(plan.bonds, sign * mean), carries, what.components);
  what.ions = plan.ions;
  for (const crystal::BasisSite& b : plan.in.crystal.basis) {
    what.basis.push_back(b.name);
  }
  set_modes(plan, c.order, modes);
  plan.sign = sign;
  set_orders(in, plan, c.order, orders);
  what.groups_of_pass = groups_of_pass;
  count_spins(plan);
  check_spins(in, plan);
  if (plan.constraint) {
    check_constraint(in, plan, c.order, c.run);
  }
  what.largest = own +
                 (plan.samples && !plan.files.empty() ? plan.samples->largest(c.run.systems)
                                                      : largest_bond_energy(plan.in, plan.bonds)) +
                 (plan.dipoles ? plan.dipoles->tables->largest : 0) +
                 (plan.four_spin.empty() ? 0 : largest_four_spin(plan.four_spin, plan.in.crystal.cells.basis));
  if (what.largest > 0 && what.largest < least_energy) {
    in.error("couplings.bonds", "no energy is 1e-18 or more in size; take another unit");
  }
  if (in.errors() > 0) {
    return;
  }
  if (plan.in.own) {
    resolve_own_lattice(in, plan);
  }
  CrystalMoments measures(c.run, what);
  plan.chains = c.run.systems;
  plan.replicas = c.run.replicas;
  plan.systems = plan.chains * c.run.copies() * plan.replicas;
  const int passes = static_cast<int>((what.groups.size() + groups_of_pass - 1) / groups_of_pass);
  constexpr std::int64_t most_held = 200'000; // numbers
  const std::int64_t per_pass = c.run.schedule.side_by_side() ? 1 : most_held / (std::int64_t{passes} * plan.systems);
  const int held = static_cast<int>(std::clamp<std::int64_t>(per_pass, 1, 1024));
  c.clusters = read_crystal_clusters(in, c.run, plan, material, held, measures);
  if (plan.dipoles && c.clusters) {
    in.error("algorithm.update", "cluster moves are for bonds alone; leave them or [dipoles] out");
  }
  add_histograms(in, c.run, measures);
  c.measures = std::make_shared<const CrystalMoments>(std::move(measures));
  choose_bins(in, c.run, c.measures->moments().size(), 1);
  c.options = {plan.systems, held, passes, to_moves(c.run), c.seed()};
}

Model crystal_model(const CrystalRun& c, const std::string& hamiltonian, std::size_t bytes) {
  const CrystalPlan& plan = c.plan;
  Model model;
  model.set(*c.measures);
  model.systems = c.run.systems;
  model.count_states(plan.measured.components);
  model.memory = memory_of(c, bytes);
  model.memory.device += c.clusters.memory;
  model.field = {plan.measured.components, plan.in.crystal.cells.basis, plan.in.crystal.cells.size, 2,
                 static_cast<double>(plan.measured.spins)};
  model.field.vacancies = plan.diluted();
  model.updates =
      static_cast<double>(plan.measured.spins) * c.options.systems * static_cast<double>(moves_of_sweep(c.run));
  model.sites_per_cell = static_cast<double>(plan.measured.spins) * plan.in.crystal.cells.basis /
                         static_cast<double>(plan.in.crystal.cells.sites());
  model.bytes_per_update = 3.0 * static_cast<double>(bytes) + 1;
  model.slabs =
      plan.replicas > 1 || plan.dipoles || plan.constraint || !plan.four_spin.empty() ? 1 : crystal_slabs(plan);
  model.shared = plan.in.crystal.cells.size[2];
  model.halo = 2;
  model.disordered = {(plan.in.disordered() && plan.in.placed.empty()) || (plan.samples && !plan.samples->alike())};
  if (!plan.in.placement.empty()) {
    model.files_read.emplace_back("lattice.placement", plan.in.placement);
  }
  model.order_parameter = c.measures->order_parameter();
  for (const std::string& file : plan.files) {
    model.files_read.emplace_back("couplings.file", file);
  }
  model.bonds = bond_tables(plan, c.run, c.sign);
  model.parameters = {{"H", "schedule.field", "field on m = 1", c.run.unit.label(), {}, c.measures->field_conjugate()}};
  model.description =
      (plan.in.own ? "read as a crystal, of which is known what the input asks for (docs/crystals.md)\n" : "") +
      hamiltonian + describe_sites(plan) + describe_symmetry(plan) + describe_bonds(plan, c.run.unit) +
      (plan.four_spin.empty() ? "" : describe_four_spin(plan.four_spin, plan.in.crystal, c.run.unit)) +
      (plan.dipoles ? describe_dipoles(*plan.dipoles, c.run.unit) : "") + describe_order(plan, c.order, c.run.unit) +
      (plan.constraint ? describe_constraint(*plan.constraint) : "") + "order parameter " + model.order_parameter +
      "\n";
  return model;
}

std::array<int, 3> cell_of(const crystal::Cells& cells, std::uint32_t site) {
  const std::uint32_t cell = site / static_cast<std::uint32_t>(cells.basis);
  const auto nx = static_cast<std::uint32_t>(cells.size[0]), ny = static_cast<std::uint32_t>(cells.size[1]);
  return {static_cast<int>(cell % nx), static_cast<int>(cell / nx % ny), static_cast<int>(cell / nx / ny)};
}

void set_traits_of_crystal(input::Reader& in, input::ModelTraits& traits) {
  traits.starts = {"random", "up", "order", "wave"};
  traits.any_length = true;
  traits.images = axes_of_images(in);
}

double start_turns(const CrystalRun& c, std::uint32_t site) {
  const crystal::Crystal& crystal = c.plan.in.crystal;
  const std::array<int, 3> at = cell_of(crystal.cells, site);
  const auto b = site % static_cast<std::uint32_t>(crystal.cells.basis);
  double turns = 0;
  if (c.run.schedule.start == "wave") {
    for (std::size_t a = 0; a < 3; ++a) {
      turns += c.wave.q[a] * (at[a] + crystal.basis[b].position[a]);
    }
  } else if (c.run.schedule.start == "order") {
    turns = std::arg(c.order.weight[b]) / (2 * std::numbers::pi);
    for (std::size_t a = 0; a < 3; ++a) {
      turns += c.order.q[a] * at[a];
    }
  }
  return turns - std::round(turns);
}

} // namespace neel::models

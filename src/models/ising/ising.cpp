// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Ising model as a run of the program.

#include "models/ising/ising.hpp"
#include "models/crystal/plain_crystal.hpp"

#include <neel/lattice/bit_rows.hpp>
#include <neel/models/ising_graph.hpp>

namespace neel::models {

namespace {

/// StartUpDown on a crystal; of orders and waves, the sign of the real part.
UpDown start_on_crystal(const CrystalRun& c, int system, std::uint32_t site) {
  const std::string& start = c.run.schedule.start;
  const random::Draw draw =
      random::Stream(c.seed(), random::Purpose::start, static_cast<std::uint32_t>(system), 0)(site);
  const bool up = start == "random" ? draw.a >> 31 != 0 : std::abs(start_turns(c, site)) <= 0.25;
  return UpDown::of(up ? 1 : -1);
}

/// What spins that are bits cannot do.
void check_bits(input::Reader& in, const input::RunInput& run, double coupling, double largest_field) {
  constexpr std::size_t most_moves = 64; // of which random numbers know the number
  const lattice::Geometry g = to_geometry(run.lattice);
  if (!lattice::BitRows::fit(g.tall())) {
    in.error("coding.kind", "bits are for two and three dimensions, with Lx a multiple of 64, Lx Ly Lz one of 256, and "
                            "all axes periodic; take \"bytes\"");
  } else if (static_cast<double>(g.half_volume()) * run.systems * run.copies() >= 0x1p37) {
    in.error("coding.kind", "bits are for less than 2^38 spins in all");
  } else if (coupling == 0 || largest_field > 0) {
    in.error("coding.kind", "bits have a coupling, and no field; take \"bytes\"");
  } else if (run.schedule.multicanonical) {
    in.error("coding.kind",
             "sweeps of bits cannot be made in reverse order, which \"multicanonical\" needs; take \"bytes\"");
  } else if (to_moves(run).size() != moves_of_sweep(run) || moves_of_sweep(run) > most_moves) {
    in.error("coding.kind", "bits have up to 64 moves of \"metropolis\" and \"heatbath\" in a sweep; take \"bytes\"");
  }
}

/// What differs from bytes.
void describe_bits(const simulation::HalfLatticeOptions& o, Model& model) {
  const lattice::BitRows rows(o.geometry.tall());
  model.memory.device += model.memory.saved / 8;
  model.memory.saved /= 8;
  model.bytes_per_update = half_lattice_bytes<Ising>() / 8;
  if (rows.plane_words() % lattice::BitRows::group_words != 0) {
    model.slabs = model.shared = 1; // groups are not cut
  }
}

} // namespace

Model read_ising(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "up", "staggered"}};
  traits.start_meaning = start_of_crystals;
  traits.field = traits.energy = traits.structure = true;
  traits.most_sites = input::most_on_half_lattices;
  traits.updates = with_clusters(known_moves<Ising>());
  traits.updates.emplace_back(input::pair_update);
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  const auto crystal = [&] { return plain_crystal_model<IsingGraph>(in, run, traits, start_on_crystal); };
  if (is_crystal(in, 1)) {
    return crystal();
  }
  input::read_run(in, traits, run);
  const double j =
      in.quantity({"couplings.J", "coupling J per bond, above zero for a ferromagnet"}, input::Dimension::energy, 1.0);
  if (j != 0 && std::abs(j) < least_energy) {
    in.error("couplings.J", "expected 0, or 1e-18 or more in size; take another unit");
  }
  if (in.when(false)) { // all keys are listed: those of crystals, too
    crystal();
  }
  const bool bits =
      in.choice({"coding.kind", "\"bytes\": a byte a spin; \"bits\": a bit a spin, faster, with other random numbers "
                                "([ising.md](ising.md#a-bit-a-spin))"},
                {"bytes", "bits"}, "bytes") == "bits";
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  IsingMoments measures(run, j);
  if (bits) {
    check_bits(in, run, j, measures.largest_field);
    run.has_field = false;
  } else {
    in.resolve("coding.kind", ""); // older checkpoints do not have it
  }
  const simulation::HalfLatticeOptions options = half_lattice_options(run);
  const Clusters clusters = read_clusters(in, run, cluster_spins<Ising>(options), measures);
  add_histograms(in, run, measures);
  choose_bins(in, run, measures.moments().size(), 1);
  if (in.errors() > 0) {
    return {};
  }
  Model model = half_lattice_model<Ising>(run, measures, options, clusters);
  if (bits) {
    describe_bits(options, model);
  }
  model.order_parameter = measures.name(j < 0 ? measures.n1 : measures.m1);
  model.description = std::string("E = -J sum_<ij> s s'") + (bits ? "" : " - H sum_i s_i") +
                      ", each bond counted once; J = " + input::exact(j) + (bits ? "; a bit a spin\n" : "\n");
  model.parameters = {field_parameter(run, {{measures.name(measures.m), -1}})};
  if (j != 0 && measures.largest_field == 0) {
    model.parameters.push_back(
        {"J", "couplings.J", "coupling", run.unit.label(), {j}, {{measures.name(measures.energy), 1 / j}}});
  }
  const StartUpDown start{to_seed(run), run.schedule.start == "random", run.schedule.start == "staggered"};
  model.make = [=](run::ExecutionContext where) {
    const simulation::HalfLatticeOptions o = options.on(where);
    if (bits) {
      return make_ising_bits(o, Ising{static_cast<float>(j)}, start, measures, where.space);
    }
    return simulation::in_space(where.space, [&]<class Exec>(const Exec&) {
      const simulation::HalfLattices<Ising, Exec> lattice(o, Ising{static_cast<float>(j)});
      lattice.place("place_spins", start);
      return simulate(lattice, measures, o, clusters);
    });
  };
  return model;
}

} // namespace neel::models

template class neel::simulation::HalfLattices<neel::models::Ising, Kokkos::DefaultExecutionSpace>; // tests use it, too

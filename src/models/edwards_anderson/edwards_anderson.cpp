// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/moves.hpp"
#include "model/schedule.hpp"
#include "model/seed.hpp"
#include "models/bond_file.hpp"
#include "models/edwards_anderson/given.hpp"
#include "models/edwards_anderson/simulation.hpp"

#include <neel/models/edwards_anderson.hpp>
#include <neel/random/generators.hpp>
#include <neel/update/point_to_point.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

/// Of one stream of a generator in memory; 0: it has none.
std::size_t words_of_state(const std::string& generator) {
  return generator == "minstd"           ? random::Minstd::words
         : generator == "xorwow"         ? random::Xorwow::words
         : generator == "parisi-rapuano" ? random::ParisiRapuano::words
         : generator == "mt19937"        ? random::MersenneTwister::words
                                         : 0;
}

std::string describe(const Model& model, const EdwardsAndersonOptions& o, const EdwardsAndersonMeasurement& what) {
  const std::string couplings =
      o.given ? (o.given->alike ? "J = +1 or -1 from a file, the same in all samples"
                                : "J = +1 or -1 from files, one for each sample")
              : fmt::format("J = +1 with probability {:.6g}, else -1 (seed {})", o.positive, o.disorder_seed);
  const int d = o.dimensions();
  std::string t = fmt::format("E = - sum over bonds of J s s', s = +1 or -1; each bond once, {} per site; {}\n"
                              "mean-field T_c (with J = +1 everywhere) = {}; spin-glass transition at p = 1/2: {}\n"
                              "{} samples, each with {} replica{}: ",
                              d, couplings, 2 * d, d == 3 ? "T = 1.1019(29)" : "none above T = 0", model.systems,
                              o.replicas, o.replicas == 1 ? "" : "s");
  if (o.synchronous) {
    t += "synchronous coding, a bit per site of one sample, each with a random number of its own\n";
  } else {
    t += fmt::format("asynchronous coding, {} coded systems of {} samples that share random numbers; order {}, "
                     "generator {}\n",
                     o.chains(), o.samples_per_system(), o.order, o.generator);
  }
  if (model.correlated_set > 1 && !model.disordered.front()) {
    t += "note: with the same couplings the samples of a coded system are copies that share random numbers: they count "
         "as "
         "one\n";
  }
  if (model.correlated_set > 1 && o.chains() == 1 && what.quench) {
    t += "note: one coded system cannot tell the error of its energy, since its samples share random numbers; "
         "take algorithm.systems >= 2, better 8\n";
  }
  return t;
}

Memory memory_of(const EdwardsAndersonOptions& o, const EdwardsAndersonMeasurement& what, std::size_t moments) {
  const auto sites = static_cast<std::size_t>(o.geometry.sites()), systems = static_cast<std::size_t>(o.systems),
             samples = static_cast<std::size_t>(o.samples()), replicas = static_cast<std::size_t>(o.replicas);
  const std::size_t spins = sites * samples / 8; // of a replica
  const std::size_t generator = words_of_state(o.generator) * static_cast<std::size_t>(o.streams);
  const std::size_t drawn = generator == 0 ? 0 : sites / 2 * systems * replicas;
  const std::size_t states = sizeof(std::uint32_t) * generator;
  const std::size_t bits = o.synchronous ? 32 * systems : samples; // each has sums
  const auto lx = static_cast<std::size_t>(o.geometry.lx), ly = static_cast<std::size_t>(o.geometry.ly),
             lz = static_cast<std::size_t>(o.geometry.lz),
             planes = lx + (ly > 1 ? ly : 0) + lz / (o.synchronous ? 32 : 1);
  const std::size_t distances =
      replicas > 1 && what.correlations ? static_cast<std::size_t>(std::ranges::min(o.sizes())) / 2 : 0;
  const std::size_t all_pairs = replicas * (replicas - 1) / 2,
                    of_pair = sizeof(std::int64_t) * bits * (1 + planes + 3 * distances),
                    pairs = EdwardsAndersonEngine::pairs_at_once(all_pairs, of_pair, spins);
  const std::size_t sums = sizeof(std::int64_t) * bits * replicas + (replicas > 1 ? pairs * of_pair : 0);
  const std::size_t numbers = sizeof(double) * samples * (replicas + 3 * all_pairs + distances);
  const std::size_t kept = what.waiting.size() * spins * replicas;
  const bool on_host = runs_on_host<Kokkos::DefaultExecutionSpace>;
  const std::size_t of_site = sizeof(std::uint32_t) * (o.synchronous ? 1 : static_cast<std::size_t>(o.words)),
                    entries = spins * replicas / (2 * of_site); // of a colour
  const std::size_t flow = generator == 0 ? update::stamped_bytes<Kokkos::DefaultExecutionSpace>(entries, of_site) : 0;
  Memory m;
  m.device =
      static_cast<std::size_t>(o.bytes()) + states + sizeof(std::uint32_t) * drawn + kept + flow +
      systems * sizeof(Thresholds) + sums + (on_host ? numbers : 0) +
      sizeof(math::SinCos<double>) * std::max({lx, ly, lz}) + (replicas > 1 ? pairs * spins : 0) +
      (o.pair_moves > 0 ? replicas / 2 * (2 * spins + sizeof(int) * systems * ly * lz / (o.synchronous ? 32 : 1)) : 0);
  m.saved = spins * replicas + states + kept;
  m.collecting = sizeof(double) * samples * (moments + 2 * replicas) + (on_host ? 0 : sums + numbers);
  m.ending = sizeof(float) * sites * replicas + std::max(spins * replicas, sizeof(float) * sites * replicas);
  return m;
}

Model to_model(const EdwardsAndersonOptions& o, const EdwardsAndersonMeasurement& what,
               const EdwardsAndersonMoments& measures) {
  Model model;
  model.set(measures);
  model.systems = o.samples() / o.rungs;
  model.correlated_set = o.samples_per_system();
  model.disordered = {o.given ? !o.given->alike : o.positive > 0 && o.positive < 1};
  model.bonds = {model.systems, "E = - sum J s s', each bond once, sites numbered along x, then y, then z",
                 [o](int sample) { return bonds_of_sample(o, sample); }};
  const int pairs = o.replicas * (o.replicas - 1) / 2; // S(q) is their mean
  std::array<int, 3> size{1, 1, 1};
  std::ranges::copy(o.sizes(), size.begin());
  model.field = {pairs, 1, size, 1, static_cast<double>(o.geometry.sites()) * pairs, true};
  model.description = describe(model, o, what);
  model.memory = memory_of(o, what, measures.moments().size());
  model.updates = static_cast<double>(o.proposals());
  model.slabs = o.generator == "philox" ? o.geometry.lz / (o.synchronous ? 64 : 2) : 1;
  model.shared = model.slabs;
  if (o.replicas > 1) { // each rank has the overlaps of a pair of replicas on the whole lattice
    model.halo += 1 + static_cast<int>(model.slabs * (static_cast<double>(o.spins()) / o.replicas / 8) /
                                       static_cast<double>(o.bytes()));
  }
  // A spin is a bit: read, written, and read once as a neighbour; six couplings serve all replicas.
  model.bytes_per_update = (3.0 * o.replicas + 6) / (8.0 * o.replicas);
  model.make = [o, what, measures](run::ExecutionContext where) -> std::unique_ptr<run::Simulation> {
    return std::make_unique<EdwardsAndersonSimulation>(o, measures, what.waiting, where);
  };
  return model;
}

/// [couplings] and [coding].
EdwardsAndersonOptions read_options(input::Reader& in, const input::RunInput& run) {
  EdwardsAndersonOptions o;
  o.geometry = to_geometry(run.lattice).tall();
  if (o.geometry.lz > 1 && run.lattice.size[1] == 1) {
    in.error("lattice.size", "a square lattice is [Lx, Ly]");
  }
  o.passes = static_cast<int>(moves_of_sweep(run));
  for (const input::UpdateInput& u : run.update) {
    o.pair_moves += u.name == input::pair_update ? u.count : 0;
  }
  o.positive = in.number({"couplings.positive", "probability of J = +1"}, 0.5);
  if (!(o.positive >= 0 && o.positive <= 1)) {
    in.error("couplings.positive", "a probability lies between 0 and 1, found " + input::exact(o.positive));
  }
  o.disorder_seed =
      static_cast<std::uint64_t>(in.integer({"couplings.seed", "seed of the couplings"}, 0, INT64_MAX, 1));
  o.synchronous =
      in.choice({"coding.kind", "\"asynchronous\": bits are samples; \"synchronous\": bits are sites of one sample "
                                "([edwards-anderson.md](edwards-anderson.md))"},
                {"asynchronous", "synchronous"}, "asynchronous") == "synchronous";
  o.replicas = static_cast<int>(in.integer({"coding.replicas", "configurations of each sample", "4; synchronous: 2"}, 1,
                                           EdwardsAndersonOptions::most_replicas, o.synchronous ? 2 : 4));
  o.words = static_cast<int>(
      in.integer({"coding.words", "32-bit words of samples per site: 1, 4 or 16", "4"}, 1, 16, o.synchronous ? 1 : 4));
  o.order = in.choice({"coding.order", "how sites lie in memory"}, {"standard", "bitwise", "sliced"}, "standard");
  o.generator = in.choice({"coding.generator", "of random numbers; all but Philox keep their state in memory"},
                          {"philox", "minstd", "xorwow", "parisi-rapuano", "mt19937"}, "philox");
  o.streams =
      static_cast<int>(in.integer({"coding.streams", "of a generator with a state in memory"}, 1, 1 << 24, o.streams));
  for (const char* key : {"coding.words", "coding.order", "coding.generator"}) {
    if (o.synchronous) {
      in.resolve(key, "");
    }
  }
  if (o.generator == "philox") {
    in.resolve("coding.streams", "");
  } else if (run.first_system > 0) {
    in.error(input::first_system, "systems share the numbers of the generator " + o.generator);
  }
  o.rungs = run.rungs();
  o.seed = to_seed(run);
  o.random_start = run.schedule.start == "random";
  return o;
}

EdwardsAndersonMeasurement read_measurement(input::Reader& in, const input::RunInput& run) {
  EdwardsAndersonMeasurement what;
  what.quench = run.schedule.quench();
  what.correlations =
      in.flag({"measure.correlations", "measure C_4(r) and xi_12, which takes as long as some tens of sweeps",
               "quench: true; else false"},
              what.quench);
  const std::string key = "measure.waiting_times";
  if (in.when(in.has(key))) {
    what.waiting = in.times({key, "quench: times t_w of C(t, t_w), none after the last of `schedule.times`", "none"});
    if (!what.quench) {
      in.error(key, "only a quench has them");
    } else if (in.sound("schedule.times") && what.waiting.back() > run.schedule.times.back()) {
      in.error(key, "the quench ends at " + std::to_string(run.schedule.times.back()) +
                        " sweeps, before the waiting time " + std::to_string(what.waiting.back()));
    }
  }
  return what;
}

} // namespace

Model read_edwards_anderson(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "ordered"}};
  traits.energy = traits.structure = traits.overlaps = true;
  traits.population = traits.backward = false; // they are bits of words
  traits.bins = 32;                            // of thousands of samples: the spread of samples makes the error
  traits.updates = {"metropolis", input::pair_update};
  traits.systems_meaning = "coded systems of 32 x `words` samples each, with random numbers of their own";
  input::read_run(in, traits, run);
  EdwardsAndersonOptions options = read_options(in, run);
  const bool given = in.has("couplings.file");
  in.has("couplings.file_print"); // known, whatever else is wrong
  const EdwardsAndersonMeasurement what = read_measurement(in, run);
  if (run.structure.on() && options.replicas < 2) {
    in.error("measure.structure", "is that of overlaps, which takes two replicas or more (coding.replicas)");
  }
  if (in.when(false)) {
    read_bond_files(in, 1, 1); // its keys are listed
  }
  if (in.errors() > 0) {
    return {};
  }
  std::vector<std::string> files;
  options.systems = run.systems * options.rungs;
  if (const auto wrong = options.objection()) {
    in.error(wrong->key, wrong->text);
  } else if (static_cast<double>(options.samples_per_system()) * run.systems * options.rungs > 1e6) {
    in.error("algorithm.systems", "more than 1000000 samples in all");
  } else if (given) {
    files = read_given(in, options);
  }
  if (in.errors() > 0) {
    return {};
  }
  EdwardsAndersonMoments measures(options, what);
  add_histograms(in, run, measures);
  Model model = to_model(options, what, measures);
  if (run.structure.on() && model.correlated_set > 1 && !model.disordered.front()) {
    in.error("measure.structure", "all samples have the same couplings, and share random numbers, so that their errors "
                                  "would be too small; use coding.kind = \"synchronous\"");
  }
  for (const std::string& file : files) {
    model.files_read.emplace_back("couplings.file", file);
  }
  return model;
}

} // namespace neel::models

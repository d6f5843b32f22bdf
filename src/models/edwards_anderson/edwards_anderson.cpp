// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/seed.hpp"
#include "models/edwards_anderson/measures.hpp"

#include <neel/models/edwards_anderson.hpp>
#include <neel/random/generators.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

/// Sweeps and measures all samples at once.
class EdwardsAndersonSimulation final : public run::Simulation {
public:
  EdwardsAndersonSimulation(const EdwardsAndersonOptions& options, const EdwardsAndersonMeasures& measures,
                            std::vector<std::int64_t> waiting, run::Space space)
      : options_(options), measures_(measures), waiting_(std::move(waiting)),
        glass_(make_edwards_anderson(options, space)) {}

  int systems() const override { return options_.samples(); }
  std::int64_t sites() const override { return options_.geometry.sites(); }
  std::size_t moments() const override { return measures_.moments().size(); }
  int capacity() const override { return 1; }
  void set_conditions(double temperature, double /*field*/) override { glass_->set_temperature(temperature); }
  void set_temperatures(std::span<const double> each) override {
    std::vector<double> of_coded;
    for (std::size_t s = 0; s < each.size(); s += static_cast<std::size_t>(options_.samples_per_system())) {
      of_coded.push_back(each[s]);
    }
    glass_->set_temperatures(of_coded);
  }
  int configurations() const override { return options_.replicas * options_.samples(); }
  /// Of (rung, replica, sample).
  std::vector<double> energies() override {
    std::vector<double> all(static_cast<std::size_t>(configurations()));
    for (int a = 0; a < options_.replicas; ++a) {
      const EdwardsAndersonEngine::Counts unsatisfied = glass_->unsatisfied(a);
      for (std::size_t s = 0; s < unsatisfied.size(); ++s) {
        const std::size_t rung = s / samples_of_rung(), sample = s % samples_of_rung();
        all[(rung * static_cast<std::size_t>(options_.replicas) + static_cast<std::size_t>(a)) * samples_of_rung() +
            sample] = 2.0 * static_cast<double>(unsatisfied[s]) - static_cast<double>(options_.geometry.bonds());
      }
    }
    return all;
  }
  /// One temperature serves all samples of a word, so that spins move, not temperatures.
  bool moves_configurations() const override { return true; }
  void exchange(std::span<const std::pair<int, int>> pairs) override {
    std::vector<EdwardsAndersonEngine::Exchange> all;
    for (const auto& [a, b] : pairs) {
      const auto of_rung = static_cast<int>(samples_of_rung()), row = std::min(a, b) / of_rung;
      all.push_back({row % options_.replicas, row / options_.replicas * of_rung + std::min(a, b) % of_rung});
    }
    glass_->exchange(all);
  }

  void sweep(std::uint64_t number) override {
    glass_->sweep(number);
    time_ = static_cast<std::int64_t>(number) + 1;
    if (std::find(waiting_.begin(), waiting_.end(), time_) != waiting_.end()) {
      glass_->remember(kept_name(time_));
    }
  }
  void sweep_and_measure(std::uint64_t number) override {
    sweep(number);
    measure();
  }
  void measure() override { raw_ = measures_.measure(*glass_, time_); }
  void wait() override { glass_->wait(); }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    for (std::size_t s = 0; s * moments() < raw_.size(); ++s) {
      receive(static_cast<int>(s), std::span(raw_).subspan(s * moments(), moments()));
    }
    raw_.clear();
  }
  std::uint64_t hash() override { return glass_->hash(); }
  run::Configuration configuration(int system) override;
  void set_configuration(int system, const run::Configuration& c) override;
  std::vector<run::Array> save() override { return glass_->save(); }
  void load(std::vector<run::Array>& arrays) override { glass_->load(arrays); }

  /// Every spin is valid; couplings are stored at both ends of a bond, and must be the same there.
  std::string check() override {
    for (int a = 0; a < options_.replicas; ++a) {
      const EdwardsAndersonEngine::Counts even = glass_->unsatisfied(a, lattice::Colour::even),
                                          odd = glass_->unsatisfied(a, lattice::Colour::odd);
      const auto differ = std::mismatch(even.begin(), even.end(), odd.begin());
      if (differ.first != even.end()) {
        return "in sample " + std::to_string(differ.first - even.begin()) + ", replica " + std::to_string(a) +
               ", the even sites have " + std::to_string(*differ.first) + " unsatisfied bonds, but the odd ones " +
               std::to_string(*differ.second);
      }
    }
    return {};
  }

private:
  std::size_t samples_of_rung() const { return static_cast<std::size_t>(options_.samples() / options_.rungs); }

  EdwardsAndersonOptions options_;
  EdwardsAndersonMeasures measures_;
  std::vector<std::int64_t> waiting_;
  std::unique_ptr<EdwardsAndersonEngine> glass_;
  std::int64_t time_ = 0;   ///< sweeps done
  std::vector<double> raw_; ///< (sample, moment)
};

run::Configuration EdwardsAndersonSimulation::configuration(int system) {
  run::Configuration c{glass_->spins(system, 0), 1, {}};
  const auto others = static_cast<std::size_t>(options_.replicas) - 1;
  c.overlaps.resize(others * c.values.size());
  for (std::size_t a = 0; a < others; ++a) {
    const std::vector<float> spins = glass_->spins(system, static_cast<int>(a) + 1);
    for (std::size_t site = 0; site < spins.size(); ++site) {
      c.overlaps[others * site + a] = c.values[site] * spins[site];
    }
  }
  return c;
}

/// The other replicas follow from their overlaps; where there are none, all are alike.
void EdwardsAndersonSimulation::set_configuration(int system, const run::Configuration& c) {
  const std::size_t others = c.overlaps.size() / c.values.size();
  for (int a = 0; a < options_.replicas; ++a) {
    std::vector<float> spins = c.values;
    for (std::size_t site = 0; a > 0 && others > 0 && site < spins.size(); ++site) {
      spins[site] *= c.overlaps[others * site + static_cast<std::size_t>(a) - 1];
    }
    glass_->set_spins(system, a, spins);
  }
}

/// Of one stream of a generator in memory; 0: it has none.
std::size_t words_of_state(const std::string& generator) {
  return generator == "minstd"           ? random::Minstd::words
         : generator == "xorwow"         ? random::Xorwow::words
         : generator == "parisi-rapuano" ? random::ParisiRapuano::words
         : generator == "mt19937"        ? random::MersenneTwister::words
                                         : 0;
}

std::string describe(const Model& model, const EdwardsAndersonOptions& o, const EdwardsAndersonMeasurement& what) {
  std::string t = fmt::format(
      "E = - sum over bonds of J s s', s = +1 or -1; each bond once, 3 per site; J = +1 with probability {:.6g}, "
      "else -1 (seed {})\nmean-field T_c (with J = +1 everywhere) = 6; spin-glass transition at p = 1/2: "
      "T = 1.1019(29)\n{} samples, each with {} replica{}: ",
      o.positive, o.disorder_seed, model.systems, o.replicas, o.replicas == 1 ? "" : "s");
  if (o.synchronous) {
    t += "synchronous coding, a bit per site of one sample, each with a random number of its own\n";
  } else {
    t += fmt::format("asynchronous coding, {} coded systems of {} samples that share random numbers; order {}, "
                     "generator {}\n",
                     o.chains(), o.samples_per_system(), o.order, o.generator);
  }
  if (model.family > 1 && !model.disordered.front()) {
    t += "note: without disorder the samples of a coded system are copies that share random numbers: they count as "
         "one\n";
  }
  if (model.family > 1 && o.chains() == 1 && what.quench) {
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
  const std::size_t numbers = generator == 0 ? 0 : sites / 2 * systems * replicas;
  const std::size_t states = sizeof(std::uint32_t) * generator;
  const std::size_t bits = o.synchronous ? 32 * systems : samples; // each has sums
  const int least = std::min({o.geometry.lx, o.geometry.ly, o.geometry.lz});
  const int planes = std::max({o.geometry.lx, o.geometry.ly, o.geometry.lz / (o.synchronous ? 32 : 1)});
  const std::size_t distances = what.correlations ? static_cast<std::size_t>(least) / 2 : 1;
  const std::size_t lengths = static_cast<std::size_t>(o.geometry.lx) + static_cast<std::size_t>(o.geometry.ly) +
                              static_cast<std::size_t>(o.geometry.lz);
  const std::size_t sums = sizeof(std::int64_t) * bits * (distances + static_cast<std::size_t>(planes));
  const std::size_t kept = what.waiting.size() * spins * replicas;
  Memory m;
  m.device = static_cast<std::size_t>(o.bytes()) + states + sizeof(std::uint32_t) * numbers + kept +
             systems * sizeof(Thresholds) + (replicas > 1 ? spins + sums : sizeof(std::int64_t) * bits);
  m.saved = spins * replicas + states + kept;
  m.collecting = sizeof(double) * samples * (moments + (replicas > 1 ? 3 * distances + lengths : 1)) +
                 (runs_on_host<Kokkos::DefaultExecutionSpace> ? 0 : sums);
  m.ending = sizeof(float) * sites * replicas + std::max(spins * replicas, sizeof(float) * sites * replicas);
  return m;
}

Model to_model(const EdwardsAndersonOptions& o, const EdwardsAndersonMeasurement& what) {
  const EdwardsAndersonMeasures measures(o, what);
  Model model;
  model.set(measures);
  model.systems = o.samples() / o.rungs;
  model.family = o.samples_per_system();
  model.disordered = {o.positive > 0 && o.positive < 1};
  model.description = describe(model, o, what);
  model.memory = memory_of(o, what, measures.moments().size());
  model.updates = static_cast<double>(o.proposals());
  // A spin is a bit: read, written, and read once as a neighbour; six couplings serve all replicas.
  model.bytes_per_update = (3.0 * o.replicas + 6) / (8.0 * o.replicas);
  model.make = [o, what, measures](run::Space space) -> std::unique_ptr<run::Simulation> {
    return std::make_unique<EdwardsAndersonSimulation>(o, measures, what.waiting, space);
  };
  return model;
}

/// [couplings] and [coding].
EdwardsAndersonOptions read_options(input::Reader& in, const input::RunInput& run) {
  EdwardsAndersonOptions o;
  o.geometry = to_geometry(run.lattice);
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
  traits.energy = true;
  traits.bins = 32; // of thousands of samples: the spread of samples makes the error
  traits.systems_meaning = "coded systems of 32 x `words` samples each, with random numbers of their own";
  input::read_run(in, traits, run);
  EdwardsAndersonOptions options = read_options(in, run);
  const EdwardsAndersonMeasurement what = read_measurement(in, run);
  if (in.errors() > 0) {
    return {};
  }
  if (const auto wrong = options.objection()) {
    in.error(wrong->key, wrong->text);
  } else if (static_cast<double>(options.samples_per_system()) * run.systems * options.rungs > 1e6) {
    in.error("algorithm.systems", "more than 1000000 samples in all");
  }
  options.systems = run.systems * options.rungs;
  return in.errors() > 0 ? Model() : to_model(options, what);
}

} // namespace neel::models

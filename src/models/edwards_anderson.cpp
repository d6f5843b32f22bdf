// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/edwards_anderson.hpp"

#include "models/glass_observables.hpp"

#include <neel/models/edwards_anderson.hpp>
#include <neel/random/generators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neel::models {

namespace {

/// Sweeps and measures all samples at once.
class GlassSimulation final : public run::Simulation {
public:
  GlassSimulation(const GlassOptions& options, const GlassObservables& observables, std::vector<std::int64_t> waiting)
      : options_(options), observables_(observables), waiting_(std::move(waiting)), glass_(make_glass(options)) {}

  int systems() const override { return options_.samples(); }
  std::int64_t sites() const override { return options_.geometry.sites(); }
  std::size_t moments() const override { return observables_.moments().size(); }
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
      const Glass::Counts unsatisfied = glass_->unsatisfied(a);
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
    std::vector<Glass::Exchange> all;
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
  void measure() override { raw_ = observables_.measure(*glass_, time_); }
  void wait() override { glass_->wait(); }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    for (std::size_t s = 0; s * moments() < raw_.size(); ++s) {
      receive(static_cast<int>(s), std::span(raw_).subspan(s * moments(), moments()));
    }
    raw_.clear();
  }
  std::uint64_t hash() override { return glass_->hash(); }
  std::vector<run::Array> save() override { return glass_->save(); }
  void load(std::vector<run::Array>& arrays) override { glass_->load(arrays); }

  /// Every spin is valid; couplings are stored at both ends of a bond, and must be the same there.
  std::string check() override {
    for (int a = 0; a < options_.replicas; ++a) {
      const Glass::Counts even = glass_->unsatisfied(a, lattice::Colour::even),
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

  Glass& glass() { return *glass_; }

private:
  std::size_t samples_of_rung() const { return static_cast<std::size_t>(options_.samples() / options_.rungs); }

  GlassOptions options_;
  const GlassObservables& observables_;
  std::vector<std::int64_t> waiting_;
  std::unique_ptr<Glass> glass_;
  std::int64_t time_ = 0;   ///< sweeps done
  std::vector<double> raw_; ///< (sample, moment)
};

/// Of one stream of a generator in memory; 0: it has none.
std::size_t words_of_state(const std::string& generator) {
  return generator == "minstd"           ? random::Minstd::words
         : generator == "xorwow"         ? random::Xorwow::words
         : generator == "parisi-rapuano" ? random::ParisiRapuano::words
         : generator == "mt19937"        ? random::MersenneTwister::words
                                         : 0;
}

class GlassRun final : public ModelRun {
public:
  GlassRun(const input::RunInput& run, const GlassOptions& options, const GlassMeasurement& what)
      : run_(run), options_(options), what_(what), observables_(options, what) {}

  const std::vector<Moment>& moments() const override { return observables_.moments(); }
  const std::vector<Observable>& observables() const override { return observables_.observables(); }
  const std::vector<Coordinate>& axes() const override { return observables_.axes(); }
  const Coordinate& scan() const override { return scan_; }
  int systems() const override { return options_.samples() / options_.rungs; }
  bool disordered(std::size_t /*group*/) const override { return options_.positive > 0 && options_.positive < 1; }
  int family() const override { return options_.samples_per_system(); }
  double updates() const override { return static_cast<double>(options_.proposals()); }

  std::string resolved() const override {
    const GlassOptions& o = options_;
    const auto n = [](std::int64_t v) { return std::to_string(v); };
    std::string t = input::resolved(run_) + "correlations = " + (what_.correlations ? "true" : "false") + "\n";
    if (!what_.waiting.empty()) {
      t += "waiting_times = [";
      for (const std::int64_t w : what_.waiting) {
        t += (t.back() == '[' ? "" : ", ") + n(w);
      }
      t += "]\n";
    }
    t += "\n[couplings]\npositive = " + input::exact(o.positive) + "\nseed = " + std::to_string(o.disorder_seed) + "\n";
    t += "\n[coding]\nkind = \"" + std::string(o.synchronous ? "synchronous" : "asynchronous") +
         "\"\nreplicas = " + n(o.replicas);
    t += o.synchronous
             ? ""
             : "\nwords = " + n(o.words) + "\norder = \"" + o.order + "\"\ngenerator = \"" + o.generator + "\"";
    t += o.generator == "philox" ? "" : "\nstreams = " + n(o.streams);
    return t + "\n";
  }

  std::string description() const override {
    const GlassOptions& o = options_;
    char text[400];
    std::snprintf(
        text, sizeof text,
        "E = - sum over bonds of J s s', s = +1 or -1; each bond once, 3 per site; J = +1 with probability %.6g, "
        "else -1 (seed %llu)\nmean-field T_c (with J = +1 everywhere) = 6; spin-glass transition at p = 1/2: "
        "T = 1.1019(29)\n",
        o.positive, static_cast<unsigned long long>(o.disorder_seed));
    std::string t = text;
    std::snprintf(text, sizeof text, "%d samples, each with %d replica%s: ", systems(), o.replicas,
                  o.replicas == 1 ? "" : "s");
    t += text;
    if (o.synchronous) {
      t += "synchronous coding, a bit per site of one sample, each with a random number of its own\n";
    } else {
      t += "asynchronous coding, " + std::to_string(o.chains()) + " coded systems of " +
           std::to_string(o.samples_per_system()) + " samples that share random numbers; order " + o.order +
           ", generator " + o.generator + "\n";
    }
    if (family() > 1 && !disordered(0)) {
      t += "note: without disorder the samples of a coded system are copies that share random numbers: they count as "
           "one\n";
    }
    if (family() > 1 && o.chains() == 1 && what_.quench) {
      t += "note: one coded system cannot tell the error of its energy, since its samples share random numbers; "
           "take algorithm.systems >= 2, better 8\n";
    }
    return t;
  }

  Memory memory() const override {
    const GlassOptions& o = options_;
    const auto sites = static_cast<std::size_t>(o.geometry.sites()), systems = static_cast<std::size_t>(o.systems),
               samples = static_cast<std::size_t>(o.samples()), replicas = static_cast<std::size_t>(o.replicas);
    const std::size_t spins = sites * samples / 8; // of a replica
    const std::size_t generator = words_of_state(o.generator) * static_cast<std::size_t>(o.streams);
    const std::size_t numbers = generator == 0 ? 0 : sites / 2 * systems * replicas;
    const std::size_t states = sizeof(std::uint32_t) * generator;
    const std::size_t bits = o.synchronous ? 32 * systems : samples; // each has sums
    const int least = std::min({o.geometry.lx, o.geometry.ly, o.geometry.lz});
    const int planes = std::max({o.geometry.lx, o.geometry.ly, o.geometry.lz / (o.synchronous ? 32 : 1)});
    const std::size_t distances = what_.correlations ? static_cast<std::size_t>(least) / 2 : 1;
    const std::size_t lengths = static_cast<std::size_t>(o.geometry.lx) + static_cast<std::size_t>(o.geometry.ly) +
                                static_cast<std::size_t>(o.geometry.lz);
    const std::size_t sums = sizeof(std::int64_t) * bits * (distances + static_cast<std::size_t>(planes));
    const std::size_t kept = what_.waiting.size() * spins * replicas;
    Memory m;
    m.device = static_cast<std::size_t>(o.bytes()) + states + sizeof(std::uint32_t) * numbers + kept +
               systems * sizeof(Thresholds) + (replicas > 1 ? spins + sums : sizeof(std::int64_t) * bits);
    m.saved = spins * replicas + states + kept;
    m.collecting = sizeof(double) * samples * (moments().size() + (replicas > 1 ? 3 * distances + lengths : 1)) +
                   (on_host ? 0 : sums);
    m.ending = sizeof(float) * sites + std::max(spins * replicas, sizeof(float) * sites);
    return m;
  }

  std::unique_ptr<run::Simulation> make_simulation() override {
    auto made = std::make_unique<GlassSimulation>(options_, observables_, what_.waiting);
    simulation_ = made.get();
    return made;
  }

  Configuration configuration(int system) override { return {simulation_->glass().spins(system, 0), 1, {}}; }

private:
  input::RunInput run_;
  GlassOptions options_;
  GlassMeasurement what_;
  GlassObservables observables_;
  Coordinate scan_;                       ///< none
  GlassSimulation* simulation_ = nullptr; ///< made last; valid as long as it lives
};

GlassOptions read_options(input::Reader& in, const input::RunInput& run) {
  GlassOptions o;
  o.geometry = to_geometry(run.lattice);
  o.positive = in.number("couplings.positive", 0.5);
  if (!(o.positive >= 0 && o.positive <= 1)) {
    in.error("couplings.positive", "a probability lies between 0 and 1, found " + input::exact(o.positive));
  }
  o.disorder_seed = static_cast<std::uint64_t>(in.integer("couplings.seed", 0, INT64_MAX, 1));
  o.synchronous = in.choice("coding.kind", {"asynchronous", "synchronous"}, "asynchronous") == "synchronous";
  o.replicas = static_cast<int>(in.integer("coding.replicas", 1, GlassOptions::most_replicas, o.synchronous ? 2 : 4));
  o.words = static_cast<int>(in.integer("coding.words", 1, 16, o.synchronous ? 1 : 4));
  o.order = in.choice("coding.order", {"standard", "bitwise", "sliced"}, "standard");
  o.generator = in.choice("coding.generator", {"philox", "minstd", "xorwow", "parisi-rapuano", "mt19937"}, "philox");
  o.streams = static_cast<int>(in.integer("coding.streams", 1, 1 << 24, o.streams));
  o.rungs = run.rungs();
  o.seed = run.seed;
  o.random_start = run.schedule.start == "random";
  return o;
}

} // namespace

std::unique_ptr<ModelRun> read_edwards_anderson(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "ordered"}, false};
  traits.energy = true;
  traits.bins = 32; // of thousands of samples: the spread of samples makes the error
  input::read_run(in, traits, run);
  GlassOptions options = read_options(in, run);
  GlassMeasurement what;
  what.quench = run.schedule.quench();
  what.correlations = in.flag("measure.correlations", what.quench);
  if (in.has("measure.waiting_times")) {
    what.waiting = in.times("measure.waiting_times");
    if (!what.quench) {
      in.error("measure.waiting_times", "only a quench has them");
    } else if (in.sound("schedule.times") && what.waiting.back() > run.schedule.times.back()) {
      in.error("measure.waiting_times", "the quench ends at " + std::to_string(run.schedule.times.back()) +
                                            " sweeps, before the waiting time " + std::to_string(what.waiting.back()));
    }
  }
  if (in.errors() > 0) {
    return nullptr;
  }
  if (const auto wrong = options.objection()) {
    in.error(wrong->key, wrong->text);
    return nullptr;
  }
  if (static_cast<double>(options.samples_per_system()) * run.systems * options.rungs > 1e6) {
    in.error("algorithm.systems", "more than 1000000 samples in all");
    return nullptr;
  }
  options.systems = run.systems * options.rungs;
  return std::make_unique<GlassRun>(run, options, what);
}

} // namespace neel::models

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bugs around a simulation: what it is told, or what it leaves, is changed.

#include "mutation/bugs.hpp"

#include <neel/run/forwarding.hpp>

#include <cmath>
#include <cstring>

namespace neel::mutation {

namespace {

/// Sweeps are all alike, and measured on their own.
class Mutant : public run::Forwarding {
public:
  using Forwarding::Forwarding;
  void advance(std::uint64_t number, run::Sweep kind) override {
    change_sweep(number, kind == run::Sweep::adapting ? kind : run::Sweep::plain);
    if (kind == run::Sweep::measured) {
      measure();
    }
  }

private:
  virtual void change_sweep(std::uint64_t number, run::Sweep kind) { inner_->advance(number, kind); }
};

/// Conditions other than those asked for.
template <int Percent>
class OtherTemperature final : public Mutant, public run::Tempering {
public:
  using Mutant::Mutant;
  void apply_conditions(double temperature, double field) override {
    inner_->apply_conditions(factor * temperature, field);
  }
  void set_temperatures(std::span<const double> each) override {
    std::vector<double> other(each.begin(), each.end());
    for (double& t : other) {
      t *= factor;
    }
    run::get<run::Tempering>(*inner_).set_temperatures(other);
  }
  void exchange(run::Pairs pairs) override { run::get<run::Tempering>(*inner_).exchange(pairs); }

private:
  static constexpr double factor = Percent / 100.0;
};

/// What a sweep leaves is changed.
class AfterSweep : public Mutant {
public:
  using Mutant::Mutant;

private:
  void change_sweep(std::uint64_t number, run::Sweep /*kind*/) override {
    std::vector<run::Array> before = run::completed(inner_->save());
    inner_->sweep(number);
    std::vector<run::Array> after = run::completed(inner_->save());
    change(before, after);
    inner_->load(after);
  }
  virtual void change(const std::vector<run::Array>& before, std::vector<run::Array>& after) const = 0;
};

/// A crystal's spins are (component, system, entry), those of half-lattices have more axes.
bool of_crystal(const run::Array& sites) { return sites.sizes.size() == 3; }

/// One of the colours does not move: half of the array of sites, or every other site.
class SkippedHalf final : public AfterSweep {
public:
  using AfterSweep::AfterSweep;

private:
  void change(const std::vector<run::Array>& before, std::vector<run::Array>& after) const override {
    const run::Array& kept = before.front();
    run::Array& sites = after.front();
    if (sites.name == "field" || of_crystal(sites)) {
      const std::size_t size = run::size_of(sites.number);
      for (std::size_t at = 0; at < sites.bytes.size(); at += 2 * size) {
        std::memcpy(&sites.bytes[at], &kept.bytes[at], size);
      }
    } else {
      std::memcpy(sites.bytes.data(), kept.bytes.data(), sites.bytes.size() / 2);
    }
  }
};

/// Vectors (colour, component, ...), or (component, ...) of crystals, end with their last component above zero.
class HalfSphere final : public AfterSweep {
public:
  using AfterSweep::AfterSweep;

private:
  void change(const std::vector<run::Array>& /*before*/, std::vector<run::Array>& after) const override {
    run::Array& spins = after.front();
    const std::size_t colours = of_crystal(spins) ? 1 : 2, component = spins.bytes.size() / (3 * colours);
    for (std::size_t colour = 0; colour < colours; ++colour) {
      for (std::size_t at = (3 * colour + 2) * component; at < (3 * colour + 3) * component; at += 4) {
        float z = 0;
        std::memcpy(&z, &spins.bytes[at], 4);
        z = std::abs(z);
        std::memcpy(&spins.bytes[at], &z, 4);
      }
    }
  }
};

/// Every sweep draws the same random numbers.
class SameNumbers final : public Mutant {
public:
  using Mutant::Mutant;

private:
  void change_sweep(std::uint64_t /*number*/, run::Sweep kind) override { inner_->advance(0, kind); }
};

/// Exchanges and copies favour the wrong side.
class WrongExchange final : public Mutant, public run::Energies {
public:
  using Mutant::Mutant;
  std::vector<double> energies() override {
    std::vector<double> all = run::get<run::Energies>(*inner_).energies();
    for (double& e : all) {
      e = -e;
    }
    return all;
  }
};

/// Both colours are moved at once, each as if the other stood still: odd sites do not see what the even ones have become.
class StaleColour final : public Mutant {
public:
  using Mutant::Mutant;

private:
  void change_sweep(std::uint64_t number, run::Sweep /*kind*/) override {
    std::vector<run::Array> start = run::completed(inner_->save());
    frozen_colour = 1;
    inner_->sweep(number);
    const std::vector<run::Array> even = run::completed(inner_->save());
    inner_->load(start);
    frozen_colour = 0;
    inner_->sweep(number);
    std::vector<run::Array> both = run::completed(inner_->save());
    frozen_colour = -1;
    std::memcpy(both.front().bytes.data(), even.front().bytes.data(), both.front().bytes.size() / 2);
    inner_->load(both);
  }
};

template <class M>
std::unique_ptr<run::Simulation> wrapped(std::unique_ptr<run::Simulation> s) {
  return std::make_unique<M>(std::move(s));
}

bool has_text(const std::string& kernel, const char* text) { return kernel.find(text) != std::string::npos; }
/// Changes sites, rather than exchanging or copying configurations.
bool moves(const std::string& k) {
  return !has_text(k, "exchange") && !has_text(k, "tempering") && !has_text(k, "populations");
}
bool vectors(const std::string& k) { return has_text(k, "heisenberg") && moves(k); }
bool spins(const std::string& k) { return vectors(k) || ((has_text(k, "ising") || has_text(k, "xy, ")) && moves(k)); }
/// In equilibrium at -T as well, and with a temperature.
bool bounded(const std::string& k) { return spins(k) || (has_text(k, "edwards-anderson") && moves(k)); }
bool thermal(const std::string& k) { return bounded(k) || (has_text(k, "phi4") && moves(k)); }
/// Its random numbers are a function of the number of the sweep: generators with a state go on by themselves.
bool keyed(const std::string& k) {
  return thermal(k) && (!has_text(k, "edwards-anderson") || has_text(k, "philox") || has_text(k, "synchronous"));
}
/// Whose physics can make a colour stand still: crystals and bits do not tell sites their colours.
bool two_colours(const std::string& k) { return spins(k) && !has_text(k, "crystal, ") && !has_text(k, ", bits, "); }
bool exchanges(const std::string& k) { return !moves(k); }

} // namespace

std::vector<Bug> wrapped_bugs() {
  return {
      {"wrong sign", "the sign of the energy difference is wrong", Fault::none, bounded,
       wrapped<OtherTemperature<-100>>},
      {"wrong acceptance", "energy differences are 5 % too small", Fault::none, thermal,
       wrapped<OtherTemperature<105>>},
      {"skipped colour", "half of the sites never move", Fault::none, thermal, wrapped<SkippedHalf>},
      {"stale colour", "both colours move at once, each seeing the other as it was", Fault::none, two_colours,
       wrapped<StaleColour>},
      {"half sphere", "no vector points below the equator", Fault::none, vectors, wrapped<HalfSphere>},
      {"same numbers", "each sweep draws the random numbers of the first", Fault::none, keyed, wrapped<SameNumbers>},
      {"wrong exchange", "exchanges of tempering, weights of copies have the wrong sign", Fault::none, exchanges,
       wrapped<WrongExchange>}};
}

} // namespace neel::mutation

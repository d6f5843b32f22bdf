// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The simulation of models whose sites move one by one (not of spins in the bits of a word, nor of boards of cells).
// Here are the temperatures of systems, measurements that wait to be collected, checkpoints and self-checks. A Lattice
// has storage and kernels (half_lattices.hpp, field_lattice.hpp); a model's Measures say what sums mean:
//
//   const std::vector<...>& moments() const
//   Conditions conditions(const ThermodynamicConditions&) const              what kernels see of a system
//   void measure(const Measured<Sums>&, std::span<double>)    the raw moments, the energy first
//   double scale(const ThermodynamicConditions&, std::span<const double>)    of a site's energy, for energies_agree()
//   std::string valid() const                                 "of unit length": what a site's value is

#include <neel/clusters/cluster_moves.hpp>
#include <neel/lattice/geometry.hpp>
#include <neel/measure/check.hpp>
#include <neel/run/capabilities.hpp>
#include <neel/simulation/host_parts.hpp>
#include <neel/simulation/measured.hpp>
#include <neel/simulation/proposal_widths.hpp>
#include <neel/simulation/store.hpp>

#include <algorithm>

namespace neel::simulation {

struct SiteOptions {
  int held = 1; ///< measurements of all systems before they are collected
  WidthOptions widths = {};
  std::shared_ptr<clusters::ClusterMoves> clusters = {}; ///< made after the lattice's moves of a sweep; or null
  std::ptrdiff_t improved = -1; ///< the first of the moments that they measure; below zero: none
  int powers = 2;               ///< how many of these
};

template <class Lattice, class Moments>
class SiteSimulation final : public run::Simulation,
                             public run::Start,
                             public run::Energies,
                             public run::Tempering,
                             public run::Resampling,
                             public run::Undo,
                             public run::BestStates,
                             public run::Fields {
public:
  SiteSimulation(Lattice lattice, Moments measures, const SiteOptions& options)
      : Simulation({lattice.systems(), lattice.sites(), measures.moments().size(), options.held}),
        lattice_(std::move(lattice)), measures_(std::move(measures)), options_(options),
        widths_(options.widths, lattice_.systems(), options.held), temperature_(count(lattice_.systems()), 1.0),
        accepted_("neel::simulation::accepted", count(options.held), temperature_.size()) {}

  Lattice& lattice() { return lattice_; }

  void apply_conditions(double temperature, double field) override {
    std::fill(temperature_.begin(), temperature_.end(), temperature);
    field_ = field;
    expose();
  }
  void set_temperatures(std::span<const double> each) override {
    temperature_.assign(each.begin(), each.end());
    expose();
  }
  void exchange(run::Pairs pairs) override {
    for (const auto& [a, b] : pairs) {
      std::swap(temperature_[count(a)], temperature_[count(b)]);
      widths_.exchange(a, b);
    }
    expose();
  }

  void copy(run::Pairs pairs) override {
    lattice_.saved().copy(pairs);
    lattice_.values_changed();
  }
  void remember() override { lattice_.store().remember(); }
  void go_back(std::span<const int> systems) override {
    lattice_.store().go_back(systems);
    lattice_.values_changed();
  }
  std::vector<double> energies() override {
    lattice_.measure(0);
    const auto sums = lattice_.host_sums();
    std::vector<double> all(temperature_.size());
    in_host_parts(systems(), systems_worth_a_thread, [&](int from, int to) {
      std::vector<double> raw(moments());
      for (int system = from; system < to; ++system) {
        std::fill(raw.begin(), raw.end(), 0.0);
        measures_.measure(measured(sums, 0, system, widths_(system), 0), std::span<double>(raw));
        all[count(system)] = raw.front() * static_cast<double>(sites());
      }
    });
    lattice_.clear();
    return all;
  }

  void advance(std::uint64_t number, run::Sweep kind) override {
    if (kind == run::Sweep::measured) {
      sweep_measured(number);
    } else if (kind == run::Sweep::backward) {
      sweep_backward(number);
    } else if (kind == run::Sweep::adapting && widths_.adaptive() && lattice_.adapting() != 0 &&
               number % sweeps_per_tuning == 0) {
      sweep_adapting(number);
    } else {
      lattice_.sweep(number, nullptr, nullptr);
      move_clusters(number, nullptr, -1);
    }
  }
  void measure() override { lattice_.measure(next_slot()); }
  void wait() override { lattice_.wait(); }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const auto sums = lattice_.host_sums();
    const auto counts = accepted();
    const std::vector<double> improved = options_.improved >= 0 ? options_.clusters->improved() : std::vector<double>();
    std::vector<double> raw(moments());
    for (int slot = 0; slot < held_; ++slot) {
      for (int system = 0; system < systems(); ++system) {
        std::fill(raw.begin(), raw.end(), 0.0);
        const std::int64_t accepted = counts(count(slot), count(system));
        measures_.measure(measured(sums, slot, system, widths_.measured(slot, system), accepted),
                          std::span<double>(raw));
        if (options_.improved >= 0) {
          std::copy_n(improved.begin() + 2 * (slot * systems() + system), options_.powers,
                      raw.begin() + options_.improved);
        }
        if constexpr (requires { measures_.count(std::span<double>(raw)); }) { // in histograms
          measures_.count(std::span<double>(raw));
        }
        receive(system, raw);
      }
    }
    held_ = 0;
    lattice_.clear();
    if (options_.clusters) {
      options_.clusters->clear();
    }
    set_zero(lattice_.exec(), accepted_);
  }

  std::uint64_t hash() override {
    auto hash = static_cast<std::int64_t>(lattice_.hash());
    ranks().add(std::span<std::int64_t>(&hash, 1));
    return static_cast<std::uint64_t>(hash);
  }
  void be_part(int first, int all) override { lattice_.store().be_part(first, all); }
  run::Configuration configuration_of(int system, const run::SiteRange& range) override {
    return lattice_.store().configuration(system, range);
  }
  void set_configuration(int system, const run::Configuration& c) override {
    lattice_.store().set_configuration(system, c);
    lattice_.values_changed();
  }
  std::vector<float> local_energy(int system, const run::SiteRange& range) override {
    const OwnPart part = lattice_.store().part(range);
    std::vector<float> all = joined_sites(lattice_.local_energy(system, part), 1, part, ranks());
    for (float& e : all) {
      e = static_cast<float>(e / lattice_.energy_weight(temperature_[count(system)]));
    }
    return all;
  }

  void fields(int system, double* to) override { lattice_.fields(system, to); }

  void make_room(int samples) override { lattice_.store().make_room(samples); }
  void keep(run::Pairs pairs) override { lattice_.store().keep(pairs); }
  void kept(const std::function<void(int, const run::Configuration&)>& receive) override {
    const Store& store = lattice_.store();
    for (int sample = 0; sample < store.room(); ++sample) {
      receive(sample, store.kept(sample));
    }
  }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all{lattice_.saved().save()};
    widths_.save(all);
    if (lattice_.store().room() > 0) {
      all.push_back(lattice_.store().save_kept());
    }
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    lattice_.saved().load(arrays);
    lattice_.values_changed();
    widths_.load(arrays, lattice_.adapting());
    if (lattice_.store().room() > 0) {
      lattice_.store().load_kept(arrays);
    }
    expose();
  }

  std::string check() override {
    if (const std::int64_t bad = ranks().least(lattice_.first_invalid()); bad != measure::no_site) {
      return invalid(measure::system_site(bad));
    }
    measure();
    double measured = 0, scale = 0;
    collect([&](int system, std::span<const double> raw) {
      const ThermodynamicConditions at = exposure(system, widths_(system));
      const double weight = lattice_.energy_weight(at.temperature);
      measured += weight * raw.front();
      scale += weight * measures_.scale(at, raw);
    });
    double energy = lattice_.energy();
    ranks().add(std::span<double>(&energy, 1));
    const double recomputed = energy / static_cast<double>(sites());
    return energies_agree(measured, recomputed, scale)
               ? ""
               : "the energy per site, added up over systems, is measured as " + all_digits(measured) +
                     ", but adding it up in another way gives " + all_digits(recomputed);
  }

private:
  using Space = typename Lattice::Space;

  static constexpr int systems_worth_a_thread = 64; ///< some ten microseconds

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }

  run::Communicator& ranks() const { return lattice_.ranks(); }
  /// Counts of accepted proposals, on the host.
  auto accepted() const { return of_all_ranks(accepted_, ranks()); }

  ThermodynamicConditions exposure(int system, float width) const {
    return {system, temperature_[count(system)], field_, width};
  }

  auto measured(const typename Lattice::HostSums& all, int slot, int system, float width, std::int64_t accepted) const {
    return Measured<typename Lattice::Sums>{exposure(system, width), accepted, lattice_.sums(all, slot, system)};
  }

  /// Adapts the width of proposals, for each system by itself.
  void sweep_adapting(std::uint64_t number) {
    lattice_.sweep(number, nullptr, accepted_.data()); // no measurement waits while nothing is measured yet
    move_clusters(number, nullptr, -1);
    widths_.adapt_to(accepted(), lattice_.adapting());
    set_zero(lattice_.exec(), accepted_);
    expose();
  }
  void sweep_backward(std::uint64_t number) {
    if constexpr (requires { lattice_.sweep_backward(number); }) {
      lattice_.sweep_backward(number);
    } else {
      throw std::logic_error("this lattice has no sweeps in reverse order");
    }
  }
  void sweep_measured(std::uint64_t number) {
    std::int64_t* const accepted = accepted_.data() + held_ * systems();
    if (options_.clusters) {
      lattice_.sweep(number, accepted, accepted);
      move_clusters(number, accepted, held_);
      lattice_.measure(next_slot());
      return;
    }
    if constexpr (requires { lattice_.sweep_and_measure(number, accepted, held_); }) {
      lattice_.sweep_and_measure(number, accepted, next_slot());
    } else {
      lattice_.sweep(number, accepted, accepted);
      lattice_.measure(next_slot());
    }
  }

  void move_clusters(std::uint64_t number, std::int64_t* accepted, int slot) {
    if (options_.clusters) {
      if constexpr (requires { lattice_.finish(); }) {
        lattice_.finish();
      }
      options_.clusters->sweep(number, accepted, slot);
    }
  }

  void expose() {
    std::vector<typename Lattice::Conditions> all(temperature_.size());
    in_host_parts(systems(), systems_worth_a_thread, [&](int from, int to) {
      for (int s = from; s < to; ++s) {
        all[count(s)] = measures_.conditions(exposure(s, widths_(s)));
      }
    });
    lattice_.set_conditions(all);
    if (options_.clusters) {
      options_.clusters->set_field(field_ != 0);
    }
  }

  int next_slot() {
    widths_.note(held_);
    return held_++;
  }

  std::string invalid(const measure::SystemSite& bad) const {
    const run::Configuration c = lattice_.store().configuration(bad.system, {bad.site, 1});
    if (c.values.empty()) { // rank 0 says it
      return "a value that is none";
    }
    std::string value;
    for (std::size_t k = 0; k < c.components; ++k) {
      value += (k > 0 ? ", " : "") + std::to_string(c.values[k]);
    }
    return "the " + c.name + " on " + lattice_.place_name(bad.system, bad.site) + " is not " + measures_.valid() +
           ": (" + value + ")";
  }

  Lattice lattice_;
  Moments measures_;
  SiteOptions options_;
  ProposalWidths widths_;
  std::vector<double> temperature_; ///< of each system
  double field_ = 0;
  int held_ = 0;
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Space::memory_space> accepted_; ///< (slot, system)
};

} // namespace neel::simulation

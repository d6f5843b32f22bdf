// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A model whose sites are moved one colour at a time, as the run loop drives it.

#include "models/colour_memory.hpp"
#include "models/moves.hpp"
#include "models/tuning.hpp"

#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/measure/site_sums.hpp>
#include <neel/models/fill.hpp>
#include <neel/update/colour_sweep.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

/// Whether two energies are equal but for the rounding of single-precision terms, none of which is larger than `bound`.
inline bool energies_agree(double a, double b, double bound) { return std::abs(a - b) <= 2e-6 * bound; }

/// One colour of one system of a field on the host, as (component, entry).
template <class S, ExecutionSpace Exec>
auto host_copy(const lattice::Geometry& g, const lattice::Field<S, Exec>& field, lattice::Colour c, int system) {
  using Component = typename S::Component;
  const auto volume = static_cast<std::size_t>(g.half_volume());
  Kokkos::View<Component**, Kokkos::LayoutRight, Kokkos::HostSpace> host("neel::models::host_copy", S::components,
                                                                         volume);
  const auto from = field.sites(c, system);
  for (std::size_t k = 0; k < S::components; ++k) {
    using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    const Kokkos::View<const Component*, typename Exec::memory_space, Unmanaged> source(from.at[k], volume);
    Kokkos::deep_copy(Kokkos::subview(host, k, Kokkos::ALL), source);
  }
  return host;
}

/// Calls visit(site number, entry) for every site of one colour.
template <class Visit>
void for_each_site(const lattice::Geometry& g, lattice::Colour colour, Visit&& visit) {
  for (int z = 0; z < g.lz; ++z) {
    for (int y = 0; y < g.ly; ++y) {
      const int s = lattice::Geometry::first_x(colour, y, z);
      for (int i = 0; i < g.row_sites(s); ++i) {
        visit(g.site_number(2 * i + s, y, z), static_cast<std::size_t>(g.entry(i, y, z)));
      }
    }
  }
}

template <class Model, ExecutionSpace Exec>
class ColourSimulation : public run::Simulation {
public:
  using State_ = State<Model, Exec>;
  using Sums = measure::SiteSums<Model, Exec>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  int systems() const override { return state_.systems; }
  std::int64_t sites() const override { return state_.geometry.sites(); }
  int capacity() const override { return capacity_; }

  void set_conditions(double temperature, double field) override {
    for (Conditions& c : conditions_) {
      c.inverse_temperature = static_cast<float>(1 / temperature);
      c.field = static_cast<float>(field);
    }
    put_conditions();
  }
  void set_temperatures(std::span<const double> each) override {
    for (std::size_t s = 0; s < conditions_.size(); ++s) {
      conditions_[s].inverse_temperature = static_cast<float>(1 / each[s]);
    }
    put_conditions();
  }
  void exchange(std::span<const std::pair<int, int>> pairs) override {
    for (const auto& [a, b] : pairs) {
      std::swap(conditions_[static_cast<std::size_t>(a)], conditions_[static_cast<std::size_t>(b)]);
    }
    put_conditions();
  }

  void thermalize(std::uint64_t number) override {
    if (cone_moves_ > 0 && number % sweeps_per_tuning == 0) {
      sweep_and_tune(number);
    } else {
      sweep(number);
    }
  }
  void sweep(std::uint64_t number) override { make_moves<false>(number, Counters()); }

  void sweep_and_measure(std::uint64_t number) override {
    make_moves<true>(number, Counters(accepted_, static_cast<std::size_t>(held_), Kokkos::ALL));
    measure();
  }

  void measure() override {
    const auto slot = static_cast<std::size_t>(held_++);
    for (int pass = 0; pass < passes_; ++pass) {
      const typename Sums::Result sums(sums_, slot, static_cast<std::size_t>(pass), Kokkos::ALL, Kokkos::ALL,
                                       Kokkos::ALL);
      Sums(model_, state_, formats(pass)).launch(exec_, state_, sums);
    }
  }

  void wait() override { exec_.fence("neel::run::wait"); }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums_);
    const auto accepted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted_);
    std::vector<double> raw;
    for (int slot = 0; slot < held_; ++slot) {
      for (int system = 0; system < state_.systems; ++system) {
        const auto at = static_cast<std::size_t>(slot);
        const auto s = static_cast<std::size_t>(system);
        Measured measured{static_cast<double>(accepted(at, s)) / static_cast<double>(moves_.size()),
                          [&](int pass, std::size_t colour, int term) {
                            return sums(at, static_cast<std::size_t>(pass), s, colour, static_cast<std::size_t>(term));
                          }};
        raw.clear();
        moments_of(measured, raw);
        receive(system, raw);
      }
    }
    held_ = 0;
    Kokkos::deep_copy(exec_, sums_, 0);
    Kokkos::deep_copy(exec_, accepted_, 0);
  }

  std::uint64_t hash() override { return measure::hash(exec_, state_.geometry, state_.systems, state_.sites); }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all{run::to_array("spins", state_.sites)};
    if (cone_moves_ > 0) {
      const HostNumbers cones("neel::models::cones", conditions_.size());
      for (std::size_t s = 0; s < conditions_.size(); ++s) {
        cones(s) = conditions_[s].cone;
      }
      all.push_back(run::to_array("cones", {cones}));
    }
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    run::from_array(arrays, "spins", state_.sites);
    if (cone_moves_ > 0) {
      const HostNumbers cones("neel::models::cones", conditions_.size());
      run::from_array(arrays, "cones", {cones});
      for (std::size_t s = 0; s < conditions_.size(); ++s) {
        conditions_[s].cone = cones(s);
      }
      put_conditions();
    }
  }

  std::string check() override {
    if (const std::int64_t bad = measure::first_invalid(exec_, model_, state_); bad != measure::no_site) {
      const int system = static_cast<int>(bad >> 32);
      const auto site = static_cast<std::uint32_t>(bad);
      return "the spin on " + place_name(state_.geometry, system, site) + " is not " + valid_site() + ": " +
             site_name(system, site);
    }
    measure();
    double measured = 0;
    collect([&](int, std::span<const double> raw) { measured += raw.front(); });
    const double recomputed = measure::energy(exec_, model_, state_) / static_cast<double>(sites());
    return energies_agree(measured, recomputed, energy_bound_ * state_.systems)
               ? ""
               : "the energy per site, added up over systems, is measured as " + input::exact(measured) +
                     ", but adding it up bond by bond gives " + input::exact(recomputed);
  }

protected:
  /// The sums of one measurement of one system.
  struct Measured {
    double accepted; ///< moves made, on average over the kinds of moves of a sweep
    std::function<std::int64_t(int pass, std::size_t colour, int term)> sum;
  };

  /// `passes`: a measurement takes so many over the lattice.
  ColourSimulation(const input::RunInput& run, int systems, int passes)
      : run_(run), moves_(to_moves(run)), state_(to_geometry(run.lattice), systems), passes_(passes),
        cone_moves_(std::count(moves_.begin(), moves_.end(), Move::cone)),
        capacity_(measurements_held(run, passes, systems)), conditions_(static_cast<std::size_t>(systems)),
        sums_("neel::measure::sums", static_cast<std::size_t>(capacity_), static_cast<std::size_t>(passes_),
              static_cast<std::size_t>(systems), 2, Model::terms),
        accepted_("neel::measure::accepted", static_cast<std::size_t>(capacity_), static_cast<std::size_t>(systems)) {}

  virtual typename Model::Formats formats(int pass) const = 0;
  /// Appends the raw moments, the energy first.
  virtual void moments_of(const Measured& measured, std::vector<double>& raw) const = 0;
  /// "of unit length", and what a site is instead.
  virtual std::string valid_site() const = 0;
  virtual std::string site_name(int system, std::uint32_t site) const = 0;

  Exec exec_;
  input::RunInput run_;
  std::vector<Move> moves_; ///< of a sweep, in order
  State_ state_;
  Model model_;
  double energy_bound_ = 0; ///< no site's energy is larger

private:
  using Counters = update::Counters<Exec>;
  using HostNumbers = Kokkos::View<float*, Kokkos::LayoutRight, Kokkos::HostSpace>;

  void put_conditions() {
    const Kokkos::View<const Conditions*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> here(
        conditions_.data(), conditions_.size());
    Kokkos::deep_copy(exec_, state_.conditions, here);
    exec_.fence("neel::models::put_conditions"); // the host's copy may change next
  }

  /// A sweep, after which the cone of each system is wider or narrower, for half of the proposals to be accepted.
  void sweep_and_tune(std::uint64_t sweep_number) {
    const Counters accepted(accepted_, 0, Kokkos::ALL); // no measurement waits while nothing is measured yet
    for (std::uint32_t number = 0; number < moves_.size(); ++number) {
      if (moves_[number] == Move::cone) {
        make_move<true, Move::cone>(sweep_number, number, accepted);
      } else {
        make_moves_but_cone<false>(sweep_number, number, Counters());
      }
    }
    const auto counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted);
    for (std::size_t s = 0; s < conditions_.size(); ++s) {
      const double part = static_cast<double>(counts(s)) / static_cast<double>(sites() * cone_moves_);
      conditions_[s].cone = static_cast<float>(std::clamp(tuned(conditions_[s].cone, part, 0.5), 1e-6, 2.0));
    }
    Kokkos::deep_copy(exec_, accepted, 0);
    put_conditions();
  }

  template <bool Count>
  void make_moves(std::uint64_t sweep_number, const Counters& accepted) {
    for (std::uint32_t number = 0; number < moves_.size(); ++number) {
      make_moves_but_cone<Count>(sweep_number, number, accepted);
      make_move<Count, Move::cone>(sweep_number, number, accepted);
    }
  }
  template <bool Count>
  void make_moves_but_cone(std::uint64_t sweep_number, std::uint32_t number, const Counters& accepted) {
    make_move<Count, Move::metropolis>(sweep_number, number, accepted);
    make_move<Count, Move::heat_bath>(sweep_number, number, accepted);
    make_move<Count, Move::over_relaxation>(sweep_number, number, accepted);
  }
  template <bool Count, Move M>
  void make_move(std::uint64_t sweep_number, std::uint32_t number, const Counters& accepted) {
    if constexpr (Knows<Model, M>) {
      if (moves_[number] == M) {
        update::sweep<Count, M>(exec_, model_, state_, run_.seed, sweep_number, accepted, number);
      }
    }
  }

  int passes_;
  std::int64_t cone_moves_; ///< of a sweep
  int capacity_, held_ = 0;
  std::vector<Conditions> conditions_; ///< of each system
  View<std::int64_t*****> sums_;       ///< (slot, pass, system, colour, term)
  View<std::int64_t**> accepted_;      ///< (slot, system)
};

} // namespace neel::models

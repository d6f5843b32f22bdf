// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on its lattice, as the run loop drives it.

#include "models/heisenberg_observables.hpp"
#include "models/model_run.hpp"

#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/measure/site_sums.hpp>
#include <neel/models/fill.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/update/colour_sweep.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

/// Draws the ion of each site.
template <ExecutionSpace Exec>
struct DrawIon {
  std::uint64_t seed;
  int systems_per_composition, ions;
  /// thresholds(composition, ion): the ion's upper end of the words that choose it, or of those of ions before it.
  Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, typename Exec::memory_space> thresholds;

  KOKKOS_FUNCTION Ion operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::disorder, static_cast<std::uint32_t>(at.system), 0)(at.number);
    const int composition = at.system / systems_per_composition;
    std::uint8_t species = 0;
    for (int k = 0; k + 1 < ions; ++k) {
      species = static_cast<std::uint8_t>(species + (draw.a >= thresholds(composition, k) ? 1 : 0));
    }
    return {species};
  }
};

/// The start configuration: random directions, or the ordered domain with even sites along `axis`.
struct StartSpin {
  std::uint64_t seed;
  bool random;
  Spin axis;

  KOKKOS_FUNCTION Spin operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    const float sign = at.colour == lattice::Colour::even ? 1.0F : -1.0F;
    return random ? uniform_on_sphere(draw.a, draw.b) : Spin{sign * axis.x, sign * axis.y, sign * axis.z};
  }
};

inline Spin to_spin(const std::array<double, 3>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

/// Whether two energies are equal but for the rounding of single-precision terms, none of which is larger than `bound`.
inline bool energies_agree(double a, double b, double bound) { return std::abs(a - b) <= 2e-6 * bound; }

template <int Species, ExecutionSpace Exec>
class HeisenbergSimulation final : public run::Simulation {
public:
  using Model = Heisenberg<Species>;
  using State_ = State<Model, Exec>;
  using Sums = measure::SiteSums<Model, Exec>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  HeisenbergSimulation(const input::RunInput& run, const Material& material, const HeisenbergObservables& observables)
      : run_(run), material_(material), observables_(observables),
        state_(to_geometry(run.lattice), run.systems * static_cast<int>(material.fractions.size())),
        passes_(static_cast<int>(material.ions.size() + 1) / 2),
        capacity_(std::clamp(200'000 / (passes_ * state_.systems), 1, 1024)),
        sums_("neel::measure::sums", static_cast<std::size_t>(capacity_), static_cast<std::size_t>(passes_),
              static_cast<std::size_t>(state_.systems), 2, Model::terms),
        accepted_("neel::measure::accepted", static_cast<std::size_t>(capacity_),
                  static_cast<std::size_t>(state_.systems)) {
    make_model();
    make_formats();
    place_ions();
    place_spins();
  }

  int systems() const override { return state_.systems; }
  std::int64_t sites() const override { return state_.geometry.sites(); }
  std::size_t moments() const override { return observables_.moments().size(); }
  int capacity() const override { return capacity_; }

  void set_conditions(double temperature, double field) override {
    Kokkos::deep_copy(exec_, state_.conditions,
                      Conditions{static_cast<float>(1 / temperature), static_cast<float>(field)});
  }

  void sweep(std::uint64_t number) override {
    update::sweep<false>(exec_, model_, state_, run_.seed, number, Counters());
  }

  void sweep_and_measure(std::uint64_t number) override {
    update::sweep<true>(exec_, model_, state_, run_.seed, number,
                        Counters(accepted_, static_cast<std::size_t>(held_), Kokkos::ALL));
    measure();
  }

  void measure() override {
    const auto slot = static_cast<std::size_t>(held_++);
    for (int pass = 0; pass < passes_; ++pass) {
      typename Model::Formats formats = formats_;
      formats.first = 2 * pass;
      const typename Sums::Result sums(sums_, slot, static_cast<std::size_t>(pass), Kokkos::ALL, Kokkos::ALL,
                                       Kokkos::ALL);
      Sums(model_, state_, formats).launch(exec_, state_, sums);
    }
  }

  void wait() override { exec_.fence("neel::run::wait"); }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const auto sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums_);
    const auto accepted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted_);
    std::vector<double> raw;
    for (int slot = 0; slot < held_; ++slot) {
      for (int system = 0; system < state_.systems; ++system) {
        observables_.measure(natural(sums, accepted, slot, system), raw);
        receive(system, raw);
      }
    }
    held_ = 0;
    Kokkos::deep_copy(exec_, sums_, 0);
    Kokkos::deep_copy(exec_, accepted_, 0);
  }

  std::uint64_t hash() override { return measure::hash(exec_, state_.geometry, state_.systems, state_.sites); }

  std::vector<run::Array> save() override { return {run::to_array("spins", state_.sites)}; }
  void load(std::vector<run::Array>& arrays) override { run::from_array(arrays, "spins", state_.sites); }
  std::string check() override;

  Configuration configuration(int system) const {
    const lattice::Geometry& g = state_.geometry;
    Configuration c{std::vector<float>(static_cast<std::size_t>(3 * g.sites())), 3,
                    std::vector<std::uint8_t>(static_cast<std::size_t>(g.sites()))};
    for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
      const auto spins = contiguous(state_.sites, colour, system);
      const auto ions = contiguous(state_.quenched, colour, system);
      for (int z = 0; z < g.lz; ++z) {
        for (int y = 0; y < g.ly; ++y) {
          const int s = lattice::Geometry::first_x(colour, y, z);
          for (int i = 0; i < g.row_sites(s); ++i) {
            const std::size_t site = g.site_number(2 * i + s, y, z);
            const auto entry = static_cast<std::size_t>(g.entry(i, y, z));
            for (std::size_t k = 0; k < 3; ++k) {
              c.spins[3 * site + k] = spins(k, entry);
            }
            c.labels[site] = ions(0, entry);
          }
        }
      }
    }
    return c;
  }

private:
  using Counters = update::Counters<Exec>;

  /// One colour of one system on the host, as (component, entry).
  template <class S>
  auto contiguous(const lattice::Field<S, Exec>& field, lattice::Colour c, int system) const {
    using Component = typename S::Component;
    const auto volume = static_cast<std::size_t>(state_.geometry.half_volume());
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

  View<float*> to_device(const std::string& label, const std::vector<float>& values) {
    const View<float*> there("neel::models::" + label, values.size());
    const Kokkos::View<const float*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> here(values.data(),
                                                                                                      values.size());
    Kokkos::deep_copy(there, here);
    tables_.push_back(there);
    return there;
  }

  PairTable<Species> pair_table(const std::string& label, const std::vector<std::vector<double>>& values) {
    PairTable<Species> t;
    t.same[0] = static_cast<float>(values[0][0]);
    if constexpr (Species == 2) {
      t.same[1] = static_cast<float>(values[1][1]);
      t.mixed = static_cast<float>(values[0][1]);
    } else if constexpr (Species == any_species) {
      std::vector<float> all(256 * values.size(), 0.0F);
      for (std::size_t a = 0; a < values.size(); ++a) {
        std::transform(values[a].begin(), values[a].end(), all.begin() + static_cast<std::ptrdiff_t>(256 * a),
                       [](double v) { return static_cast<float>(v); });
      }
      t.table = to_device(label, all).data();
    }
    return t;
  }

  IonTable<Species> ion_table(const std::string& label, const std::vector<double>& values) {
    IonTable<Species> t;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, values.size()); ++k) {
      t.value[k] = static_cast<float>(values[k]);
    }
    if constexpr (Species == any_species) {
      t.table = to_device(label, std::vector<float>(values.begin(), values.end())).data();
    }
    return t;
  }

  void make_model() {
    model_.exchange = pair_table("exchange", material_.exchange);
    model_.dm = pair_table("dm", material_.dm);
    model_.anisotropy = ion_table("anisotropy", material_.anisotropy);
    model_.moment = ion_table("moment", material_.moment);
    model_.dm_axis = to_spin(material_.dm_axis);
    model_.anisotropy_axis = to_spin(material_.anisotropy_axis);
    model_.field_axis = to_spin(material_.field_axis);
  }

  /// The formats depend on the input alone, so that sums are the same on every machine.
  void make_formats() {
    const auto most = [](const std::vector<double>& values) {
      double m = 0;
      for (const double v : values) {
        m = std::max(m, std::abs(v));
      }
      return m;
    };
    const auto most_pair = [&](const std::vector<std::vector<double>>& values) {
      double m = 0;
      for (const auto& row : values) {
        m = std::max(m, most(row));
      }
      return m;
    };
    constexpr double slack = 1.001; // spins are unit vectors to a few float roundings
    const auto format = [](double bound) { return FixedPoint(static_cast<float>(slack * bound)); };
    formats_.exchange = format(lattice::directions * most_pair(material_.exchange));
    formats_.dm = format(lattice::directions * most_pair(material_.dm));
    formats_.anisotropy = format(most(material_.anisotropy));
    formats_.zeeman = format(most(run_.schedule.field) * most(material_.moment));
    energy_bound_ = lattice::directions * (most_pair(material_.exchange) + most_pair(material_.dm)) +
                    most(material_.anisotropy) + most(run_.schedule.field) * most(material_.moment);
  }

  void place_ions() {
    const std::size_t compositions = material_.fractions.size();
    const std::size_t ions = material_.ions.size();
    const View<std::uint64_t**> thresholds("neel::models::thresholds", compositions, ions);
    const auto host = Kokkos::create_mirror_view(thresholds);
    for (std::size_t c = 0; c < compositions; ++c) {
      double below = 0;
      for (std::size_t k = 0; k < ions; ++k) {
        below += material_.fractions[c][k];
        host(c, k) = static_cast<std::uint64_t>(std::llround(std::min(below, 1.0) * 4294967296.0));
      }
    }
    Kokkos::deep_copy(thresholds, host);
    fill("place_ions", exec_, state_.geometry, state_.systems, state_.quenched,
         DrawIon<Exec>{material_.disorder_seed, run_.systems, static_cast<int>(ions), thresholds});
  }

  void place_spins() {
    const Spin axis = to_spin(material_.anisotropy_axis);
    const float sign = run_.schedule.start == "domain-" ? -1.0F : 1.0F;
    fill("place_spins", exec_, state_.geometry, state_.systems, state_.sites,
         StartSpin{run_.seed, run_.schedule.start == "random", {sign * axis.x, sign * axis.y, sign * axis.z}});
  }

  template <class SumsView, class AcceptedView>
  SpinSums natural(const SumsView& sums, const AcceptedView& accepted, int slot, int system) const {
    SpinSums n;
    const auto at = [&](int pass, std::size_t colour, int term) {
      return sums(static_cast<std::size_t>(slot), static_cast<std::size_t>(pass), static_cast<std::size_t>(system),
                  colour, static_cast<std::size_t>(term));
    };
    for (std::size_t colour = 0; colour < 2; ++colour) {
      n.spins[colour].resize(material_.ions.size());
      for (std::size_t ion = 0; ion < material_.ions.size(); ++ion) {
        for (std::size_t k = 0; k < 3; ++k) {
          const int term = (ion % 2 == 0 ? Model::spin_first : Model::spin_second) + static_cast<int>(k);
          n.spins[colour][ion][k] = formats_.spin.value(at(static_cast<int>(ion / 2), colour, term));
        }
      }
      n.exchange += formats_.exchange.value(at(0, colour, Model::exchange_energy));
      n.dm += formats_.dm.value(at(0, colour, Model::dm_energy));
      n.anisotropy += formats_.anisotropy.value(at(0, colour, Model::anisotropy_energy));
      n.zeeman += formats_.zeeman.value(at(0, colour, Model::zeeman_energy));
    }
    n.accepted = static_cast<double>(accepted(static_cast<std::size_t>(slot), static_cast<std::size_t>(system)));
    return n;
  }

  Exec exec_;
  input::RunInput run_;
  Material material_;
  HeisenbergObservables observables_;
  State_ state_;
  Model model_;
  typename Model::Formats formats_;
  double energy_bound_ = 0;          ///< no site's energy is larger
  std::vector<View<float*>> tables_; ///< keeps the tables of the model alive
  int passes_, capacity_, held_ = 0;
  View<std::int64_t*****> sums_;  ///< (slot, pass, system, colour, term)
  View<std::int64_t**> accepted_; ///< (slot, system)
};

template <int Species, ExecutionSpace Exec>
std::string HeisenbergSimulation<Species, Exec>::check() {
  if (const std::int64_t bad = measure::first_invalid(exec_, model_, state_); bad != measure::no_site) {
    const auto site = static_cast<std::uint32_t>(bad);
    return "the spin on " + place_name(state_.geometry, static_cast<int>(bad >> 32), site) +
           " is not of unit length: " + [&] {
             const Configuration c = configuration(static_cast<int>(bad >> 32));
             const float* const s = &c.spins[3 * std::size_t{site}];
             return "(" + std::to_string(s[0]) + ", " + std::to_string(s[1]) + ", " + std::to_string(s[2]) + ")";
           }();
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

} // namespace neel::models

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on its lattice, as the run loop drives it.

#include "models/colour_simulation.hpp"
#include "models/heisenberg.hpp"

#include <neel/models/heisenberg.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

/// Draws the ion of each site.
template <ExecutionSpace Exec>
struct DrawIon {
  std::uint64_t seed;
  int chains; ///< systems s, s + chains, s + 2 chains, ... (of tempering) have the same ions
  int chains_per_composition, ions;
  /// thresholds(composition, ion): the ion's upper end of the words that choose it, or of those of ions before it.
  Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, typename Exec::memory_space> thresholds;

  KOKKOS_FUNCTION Ion operator()(const Place& at) const {
    const int chain = at.system % chains, composition = chain / chains_per_composition;
    const random::Draw draw =
        random::Stream(seed, random::Purpose::disorder, static_cast<std::uint32_t>(chain), 0)(at.number);
    std::uint8_t species = 0;
    for (int k = 0; k + 1 < ions; ++k) {
      species = static_cast<std::uint8_t>(species + (draw.a >= thresholds(composition, k) ? 1 : 0));
    }
    return {species};
  }
};

/// The start configuration: random directions or all along `axis`, times `odd` on odd sites.
struct StartSpin {
  std::uint64_t seed;
  bool random;
  float odd;
  Spin axis;

  KOKKOS_FUNCTION Spin operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    return scaled(at.colour == lattice::Colour::even ? 1.0F : odd, random ? uniform_on_sphere(draw.a, draw.b) : axis);
  }
};

inline Spin to_spin(const std::array<double, 3>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

template <int Species, ExecutionSpace Exec>
class HeisenbergSimulation final : public ColourSimulation<Heisenberg<Species>, Exec> {
public:
  using Base = ColourSimulation<Heisenberg<Species>, Exec>;
  using Model = Heisenberg<Species>;
  using typename Base::Measured;
  template <class T>
  using View = typename Base::template View<T>;

  HeisenbergSimulation(const input::RunInput& run, const Material& material, const HeisenbergObservables& observables)
      : Base(run, run.rungs() * run.systems * static_cast<int>(material.fractions.size()),
             static_cast<int>(material.ions.size() + 1) / 2),
        material_(material), observables_(observables) {
    make_model();
    make_formats();
    place_ions();
    place_spins();
  }

  std::size_t moments() const override { return observables_.moments().size(); }

  Configuration configuration(int system) const {
    const lattice::Geometry& g = state_.geometry;
    Configuration c{std::vector<float>(static_cast<std::size_t>(3 * g.sites())), 3,
                    std::vector<std::uint8_t>(static_cast<std::size_t>(g.sites()))};
    for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
      const auto spins = host_copy(g, state_.sites, colour, system);
      const auto ions = host_copy(g, state_.quenched, colour, system);
      for_each_site(g, colour, [&](std::size_t site, std::size_t entry) {
        for (std::size_t k = 0; k < 3; ++k) {
          c.spins[3 * site + k] = spins(k, entry);
        }
        c.labels[site] = ions(0, entry);
      });
    }
    return c;
  }

protected:
  typename Model::Formats formats(int pass) const override {
    typename Model::Formats f = formats_;
    f.first = 2 * pass;
    return f;
  }
  void moments_of(const Measured& measured, std::vector<double>& raw) const override {
    observables_.measure(natural(measured), raw);
  }
  std::string valid_site() const override { return "of unit length"; }
  std::string site_name(int system, std::uint32_t site) const override {
    const Configuration c = configuration(system);
    const float* const s = &c.spins[3 * std::size_t{site}];
    return "(" + std::to_string(s[0]) + ", " + std::to_string(s[1]) + ", " + std::to_string(s[2]) + ")";
  }

private:
  using Base::energy_bound_;
  using Base::exec_;
  using Base::model_;
  using Base::run_;
  using Base::state_;

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
    model_.odd = observables_.uniform() ? -1.0F : 1.0F;
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
         DrawIon<Exec>{material_.disorder_seed, state_.systems / run_.rungs(), run_.systems, static_cast<int>(ions),
                       thresholds});
  }

  void place_spins() {
    const Spin axis = to_spin(material_.anisotropy_axis);
    const std::string& start = run_.schedule.start;
    const float odd = start == "random" ? model_.odd : (start == "up" ? 1.0F : -1.0F);
    fill("place_spins", exec_, state_.geometry, state_.systems, state_.sites,
         StartSpin{run_.seed, start == "random", odd, scaled(start == "domain-" ? -1.0F : 1.0F, axis)});
  }

  SpinSums natural(const Measured& measured) const {
    SpinSums n;
    for (std::size_t colour = 0; colour < 2; ++colour) {
      n.spins[colour].resize(material_.ions.size());
      for (std::size_t ion = 0; ion < material_.ions.size(); ++ion) {
        for (std::size_t k = 0; k < 3; ++k) {
          const int term = (ion % 2 == 0 ? Model::spin_first : Model::spin_second) + static_cast<int>(k);
          n.spins[colour][ion][k] = formats_.spin.value(measured.sum(static_cast<int>(ion / 2), colour, term));
        }
      }
      n.exchange += formats_.exchange.value(measured.sum(0, colour, Model::exchange_energy));
      n.dm += formats_.dm.value(measured.sum(0, colour, Model::dm_energy));
      n.anisotropy += formats_.anisotropy.value(measured.sum(0, colour, Model::anisotropy_energy));
      n.zeeman += formats_.zeeman.value(measured.sum(0, colour, Model::zeeman_energy));
    }
    n.accepted = measured.accepted;
    return n;
  }

  Material material_;
  HeisenbergObservables observables_;
  typename Model::Formats formats_;
  std::vector<View<float*>> tables_; ///< keeps the tables of the model alive
};

template <int Species>
MadeSimulation make_heisenberg_of(const input::RunInput& run, const Material& material,
                                  const HeisenbergObservables& observables) {
  auto made =
      std::make_unique<HeisenbergSimulation<Species, Kokkos::DefaultExecutionSpace>>(run, material, observables);
  auto* const simulation = made.get();
  return {std::move(made), [simulation](int system) { return simulation->configuration(system); }};
}

} // namespace neel::models

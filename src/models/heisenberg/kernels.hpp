// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on its lattice, for a number of species and an execution space.

#include "model/seed.hpp"
#include "models/heisenberg/heisenberg.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

/// Draws the ion of each site.
template <ExecutionSpace Exec>
struct DrawIon {
  Seed seed;
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
  Seed seed;
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

/// Tables of pairs and ions; of more than two species they are views, which the simulation keeps.
template <int Species, ExecutionSpace Exec>
class HeisenbergTables {
public:
  PairTable<Species> pairs(const std::string& label, const std::vector<std::vector<double>>& values) {
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
      t.table = to_device(label, all);
    }
    return t;
  }

  IonTable<Species> ions(const std::string& label, const std::vector<double>& values) {
    IonTable<Species> t;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, values.size()); ++k) {
      t.value[k] = static_cast<float>(values[k]);
    }
    if constexpr (Species == any_species) {
      t.table = to_device(label, std::vector<float>(values.begin(), values.end()));
    }
    return t;
  }

  using Table = Kokkos::View<float*, typename Exec::memory_space>;
  const std::vector<Table>& kept() const { return kept_; }

private:
  const float* to_device(const std::string& label, const std::vector<float>& values) {
    const Table there("neel::models::" + label, values.size());
    simulation::copy_in(Exec(), there, values);
    kept_.push_back(there);
    return there.data();
  }

  std::vector<Table> kept_;
};

/// The measures of a model whose tables must live as long as its simulation.
template <class Tables>
struct KeptMoments : HeisenbergMoments {
  KeptMoments(const HeisenbergMoments& measures, Tables all) : HeisenbergMoments(measures), tables(std::move(all)) {}
  Tables tables;
};

template <int Species, ExecutionSpace Exec>
class HeisenbergMaker {
public:
  using Model = Heisenberg<Species>;
  using Lattice = simulation::HalfLattices<Model, Exec>;

  HeisenbergMaker(const HeisenbergSetup& setup, const run::ExecutionContext& where)
      : setup_(setup), options_(setup.options.on(where)) {}

  std::unique_ptr<run::Simulation> make() {
    const Model physics = model();
    Lattice lattice(options_, physics, formats());
    place_ions(lattice);
    place_spins(lattice, physics.odd);
    return simulate(std::move(lattice), KeptMoments(setup_.measures, tables_), options_, setup_.clusters);
  }

private:
  Model model() {
    const Material& m = setup_.material;
    Model physics;
    physics.exchange = tables_.pairs("exchange", m.exchange);
    physics.dm = tables_.pairs("dm", m.dm);
    physics.anisotropy = tables_.ions("anisotropy", m.anisotropy);
    physics.moment = tables_.ions("moment", m.moment);
    physics.dm_axis = to_spin(m.dm_axis);
    physics.anisotropy_axis = to_spin(m.anisotropy_axis);
    physics.field_axis = to_spin(m.field_axis);
    physics.odd = setup_.measures.uniform() ? -1.0F : 1.0F;
    return physics;
  }

  /// The formats depend on the input alone, so that sums are the same on every machine.
  typename Model::Formats formats() const {
    const Material& m = setup_.material;
    constexpr double slack = 1.001; // spins are unit vectors to a few float roundings
    const auto format = [](double bound) { return FixedPoint(static_cast<float>(slack * bound)); };
    typename Model::Formats f;
    f.exchange = format(lattice::directions * most_of_pairs(m.exchange));
    f.dm = format(lattice::directions * most_of_pairs(m.dm));
    f.anisotropy = format(most(m.anisotropy));
    f.zeeman = format(most(setup_.run.schedule.field) * most(m.moment));
    return f;
  }

  void place_ions(const Lattice& lattice) const {
    const Material& m = setup_.material;
    const Kokkos::View<std::uint64_t**, Kokkos::LayoutRight, typename Exec::memory_space> thresholds(
        "neel::models::thresholds", m.fractions.size(), m.ions.size());
    const auto host = Kokkos::create_mirror_view(thresholds);
    for (std::size_t c = 0; c < m.fractions.size(); ++c) {
      double below = 0;
      for (std::size_t k = 0; k < m.ions.size(); ++k) {
        below += m.fractions[c][k];
        host(c, k) = static_cast<std::uint64_t>(std::llround(std::min(below, 1.0) * 4294967296.0));
      }
    }
    copy_numbers(thresholds, host);
    lattice.place_quenched("place_ions", DrawIon<Exec>{{m.disorder_seed, setup_.run.first_system},
                                                       lattice.systems() / setup_.run.copies(),
                                                       setup_.run.systems,
                                                       static_cast<int>(m.ions.size()),
                                                       thresholds});
  }

  void place_spins(const Lattice& lattice, float mirror) const {
    const Spin axis = to_spin(setup_.material.anisotropy_axis);
    const std::string& start = setup_.run.schedule.start;
    const float odd = start == "random" ? mirror : (start == "up" ? 1.0F : -1.0F);
    lattice.place("place_spins", StartSpin{to_seed(setup_.run), start == "random", odd,
                                           scaled(start == "domain-" ? -1.0F : 1.0F, axis)});
  }

  const HeisenbergSetup& setup_;
  simulation::HalfLatticeOptions options_;
  HeisenbergTables<Species, Exec> tables_;
};

template <int Species>
std::unique_ptr<run::Simulation> make_heisenberg(const HeisenbergSetup& setup, run::ExecutionContext where) {
  return simulation::in_space(
      where.space, [&]<class Exec>(const Exec&) { return HeisenbergMaker<Species, Exec>(setup, where).make(); });
}

} // namespace neel::models

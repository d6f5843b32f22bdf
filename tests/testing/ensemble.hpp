// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many independent systems side by side: time averages of each are independent numbers, so their spread is the error.

#include "testing/averages.hpp"

#include <neel/models/heisenberg.hpp>
#include <neel/simulation/half_lattices.hpp>

// The program has these.
extern template class neel::simulation::HalfLattices<neel::models::Heisenberg<0>, Kokkos::DefaultExecutionSpace>;
extern template class neel::simulation::HalfLattices<neel::models::Heisenberg<1>, Kokkos::DefaultExecutionSpace>;
extern template class neel::simulation::HalfLattices<neel::models::Heisenberg<2>, Kokkos::DefaultExecutionSpace>;

namespace neel::testing {

struct RandomSpin {
  std::uint64_t seed;
  KOKKOS_FUNCTION models::Spin operator()(const models::Place& at) const {
    const random::Draw d =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    return models::uniform_on_sphere(d.a, d.b);
  }
};

/// Ions of `species` kinds, about equally many.
struct RandomIon {
  std::uint64_t seed;
  int species;
  KOKKOS_FUNCTION models::Ion operator()(const models::Place& at) const {
    const random::Draw d =
        random::Stream(seed, random::Purpose::disorder, static_cast<std::uint32_t>(at.system), 0)(at.number);
    return {static_cast<std::uint8_t>(d.a % static_cast<unsigned>(species))};
  }
};

/// Energies per system, in natural units.
struct Energies {
  double exchange = 0, dm = 0, anisotropy = 0, zeeman = 0;
  double spin[2][3] = {}; ///< sums of spins by colour
  double total() const { return exchange + dm + anisotropy + zeeman; }
};

/// The program's lattice of a physics, its moves and conditions set by hand.
template <class P, ExecutionSpace Exec>
class Sites {
public:
  using Lattice = simulation::HalfLattices<P, Exec>;

  Sites(const lattice::Geometry& g, int systems, const P& physics, const typename P::Formats& formats,
        const typename P::Conditions& at, std::uint64_t seed)
      : lattice({g, systems, 1, 1, {models::Move::metropolis}, seed}, physics, formats), state(lattice.state()),
        model(physics) {
    lattice.set_conditions(std::vector(static_cast<std::size_t>(systems), at));
  }

  void sweep(int count) {
    lattice.set_moves(moves);
    for (int s = 0; s < count; ++s) {
      lattice.sweep(number++, nullptr, nullptr);
    }
    lattice.finish();
  }
  /// Calls visit(sums) for each system, now.
  template <class Visit>
  void measure_each(const Visit& visit) const {
    lattice.clear();
    lattice.measure(0);
    const auto host = lattice.host_sums();
    for (int s = 0; s < lattice.systems(); ++s) {
      visit(lattice.sums(host, 0, s));
    }
  }
  std::uint64_t hash() const { return lattice.hash(); }

  Lattice lattice;
  typename Lattice::State state; ///< the lattice's own
  P model;
  Exec exec;
  std::uint64_t number = 0;
  std::vector<models::Move> moves{models::Move::metropolis}; ///< of a sweep
};

template <int Species, ExecutionSpace Exec, class Physics = models::Heisenberg<Species>>
class Ensemble : public Sites<Physics, Exec> {
public:
  using Model = Physics;

  Ensemble(const lattice::Geometry& g, int systems, const Model& m, double temperature, double field,
           std::uint64_t seed = 1, float cone = 0.7F)
      : Sites<Model, Exec>(g, systems, m, formats(),
                           {static_cast<float>(1 / temperature), static_cast<float>(field), cone}, seed) {
    this->lattice.place("start", RandomSpin{seed});
    this->lattice.place_quenched("ions", RandomIon{seed, Species == 1 ? 1 : 2});
  }

  static typename Model::Formats formats() {
    typename Model::Formats f;
    f.exchange = f.dm = f.anisotropy = f.zeeman = FixedPoint(16.0F);
    return f;
  }

  /// Sums of each system, now.
  std::vector<Energies> measure() const {
    using lattice::Colour;
    std::vector<Energies> all;
    this->measure_each([&](const auto& sums) {
      Energies e;
      for (const Colour c : {Colour::even, Colour::odd}) {
        e.exchange += sums(0, c, Model::exchange_energy);
        e.dm += sums(0, c, Model::dm_energy);
        e.anisotropy += sums(0, c, Model::anisotropy_energy);
        e.zeeman += sums(0, c, Model::zeeman_energy);
        for (int k = 0; k < 3; ++k) {
          e.spin[static_cast<int>(c)][k] = sums(0, c, Model::spin_first + k) + sums(0, c, Model::spin_second + k);
        }
      }
      all.push_back(e);
    });
    return all;
  }

  /// Thermalises, then averages each quantity over measurements and systems.
  std::vector<statistics::Estimate> average(int thermalize, int measurements, int every,
                                            const std::vector<std::function<double(const Energies&)>>& quantities) {
    this->sweep(thermalize);
    const auto next = [&] {
      this->sweep(every);
      return measure();
    };
    return testing::average<Energies>(measurements, next, quantities);
  }
};

/// J, D, K and m of a pure compound.
inline models::Heisenberg<1> pure(float j, float d = 0, float k = 0, float m = 1) {
  models::Heisenberg<1> model;
  model.exchange.same[0] = j;
  model.dm.same[0] = d;
  model.anisotropy.value[0] = k;
  model.moment.value[0] = m;
  return model;
}

/// The Lu series of models: Fe and Cr.
inline models::Heisenberg<2> perovskite() {
  models::Heisenberg<2> model;
  model.exchange = {{1.0F, 115.0F / 628.0F}, 153.0F / 628.0F, nullptr};
  model.dm = {{0.0214F, 0.0074F}, -0.0168F, nullptr};
  model.anisotropy = {{0.007F, 0.007F}, nullptr};
  model.moment = {{1.0F, 0.6F}, nullptr};
  return model;
}

} // namespace neel::testing

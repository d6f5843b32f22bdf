// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many independent systems side by side: time averages of each are independent numbers, so their spread is the error.

#include "testing/averages.hpp"

#include <neel/measure/hash.hpp>
#include <neel/measure/site_sums.hpp>
#include <neel/models/fill.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/update/colour_sweep.hpp>

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

template <int Species, ExecutionSpace Exec>
class Ensemble {
public:
  using Model = models::Heisenberg<Species>;
  using State = models::State<Model, Exec>;
  using SiteSums = measure::SiteSums<Model, Exec>;

  Ensemble(const lattice::Geometry& g, int systems, const Model& m, double temperature, double field,
           std::uint64_t seed_ = 1, float cone = 0.7F)
      : state(g, systems), model(m), seed(seed_) {
    Kokkos::deep_copy(state.conditions,
                      models::Conditions{static_cast<float>(1 / temperature), static_cast<float>(field), cone});
    models::fill("start", exec, g, systems, state.sites, RandomSpin{seed});
    models::fill("ions", exec, g, systems, state.quenched, RandomIon{seed, Species == 1 ? 1 : 2});
    formats.exchange = formats.dm = formats.anisotropy = formats.zeeman = FixedPoint(16.0F);
  }

  void sweep(int count) {
    using models::Move;
    const update::Counters<Exec> none;
    for (int s = 0; s < count; ++s, ++number) {
      for (std::uint32_t k = 0; k < moves.size(); ++k) {
        if (moves[k] == Move::metropolis) {
          update::sweep<false>(exec, model, state, seed, number, none, k);
        } else if (moves[k] == Move::heat_bath) {
          update::sweep<false, Move::heat_bath>(exec, model, state, seed, number, none, k);
        } else if (moves[k] == Move::cone) {
          update::sweep<false, Move::cone>(exec, model, state, seed, number, none, k);
        } else {
          update::sweep<false, Move::over_relaxation>(exec, model, state, seed, number, none, k);
        }
      }
    }
  }

  /// Sums of each system, now.
  std::vector<Energies> measure() {
    const typename SiteSums::Result sums("neel::testing::sums", static_cast<std::size_t>(state.systems), 2,
                                         Model::terms);
    SiteSums(model, state, formats).launch(exec, state, sums);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
    std::vector<Energies> all(static_cast<std::size_t>(state.systems));
    for (std::size_t s = 0; s < all.size(); ++s) {
      for (std::size_t c = 0; c < 2; ++c) {
        const auto at = [&](int term) { return host(s, c, static_cast<std::size_t>(term)); };
        all[s].exchange += formats.exchange.value(at(Model::exchange_energy));
        all[s].dm += formats.dm.value(at(Model::dm_energy));
        all[s].anisotropy += formats.anisotropy.value(at(Model::anisotropy_energy));
        all[s].zeeman += formats.zeeman.value(at(Model::zeeman_energy));
        for (int k = 0; k < 3; ++k) {
          all[s].spin[c][k] = formats.spin.value(at(Model::spin_first + k) + at(Model::spin_second + k));
        }
      }
    }
    return all;
  }

  /// Thermalises, then averages each quantity over measurements and systems.
  std::vector<measure::Estimate> average(int thermalize, int measurements, int every,
                                         const std::vector<std::function<double(const Energies&)>>& quantities) {
    sweep(thermalize);
    const auto next = [&] {
      sweep(every);
      return measure();
    };
    return testing::average<Energies>(measurements, next, quantities);
  }

  std::uint64_t hash() { return measure::hash(exec, state.geometry, state.systems, state.sites); }

  Exec exec;
  State state;
  Model model;
  typename Model::Formats formats;
  std::uint64_t seed, number = 0;
  std::vector<models::Move> moves{models::Move::metropolis}; ///< of a sweep
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

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Energies of four-spin interactions: each spin's quarter of them, and, for checks, product by product.

#include <neel/measure/graph_check.hpp>
#include <neel/models/four_spin.hpp>

namespace neel::measure {

/// A spin's quarter of its interactions.
template <models::GraphPhysics P>
NEEL_FUNCTION double four_spin_energy(const models::GraphContents<P>& of_system, const models::FourSpinPointers& four,
                                      int entry) {
  const auto spins = of_system.sites.read();
  return 0.25 * models::dot(spins[entry], four.field(spins, entry));
}

/// The sum over a system, an integer.
template <models::GraphPhysics P, ExecutionSpace Exec>
class FourSpinEnergy {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  FourSpinEnergy(const models::GraphState<P, Exec>& state, const models::FourSpinPointers& four,
                 const LongFixedPoint& format, std::int64_t* result)
      : all_(state.contents()), four_(four), format_(format), result_(result) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::measure::four_spin_energy",
                         Kokkos::TeamPolicy<Exec>(exec, systems, runs_on_host<Exec> ? 1 : 128), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const models::GraphContents<P> all = all_.from(team.league_rank());
    std::int64_t sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, all.graph.entries),
        [&](int entry, std::int64_t& part) { part += format_(four_spin_energy(all, four_, entry)); }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&]() { result_[team.league_rank()] += sum; });
  }

private:
  models::GraphContents<P> all_;
  models::FourSpinPointers four_;
  LongFixedPoint format_;
  std::int64_t* result_;
};

/// Of single sites of a system.
template <models::GraphPhysics P, ExecutionSpace Exec>
class FourSpinLocalEnergy {
public:
  FourSpinLocalEnergy(const models::GraphContents<P>& of_system, const models::FourSpinPointers& four,
                      const OfSites<Exec>& result)
      : all_(of_system), four_(four), result_(result) {}
  KOKKOS_FUNCTION void operator()(int entry) const {
    if (const std::uint32_t number = all_.graph.number[entry];
        number != crystal::Tables::no_site && result_.has(number)) {
      result_.values(result_.place(number)) = static_cast<float>(four_spin_energy(all_, four_, entry));
    }
  }

private:
  models::GraphContents<P> all_;
  models::FourSpinPointers four_;
  OfSites<Exec> result_;
};

/// The sum over all products of all systems, in double precision.
template <models::GraphPhysics P>
class FourSpinProducts {
public:
  FourSpinProducts(const models::GraphContents<P>& all, const models::FourSpinProduct* products, std::int64_t count)
      : all_(all), products_(products), count_(count) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    const std::int64_t system = index / count_;
    const models::FourSpinProduct& p = products_[index - system * count_];
    models::Spin s[4];
    for (int k = 0; k < 4; ++k) {
      s[k] = all_.sites.read()[system * all_.graph.entries + p.entry[static_cast<std::size_t>(k)]];
    }
    const auto dot = [&](const models::Spin& a, const models::Spin& b) {
      return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z;
    };
    sum += p.k * dot(s[0], s[1]) * dot(s[2], s[3]);
  }

private:
  models::GraphContents<P> all_;
  const models::FourSpinProduct* products_;
  std::int64_t count_;
};

} // namespace neel::measure

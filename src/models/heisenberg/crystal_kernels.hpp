// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model on a crystal, for a kind of bonds and an execution space.

#include "model/seed.hpp"
#include "models/heisenberg/crystal.hpp"
#include "models/heisenberg/heisenberg.hpp"

namespace neel::models {

inline Spin to_single(const crystal::Vector& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

template <BondTerms B>
SpinCoupling<B> to_coupling(const PairCoupling& p) {
  SpinCoupling<B> c;
  c.j = static_cast<float>(p.exchange());
  if constexpr (B != BondTerms::exchange) {
    c.d = to_single(p.dm());
    const auto& m = p.matrix;
    const auto symmetric = [&](std::size_t a, std::size_t b) {
      return static_cast<float>((m[a][b] + m[b][a]) / 2 - (a == b ? p.exchange() : 0));
    };
    c.xx = symmetric(0, 0);
    c.yy = symmetric(1, 1);
    c.zz = symmetric(2, 2);
    c.xy = symmetric(0, 1);
    c.xz = symmetric(0, 2);
    c.yz = symmetric(1, 2);
    c.b = static_cast<float>(p.biquadratic);
  }
  return c;
}

template <class P>
typename P::Formats crystal_formats(const HeisenbergCrystal& c) {
  constexpr double slack = 1.001; // spins are unit vectors to a few float roundings
  const auto format = [](double bound) { return FixedPoint(static_cast<float>(slack * bound)); };
  typename P::Formats f;
  const double bonds = c.plan.largest_of_bonds();
  f.exchange = f.dm = f.other = format(bonds);
  f.anisotropy = format(largest_onsite(c.material));
  f.zeeman = format(most(c.run.schedule.field) * most(c.material.moment));
  return f;
}

/// What a spin has by itself.
template <class P>
typename P::SiteSpecies species_of(const HeisenbergCrystal& c, std::size_t basis, std::size_t ion) {
  const Material& m = c.material;
  if constexpr (std::is_same_v<typename P::Onsite, SixthOrder>) {
    return {sixth_order(m.onsite(ion), anisotropy_axis(c, basis), frame(c, basis))};
  } else {
    return {to_single(anisotropy_axis(c, basis)), static_cast<float>(m.anisotropy[ion]),
            static_cast<float>(m.cubic[ion])};
  }
}

template <BondTerms B, bool SixthOrderOnsite>
std::unique_ptr<run::Simulation> make_crystal(const HeisenbergCrystal& c, run::ExecutionContext where) {
  using P = HeisenbergGraph<B, SixthOrderOnsite>;
  CrystalSetupMaker<P> maker(c.plan, c.run, to_coupling<B>, [&](std::size_t basis, std::size_t ion, int group) {
    typename P::SiteSpecies o = species_of<P>(c, basis, ion);
    o.moment = static_cast<float>(c.material.moment[ion]);
    o.group = group;
    return o;
  });
  P physics;
  physics.field_axis = to_single(c.material.field_axis);
  const Seed seed = c.seed();
  const std::string& start = c.run.schedule.start;
  return simulate_crystal<P>(
      c, std::make_shared<const simulation::GraphSetup<P>>(maker.make(*where.ranks)), physics, crystal_formats<P>(c),
      [&](int system, std::uint32_t site) {
        if (c.plan.constraint) {
          return c.plan.constraint->start;
        }
        if (start != "random") {
          return to_single(start_spin(c, site));
        }
        const random::Draw d =
            random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(system), 0)(site);
        return uniform_on_sphere(d.a, d.b);
      },
      where);
}

} // namespace neel::models

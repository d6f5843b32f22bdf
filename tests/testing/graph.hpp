// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Networks of spins set up by hand.

#include "crystal/tables.hpp"

#include <neel/models/heisenberg_graph.hpp>
#include <neel/simulation/graph_lattice.hpp>

// The program has these.
#define NEEL_NETWORK(B, ...)                                                                                           \
  extern template class neel::simulation::GraphLattice<                                                                \
      neel::models::HeisenbergGraph<neel::models::BondTerms::B __VA_OPT__(, ) __VA_ARGS__>,                            \
      Kokkos::DefaultExecutionSpace>;
NEEL_NETWORK(exchange)
NEEL_NETWORK(matrix)
NEEL_NETWORK(biquadratic)
NEEL_NETWORK(matrix, true)
NEEL_NETWORK(biquadratic, true)
#undef NEEL_NETWORK

namespace neel::testing {

template <class P>
using Setup = simulation::GraphSetup<P>;

/// A setup of tables, couplings by kind, and one occupant for all sites and systems.
template <class P>
Setup<P> network_setup(const crystal::Tables& tables, const std::vector<typename P::Coupling>& couplings,
                       typename P::SiteSpecies occupant, int systems) {
  Setup<P> s;
  s.tables = tables;
  s.couplings = couplings;
  s.couplings.push_back({});
  occupant.occupied = true;
  s.occupants = {{}, occupant};
  for (int system = 0; system < systems; ++system) {
    for (const std::uint32_t number : tables.number) {
      s.occupant.push_back(number == crystal::Tables::no_site ? 0 : 1);
    }
  }
  s.alike = true;
  s.spins = tables.sites;
  return s;
}

inline models::Spin random_spin(std::uint64_t seed, int system, std::uint32_t number) {
  const random::Draw d = random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(system), 0)(number);
  return models::uniform_on_sphere(d.a, d.b);
}

/// Formats for energies of a site up to `most`.
template <class P>
typename P::Formats network_formats(float most = 64.0F) {
  typename P::Formats f;
  f.exchange = f.dm = f.other = f.anisotropy = f.zeeman = FixedPoint(most);
  return f;
}

} // namespace neel::testing

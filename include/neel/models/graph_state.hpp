// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a kernel works on where sites form a network: a crystal, or any graph.

#include <neel/lattice/graph.hpp>
#include <neel/models/concepts.hpp>
#include <neel/models/packed_sites.hpp>

namespace neel::models {

/// As kernels hold it.
template <GraphPhysics P>
struct GraphContents {
  using Site = typename P::Site;

  lattice::GraphPointers graph;
  lattice::SitePointer<Site, false> sites; ///< of the first system
  const std::uint8_t* occupant = nullptr;  ///< (system, entry): index to `occupants`, 0 where there is no spin
  const typename P::SiteSpecies* occupants = nullptr;
  const typename P::Coupling* couplings = nullptr; ///< by kind
  const typename P::Conditions* conditions = nullptr;
  bool alike = false; ///< all sites of a row that have a spin have the same occupant, which is that of its first
  int system = 0;     ///< the first, among all
  /// Host: copies of the sites, which lists of neighbours lead to, for those who make them alike (pack()); else null.
  PackedSite<Site>* packed = nullptr;

  /// The contents from the system so much further on, as if it were the first.
  NEEL_FUNCTION GraphContents from(int further) const {
    GraphContents c = *this;
    const std::int64_t offset = std::int64_t{further} * graph.entries;
    c.sites = sites + offset;
    c.packed = packed == nullptr ? nullptr : packed + offset;
    c.occupant += offset;
    c.conditions += further;
    c.system += further;
    if (graph.samples > 1) {
      c.graph = graph.of_system(c.system);
    }
    return c;
  }
};

/// Whether a coupling, which consists of floats, is none.
template <class Coupling>
NEEL_FUNCTION bool is_none(const Coupling& c) {
  static_assert(std::is_trivially_copyable_v<Coupling> && sizeof(Coupling) % sizeof(float) == 0);
  const float* const number = reinterpret_cast<const float*>(&c);
  bool none = true;
  for (std::size_t k = 0; k < sizeof(Coupling) / sizeof(float); ++k) {
    none = none && number[k] == 0.0F;
  }
  return none;
}

/// Host: makes some of a system's copies like its sites: task `task` of tasks_to_pack().
inline constexpr int sites_to_pack = 4096;
template <GraphPhysics P>
int tasks_to_pack(const GraphContents<P>& all) {
  return all.packed == nullptr ? 0 : (all.graph.entries + sites_to_pack - 1) / sites_to_pack;
}
template <GraphPhysics P>
void pack(const GraphContents<P>& all, int task) {
  const int first = task * sites_to_pack;
  PackedSites<typename P::Site>::pack(all.sites.read() + first, all.packed + first,
                                      Kokkos::min(int{sites_to_pack}, all.graph.entries - first));
}

/// Owns it, in Exec's memory.
template <GraphPhysics P, ExecutionSpace Exec>
struct GraphState {
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  lattice::Graph<Exec> graph;
  int systems = 0;
  lattice::GraphField<typename P::Site, Exec> sites;
  View<std::uint8_t**> occupant;
  View<typename P::SiteSpecies*> occupants;
  View<typename P::Coupling*> couplings;
  View<typename P::Conditions*> conditions;
  bool alike = false;
  View<PackedSite<typename P::Site>**> packed; ///< (system, entry); empty where there are no lists

  GraphState() = default;
  GraphState(const lattice::Graph<Exec>& n, int count, std::size_t kinds_of_sites, std::size_t kinds_of_bonds,
             bool all_alike)
      : graph(n), systems(count), sites("sites", n.entries(), count),
        occupant("neel::models::occupant", static_cast<std::size_t>(count), static_cast<std::size_t>(n.entries())),
        occupants("neel::models::occupants", kinds_of_sites), couplings("neel::models::couplings", kinds_of_bonds),
        conditions("neel::models::conditions", static_cast<std::size_t>(count)), alike(all_alike) {
    if (const lattice::GraphPointers& g = n.pointers();
        runs_on_host<Exec> && sums_packed_sites<P> && g.neighbour != nullptr && !g.kinds_by_site()) {
      packed = View<PackedSite<typename P::Site>**>("neel::models::packed_sites", count, n.entries());
    }
  }

  GraphContents<P> contents() const { return contents(nullptr); }
  GraphContents<P> contents_with_copies() const { return contents(packed.data()); }

private:
  GraphContents<P> contents(PackedSite<typename P::Site>* copies) const {
    return {graph.pointers(),
            sites.sites(0),
            occupant.data(),
            occupants.data(),
            couplings.data(),
            conditions.data(),
            alike,
            0,
            copies};
  }
};

} // namespace neel::models

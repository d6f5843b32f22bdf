// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run on a network checks itself with, and the hash of its configuration. Plain rather than fast.

#include <neel/core/copy.hpp>
#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/models/graph_gather.hpp>

namespace neel::measure {

/// A site, and what is known of it.
template <models::GraphPhysics P>
struct GraphSite {
  int system, entry;
  std::uint32_t number;
  typename P::SiteSpecies occupant;
  typename P::Site value;
};

/// Visits all sites of all systems by a flat index.
template <models::GraphPhysics P>
class EveryGraphSite {
public:
  explicit EveryGraphSite(const models::GraphContents<P>& contents) : all_(contents) {}

protected:
  template <class Visit>
  KOKKOS_FUNCTION void visit(std::int64_t index, const Visit& visitor) const {
    const int system = static_cast<int>(index / all_.graph.entries);
    const int entry = static_cast<int>(index - std::int64_t{system} * all_.graph.entries);
    if (const std::uint32_t number = all_.graph.number[entry]; number != crystal::Tables::no_site) {
      visitor(GraphSite<P>{system, entry, number, all_.occupants[all_.occupant[index]],
                           (all_.sites + (index - entry))[entry]});
    }
  }

  models::GraphContents<P> all_;
};

template <models::GraphPhysics P>
class GraphHash : EveryGraphSite<P> {
public:
  GraphHash(const models::GraphContents<P>& all, const SystemNumbers& number)
      : EveryGraphSite<P>(all), number_(number) {}
  KOKKOS_FUNCTION void operator()(std::int64_t index, std::uint64_t& sum) const {
    this->visit(index, [&](const GraphSite<P>& s) { sum += site_hash(number_(s.system), s.number, s.value); });
  }

private:
  SystemNumbers number_;
};

/// The least (system, site number) that has a spin which P::valid() denies, or none and something else than zero.
template <models::GraphPhysics P>
class FirstInvalidOfGraph : EveryGraphSite<P> {
public:
  using EveryGraphSite<P>::EveryGraphSite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, std::int64_t& first) const {
    this->visit(index, [&](const GraphSite<P>& s) {
      if (s.occupant.occupied ? !P::valid(s.value) : !is_zero(s.value)) {
        first = Kokkos::min(first, number_of({s.system, s.number}));
      }
    });
  }

private:
  using Site = typename P::Site;
  template <int... K>
  static KOKKOS_FUNCTION bool all_zero(const Site& s, std::integer_sequence<int, K...>) {
    return ((s.template component<K>() == typename Site::Component{}) && ...);
  }
  static KOKKOS_FUNCTION bool is_zero(const Site& s) {
    return all_zero(s, std::make_integer_sequence<int, Site::components>{});
  }
};

/// Half of the energy of the site's bonds, and its own.
template <models::GraphPhysics P>
class GraphShare : protected EveryGraphSite<P> {
public:
  GraphShare(const P& physics, const models::GraphContents<P>& contents)
      : EveryGraphSite<P>(contents), physics_(physics) {}

protected:
  KOKKOS_FUNCTION double share(const GraphSite<P>& s) const {
    if (!s.occupant.occupied) {
      return 0;
    }
    const models::GraphContents<P> of = this->all_.from(s.system);
    const lattice::RowPart at = models::place_of(of.graph, s.entry);
    double bonds = 0;
    for (int slot = 0; slot < of.graph.slots; ++slot) {
      const std::int64_t kind =
          of.graph.kinds_by_site() ? of.graph.kind_of_site(slot, s.entry) : of.graph.link_of(at.row, slot).kind;
      if (kind == crystal::Tables::none) {
        break;
      }
      bonds += P::bond_energy(of.couplings[kind], s.value, of.sites[of.graph.neighbour_of(at, slot, 0)]);
    }
    return bonds / 2 + physics_.own_energy(*of.conditions, s.occupant, s.value);
  }

private:
  P physics_;
};

template <models::GraphPhysics P>
class GraphEnergy : GraphShare<P> {
public:
  using GraphShare<P>::GraphShare;
  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    this->visit(index, [&](const GraphSite<P>& s) { sum += this->share(s); });
  }
};

/// Sites that follow one another by their numbers, each with some numbers of its own.
template <ExecutionSpace Exec>
struct OfSites {
  Kokkos::View<float*, typename Exec::memory_space> values; ///< (site, number)
  std::uint64_t first, count;

  OfSites(const std::string& name, std::uint64_t begin, std::uint64_t sites, int each)
      : values(name, static_cast<std::size_t>(sites) * static_cast<std::size_t>(each)), first(begin), count(sites) {}
  NEEL_FUNCTION bool has(std::uint32_t site) const { return site - first < count; }
  NEEL_FUNCTION std::uint64_t place(std::uint32_t site) const { return site - first; }
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphLocalEnergy : GraphShare<P> {
public:
  GraphLocalEnergy(const P& physics, const models::GraphContents<P>& contents, const OfSites<Exec>& result)
      : GraphShare<P>(physics, contents), result_(result) {}
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    this->visit(index, [&](const GraphSite<P>& s) {
      if (result_.has(s.number)) {
        result_.values(result_.place(s.number)) = static_cast<float>(this->share(s));
      }
    });
  }

private:
  OfSites<Exec> result_;
};

/// The spins' components; zero where there is none.
template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphValues : EveryGraphSite<P> {
public:
  GraphValues(const models::GraphContents<P>& contents, const OfSites<Exec>& result)
      : EveryGraphSite<P>(contents), result_(result) {}
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    this->visit(index, [&](const GraphSite<P>& s) {
      for (int k = 0; s.occupant.occupied && result_.has(s.number) && k < P::vector_components; ++k) {
        result_.values(result_.place(s.number) * P::vector_components + static_cast<std::uint64_t>(k)) =
            P::vector_component(s.value, k);
      }
    });
  }

private:
  OfSites<Exec> result_;
};

namespace detail {

template <class Reducer, class Exec, class Kernel, class Value>
void over_network(const char* label, const Exec& exec, int systems, int entries, const Kernel& kernel, Value& result) {
  Kokkos::parallel_reduce(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, std::int64_t{systems} * entries),
      kernel, Reducer(result));
}

} // namespace detail

template <models::GraphPhysics P, ExecutionSpace Exec>
std::uint64_t hash(const Exec& exec, const models::GraphState<P, Exec>& state, const SystemNumbers& number) {
  std::uint64_t sum = 0;
  detail::over_network<Kokkos::Sum<std::uint64_t>>("neel::measure::network_hash", exec, state.systems,
                                                   state.graph.entries(), GraphHash<P>(state.contents(), number), sum);
  return sum;
}

/// no_site if all are valid.
template <models::GraphPhysics P, ExecutionSpace Exec>
std::int64_t first_invalid(const Exec& exec, const models::GraphState<P, Exec>& state) {
  std::int64_t first = no_site;
  detail::over_network<Kokkos::Min<std::int64_t>>("neel::measure::network_first_invalid", exec, state.systems,
                                                  state.graph.entries(), FirstInvalidOfGraph<P>(state.contents()),
                                                  first);
  return first;
}

namespace detail {

template <class Kernel, class Exec, class Graph>
std::vector<float> of_one_system(const Exec& exec, const Graph& graph, int system, const OfSites<Exec>& result,
                                 const Kernel& kernel) {
  const std::int64_t entries = graph.entries(), first = system * entries;
  if (result.count > 0) {
    Kokkos::parallel_for("neel::measure::of_one_system",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, first, first + entries),
                         kernel);
  }
  return host_list(result.values);
}

} // namespace detail

/// Of `count` sites of one system from number `first` on: their energies, and their values, (site, component).
template <models::GraphPhysics P, ExecutionSpace Exec>
std::vector<float> local_energy(const Exec& exec, const P& physics, const models::GraphState<P, Exec>& state,
                                int system, std::uint64_t first, std::uint64_t count) {
  const OfSites<Exec> result("neel::measure::local_energies", first, count, 1);
  return detail::of_one_system(exec, state.graph, system, result,
                               GraphLocalEnergy<P, Exec>(physics, state.contents(), result));
}
template <models::GraphPhysics P, ExecutionSpace Exec>
std::vector<float> values(const Exec& exec, const models::GraphState<P, Exec>& state, int system, std::uint64_t first,
                          std::uint64_t count) {
  const OfSites<Exec> result("neel::measure::values", first, count, P::vector_components);
  return detail::of_one_system(exec, state.graph, system, result, GraphValues<P, Exec>(state.contents(), result));
}

/// The energy of all systems. The last bits depend on the order of addition.
template <models::GraphPhysics P, ExecutionSpace Exec>
double energy(const Exec& exec, const P& physics, const models::GraphState<P, Exec>& state) {
  double sum = 0;
  detail::over_network<Kokkos::Sum<double>>("neel::measure::network_energy", exec, state.systems, state.graph.entries(),
                                            GraphEnergy<P>(physics, state.contents()), sum);
  return sum;
}

} // namespace neel::measure

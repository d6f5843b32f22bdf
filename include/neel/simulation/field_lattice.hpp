// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Storage and kernels for fields with any stencil: natural order, swept colour by colour, or on tiles.

#include <neel/clusters/cluster_moves.hpp>
#include <neel/lattice/halo_tiles.hpp>
#include <neel/measure/field_check.hpp>
#include <neel/measure/field_sums.hpp>
#include <neel/measure/natural_order.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/store.hpp>
#include <neel/update/field_sweep.hpp>
#include <neel/update/tiled_sweep.hpp>

#include <memory>
#include <optional>
#include <tuple>

namespace neel::simulation {

struct FieldLatticeOptions {
  lattice::Geometry geometry{};   ///< of the whole lattice; in two dimensions with rows as planes
  int systems = 1;                ///< in all
  int held = 1;                   ///< measurements before they are collected
  int physics = 0;                ///< which of the lattice's
  bool tiled = false;             ///< tiled local sweeps, else colour by colour
  int hits = 4, local_sweeps = 1; ///< proposals per visit, visits per sweep (tiles)
  lattice::HaloTiles tiles{};
  lattice::Colouring colouring{};
  Seed seed = 1;
  double bound = 0;                         ///< no component of the field is ever larger, or something is wrong
  int reach = 1;                            ///< of the stencil
  run::Communicator* ranks = &run::alone(); ///< that have a slab of the lattice each

  /// Planes that a slab has of its neighbours.
  int halo() const { return tiled ? tiles.slab_halo() : reach; }
  /// Proposals of a sweep of one system.
  double proposals() const { return static_cast<double>(geometry.sites()) * hits * (tiled ? local_sweeps : 1); }
};

/// A run has one of several physics of one field, which differ in their stencils. Only what depends on the stencil is compiled
/// for each of them. What instantiates kernels is defined behind the class, as in HalfLattices.
template <ExecutionSpace Exec, models::FieldPhysics... Physics>
class FieldLattice {
public:
  using Field = typename std::tuple_element_t<0, std::tuple<Physics...>>::Field;
  static_assert((std::same_as<Field, typename Physics::Field> && ...));
  using Space = Exec;
  using Conditions = typename Field::Conditions;
  using State = models::FieldState<Field, Exec>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;
  struct HostSums {
    Kokkos::View<std::int64_t***, Kokkos::LayoutRight, Kokkos::HostSpace> terms;
    Kokkos::View<std::int64_t****, Kokkos::LayoutRight, Kokkos::HostSpace> planes;
  };

  /// The sums of one measurement of one system: terms, and components of the field over planes normal to x, then y, then z.
  struct Sums {
    const HostSums& all;
    const measure::FieldFormats<Field>& formats;
    std::size_t slot, system;

    double operator()(int term) const {
      return formats.value(term, all.terms(slot, system, static_cast<std::size_t>(term)));
    }
    double plane(int component, std::size_t p) const {
      return formats.value(0, all.planes(slot, system, static_cast<std::size_t>(component), p));
    }
    std::size_t planes() const { return all.planes.extent(3); }
  };

  explicit FieldLattice(const FieldLatticeOptions& o);

  /// Calls use.template operator()<P>() for the physics P of this run.
  template <class Use>
  static void with_physics(int which, const Use& use) {
    int k = 0;
    ((k++ == which ? use.template operator()<Physics>() : void()), ...);
  }
  template <class Use>
  void with_physics(const Use& use) const {
    with_physics(options_.physics, use);
  }

  const Exec& exec() const { return exec_; }
  const State& state() const { return state_; }
  /// Of the whole lattice, of which state() can be a slab.
  const lattice::Geometry& geometry() const { return options_.geometry; }
  int systems() const { return state_.systems; }
  std::int64_t sites() const { return geometry().sites(); }
  std::string place_name(int system, std::uint64_t site) const {
    const lattice::Geometry& g = geometry();
    return simulation::place_name(g.ly > 1 ? g : g.with_rows_as_planes(), system, site);
  }
  run::Communicator& ranks() const { return *options_.ranks; }
  void wait() const { exec_.fence("neel::simulation::wait"); }

  void set_conditions(const std::vector<Conditions>& all) const { copy_in(exec_, state_.conditions, all); }

  /// All proposals adapt.
  double adapting() const { return options_.proposals(); }
  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* accepted) const;

  /// Of fields whose stencil is that of nearest neighbours.
  std::unique_ptr<clusters::ClusterMoves> cluster_moves(const clusters::ClusterOptions& o, float /*moment*/) const {
    using Layout = clusters::FieldLayout<Field>;
    const Layout layout{state_.contents(), {geometry(), state_.geometry}};
    return std::make_unique<clusters::ClusterMovesOf<Layout, Exec>>(exec_, layout, sites(), systems(), o, ranks());
  }

  void measure(int slot) const;
  /// Of all ranks.
  HostSums host_sums() const { return {of_all_ranks(sums_, ranks()), of_all_ranks(planes_, ranks())}; }
  Sums sums(const HostSums& all, int slot, int system) const { return {all, formats_, count(slot), count(system)}; }
  void clear() const {
    set_zero(exec_, sums_);
    set_zero(exec_, planes_);
  }

  std::uint64_t hash() const;
  std::int64_t first_invalid() const;
  /// H/T of all systems.
  double energy() const;
  static double energy_weight(double temperature) { return 1 / temperature; }

  /// See HalfLattices.
  Store& store() const { return store_; }
  Store& saved() const { return store_; }
  void values_changed() const {
    if (halo_) {
      halo_->fill(exec_, state_.field.data(), runs());
    }
  }
  /// H/T.
  std::vector<float> local_energy(int system, const OwnPart& part) const;
  /// (component, z, y, x).
  void fields(int system, double* to) const;

private:
  using Planes = measure::PlaneSums<Field, Exec>;

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  HaloRuns runs() const {
    const lattice::Geometry& g = state_.geometry;
    const int plane = g.lx * g.ly, own = g.own_z();
    const auto run = [&](int z) { return HaloRuns::Run{std::int64_t{z} * plane, g.halo * plane}; };
    return {run(0), run(own - g.halo), run(own + g.halo), run(own)};
  }
  /// A sweep on tiles, of a slab or the whole.
  template <class P>
  void sweep_tiles(const update::Hits& hits, std::int64_t* accepted) const {
    using Layers = lattice::HaloTiles::Layers;
    const auto each_tile_colour = [&](const auto& use) {
      update::tiled_sweep<P, Exec>(state_, options_.tiles, order_, hits, options_.local_sweeps, accepted, use);
    };
    if (halo_) {
      each_tile_colour([&](const Layers& layers, const auto& part) {
        halo_->swap(exec_, state_.field.data(), runs(), layers.count, layers.low, layers.high,
                    [&](const Exec& exec, int first, int past) { part(first, past - first).launch(exec); });
      });
    } else if constexpr (runs_on_host<Exec>) {
      rounds_->launch(exec_, "neel::update::sub_grids", [&](update::PhaseScheduler::Thread& thread) {
        each_tile_colour([&](const Layers& layers, const auto& part) { part(0, layers.count).phase(thread); });
      });
    } else {
      each_tile_colour([&](const Layers& layers, const auto& part) { part(0, layers.count).launch(exec_); });
    }
  }
  /// A sweep of a slab, colour by colour.
  template <class P>
  void sweep_slab(const update::Hits& hits, std::int64_t* accepted) const {
    const int own = state_.geometry.own_z(), reach = state_.geometry.halo;
    for (int c = 0; c < options_.colouring.colours; ++c) {
      halo_->swap(exec_, state_.field.data(), runs(), own, reach, reach, [&](const Exec& exec, int first, int past) {
        update::FieldColour<P, Exec>(state_, options_.colouring, c, first, past - first, hits, accepted)
            .launch(exec, state_.systems);
      });
    }
  }
  int dimensions() const {
    int n = 0;
    with_physics([&]<class P>() { n = P::dimensions; });
    return n;
  }

  /// The formats depend on the input alone, so that sums are the same on every machine.
  void make_formats() {
    const double m = options_.bound, k = dimensions();
    const auto format = [&](double bound) { return LongFixedPoint(bound, geometry().sites()); };
    for (int a = 0; a < Field::components; ++a) {
      formats_.term[a] = format(m);
    }
    const double square = Field::components * m * m;
    formats_.term[Field::phi_squared] = format(square);
    formats_.term[Field::phi_fourth] = format(square * square);
    formats_.term[Field::gradient_squared] = format(4 * k * square);
    formats_.term[Field::laplacian_squared] = format(16 * k * k * square);
  }

  Exec exec_;
  FieldLatticeOptions options_;
  State state_;
  mutable Store store_;
  View<std::int64_t***> sums_;    ///< (slot, system, term)
  View<std::int64_t****> planes_; ///< (slot, system, component, plane)
  measure::FieldFormats<Field> formats_;
  update::TileOrder<Exec> order_;
  Kokkos::View<BarrierCount, typename Exec::memory_space> arrived_{
      "neel::simulation::arrived"};                ///< of launches of all colours
  std::shared_ptr<update::PhaseScheduler> rounds_; ///< host
  std::optional<Halo<float, Exec>> halo_;
};

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
FieldLattice<Exec, Physics...>::FieldLattice(const FieldLatticeOptions& o)
    : options_(o), state_(part_of(o.geometry, *o.ranks, o.halo()), o.systems),
      store_(StoreOptions::of_field("field", values_of({state_.field}), o.geometry, state_.geometry, *o.ranks)),
      sums_("neel::simulation::sums", count(o.held), count(o.systems), count(Field::terms)),
      planes_("neel::simulation::planes", count(o.held), count(o.systems), count(Field::components),
              count(Planes::planes(o.geometry))) {
  if (o.tiled) {
    order_ = update::TileOrder<Exec>(o.tiles);
  }
  if (o.ranks->size() > 1) {
    halo_.emplace(Field::components * o.systems, state_.geometry.sites(), runs().most(), true, *o.ranks);
  }
  if constexpr (runs_on_host<Exec>) {
    rounds_ = std::make_shared<update::PhaseScheduler>(exec_.concurrency());
  }
  make_formats();
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
void FieldLattice<Exec, Physics...>::sweep(std::uint64_t number, std::int64_t* /*fixed*/,
                                           std::int64_t* accepted) const {
  const update::Hits hits{options_.seed, number, options_.hits, 0};
  with_physics([&]<class P>() {
    if (options_.tiled) {
      sweep_tiles<P>(hits, accepted);
    } else if (halo_) {
      sweep_slab<P>(hits, accepted);
    } else {
      update::sweep<P>(exec_, state_, options_.colouring, hits, accepted, arrived_.data(), rounds_.get());
    }
  });
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
void FieldLattice<Exec, Physics...>::measure(int slot) const {
  const auto in_slot = [&](const auto& view) { return view.data() + count(slot) * (view.size() / view.extent(0)); };
  const typename Planes::Result planes(in_slot(planes_), planes_.extent(1), planes_.extent(2), planes_.extent(3));
  with_physics([&]<class P>() {
    using Both = measure::FieldSums<typename P::Measured, Exec>;
    const typename Both::OfTerms::Result sums(in_slot(sums_), sums_.extent(1), sums_.extent(2));
    Both({state_, formats_, sums}, {state_, formats_.term[0], planes}, state_.systems).launch(exec_);
  });
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
std::uint64_t FieldLattice<Exec, Physics...>::hash() const {
  return measure::hash(exec_, state_, store_.numbers());
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
std::int64_t FieldLattice<Exec, Physics...>::first_invalid() const {
  return measure::first_beyond(exec_, state_, static_cast<float>(options_.bound));
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
double FieldLattice<Exec, Physics...>::energy() const {
  double sum = 0;
  with_physics([&]<class P>() { sum = measure::energy<P>(exec_, state_); });
  return sum;
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
void FieldLattice<Exec, Physics...>::fields(int system, double* to) const {
  measure::dense(exec_, state_, system, to);
}

template <ExecutionSpace Exec, models::FieldPhysics... Physics>
std::vector<float> FieldLattice<Exec, Physics...>::local_energy(int system, const OwnPart& part) const {
  std::vector<float> mine;
  with_physics([&, first = static_cast<int>(part.begin()), sites = static_cast<int>(part.count())]<class P>() {
    mine = measure::local_energy<P>(exec_, state_, system, first, sites);
  });
  return mine;
}

} // namespace neel::simulation

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Storage and kernels for models whose sites see their nearest neighbours only: two half-lattices, swept colour by
// colour.

#include <neel/clusters/cluster_moves.hpp>
#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/measure/natural_order.hpp>
#include <neel/measure/site_sums.hpp>
#include <neel/models/fill.hpp>
#include <neel/run/simulation.hpp>
#include <neel/simulation/batched_sweeps.hpp>
#include <neel/simulation/copy_systems.hpp>
#include <neel/simulation/field_halo.hpp>
#include <neel/simulation/own_sites.hpp>
#include <neel/simulation/place_name.hpp>
#include <neel/simulation/saved.hpp>
#include <neel/simulation/slabs.hpp>
#include <neel/simulation/visit_sites.hpp>
#include <neel/update/sweep_executor.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace neel::simulation {

struct HalfLatticeOptions {
  lattice::Geometry geometry{};                              ///< of the whole lattice
  int systems = 1;                                           ///< in all
  int held = 1;                                              ///< measurements before they are collected
  int passes = 1;                                            ///< that a measurement takes over the lattice
  std::vector<models::Move> moves{models::Move::metropolis}; ///< of a sweep, in order
  Seed seed = 1;
  std::optional<update::Strategy> strategy = {}; ///< of making several sweeps; else the fastest
  run::Communicator* ranks = &run::alone();      ///< that have a slab of the lattice each

  HalfLatticeOptions on(const run::ExecutionContext& where) const {
    HalfLatticeOptions o = *this;
    o.ranks = where.ranks;
    return o;
  }
  /// Square lattices are cut between rows.
  bool of_rows() const { return ranks->size() > 1 && geometry.lz == 1; }
  lattice::Geometry to_be_cut() const { return of_rows() ? geometry.with_rows_as_planes() : geometry; }
};

/// What instantiates kernels is defined behind the class, so that `extern template` keeps it out of units which find it
/// elsewhere.
template <models::SitePhysics P, ExecutionSpace Exec>
class HalfLattices {
public:
  using Physics = P;
  using Space = Exec;
  using Conditions = typename P::Conditions;
  using State = models::State<P, Exec>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;
  using HostSums = Kokkos::View<std::int64_t*****, Kokkos::LayoutRight, Kokkos::HostSpace>;

  /// The sums of one measurement of one system.
  struct Sums {
    const HostSums& all;
    const typename P::Formats& formats;
    std::size_t slot, system;

    double operator()(int pass, lattice::Colour colour, int term) const {
      return formats.value(term, all(slot, static_cast<std::size_t>(pass), system, static_cast<std::size_t>(colour),
                                     static_cast<std::size_t>(term)));
    }
  };

  HalfLattices(const HalfLatticeOptions& o, const P& physics, const typename P::Formats& formats = {});

  const Exec& exec() const { return exec_; }
  const State& state() const { return settled(); }
  /// Of the whole lattice, of which state() can be a slab.
  const lattice::Geometry& geometry() const { return whole_; }
  int systems() const { return state_.systems; }
  std::int64_t sites() const { return geometry().sites(); }
  run::Communicator& ranks() const { return *options_.ranks; }
  std::string place_name(int system, std::uint64_t site) const {
    return simulation::place_name(options_.geometry, system, site);
  }

  /// Sets the value of each site to start(place), a functor that Exec can call.
  template <class Start>
  void place(const std::string& name, const Start& start) const {
    models::fill(name, exec_, state_.geometry, state_.systems, settled().sites, start);
    fill_halo();
  }
  template <class Draw>
  void place_quenched(const std::string& name, const Draw& draw) const {
    models::fill(name, exec_, state_.geometry, state_.systems, settled().quenched, draw);
    std::optional<FieldHalo<typename P::Quenched, Exec>> halo;
    if (halo_) {
      halo.emplace(geometry(), state_.geometry, state_.systems, ranks());
      halo->fill(exec_, state_.quenched);
    }
    models::mask_neighbours(exec_, state_.geometry, state_.systems, state_.quenched);
    if (halo) {
      halo->fill(exec_, state_.quenched);
    }
  }

  void set_conditions(const std::vector<Conditions>& all) const { copy_in(exec_, settled().conditions, all); }

  void set_moves(const std::vector<models::Move>& moves);
  /// Proposals of adaptive moves in a sweep of one system.
  double adapting() const {
    return static_cast<double>(geometry().sites() *
                               std::count(options_.moves.begin(), options_.moves.end(), models::Move::cone));
  }
  /// See BatchedSweeps.
  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) const;
  /// A sweep, and then a measurement; both may wait.
  void sweep_and_measure(std::uint64_t number, std::int64_t* accepted, int slot) const;
  void finish() const;
  void wait() const {
    finish();
    exec_.fence("neel::simulation::wait");
  }

  /// Of physics that has them.
  std::unique_ptr<clusters::ClusterMoves> cluster_moves(const clusters::ClusterOptions& o, float largest_moment) const
    requires clusters::ClusterPhysics<P>
  {
    using Layout = clusters::HalfLayout<P>;
    const Layout layout{physics_, settled().contents(), {whole_, state_.geometry}, largest_moment};
    return std::make_unique<clusters::ClusterMovesOf<Layout, Exec>>(exec_, layout, sites(), systems(), o, ranks());
  }

  void measure(int slot) const;
  /// Of all ranks.
  HostSums host_sums() const {
    finish();
    return of_all_ranks(sums_, ranks());
  }
  Sums sums(const HostSums& all, int slot, int system) const {
    return {all, formats_, static_cast<std::size_t>(slot), static_cast<std::size_t>(system)};
  }
  void clear() const { set_zero(exec_, sums_); }

  std::uint64_t hash() const;
  /// See run::Simulation.
  void be_part(int first, int all) { numbers_ = {first, systems(), all}; }
  std::int64_t first_invalid() const;
  double energy() const;
  static double energy_weight(double /*temperature*/) { return 1; }

  run::Array save() const { return joined("spins", settled().sites); }
  void load(std::vector<run::Array>& arrays) const {
    slab_from_array(arrays, "spins", settled().sites);
    fill_halo();
  }

  run::Configuration configuration(int system, const run::SiteRange& range) const {
    return configuration(settled().sites, system, range);
  }
  void set_configuration(int system, const run::Configuration& c) const;
  std::vector<float> local_energy(int system, const run::SiteRange& range) const;
  /// (component, z, y, x).
  void fields(int system, double* to) const;

  /// See run::Simulation.
  void make_room(int samples) { kept_ = Sites("kept_sites", state_.geometry, samples); }
  void keep(std::span<const std::pair<int, int>> pairs) const { copy_to(kept_, pairs); }
  void copy(std::span<const std::pair<int, int>> pairs) const { copy_to(state_.sites, pairs); }
  run::Configuration kept(int sample) const { return configuration(kept_, sample, {}); }
  run::Array save_kept() const { return joined("lowest_spins", kept_); }
  void load_kept(std::vector<run::Array>& arrays) const { slab_from_array(arrays, "lowest_spins", kept_); }

private:
  using Sites = lattice::Field<typename P::Site, Exec>;
  void copy_to(const Sites& to, std::span<const std::pair<int, int>> pairs) const;
  run::Configuration configuration(const Sites& sites, int system, const run::SiteRange& range) const;
  OwnPart part_of_own(const run::SiteRange& range) const {
    return OwnPart::of(range, static_cast<std::uint64_t>(sites()), OwnSites::of(state_.geometry));
  }

  using Batched = BatchedSweeps<update::SweepExecutor<P, Exec>>;

  void fill_halo() const {
    if (halo_) {
      halo_->fill(exec_, state_.sites);
    }
  }
  Cut cut() const { return Cut::of(geometry(), state_.geometry); }
  /// Of shape (colour, component, system, z, y, x / 2).
  run::Array joined(const std::string& name, const Sites& of) const {
    run::Array all = in_pieces(name, of, cut(), ranks());
    turn(all);
    return run::along(std::move(all), {2});
  }
  void turn(run::Array& all) const {
    constexpr std::size_t z = 3;
    if (options_.of_rows() && all.sizes.size() > z + 1) {
      std::swap(all.sizes[z], all.sizes[z + 1]);
      if (all.pieces.axis == z || all.pieces.axis == z + 1) {
        all.pieces.axis = all.sizes[z] > 1 ? z : z + 1; // one of them has one entry
      }
    }
  }
  void slab_from_array(std::vector<run::Array>& arrays, const std::string& name, const Sites& to) const {
    for (run::Array& all : arrays) {
      if (all.name == name) {
        turn(all);
      }
    }
    from_pieces(arrays, name, to, cut(), ranks());
  }
  /// A sweep of a slab.
  void sweep_slab(const update::SweepBatch& one) const;

  /// The state once no sweep waits.
  const State& settled() const {
    finish();
    return state_;
  }

  Exec exec_;
  HalfLatticeOptions options_;
  lattice::Geometry whole_; ///< as it is cut
  P physics_;
  typename P::Formats formats_;
  State state_;
  measure::SystemNumbers numbers_ = measure::SystemNumbers::of(state_.systems);
  Sites kept_;
  mutable Batched sweeps_;
  std::optional<FieldHalo<typename P::Site, Exec>> halo_;
  View<std::int64_t*****> sums_; ///< (slot, pass, system, colour, term)
};

template <models::SitePhysics P, ExecutionSpace Exec>
HalfLattices<P, Exec>::HalfLattices(const HalfLatticeOptions& o, const P& physics, const typename P::Formats& formats)
    : options_(o), whole_(o.to_be_cut()), physics_(physics), formats_(formats),
      state_(part_of(whole_, *o.ranks), o.systems),
      sweeps_(update::SweepExecutor<P, Exec>(exec_, physics, state_, o.moves, o.seed, formats.of_pass(0)), o.strategy),
      sums_("neel::simulation::sums", static_cast<std::size_t>(o.held), static_cast<std::size_t>(o.passes),
            static_cast<std::size_t>(o.systems), 2, P::terms) {
  if (o.ranks->size() > 1) {
    halo_.emplace(whole_, state_.geometry, o.systems, *o.ranks);
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::set_moves(const std::vector<models::Move>& moves) {
  if (moves != options_.moves) {
    finish();
    options_.moves = moves;
    sweeps_ =
        Batched(update::SweepExecutor<P, Exec>(exec_, physics_, state_, moves, options_.seed, formats_.of_pass(0)),
                options_.strategy);
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) const {
  if (halo_) {
    sweep_slab({number, 1, fixed, adapting});
  } else if (!options_.moves.empty()) {
    sweeps_.sweep(number, fixed, adapting);
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::sweep_and_measure(std::uint64_t number, std::int64_t* accepted, int slot) const {
  if (halo_ || options_.passes > 1) {
    sweep(number, accepted, accepted);
    measure(slot);
  } else {
    sweeps_.sweep_and_measure(number, accepted, sums_.data() + slot * static_cast<std::int64_t>(sums_.stride(0)));
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::sweep_slab(const update::SweepBatch& one) const {
  using lattice::Planes;
  const lattice::Geometry& g = state_.geometry;
  for (std::uint32_t k = 0; k < options_.moves.size(); ++k) {
    const models::Move move = options_.moves[k];
    update::with_move<P>(move, [&]<models::Move M>() {
      for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
        const auto move_half = [&](const Exec& exec, const Planes& planes) {
          update::half_sweep<M>(exec, physics_, state_, planes, c, options_.seed, one.first, one.counter(move), k);
        };
        halo_->swap(
            exec_, state_.sites, c, [&](const Exec& side) { move_half(side, Planes::edges(g.own_z())); },
            [&] { move_half(exec_, Planes::inner(g.own_z())); });
      }
    });
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::finish() const {
  sweeps_.finish();
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::measure(int slot) const {
  using SiteSums = measure::SiteSums<P, Exec>;
  for (int pass = 0; pass < options_.passes; ++pass) {
    const typename SiteSums::Result to(sums_, static_cast<std::size_t>(slot), static_cast<std::size_t>(pass),
                                       Kokkos::ALL, Kokkos::ALL, Kokkos::ALL);
    SiteSums(physics_, settled(), formats_.of_pass(pass)).launch(exec_, state_, to);
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
std::uint64_t HalfLattices<P, Exec>::hash() const {
  return measure::hash(exec_, state_.geometry, state_.systems, settled().sites, lattice::LargeStandard(state_.geometry),
                       numbers_);
}

template <models::SitePhysics P, ExecutionSpace Exec>
std::int64_t HalfLattices<P, Exec>::first_invalid() const {
  return measure::first_invalid(exec_, physics_, settled());
}

template <models::SitePhysics P, ExecutionSpace Exec>
double HalfLattices<P, Exec>::energy() const {
  return measure::energy(exec_, physics_, settled());
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::fields(int system, double* to) const {
  measure::dense(exec_, state_.geometry, settled().sites, system, to);
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::copy_to(const Sites& to, std::span<const std::pair<int, int>> pairs) const {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    copy_systems(exec_, runs_of(settled().sites.half(c)), runs_of(to.half(c)), pairs);
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
run::Configuration HalfLattices<P, Exec>::configuration(const Sites& values, int system,
                                                        const run::SiteRange& range) const {
  using Site = typename P::Site;
  using Quenched = typename P::Quenched;
  constexpr auto components = static_cast<std::size_t>(Site::components);
  const OwnPart part = part_of_own(range);
  const StoredRows rows = StoredRows::of(part);
  run::Configuration c{std::vector<float>(components * part.count()), components, {}};
  visit_sites(state_.geometry, values, system, rows, [&](std::uint64_t site, std::size_t k, auto value) {
    c.values[components * part.own.place(site) + k] = shown<Site>(value);
  });
  c.values = joined_sites(std::move(c.values), components, part, ranks());
  if constexpr (requires { Quenched::label; }) {
    c.labels.resize(part.count());
    c.label_name = Quenched::label;
    visit_sites(state_.geometry, state_.quenched, system, rows, [&](std::uint64_t site, std::size_t k, auto value) {
      std::uint8_t& label = c.labels[part.own.place(site)];
      label = k == 0 ? value : label;
    });
    c.labels = joined_sites(std::move(c.labels), 1, part, ranks());
  }
  return c;
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::set_configuration(int system, const run::Configuration& c) const {
  using Site = typename P::Site;
  visit_sites<true>(state_.geometry, settled().sites, system, StoredRows::of(part_of_own({})),
                    [&](std::uint64_t site, std::size_t k, typename Site::Component& value) {
                      value = stored<Site>(c.values[static_cast<std::size_t>(Site::components) * site + k]);
                    });
  fill_halo();
}

template <models::SitePhysics P, ExecutionSpace Exec>
std::vector<float> HalfLattices<P, Exec>::local_energy(int system, const run::SiteRange& range) const {
  const lattice::Geometry& g = state_.geometry;
  const OwnPart part = part_of_own(range);
  const StoredRows rows = StoredRows::of(part);
  const auto n = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  const measure::RowRange part_rows{std::int64_t{rows.first} * g.half_x(),
                                    std::int64_t{rows.first + rows.count} * g.half_x(), n(part.begin()),
                                    n(part.count())};
  return joined_sites(measure::local_energy(exec_, physics_, settled(), system, part_rows), 1, part, ranks());
}

} // namespace neel::simulation

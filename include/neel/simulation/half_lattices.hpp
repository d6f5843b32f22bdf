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
#include <neel/simulation/batched_sweeps.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/store.hpp>
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
    values_changed();
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
  /// Of a whole lattice: what reverses a sweep in time, with other random numbers than the sweep of this number.
  void sweep_backward(std::uint64_t number) const;
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
  std::int64_t first_invalid() const;
  double energy() const;
  static double energy_weight(double /*temperature*/) { return 1; }

  /// The present sites; and what of them checkpoints hold, which here is the same. Who changes either calls values_changed().
  Store& store() const {
    finish();
    return store_;
  }
  Store& saved() const { return store(); }
  void values_changed() const {
    if (halo_) {
      halo_->fill(exec_, state_.sites);
    }
  }
  std::vector<float> local_energy(int system, const OwnPart& part) const;
  /// (component, z, y, x).
  void fields(int system, double* to) const;

protected: // for BitLattice
  using Batched = BatchedSweeps<update::SweepExecutor<P, Exec>>;

  /// A sweep of a slab.
  void sweep_slab(const update::SweepBatch& one) const;

  StoreOptions store_options() const;
  std::int64_t* sums_of(int slot) const { return sums_.data() + slot * static_cast<std::int64_t>(sums_.stride(0)); }
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
  mutable Store store_;
  mutable Batched sweeps_;
  std::optional<FieldHalo<typename P::Site, Exec>> halo_;
  View<std::int64_t*****> sums_; ///< (slot, pass, system, colour, term)
};

template <models::SitePhysics P, ExecutionSpace Exec>
HalfLattices<P, Exec>::HalfLattices(const HalfLatticeOptions& o, const P& physics, const typename P::Formats& formats)
    : options_(o), whole_(o.to_be_cut()), physics_(physics), formats_(formats),
      state_(part_of(whole_, *o.ranks), o.systems), store_(store_options()),
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
void HalfLattices<P, Exec>::sweep_backward(std::uint64_t number) const {
  const State& state = settled();
  for (std::size_t k = options_.moves.size(); k-- > 0;) {
    update::with_move<P>(options_.moves[k], [&]<models::Move M>() {
      for (const lattice::Colour c : {lattice::Colour::odd, lattice::Colour::even}) {
        update::half_sweep<M>(exec_, physics_, state, lattice::Planes::all(state.geometry), c, options_.seed, number,
                              nullptr, static_cast<std::uint32_t>(k + options_.moves.size()));
      }
    });
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::sweep_and_measure(std::uint64_t number, std::int64_t* accepted, int slot) const {
  if (halo_ || options_.passes > 1) {
    sweep(number, accepted, accepted);
    measure(slot);
  } else {
    sweeps_.sweep_and_measure(number, accepted, sums_of(slot));
  }
}

template <models::SitePhysics P, ExecutionSpace Exec>
void HalfLattices<P, Exec>::sweep_slab(const update::SweepBatch& one) const {
  for (std::uint32_t k = 0; k < options_.moves.size(); ++k) {
    update::with_move<P>(options_.moves[k], [&]<models::Move M>() {
      halo_->sweep(exec_, state_.sites, [&](const Exec& exec, lattice::Colour c, const lattice::Planes& planes) {
        update::half_sweep<M>(exec, physics_, state_, planes, c, options_.seed, one.first, one.counter(M), k);
      });
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
                       store_.numbers());
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
StoreOptions HalfLattices<P, Exec>::store_options() const {
  using Quenched = typename P::Quenched;
  StoreOptions o =
      StoreOptions::of_halves("spins", values_of(state_.sites), whole_, state_.geometry, options_.of_rows(), ranks());
  if constexpr (requires { Quenched::label; }) {
    o.labels = values_of(state_.quenched);
    o.label_name = Quenched::label;
  }
  return o;
}

template <models::SitePhysics P, ExecutionSpace Exec>
std::vector<float> HalfLattices<P, Exec>::local_energy(int system, const OwnPart& part) const {
  const auto n = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  const std::int64_t half = state_.geometry.half_x(), first = n(part.first_row());
  return measure::local_energy(exec_, physics_, settled(), system,
                               {first * half, (first + n(part.rows())) * half, n(part.begin()), n(part.count())});
}

} // namespace neel::simulation

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Storage and kernels for models on a network, a crystal or any graph, swept colour by colour.

#include <neel/clusters/pair_moves.hpp>
#include <neel/measure/graph_check.hpp>
#include <neel/measure/graph_sums.hpp>
#include <neel/measure/mode_sums.hpp>
#include <neel/measure/natural_order.hpp>
#include <neel/simulation/batched_sweeps.hpp>
#include <neel/simulation/graph_halo.hpp>
#include <neel/simulation/graph_sequential.hpp>
#include <neel/simulation/graph_setup.hpp>
#include <neel/simulation/store.hpp>
#include <neel/update/graph_sweeps.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace neel::simulation {

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphLattice {
public:
  using Physics = P;
  using Space = Exec;
  using Conditions = typename P::Conditions;
  using State = models::GraphState<P, Exec>;
  using Setup = GraphSetup<P>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;
  struct HostSums {
    Kokkos::View<std::int64_t****, Kokkos::LayoutRight, Kokkos::HostSpace> terms, modes;
    typename GraphOrders<P, Exec>::Host orders;
    std::vector<double> beside; ///< (slot, system, number), of SequentialSweeps
  };

  /// The sums of one measurement of one system.
  struct Sums {
    const HostSums& all;
    const typename P::Formats& formats;
    const FixedPoint& mode_format;
    const GraphOrders<P, Exec>& orders;
    std::size_t slot, system;

    /// Behind the terms are the numbers of SequentialSweeps.
    double operator()(int pass, int term) const {
      if (term >= P::terms) {
        const std::size_t systems = all.terms.extent(2), each = all.beside.size() / (all.terms.extent(0) * systems);
        return all.beside[(slot * systems + system) * each + static_cast<std::size_t>(term - P::terms)];
      }
      return formats.value(term,
                           all.terms(slot, static_cast<std::size_t>(pass), system, static_cast<std::size_t>(term)));
    }
    std::complex<double> mode(std::size_t m, std::size_t component) const {
      return {mode_format.value(all.modes(slot, system, m, 2 * component)),
              mode_format.value(all.modes(slot, system, m, 2 * component + 1))};
    }
    /// See GraphOrders.
    double twist(std::size_t axis, std::size_t k) const { return orders.twist(all.orders, slot, system, axis, k); }
    std::int64_t skyrmions() const { return orders.skyrmions(all.orders, slot, system); }
  };

  GraphLattice(const GraphOptions& o, std::shared_ptr<const Setup> setup, const P& physics,
               const typename P::Formats& formats)
      : options_(o), setup_(std::move(setup)), physics_(physics), formats_(formats),
        state_(setup_->template graph<Exec>(), o.systems, setup_->occupants.size(), setup_->couplings.size(),
               setup_->alike),
        halo_(halo()), store_(store_options()),
        sweeps_(update::GraphSweeps<P, Exec>(exec_, physics_, state_, o.moves, o.seed)),
        modes_(setup_->cells, setup_->basis, setup_->modes), orders_(setup_->orders, o.held, o.systems),
        sums_("neel::simulation::sums", count(o.held), count(o.passes), count(o.systems), count(P::terms)),
        mode_sums_("neel::simulation::mode_sums", count(o.held), count(o.systems), setup_->modes.size(),
                   count(ModeSums::terms)) {
    copy_in(exec_, state_.occupants, setup_->occupants);
    copy_in(exec_, state_.couplings, setup_->couplings);
    copy_in(exec_, View<std::uint8_t*>(state_.occupant.data(), state_.occupant.size()), setup_->occupant);
    if (setup_->slab) {
      whole_numbers_ = device_list<Exec>("neel::simulation::whole_numbers", setup_->slab->number);
    }
    sequential_ = make_sequential(exec_, physics_, state_, options_, *setup_);
  }

  const Exec& exec() const { return exec_; }
  const State& state() const { return settled(); }
  const Setup& setup() const { return *setup_; }
  int systems() const { return state_.systems; }
  run::Communicator& ranks() const { return *options_.ranks; }
  /// Those that have a spin, which averages are over.
  std::int64_t sites() const { return setup_->spins; }
  /// "site 2 of cell (0, 1, 3) of system 0".
  std::string place_name(int system, std::uint64_t site) const {
    const auto basis = static_cast<std::uint64_t>(setup_->basis), nx = static_cast<std::uint64_t>(setup_->cells[0]),
               ny = static_cast<std::uint64_t>(setup_->cells[1]), cell = site / basis;
    return "site " + std::to_string(site % basis) + " of cell (" + std::to_string(cell % nx) + ", " +
           std::to_string(cell / nx % ny) + ", " + std::to_string(cell / nx / ny) + ") of system " +
           std::to_string(system);
  }

  /// Sets the value of each spin to start(system, site number), on the host; all else to zero.
  template <class Start>
  void place(const Start& start) const {
    using Site = typename P::Site;
    const auto host = Kokkos::create_mirror_view(settled().sites.all());
    for (int system = 0; system < systems(); ++system) {
      for (std::size_t entry = 0; entry < setup_->tables.number.size(); ++entry) {
        if (setup_->occupied(system, entry)) {
          put(host, count(system), entry, start(system, setup_->tables.number[entry]),
              std::make_integer_sequence<int, Site::components>{});
        }
      }
    }
    copy_numbers(state_.sites.all(), host);
    values_changed();
  }

  void set_conditions(const std::vector<Conditions>& all) const { copy_in(exec_, settled().conditions, all); }

  /// Proposals of adaptive moves in a sweep of one system.
  double adapting() const {
    return static_cast<double>(sites() * std::count(options_.moves.begin(), options_.moves.end(), models::Move::cone));
  }
  /// See BatchedSweeps.
  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) const {
    if (halo_) {
      for (std::uint32_t k = 0; k < options_.moves.size(); ++k) {
        halo_->sweep(exec_, physics_, state_, options_.moves[k], k, options_.seed, {number, 1, fixed, adapting});
      }
    } else if (sequential_) {
      sequential_->sweep(number, fixed, adapting);
    } else if (!options_.moves.empty()) {
      sweeps_.sweep(number, fixed, adapting);
    }
  }
  /// Of a whole lattice: what reverses a sweep in time, with other random numbers than the sweep of this number.
  void sweep_backward(std::uint64_t number) const {
    const State& state = settled();
    for (std::size_t k = options_.moves.size(); k-- > 0;) {
      update::with_move<P>(options_.moves[k], [&]<models::Move M>() {
        for (int c = static_cast<int>(state.graph.colours().size()); c-- > 0;) {
          update::GraphColourSweep<P, Exec, M>(physics_, state, c, options_.seed, number,
                                               static_cast<std::uint32_t>(k + options_.moves.size()))
              .launch(exec_, state, nullptr);
        }
      });
    }
  }
  std::unique_ptr<clusters::ClusterMoves> cluster_moves(const clusters::ClusterOptions& o, float largest_moment) const
    requires clusters::ClusterGraphPhysics<P>
  {
    using Moves = clusters::ClusterMovesOf<clusters::GraphLayout<P>, Exec>;
    return std::make_unique<Moves>(exec_, cluster_layout(largest_moment), all_sites(), systems(), o, ranks());
  }
  /// Of `pairs` pairs of systems, for Ising spins; null for others.
  std::shared_ptr<clusters::PairedMoves> pair_moves(const clusters::ClusterOptions& o, int pairs) const {
    if constexpr (P::vector_components == 1) {
      return std::make_shared<clusters::PairMoves<P, Exec>>(exec_, cluster_layout(1), all_sites(), pairs, o);
    } else {
      return nullptr;
    }
  }
  void finish() const { sweeps_.finish(); }
  void wait() const {
    finish();
    exec_.fence("neel::simulation::wait");
  }

  void measure(int slot) const {
    measure::GraphSums<P, Exec>(physics_, settled(), formats_, options_.passes)
        .launch(exec_, Kokkos::subview(sums_, count(slot), Kokkos::ALL, Kokkos::ALL, Kokkos::ALL));
    if (modes_.count() > 0) {
      ModeSums(state_, modes_, mode_format_)
          .launch(exec_, Kokkos::subview(mode_sums_, count(slot), Kokkos::ALL, Kokkos::ALL, Kokkos::ALL));
    }
    orders_.measure(exec_, state_, slot);
    if (sequential_) {
      sequential_->measure(slot);
    }
  }
  /// Of all ranks.
  HostSums host_sums() const {
    return {of_all_ranks(sums_, ranks()), of_all_ranks(mode_sums_, ranks()), orders_.host(ranks()),
            sequential_ ? sequential_->measured() : std::vector<double>()};
  }
  Sums sums(const HostSums& all, int slot, int system) const {
    return {all, formats_, mode_format_, orders_, count(slot), count(system)};
  }
  void clear() const {
    set_zero(exec_, sums_);
    set_zero(exec_, mode_sums_);
    orders_.clear(exec_);
    if (sequential_) {
      sequential_->clear();
    }
  }

  std::uint64_t hash() const { return measure::hash(exec_, settled(), store_.numbers()); }
  std::int64_t first_invalid() const { return measure::first_invalid(exec_, settled()); }
  double energy() const {
    return measure::energy(exec_, physics_, settled()) + (sequential_ ? sequential_->energy() : 0);
  }
  static double energy_weight(double /*temperature*/) { return 1; }

  /// See HalfLattices.
  Store& store() const {
    finish();
    return store_;
  }
  Store& saved() const { return store(); }
  void values_changed() const {
    if (halo_) {
      halo_->fill(exec_, state_);
    }
    if (sequential_) {
      sequential_->spins_changed();
    }
  }
  std::vector<float> local_energy(int system, const OwnPart& part) const {
    std::vector<float> all = measure::local_energy(exec_, physics_, settled(), system, part.own.first, part.count());
    if (sequential_) {
      sequential_->add_energies(system, part.own.first, all);
    }
    return all;
  }

  /// (component, basis site, z, y, x); zero where there is no spin.
  void fields(int system, double* to) const { measure::dense(exec_, settled(), setup_->basis, system, to); }

private:
  using ModeSums = measure::ModeSums<P, Exec>;
  using Batched = BatchedSweeps<update::GraphSweeps<P, Exec>>;

  std::int64_t all_sites() const {
    return std::int64_t{setup_->basis} * setup_->cells[0] * setup_->cells[1] * setup_->cells[2];
  }
  clusters::GraphLayout<P> cluster_layout(float largest_moment) const {
    const crystal::Tables& t = setup_->tables;
    const int per_row = t.lined ? t.vacuum() / t.rows() : 1, items = static_cast<int>(t.number.size());
    return {settled().contents(),
            setup_->slab ? whole_numbers_.data() : state_.graph.pointers().number,
            largest_moment,
            items,
            setup_->slab ? (t.rows() - t.copies) * per_row : items,
            per_row};
  }

  using Halo = GraphHalo<P, Exec>;
  std::optional<Halo> halo() const {
    return setup_->slab ? std::optional<Halo>(std::in_place, setup_->tables, *setup_->slab, state_.systems, ranks())
                        : std::nullopt;
  }
  StoreOptions store_options() const {
    const auto n = static_cast<std::uint64_t>(state_.graph.entries());
    StoreOptions o{"spins", values_of({state_.sites.all()}), 1, halo_ ? halo_->cut() : Cut{2, {n}, {n}, {}}, &ranks()};
    o.sites = static_cast<std::uint64_t>(state_.graph.sites());
    o.own = {halo_ ? setup_->slab->first_site : 0, halo_ ? setup_->slab->own : o.sites};
    o.rows = n;
    o.sites_of = [setup = setup_](int system, std::size_t /*part*/, std::uint64_t entry) {
      return SiteRow{setup->tables.number[entry], setup->occupied(system, entry) ? 1 : 0, 1};
    };
    o.read = [exec = exec_, state = state_](const Values& values, int system, const OwnPart& part) {
      State of = state;
      of.sites = {reinterpret_cast<typename P::Site::Component*>(values.parts.front()), of.graph.entries(),
                  static_cast<int>(values.sizes[1])};
      return measure::values(exec, of, system, part.own.first, part.count());
    };
    if (!setup_->labels.empty()) {
      o.labels = values_of({state_.occupant});
      o.labels.sizes.insert(o.labels.sizes.begin(), 1);
      o.label_of = setup_->labels;
    }
    return o;
  }

  /// The state once no sweep waits.
  const State& settled() const {
    finish();
    return state_;
  }
  static std::size_t count(int n) { return static_cast<std::size_t>(n); }

  template <class Host, int... K>
  static void put(const Host& to, std::size_t system, std::size_t entry, const typename P::Site& s,
                  std::integer_sequence<int, K...>) {
    ((to(static_cast<std::size_t>(K), system, entry) = s.template component<K>()), ...);
  }

  Exec exec_;
  GraphOptions options_;
  std::shared_ptr<const Setup> setup_;
  P physics_;
  typename P::Formats formats_;
  FixedPoint mode_format_{1.0001F};
  State state_;
  std::optional<Halo> halo_;
  mutable Store store_;
  mutable Batched sweeps_;
  measure::ModeTables<Exec> modes_;
  GraphOrders<P, Exec> orders_;
  std::shared_ptr<SequentialSweeps> sequential_;                            ///< or null
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> whole_numbers_; ///< see GraphSlab::number
  View<std::int64_t****> sums_, mode_sums_; ///< (slot, pass, system, term), (slot, system, mode, term)
};

} // namespace neel::simulation

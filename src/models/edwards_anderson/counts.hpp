// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is counted of a spin glass: sums of bits that several kernels add up are brought to the host together, with one wait for all.

#include "models/edwards_anderson/samples.hpp"

#include <neel/core/copy.hpp>
#include <neel/measure/glass_sums.hpp>
#include <neel/measure/pair_moments.hpp>

#include <algorithm>
#include <optional>

namespace neel::models {

/// Of coded systems of W words, over all ranks.
template <int W, ExecutionSpace Exec>
class PersistentCounts {
public:
  using Sums = measure::BitSums<Exec>;

  PersistentCounts(int systems, run::Communicator& ranks) : systems_(systems), ranks_(&ranks) {}

  /// Forgets what was asked before. So many groups per system can be asked for now.
  void begin(const Exec& exec, std::size_t groups) {
    const std::size_t rows = static_cast<std::size_t>(systems_) * groups;
    if (rows > room_.extent(0)) {
      room_ = {};
      host_ = {};
      room_ = Sums("neel::models::counts", rows, 32 * W);
      host_ = Kokkos::create_mirror_view(PinnedMemory<Exec>(), room_);
    } else {
      set_zero(exec, part_of(room_, 0, rows));
    }
    asked_ = 0;
  }
  /// add(sums) launches what adds to `groups` groups per system; returns where they are.
  template <class Add>
  std::size_t ask(int groups, const Add& add) {
    const auto rows = static_cast<std::size_t>(systems_ * groups);
    add(Sums(part_of(room_, asked_, rows)));
    return std::exchange(asked_, asked_ + rows);
  }
  /// Waits for all that was asked.
  void finish(const Exec& exec) {
    const SumsOfBits host = rows_of_host(0, asked_);
    if (host.data() != room_.data()) {
      copy_numbers(exec, host, part_of(room_, 0, asked_));
    }
    exec.fence("neel::models::counts");
    ranks_->add(std::span<std::int64_t>(host.data(), host.size()));
  }
  /// Where they are before that, and the host's after it.
  const std::int64_t* there(std::size_t at) const { return room_.data() + at * 32 * W; }
  const std::int64_t* here(std::size_t at) const { return host_.data() + at * 32 * W; }
  /// The host's sums of `groups` groups per system.
  SumsOfBits operator()(std::size_t at, int groups) const {
    return rows_of_host(at, static_cast<std::size_t>(systems_ * groups));
  }

private:
  template <class View>
  static auto part_of(const View& all, std::size_t first, std::size_t rows) {
    return View(all.data() + first * 32 * W, rows, std::size_t{32 * W});
  }
  SumsOfBits rows_of_host(std::size_t first, std::size_t rows) const {
    return SumsOfBits(host_.data() + first * 32 * W, rows, std::size_t{32 * W});
  }

  int systems_;
  run::Communicator* ranks_;
  Sums room_;
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, PinnedMemory<Exec>> host_;
  std::size_t asked_ = 0; ///< rows
};

/// Takes a rank's part of the overlaps of some pairs; the others' are zero.
template <class Model, class Order, ExecutionSpace Exec>
void take_own(const Exec& exec, const State<Model, Exec>& state, const Order& order, const measure::ReplicaPairs& pairs,
              const run::Communicator& ranks, measure::OverlapField<Model, Exec>& overlaps) {
  if (ranks.size() > 1) { // of others' words it leaves what was there
    set_zero(exec, overlaps.all());
  }
  overlaps.take(exec, state, order, pairs);
}
/// Gives all ranks the words that one has, and the others have as zeros.
template <class Model, ExecutionSpace Exec>
void join(run::Communicator& ranks, const measure::OverlapField<Model, Exec>& overlaps) {
  constexpr std::size_t each = sizeof(Word<Model::words>); // there is an even number of them
  const auto host = on_host(overlaps.all());
  ranks.add(
      std::span<std::int64_t>(reinterpret_cast<std::int64_t*>(host.data()), host.size() * each / sizeof(std::int64_t)));
  copy_numbers(overlaps.all(), host);
}

/// Counts of samples, of one coding and order.
template <class Model, class Order, ExecutionSpace Exec>
class GlassCounts {
public:
  using Counts = EdwardsAndersonEngine::Counts;

  /// `whole`: the lattice of the sites, or of the cells of slabs.
  GlassCounts(const Exec& exec, const Order& order, const EdwardsAndersonOptions& options,
              const lattice::Geometry& whole, run::Communicator& ranks)
      : exec_(exec), order_(order), sites_(options.geometry), whole_(whole), ranks_(&ranks),
        counts_(options.systems, ranks), host_turns_(turns(std::max({sites_.lx, sites_.ly, sites_.lz}))),
        turns_(device_list<Exec>("neel::models::turns", host_turns_)) {}

  /// See EdwardsAndersonEngine.
  const std::vector<Counts>& unsatisfied(const State<Model, Exec>& state, lattice::Colour from) {
    of_replicas(state, [&](const Sums& sums) {
      measure::unsatisfied_bonds(exec_, state, order_, from, 0, state.replicas, sums);
    });
    if (is_plane(sites_)) {
      for (Counts& of_replica : counted_) {
        for (std::int64_t& u : of_replica) {
          u -= sites_.sites() / 2; // the one along y
        }
      }
    }
    return counted_;
  }
  /// Sites of each replica that differ from other spins.
  const std::vector<Counts>& differing(const State<Model, Exec>& state,
                                       const lattice::Field<typename Model::Site, Exec>& from) {
    return of_replicas(state, [&](const Sums& sums) { measure::disagreements(exec_, state, from, sums); });
  }
  /// See EdwardsAndersonEngine.
  EdwardsAndersonEngine::Measured measure(const State<Model, Exec>& state,
                                          std::span<const EdwardsAndersonEngine::Pair> pairs, int most) {
    const std::size_t samples = static_cast<std::size_t>(state.systems) * (slabs ? 1 : bits);
    const std::size_t of_replicas = samples * static_cast<std::size_t>(state.replicas),
                      of_pairs = samples * pairs.size() * measure::PairMomentRows::of_pair,
                      of_distances = samples * static_cast<std::size_t>(most);
    if (numbers_.size() < of_replicas + of_pairs + of_distances) {
      numbers_ = Numbers("neel::models::numbers", of_replicas + of_pairs + of_distances);
    }
    double *const first = numbers_.data(), *const distances = first + of_replicas + of_pairs;
    std::fill_n(distances, of_distances, 0.0);
    const std::size_t at_once = pairs_at_once(pairs.size(), most, state.systems);
    for (std::size_t done = 0; done == 0 || done < pairs.size(); done += at_once) {
      const auto some = pairs.subspan(done, std::min(at_once, pairs.size() - done));
      Moments moments = ask(state, some, most, done == 0 ? state.replicas : 0);
      moments.share = 1 / static_cast<double>(pairs.size()) / (is_plane(sites_) ? 2 : 3);
      moments.to = {first, first + of_replicas + measure::PairMomentRows::of_pair * done * samples, distances};
      make(moments);
    }
    return {samples, {first, of_replicas}, {first + of_replicas, of_pairs}, {distances, of_distances}};
  }

private:
  static constexpr int words = Model::words, bits = 32 * words;
  static constexpr bool slabs = Model::samples == 1;
  using Sums = measure::BitSums<Exec>;
  using Moments = measure::PairMoments<words, slabs>;
  using Numbers = Kokkos::View<double*, PinnedMemory<Exec>>;

  static std::vector<math::SinCos<double>> turns(int length) {
    std::vector<math::SinCos<double>> all;
    for (int p = 0; p < length; ++p) {
      all.push_back(math::sincos2pi(static_cast<double>(p) / length));
    }
    return all;
  }
  std::size_t pairs_at_once(std::size_t pairs, int most, int systems) const {
    const std::size_t all = static_cast<std::size_t>(systems) * bits;
    return halo() ? 1
                  : EdwardsAndersonEngine::pairs_at_once(pairs, groups_of_pair(most) * all * sizeof(std::int64_t),
                                                         static_cast<std::size_t>(whole_.sites()) * all / 8);
  }
  std::size_t groups_of_pair(int most) const { return static_cast<std::size_t>(1 + planes() + 3 * most); }
  int planes() const {
    using Planes = measure::PlaneOverlaps<words>;
    return Planes::planes(whole_.lx) + Planes::planes(whole_.ly) + Planes::planes(whole_.lz);
  }

  /// Launches the sums over bits of these pairs, and of the energies of so many replicas. What is made of them follows, but for share, to.
  Moments ask(const State<Model, Exec>& state, std::span<const EdwardsAndersonEngine::Pair> some, int most,
              int replicas) {
    static_assert(EdwardsAndersonEngine::most_pairs <= measure::ReplicaPairs::most);
    measure::ReplicaPairs pairs;
    for (const auto& [a, b] : some) {
      pairs.add(a, b);
    }
    counts_.begin(exec_, static_cast<std::size_t>(replicas) + some.size() * groups_of_pair(most));
    Moments m{};
    m.systems = state.systems;
    m.replicas = replicas;
    m.pairs = pairs.count;
    m.most = pairs.count > 0 ? most : 0;
    m.beside = is_plane(sites_) ? static_cast<double>(sites_.sites() / 2) : 0;
    m.turn = turns_.data();
    std::size_t links = 0, flat = 0, different = 0;
    const std::size_t unsatisfied = counts_.ask(replicas, [&](const Sums& sums) {
      if (replicas > 0) {
        measure::unsatisfied_bonds(exec_, state, order_, lattice::Colour::even, 0, replicas, sums);
      }
    });
    if (pairs.count > 0) {
      links = counts_.ask(pairs.count,
                          [&](const Sums& sums) { measure::different_links(exec_, state, order_, pairs, sums); });
      take(state, pairs);
      // what is of other ranks is zero yet, and does not count
      flat = counts_.ask(pairs.count * planes(), [&](const Sums& sums) { overlaps_->planes(exec_, sums); });
    }
    if (m.most > 0) {
      if (halo()) {
        join(*ranks_, *overlaps_);
      }
      const measure::Part mine{ranks_->rank(), ranks_->size()};
      different =
          counts_.ask(3 * pairs.count * most, [&](const Sums& sums) { overlaps_->different(exec_, most, sums, mine); });
    }
    if (halo()) {
      counts_.finish(exec_);
    }
    const auto sums = [&](std::size_t at) {
      return typename Moments::Sums{halo() ? counts_.here(at) : counts_.there(at)};
    };
    m.unsatisfied = sums(unsatisfied);
    m.links = sums(links);
    m.different = sums(different);
    const int size[3] = {sites_.lx, sites_.ly, sites_.lz}, cells[3] = {whole_.lx, whole_.ly, whole_.lz};
    for (int axis = 0; axis < 3; ++axis) {
      m.size[axis] = size[axis];
      m.cells[axis] = cells[axis];
      m.planes[axis] = sums(flat);
      flat +=
          static_cast<std::size_t>(pairs.count * state.systems * measure::PlaneOverlaps<words>::planes(cells[axis]));
    }
    return m;
  }
  void take(const State<Model, Exec>& state, const measure::ReplicaPairs& pairs) {
    if (!overlaps_ || overlaps_->room() < pairs.count) {
      overlaps_.emplace(state, whole_, slabs, pairs.count);
    }
    take_own(exec_, state, order_, pairs, *ranks_, *overlaps_);
  }
  /// Where the sums are: on the host, where ranks have added them up.
  void make(Moments moments) {
    if (halo()) {
      moments.turn = host_turns_.data();
      for (std::int64_t item = 0; item < moments.items(); ++item) {
        moments(item);
      }
    } else {
      Kokkos::parallel_for("neel::models::pair_moments",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, moments.items()),
                           moments);
      exec_.fence("neel::models::pair_moments");
    }
  }
  /// add(sums): (replica, system).
  template <class Add>
  const std::vector<Counts>& of_replicas(const State<Model, Exec>& state, const Add& add) {
    const auto replicas = static_cast<std::size_t>(state.replicas), systems = static_cast<std::size_t>(state.systems);
    counts_.begin(exec_, replicas);
    counts_.ask(state.replicas, add);
    counts_.finish(exec_);
    counted_.resize(replicas);
    for (std::size_t a = 0; a < replicas; ++a) {
      by_sample<slabs>(counts_(a * systems, 1), counted_[a]);
    }
    return counted_;
  }

  bool halo() const { return ranks_->size() > 1; }

  Exec exec_;
  Order order_;
  lattice::Geometry sites_, whole_;
  run::Communicator* ranks_;
  PersistentCounts<words, Exec> counts_;
  std::vector<Counts> counted_;                  ///< by replica
  std::vector<math::SinCos<double>> host_turns_; ///< exp(ikx) at the smallest k along the longest axes
  DeviceList<math::SinCos<double>, Exec> turns_;
  Numbers numbers_;                                            ///< that were measured last
  std::optional<measure::OverlapField<Model, Exec>> overlaps_; ///< of pairs of replicas, once some are compared
};

} // namespace neel::models

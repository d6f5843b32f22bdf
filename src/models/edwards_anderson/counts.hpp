// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is counted of a spin glass: sums of bits that several kernels add up are brought to the host together, with one wait for all.

#include "models/edwards_anderson/samples.hpp"

#include <neel/core/copy.hpp>
#include <neel/measure/glass_sums.hpp>

#include <algorithm>
#include <functional>
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
  /// The sums of `groups` groups per system.
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

/// Counts of samples, of one coding and order.
template <class Model, class Order, ExecutionSpace Exec>
class GlassCounts {
public:
  using Counts = EdwardsAndersonEngine::Counts;
  using Comparison = EdwardsAndersonEngine::Comparison;

  /// `whole`: the lattice of the sites, or of the cells of slabs.
  GlassCounts(const Exec& exec, const Order& order, const EdwardsAndersonOptions& options,
              const lattice::Geometry& whole, run::Communicator& ranks)
      : exec_(exec), order_(order), sites_(options.geometry), whole_(whole), ranks_(&ranks),
        counts_(options.systems, ranks) {}

  /// See EdwardsAndersonEngine.
  std::vector<Counts> unsatisfied(const State<Model, Exec>& state, lattice::Colour from) {
    return of_replicas(state, [&](const Sums& sums) {
      measure::unsatisfied_bonds(exec_, state, order_, from, 0, state.replicas, sums);
    });
  }
  /// Sites of each replica that differ from other spins.
  std::vector<Counts> differing(const State<Model, Exec>& state,
                                const lattice::Field<typename Model::Site, Exec>& from) {
    return of_replicas(state, [&](const Sums& sums) { measure::disagreements(exec_, state, from, sums); });
  }
  /// See EdwardsAndersonEngine.
  void compare(const State<Model, Exec>& state, std::span<const EdwardsAndersonEngine::Pair> pairs, int most,
               const std::function<void(std::size_t, const Comparison&)>& use) {
    const auto groups = static_cast<std::size_t>(1 + whole_.lx + whole_.ly + whole_.lz + 3 * most);
    const std::size_t bits = static_cast<std::size_t>(state.systems) * 32 * words;
    const std::size_t at_once =
        halo() ? 1
               : EdwardsAndersonEngine::pairs_at_once(pairs.size(), groups * bits * sizeof(std::int64_t),
                                                      static_cast<std::size_t>(whole_.sites()) * bits / 8);
    for (std::size_t done = 0; done < pairs.size(); done += at_once) {
      const auto some = pairs.subspan(done, std::min(at_once, pairs.size() - done));
      if (const int room = static_cast<int>(some.size()); !overlaps_ || overlaps_->room() < room) {
        overlaps_.emplace(state, whole_, slabs, room);
      }
      counts_.begin(exec_, some.size() * groups);
      const Asked asked = ask(state, some, most);
      counts_.finish(exec_);
      for (std::size_t k = 0; k < some.size(); ++k) {
        use(done + k, answer(asked, k, state.systems, most));
      }
    }
  }

private:
  static constexpr int words = Model::words;
  static constexpr bool slabs = Model::samples == 1;
  using Sums = measure::BitSums<Exec>;

  /// Where the counts of some pairs of replicas are, those of the first pair.
  struct Asked {
    std::size_t links, planes[3], different[3];
  };

  Asked ask(const State<Model, Exec>& state, std::span<const EdwardsAndersonEngine::Pair> some, int most) {
    static_assert(EdwardsAndersonEngine::most_pairs <= measure::ReplicaPairs::most);
    measure::ReplicaPairs pairs;
    for (const auto& [a, b] : some) {
      pairs.add(a, b);
    }
    Asked at{};
    at.links = counts_.ask(pairs.count,
                           [&](const Sums& sums) { measure::different_links(exec_, state, order_, pairs, sums); });
    if (halo()) { // of others' words it leaves what was there
      set_zero(exec_, overlaps_->all());
    }
    overlaps_->take(exec_, state, order_, pairs);
    const int cell[3] = {whole_.lx, whole_.ly, whole_.lz};
    for (int axis = 0; axis < 3; ++axis) { // what is of other ranks is zero yet, and does not count
      at.planes[axis] =
          counts_.ask(pairs.count * cell[axis], [&](const Sums& sums) { overlaps_->planes(exec_, axis, sums); });
    }
    if (halo() && most > 0) {
      join(overlaps_->all());
    }
    const measure::Part mine{ranks_->rank(), ranks_->size()};
    for (int axis = 0; axis < 3 && most > 0; ++axis) {
      at.different[axis] = counts_.ask(pairs.count * most,
                                       [&](const Sums& sums) { overlaps_->different(exec_, axis, most, sums, mine); });
    }
    return at;
  }
  /// Of the pair of this number among them.
  Comparison answer(const Asked& at, std::size_t pair, int systems, int most) const {
    const auto of_pair = [&](std::size_t first, int groups) {
      return counts_(first + pair * static_cast<std::size_t>(systems * groups), groups);
    };
    Comparison c{{}, by_sample<slabs>(of_pair(at.links, 1), systems, 1, 0), {}, {}};
    const int size[3] = {sites_.lx, sites_.ly, sites_.lz};
    const int cell[3] = {whole_.lx, whole_.ly, whole_.lz};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const SumsOfBits planes = of_pair(at.planes[axis], cell[axis]);
      for (int p = 0; p < size[axis]; ++p) {
        c.planes[axis].push_back(by_sample_of_plane<slabs>(planes, systems, static_cast<int>(axis), cell[axis], p));
      }
      for (int r = 0; r < most; ++r) {
        c.different[axis].push_back(by_sample<slabs>(of_pair(at.different[axis], most), systems, most, r));
      }
    }
    c.disagreements.resize(c.links.size());
    for (const Counts& plane : c.planes[0]) {
      std::transform(plane.begin(), plane.end(), c.disagreements.begin(), c.disagreements.begin(), std::plus());
    }
    return c;
  }
  /// add(sums): (replica, system).
  template <class Add>
  std::vector<Counts> of_replicas(const State<Model, Exec>& state, const Add& add) {
    const auto replicas = static_cast<std::size_t>(state.replicas), systems = static_cast<std::size_t>(state.systems);
    counts_.begin(exec_, replicas);
    counts_.ask(state.replicas, add);
    counts_.finish(exec_);
    std::vector<Counts> all;
    for (std::size_t a = 0; a < replicas; ++a) {
      all.push_back(by_sample<slabs>(counts_(a * systems, 1), state.systems, 1, 0));
    }
    return all;
  }

  /// Gives all ranks the words that one has, and the others have as zeros.
  void join(const typename measure::OverlapField<Model, Exec>::Words& all) const {
    constexpr std::size_t each = sizeof(Word<words>); // there is an even number of them
    const auto host = on_host(all);
    ranks_->add(std::span<std::int64_t>(reinterpret_cast<std::int64_t*>(host.data()),
                                        host.size() * each / sizeof(std::int64_t)));
    copy_numbers(all, host);
  }
  bool halo() const { return ranks_->size() > 1; }

  Exec exec_;
  Order order_;
  lattice::Geometry sites_, whole_;
  run::Communicator* ranks_;
  PersistentCounts<words, Exec> counts_;
  std::optional<measure::OverlapField<Model, Exec>> overlaps_; ///< of pairs of replicas, once some are compared
};

} // namespace neel::models

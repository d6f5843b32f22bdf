// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep of models with wide sites (many bits each), in any storage order and with any source of random numbers.
// Such a site is a vector by itself, so the host walks along rows as they lie in memory and copies nothing.

#include <neel/lattice/ordered.hpp>
#include <neel/lattice/tiles.hpp>
#include <neel/models/state.hpp>
#include <neel/random/source.hpp>
#include <neel/random/stream_array.hpp>
#include <neel/update/checkerboard_view.hpp>
#include <neel/update/work_stealing.hpp>

namespace neel::update {

/// Updates sites of one colour: those of some planes of the order, which follow one another.
template <class Model, class Order, class RandomSource, ExecutionSpace Exec>
class MultispinHalfSweep {
public:
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;
  using Tiles = lattice::Tiles<Order, sizeof(typename Site::Component)>;
  /// Registers for this many tiles at once on a processor of a device (measured).
  static constexpr unsigned resident = Model::samples == 1 ? 1 : (Model::words == 1 ? 8 : (Model::words == 4 ? 4 : 1));
  using Bounds = Kokkos::LaunchBounds<Tiles::entries, resident>;

  MultispinHalfSweep(const Model& model, const Order& order, int first_plane, int planes, lattice::Colour colour,
                     const RandomSource& source)
      : model_(model), order_(order), tiles_(order, first_plane, planes), colour_(colour), source_(source),
        entries_(order.rows() * order.length()), first_row_(first_plane * order.plane()),
        per_system_(runs_on_host<Exec> ? planes * order.plane() : tiles_.size()), by_system_(per_system_) {}

  void launch(const Exec& exec, const models::State<Model, Exec>& state) {
    if constexpr (runs_on_host<Exec>) {
      launch_phases(exec, label, [&](PhaseScheduler::Thread& thread) {
        MultispinHalfSweep own = *this;
        own.phase(thread, state);
      });
    } else {
      in_launches(state.systems, Kokkos::max(entries_, per_system_), [&](int first, int count) {
        take(state, first);
        Kokkos::parallel_for(
            label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>, Bounds>(exec, 0, per_system_ * count), *this);
      });
    }
  }
  /// Host: rows of all systems, as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread, const models::State<Model, Exec>& state) {
    take(state, 0);
    thread.phase(state.systems, per_system_, [&](int system, int row) { update_row(system, first_row_ + row); });
  }

  /// What is updated: `state` from system `first` on.
  void take(const models::State<Model, Exec>& state, int first) {
    first_system_ = first;
    const models::Contents<Model> contents = state.contents().from(first);
    const auto around = contents.around(colour_);
    own_ = contents.own(colour_);
    replicas_ = state.replicas;
    replica_stride_ = state.replica_stride();
    halves_ = {around.own, around.others, around.own_quenched};
    conditions_ = contents.conditions;
  }

  /// Device: one entry, those of a tile side by side.
  KOKKOS_FUNCTION void operator()(int index) const {
    const int system = by_system_.quotient(index);
    if (const auto at = tiles_(colour_, index - system * per_system_); at.exists) {
      update_entry(system, at.row, at.place, 0, replicas_, source_);
    }
  }

  // Below, `system` counts from the first of the launch.

  /// All replicas of entry i of row y of a plane.
  NEEL_FUNCTION void update_entry(int system, int plane, int y, int i) const {
    update_entry(system, order_.row(colour_, y, plane), i, 0, replicas_, source_);
  }
  /// Replicas from `first` on that have a draw in common, of what is at a place of the tiles; numbers are another source's.
  NEEL_FUNCTION void update_group(int system, int place, int first, const RandomSource& source) const {
    if (const auto at = tiles_(colour_, place); at.exists) {
      update_entry(system, at.row, at.place, first, Kokkos::min(replicas_, first + Model::group), source);
    }
  }
  /// Of all tiles in a system.
  int places() const { return tiles_.size(); }

private:
  static constexpr const char* label = "neel::update::ordered_half_sweep";

  /// Out of line, so that it is compiled once.
  [[gnu::noinline]] void update_row(int system, int index) const {
    const std::int64_t start = std::int64_t{system} * entries_;
    const lattice::Row row = order_.row(colour_, index);
    const lattice::RowView<Site, Quenched> view(order_, halves_, row, start);
    const int length = order_.length(), first = view.first(), last = view.last();
    // A group after the other: all replicas of an entry lie at the same place of the cache, which holds few of them.
    for (int a = 0; a < replicas_; a += Model::group) {
      const int end = Kokkos::min(replicas_, a + Model::group);
      for (int i = first; i < last; ++i) {
        visit(view.at(i), system, row, i, a, end, source_);
      }
      for (int n = 0; n < first + length - last; ++n) { // the ends of the row
        update_entry(system, row, n < first ? n : last + n - first, a, end, source_);
      }
    }
  }

  NEEL_FUNCTION void update_entry(int system, const lattice::Row& row, int i, int begin, int end,
                                  const RandomSource& source) const {
    if constexpr (runs_on_host<Exec>) { // all systems are one launch: their entries may be more than an int counts
      visit(lattice::EntryView<Site, Quenched>(order_, halves_.from(std::int64_t{system} * entries_), row, i, 0),
            system, row, i, begin, end, source);
    } else {
      visit(lattice::EntryView<Site, Quenched>(order_, halves_, row, i, system * entries_), system, row, i, begin, end,
            source);
    }
  }

  /// Updates replicas `begin` to `end` - 1 of an entry, Model::group at a time, which have random numbers in common.
  template <class View>
  NEEL_FUNCTION void visit(const View& view, int system, const lattice::Row& row, int i, int begin, int end,
                           const RandomSource& source) const {
    const std::int64_t entry = std::int64_t{system} * entries_ + row.index * order_.length() + i;
    const auto draws = source.at(static_cast<std::uint32_t>(first_system_ + system), order_.number(row, i),
                                 std::int64_t{first_system_} * entries_ + entry);
    const Quenched quenched = view.quenched();
    const typename Model::Conditions conditions = conditions_[system];
    NEEL_ROLLED_LOOP
    for (int first = begin; first < end; first += Model::group) {
      const auto& random = model_.random(draws, first);
      const auto moved = [&](int a) NEEL_INLINE_LAMBDA {
        return model_.update(conditions, view.replica(a * replica_stride_), quenched, random, a);
      };
      const auto store = [&](int a, const Site& site) NEEL_INLINE_LAMBDA {
        own_.at[0][entry + a * replica_stride_] = site.template component<0>();
      };
      const int past = Kokkos::min(end, first + Model::group);
      int a = first;
      NEEL_ROLLED_LOOP
      for (; a + 1 < past; a += 2) { // two at a time: enough loads under way, and few enough registers
        const Site one = moved(a), other = moved(a + 1);
        store(a, one);
        store(a + 1, other);
      }
      if (a < past) {
        store(a, moved(a));
      }
    }
  }

  Model model_;
  Order order_;
  Tiles tiles_;
  lattice::Colour colour_;
  RandomSource source_;
  int entries_; ///< of one colour of one system
  int first_row_;
  int per_system_; ///< rows or places in tiles
  Divisor by_system_;
  // Of the systems of one launch:
  int first_system_ = 0, replicas_ = 1;
  std::int64_t replica_stride_ = 0;
  lattice::SitePointer<Site, false> own_{};
  lattice::Halves<Site, Quenched> halves_{};
  const typename Model::Conditions* conditions_ = nullptr;
};

/// Updates the sites of one colour in some planes of the order, in Exec.
template <class Model, class Order, class RandomSource, ExecutionSpace Exec>
void ordered_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                        const Order& order, const lattice::Planes& planes, lattice::Colour colour,
                        const RandomSource& source) {
  const bool together = planes.step == 1;
  for (int k = 0; k < planes.count; k += together ? planes.count : 1) {
    MultispinHalfSweep<Model, Order, RandomSource, Exec>(model, order, planes[k], together ? planes.count : 1, colour,
                                                         source)
        .launch(exec, state);
  }
}
/// In all of them.
template <class Model, class Order, class RandomSource, ExecutionSpace Exec>
void ordered_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                        const Order& order, lattice::Colour colour, const RandomSource& source) {
  ordered_half_sweep(exec, model, state, order, {0, order.rows() / order.plane()}, colour, source);
}

/// One sweep with random numbers from Philox: even sites, then odd.
template <class Model, class Order, ExecutionSpace Exec>
void ordered_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
                   const Seed& seed, std::uint64_t sweep) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    ordered_half_sweep(exec, model, state, order, c, random::PhiloxSource{seed, sweep});
  }
}

/// One sweep with random numbers from a generator with a state: one per entry and replica.
template <class Model, class Order, ExecutionSpace Exec>
void ordered_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
                   const random::StreamArray<Exec>& bank,
                   const typename random::StreamArray<Exec>::NumbersView& numbers) {
  const std::int64_t entries = state.systems * state.geometry.half_volume();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    bank.deal(exec, numbers);
    ordered_half_sweep(exec, model, state, order, c, random::BufferSource{numbers.data(), entries, state.replicas});
  }
}

} // namespace neel::update

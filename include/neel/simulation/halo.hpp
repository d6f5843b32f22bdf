// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of a slab: copies of what its sites see of neighbouring slabs, which travel while it works on what needs none.

#include <neel/core/backend/side_stream.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/communicator.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace neel::simulation {

/// Planes [first, end) of a lattice that rank `rank` of `ranks` has: whole pairs, which keeps its first plane even.
inline std::pair<int, int> slab_of(int planes, int rank, int ranks) {
  const auto [begin, end] = run::share_of((planes + 1) / 2, rank, ranks);
  return {2 * begin, std::min(planes, 2 * end)};
}

/// The slab of a lattice that a rank has, whose sites see so many planes of others: all of it, where there is one rank.
inline lattice::Geometry part_of(const lattice::Geometry& whole, const run::Communicator& ranks, int reach = 1) {
  if (ranks.size() == 1) {
    return whole;
  }
  const auto [begin, end] = slab_of(whole.lz, ranks.rank(), ranks.size());
  return whole.part(begin, end, reach);
}

/// What neighbours see of a slab, and its halo, in each of its pieces (components of systems, boards): so many numbers from a place
/// on. What one rank sends is as long as what the other expects.
struct HaloRuns {
  struct Run {
    std::int64_t at = 0;
    int numbers = 0; ///< 0: nothing goes, or comes, there
  };
  Run to_below, to_above, from_below, from_above;

  int most() const { return std::max({to_below.numbers, to_above.numbers, from_below.numbers, from_above.numbers}); }
};

/// Copies one run of all pieces for each side to buffers of shape (piece, number), or such buffers to the halo. A team copies a
/// part of a run.
template <class T, ExecutionSpace Exec, bool Out>
class HaloCopy {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  /// Of nothing where a buffer is null.
  HaloCopy(T* data, std::int64_t stride, int pieces, const HaloRuns& runs, T* below, T* above)
      : data_(data), buffer_{below, above},
        run_{Out ? runs.to_below : runs.from_below, Out ? runs.to_above : runs.from_above}, stride_(stride),
        pieces_(pieces), parts_((std::max(run_[0].numbers, run_[1].numbers) + part - 1) / part) {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::simulation::halo_copy",
                         Kokkos::TeamPolicy<Exec>(exec, 2 * pieces_ * parts_, runs_on_host<Exec> ? 1 : 256), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int which = team.league_rank() / parts_, first = (team.league_rank() - which * parts_) * part;
    const int end = which / pieces_, piece = which - end * pieces_;
    if (buffer_[end] == nullptr) {
      return;
    }
    T* const there = data_ + piece * stride_ + run_[end].at;
    T* const packed = buffer_[end] + std::int64_t{piece} * run_[end].numbers;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, Kokkos::min(first + part, run_[end].numbers)),
                         [&](int i) { (Out ? packed : there)[i] = (Out ? there : packed)[i]; });
  }

private:
  static constexpr int part = 4096; ///< numbers

  T* data_;
  T* buffer_[2]; ///< below, above
  HaloRuns::Run run_[2];
  std::int64_t stride_;
  int pieces_, parts_; ///< parts of a run
};

/// What is swapped is copied to buffers of the host, and from them. Where ranks can swap a device's memory, it goes from there as it lies,
/// unless there are many pieces: these are copied to buffers of the device, and go in one.
template <class T, ExecutionSpace Exec>
class Halo {
public:
  /// Pieces begin `stride` numbers after one another; a run has `most` numbers at most. `periodic`: the whole lattice along the axis that
  /// is cut.
  Halo(int pieces, std::int64_t stride, int most, bool periodic, run::Communicator& ranks)
      : ranks_(&ranks), pieces_(pieces), stride_(stride),
        on_device_(!runs_on_host<Exec> && ranks.pieces_on_devices() > 0),
        as_they_lie_(on_device_ && pieces <= ranks.pieces_on_devices()) {
    const int here = ranks.rank(), last = ranks.size() - 1;
    below_ = here > 0 ? here - 1 : (periodic ? last : run::HaloExchange::nobody);
    above_ = here < last ? here + 1 : (periodic ? 0 : run::HaloExchange::nobody);
    length_ = static_cast<std::size_t>(most) * static_cast<std::size_t>(pieces);
    if (on_device_ && !as_they_lie_) {
      there_ = Buffer<typename Exec::memory_space>("neel::simulation::halo", 4 * length_);
    } else if (!on_device_) {
      here_ = Buffer<PinnedMemory<Exec>>("neel::simulation::halo", 4 * length_);
    }
  }

  /// Calls edges(instance), which changes what neighbours see of `data`, and inner(), which may change all that they do not; meanwhile
  /// the former goes to the neighbours, and theirs comes. All that is launched later finds both.
  template <class Edges, class Inner>
  void swap(const Exec& exec, T* data, const HaloRuns& runs, const Edges& edges, const Inner& inner) const {
    side_.after(exec);
    edges(side_.instance());
    if (!as_they_lie_) {
      copy<true>(data, runs);
    }
    run::HaloExchange s;
    s.below = below_;
    s.above = above_;
    s.to_below = piece(data, 0, runs.to_below);
    s.to_above = piece(data, 1, runs.to_above);
    s.from_below = piece(data, 2, runs.from_below);
    s.from_above = piece(data, 3, runs.from_above);
    if (as_they_lie_) {
      s.stride = static_cast<std::size_t>(stride_) * sizeof(T);
      s.pieces = pieces_;
    }
    if (runs_on_host<Exec> || on_device_) { // hosts work before they return
      s.stream = on_device_ ? side_.stream() : nullptr;
      ranks_->start(s);
      inner();
    } else {
      inner();
      side_.wait();
      ranks_->start(s);
    }
    ranks_->finish();
    if (!as_they_lie_) {
      copy<false>(data, runs);
    }
    side_.before(exec);
  }
  /// The same of units (rows, planes) 0 to `own` - 1, of which `low` are seen from below and `high` from above; update(instance,
  /// first, past) changes some of them.
  template <class Update>
  void swap(const Exec& exec, T* data, const HaloRuns& runs, int own, int low, int high, const Update& update) const {
    const bool all_seen = own <= low + high;
    swap(
        exec, data, runs,
        [&](const Exec& side) {
          if (!all_seen) { // at the same time
            if (!other_) {
              other_.emplace();
            }
            other_->after(exec);
            update(other_->instance(), own - high, own);
          }
          update(side, 0, all_seen ? own : low);
          if (!all_seen) {
            side_.after(other_->instance());
          }
        },
        [&] {
          if (!all_seen) {
            update(exec, low, own - high);
          }
        });
  }
  /// Fills the halo of what others have set.
  void fill(const Exec& exec, T* data, const HaloRuns& runs) const {
    swap(exec, data, runs, [](const Exec&) {}, [] {});
    exec.fence("neel::simulation::halo"); // what came must not change before
  }

private:
  /// Four runs of all pieces, one behind the other: to below, to above, from below, from above.
  template <class Memory>
  using Buffer = Kokkos::View<T*, Kokkos::LayoutRight, Memory>;

  T* buffer(std::size_t k) const { return (on_device_ ? there_.data() : here_.data()) + k * length_; }
  run::HaloExchange::Piece piece(T* data, std::size_t k, const HaloRuns::Run& run) const {
    const std::size_t bytes = static_cast<std::size_t>(run.numbers) * sizeof(T);
    return as_they_lie_ ? run::HaloExchange::Piece{reinterpret_cast<std::byte*>(data + run.at), bytes}
                        : run::HaloExchange::Piece{reinterpret_cast<std::byte*>(buffer(k)),
                                                   static_cast<std::size_t>(pieces_) * bytes};
  }
  template <bool Out>
  void copy(T* data, const HaloRuns& runs) const {
    const auto to = [&](int rank, std::size_t k, const HaloRuns::Run& run) { // null: nothing goes there
      return rank == run::HaloExchange::nobody || run.numbers == 0 ? nullptr : buffer(k);
    };
    T* const below = Out ? to(below_, 0, runs.to_below) : to(below_, 2, runs.from_below);
    T* const above = Out ? to(above_, 1, runs.to_above) : to(above_, 3, runs.from_above);
    if (below != nullptr || above != nullptr) {
      HaloCopy<T, Exec, Out>(data, stride_, pieces_, runs, below, above).launch(side_.instance());
    }
  }

  run::Communicator* ranks_;
  int pieces_;
  std::int64_t stride_;
  std::size_t length_ = 0;                                                    ///< of a buffer, in numbers
  int below_ = run::HaloExchange::nobody, above_ = run::HaloExchange::nobody; ///< ranks
  bool on_device_, as_they_lie_;
  Buffer<typename Exec::memory_space> there_;
  Buffer<PinnedMemory<Exec>> here_;
  SideStream<Exec> side_;
  mutable std::optional<SideStream<Exec>> other_; ///< once it is needed
};

/// The halo of a field on half-lattices, a colour at a time. `OneStrategy`: even sites are seen from below only, odd ones from above only,
/// and a plane is two of the geometry's, as in the sliced order.
template <lattice::SiteValue S, ExecutionSpace Exec, bool OneStrategy = false>
class FieldHalo {
public:
  using Field = lattice::Field<S, Exec>;

  /// Of a slab of `whole`.
  FieldHalo(const lattice::Geometry& whole, const lattice::Geometry& part, int systems, run::Communicator& ranks)
      : part_(part), planes_(S::components * systems, part.half_volume(), plane_runs(lattice::Colour::even).most(),
                             whole.periodic_z, ranks) {}

  /// A sweep: half(instance, colour, planes) moves the sites of some planes, those first that neighbours see.
  template <class Half>
  void sweep(const Exec& exec, const Field& field, const Half& half) const {
    using lattice::Planes;
    const int own = part_.own_z() / thick;
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      const bool even = c == lattice::Colour::even;
      const Planes edges = OneStrategy ? Planes{even ? 0 : own - 1, 1} : Planes::edges(own);
      const Planes inner = OneStrategy ? Planes{even ? 1 : 0, own - 1} : Planes::inner(own);
      planes_.swap(
          exec, field.half(c).data(), plane_runs(c), [&](const Exec& side) { half(side, c, edges); },
          [&] { half(exec, c, inner); });
    }
  }
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      planes_.fill(exec, field.half(c).data(), plane_runs(c));
    }
  }

private:
  static constexpr int thick = OneStrategy ? 2 : 1; ///< planes of the geometry that are one

  HaloRuns plane_runs(lattice::Colour c) const {
    const int own = part_.own_z(), plane = part_.half_x() * part_.ly;
    const auto run = [&](int z) { return HaloRuns::Run{std::int64_t{z} * plane, thick * plane}; };
    HaloRuns r;
    if (!OneStrategy || c == lattice::Colour::even) {
      r.to_below = run(0);
      r.from_above = run(own);
    }
    if (!OneStrategy || c == lattice::Colour::odd) {
      r.to_above = run(own - thick);
      r.from_below = run(OneStrategy ? own : own + 1);
    }
    return r;
  }

  lattice::Geometry part_;
  Halo<typename S::Component, Exec> planes_;
};

} // namespace neel::simulation

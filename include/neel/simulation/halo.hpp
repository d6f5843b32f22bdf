// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of a slab: the planes of neighbouring slabs that its sites see, which travel while it works on what needs none.

#include <neel/core/side.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/ranks.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace neel::simulation {

/// Planes [first, end) of a lattice that rank `rank` of `ranks` has: whole pairs, which keeps its first plane even.
inline std::pair<int, int> slab_of(int planes, int rank, int ranks) {
  const std::int64_t pairs = (planes + 1) / 2;
  const auto begin = [&](int r) { return static_cast<int>(std::min<std::int64_t>(planes, 2 * (pairs * r / ranks))); };
  return {begin(rank), begin(rank + 1)};
}

/// The part of a lattice that a rank has: all of it, where there is one rank.
inline lattice::Geometry part_of(const lattice::Geometry& whole, const run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return whole;
  }
  const auto [begin, end] = slab_of(whole.lz, ranks.rank(), ranks.size());
  return whole.part(begin, end);
}

/// Copies the planes at both ends of a slab to a buffer of shape (end, component, system, y, x/2), or such a buffer to the
/// halo. A team copies a part of a plane.
template <lattice::SiteValue S, ExecutionSpace Exec, bool Out>
class HaloCopy {
public:
  using Component = typename S::Component;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HaloCopy(const lattice::Geometry& slab, const typename lattice::Field<S, Exec>::Half& half, Component* below,
           Component* above)
      : half_(half.data()), buffer_{below, above}, of_system_(static_cast<std::int64_t>(half.stride(1))),
        plane_(static_cast<int>(half.stride(2))), pieces_(static_cast<int>(half.extent(0) * half.extent(1))),
        parts_((plane_ + part - 1) / part), at_{std::int64_t{Out ? 0 : slab.own_z() + 1} * plane_,
                                                std::int64_t{Out ? slab.own_z() - 1 : slab.own_z()} * plane_} {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::simulation::halo_copy",
                         Kokkos::TeamPolicy<Exec>(exec, 2 * pieces_ * parts_, runs_on_host<Exec> ? 1 : 256), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int which = team.league_rank() / parts_, first = (team.league_rank() - which * parts_) * part;
    const int end = which / pieces_, piece = which - end * pieces_; // systems of a component follow one another
    if (buffer_[end] == nullptr) {
      return;
    }
    Component* const there = half_ + piece * of_system_ + at_[end];
    Component* const packed = buffer_[end] + std::int64_t{piece} * plane_;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, Kokkos::min(first + part, plane_)),
                         [&](int i) { (Out ? packed : there)[i] = (Out ? there : packed)[i]; });
  }

private:
  static constexpr int part = 4096; ///< numbers

  Component* half_;
  Component* buffer_[2]; ///< below, above; null: nobody is there
  std::int64_t of_system_;
  int plane_, pieces_, parts_; ///< numbers of a plane; planes of an end; parts of a plane
  std::int64_t at_[2];
};

/// Memory is of three kinds: of a host, where planes are copied to buffers that ranks swap; of devices whose ranks swap planes as they lie;
/// and of devices whose ranks cannot, so that buffers are of the host.
template <lattice::SiteValue S, ExecutionSpace Exec>
class Halo {
public:
  using Field = lattice::Field<S, Exec>;

  /// `periodic`: the whole lattice along the axis that is cut.
  Halo(const lattice::Geometry& slab, int systems, bool periodic, run::Ranks& ranks) : slab_(slab), ranks_(&ranks) {
    const int last = ranks.size() - 1, rank = ranks.rank();
    below_ = rank > 0 ? rank - 1 : (periodic ? last : run::Swap::nobody);
    above_ = rank < last ? rank + 1 : (periodic ? 0 : run::Swap::nobody);
    const std::size_t plane = static_cast<std::size_t>(slab.half_x()) * static_cast<std::size_t>(slab.ly);
    constexpr int most_pieces = 24;
    pieces_ = S::components * systems;
    as_they_lie_ = !runs_on_host<Exec> && ranks.swap_on_devices() && pieces_ <= most_pieces;
    plane_ = plane * sizeof(Component);
    if (!as_they_lie_) {
      buffer_ = Buffer("neel::simulation::halo", 4, plane * static_cast<std::size_t>(pieces_));
    }
  }

  /// Calls edges(instance), which changes the planes at both ends of the slab, and inner(), which may change all that no neighbour sees;
  /// meanwhile those planes go to the neighbours, and theirs come. All that is launched later finds both.
  template <class Edges, class Inner>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Edges& edges, const Inner& inner) const {
    side_.after(exec);
    edges(side_.instance());
    if (as_they_lie_) {
      ranks_->start(planes_of(field, c));
      inner();
    } else {
      copy<true>(field, c, part(below_, 0), part(above_, 1));
      if constexpr (runs_on_host<Exec>) { // which works before it returns
        ranks_->start(buffers());
        inner();
      } else {
        inner();
        side_.wait();
        ranks_->start(buffers());
      }
    }
    ranks_->finish();
    if (!as_they_lie_) {
      copy<false>(field, c, part(below_, 2), part(above_, 3));
    }
    side_.before(exec);
  }
  /// Fills the halo of a field that others have set.
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      swap(exec, field, c, [](const Exec&) {}, [] {});
      exec.fence("neel::simulation::halo"); // what came must not change before
    }
  }

private:
  using Component = typename S::Component;
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  using HostMemory = std::conditional_t<runs_on_host<Exec>, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
#else
  using HostMemory = Kokkos::HostSpace;
#endif
  /// (to below, to above, from below, from above; number)
  using Buffer = Kokkos::View<Component**, Kokkos::LayoutRight, HostMemory>;

  Component* part(int rank, std::size_t k) const { return rank == run::Swap::nobody ? nullptr : &buffer_(k, 0); }
  run::Swap neighbours() const {
    run::Swap s;
    s.below = below_;
    s.above = above_;
    return s;
  }
  run::Swap buffers() const {
    const auto bytes = [&](std::size_t k) { return reinterpret_cast<std::byte*>(&buffer_(k, 0)); };
    run::Swap s = neighbours();
    s.to_below = bytes(0);
    s.to_above = bytes(1);
    s.from_below = bytes(2);
    s.from_above = bytes(3);
    s.bytes = buffer_.extent(1) * sizeof(Component);
    return s;
  }
  run::Swap planes_of(const Field& field, lattice::Colour c) const {
    const auto& half = field.half(c);
    const auto plane = [&](int z) {
      return reinterpret_cast<std::byte*>(half.data()) + static_cast<std::size_t>(z) * plane_;
    };
    run::Swap s = neighbours();
    s.to_below = plane(0);
    s.to_above = plane(slab_.own_z() - 1);
    s.from_above = plane(slab_.own_z());
    s.from_below = plane(slab_.own_z() + 1);
    s.bytes = plane_;
    s.stride = half.stride(1) * sizeof(Component); // the systems of a component follow one another
    s.pieces = pieces_;
    s.stream = side_.stream();
    return s;
  }

  template <bool Out>
  void copy(const Field& field, lattice::Colour c, Component* below, Component* above) const {
    HaloCopy<S, Exec, Out>(slab_, field.half(c), below, above).launch(side_.instance());
  }

  lattice::Geometry slab_;
  run::Ranks* ranks_;
  int below_ = run::Swap::nobody, above_ = run::Swap::nobody; ///< ranks
  int pieces_ = 1;                                            ///< that a plane of all systems has
  std::size_t plane_ = 0;                                     ///< bytes of one
  bool as_they_lie_ = false;
  Buffer buffer_;
  Side<Exec> side_;
};

} // namespace neel::simulation

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of a slab: copies of what its sites see of neighbouring slabs, which travel while it works on what needs none.

#include <neel/core/side.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/ranks.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

namespace neel::simulation {

/// The units [first, end) of `units` (planes, pairs of them, rows) that rank `rank` of `ranks` has.
inline std::pair<int, int> share_of(int units, int rank, int ranks) {
  const auto begin = [&](int r) { return static_cast<int>(std::int64_t{units} * r / ranks); };
  return {begin(rank), begin(rank + 1)};
}
/// Planes [first, end) of a lattice that rank `rank` of `ranks` has: whole pairs, which keeps its first plane even.
inline std::pair<int, int> slab_of(int planes, int rank, int ranks) {
  const auto [begin, end] = share_of((planes + 1) / 2, rank, ranks);
  return {2 * begin, std::min(planes, 2 * end)};
}

/// The part of a lattice that a rank has, whose sites see so many planes of others: all of it, where there is one rank.
inline lattice::Geometry part_of(const lattice::Geometry& whole, const run::Ranks& ranks, int reach = 1) {
  if (ranks.size() == 1) {
    return whole;
  }
  const auto [begin, end] = slab_of(whole.lz, ranks.rank(), ranks.size());
  return whole.part(begin, end, reach);
}

/// What is swapped of a piece of memory (a component of a system, a board): `numbers` at each of four places.
struct HaloShape {
  int pieces = 1;
  std::int64_t stride = 0; ///< from one piece to the next
  int numbers = 0;
  std::int64_t to_below = 0, to_above = 0, from_below = 0, from_above = 0;
};

/// Which neighbours see what has changed.
enum class Seen { from_both, from_below, from_above };

/// Copies what neighbours see of a slab to buffers of shape (piece, number), or such buffers to the halo. A team copies a part of
/// what a piece has. Null buffers: nothing goes, or comes, there.
template <class T, ExecutionSpace Exec, bool Out>
class HaloCopy {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HaloCopy(const HaloShape& shape, T* data, T* below, T* above)
      : data_(data), buffer_{below, above}, shape_(shape), parts_((shape.numbers + part - 1) / part) {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::simulation::halo_copy",
                         Kokkos::TeamPolicy<Exec>(exec, 2 * shape_.pieces * parts_, runs_on_host<Exec> ? 1 : 256),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int which = team.league_rank() / parts_, first = (team.league_rank() - which * parts_) * part;
    const int end = which / shape_.pieces, piece = which - end * shape_.pieces;
    if (buffer_[end] == nullptr) {
      return;
    }
    const std::int64_t at =
        end == 0 ? (Out ? shape_.to_below : shape_.from_below) : (Out ? shape_.to_above : shape_.from_above);
    T* const there = data_ + piece * shape_.stride + at;
    T* const packed = buffer_[end] + std::int64_t{piece} * shape_.numbers;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, Kokkos::min(first + part, shape_.numbers)),
                         [&](int i) { (Out ? packed : there)[i] = (Out ? there : packed)[i]; });
  }

private:
  static constexpr int part = 4096; ///< numbers

  T* data_;
  T* buffer_[2]; ///< below, above
  HaloShape shape_;
  int parts_; ///< of a piece
};

/// Memory is of three kinds: of a host, where what is swapped is copied to buffers; of devices whose ranks swap it as it lies; and of
/// devices whose ranks cannot, so that buffers are of the host.
template <class T, ExecutionSpace Exec>
class Halo {
public:
  /// `periodic`: the whole lattice along the axis that is cut.
  Halo(const HaloShape& shape, bool periodic, run::Ranks& ranks) : shape_(shape), ranks_(&ranks) {
    const int last = ranks.size() - 1, rank = ranks.rank();
    below_ = rank > 0 ? rank - 1 : (periodic ? last : run::Swap::nobody);
    above_ = rank < last ? rank + 1 : (periodic ? 0 : run::Swap::nobody);
    constexpr int most_pieces = 24;
    as_they_lie_ = !runs_on_host<Exec> && ranks.swap_on_devices() && shape.pieces <= most_pieces;
    if (!as_they_lie_) {
      buffer_ = Buffer("neel::simulation::halo", 4,
                       static_cast<std::size_t>(shape.numbers) * static_cast<std::size_t>(shape.pieces));
    }
  }

  /// Calls edges(instance), which changes what neighbours see of `data`, and inner(), which may change all that they do not; meanwhile
  /// the former goes to the neighbours, and theirs comes. All that is launched later finds both.
  template <class Edges, class Inner>
  void swap(const Exec& exec, T* data, Seen seen, const Edges& edges, const Inner& inner) const {
    const bool down = seen != Seen::from_above, up = seen != Seen::from_below;
    side_.after(exec);
    edges(side_.instance());
    if (as_they_lie_) {
      run::Swap s = neighbours(down, up, [&](std::size_t, std::int64_t at) { return bytes(data + at); });
      s.bytes = static_cast<std::size_t>(shape_.numbers) * sizeof(T);
      s.stride = static_cast<std::size_t>(shape_.stride) * sizeof(T);
      s.pieces = shape_.pieces;
      s.stream = side_.stream();
      ranks_->start(s);
      inner();
    } else {
      copy<true>(data, down ? part(below_, 0) : nullptr, up ? part(above_, 1) : nullptr);
      run::Swap s = neighbours(down, up, [&](std::size_t k, std::int64_t) { return bytes(&buffer_(k, 0)); });
      s.bytes = buffer_.extent(1) * sizeof(T);
      if constexpr (runs_on_host<Exec>) { // which works before it returns
        ranks_->start(s);
        inner();
      } else {
        inner();
        side_.wait();
        ranks_->start(s);
      }
    }
    ranks_->finish();
    if (!as_they_lie_) {
      copy<false>(data, up ? part(below_, 2) : nullptr, down ? part(above_, 3) : nullptr);
    }
    side_.before(exec);
  }
  /// Fills the halo of what others have set.
  void fill(const Exec& exec, T* data, Seen seen = Seen::from_both) const {
    swap(exec, data, seen, [](const Exec&) {}, [] {});
    exec.fence("neel::simulation::halo"); // what came must not change before
  }

private:
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  using HostMemory = std::conditional_t<runs_on_host<Exec>, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
#else
  using HostMemory = Kokkos::HostSpace;
#endif
  /// (to below, to above, from below, from above; number)
  using Buffer = Kokkos::View<T**, Kokkos::LayoutRight, HostMemory>;

  static std::byte* bytes(T* at) { return reinterpret_cast<std::byte*>(at); }
  T* part(int rank, std::size_t k) const { return rank == run::Swap::nobody ? nullptr : &buffer_(k, 0); }
  /// What goes and comes; each is where at(k, place) says.
  template <class At>
  run::Swap neighbours(bool down, bool up, const At& at) const {
    run::Swap s;
    s.below = below_;
    s.above = above_;
    if (down) {
      s.to_below = at(0, shape_.to_below);
      s.from_above = at(3, shape_.from_above);
    }
    if (up) {
      s.to_above = at(1, shape_.to_above);
      s.from_below = at(2, shape_.from_below);
    }
    return s;
  }
  template <bool Out>
  void copy(T* data, T* below, T* above) const {
    HaloCopy<T, Exec, Out>(shape_, data, below, above).launch(side_.instance());
  }

  HaloShape shape_;
  run::Ranks* ranks_;
  int below_ = run::Swap::nobody, above_ = run::Swap::nobody; ///< ranks
  bool as_they_lie_ = false;
  Buffer buffer_;
  Side<Exec> side_;
};

/// The halo of a field on half-lattices, a colour at a time. `OneWay`: even sites are seen from below only, odd ones from above only,
/// and a plane is two of the geometry's, as in the sliced order.
template <lattice::SiteValue S, ExecutionSpace Exec, bool OneWay = false>
class FieldHalo {
public:
  using Field = lattice::Field<S, Exec>;

  FieldHalo(const lattice::Geometry& slab, int systems, bool periodic, run::Ranks& ranks)
      : halo_(shape(slab, S::components * systems), periodic, ranks) {}

  template <class Edges, class Inner>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Edges& edges, const Inner& inner) const {
    halo_.swap(exec, field.half(c).data(), seen(c), edges, inner);
  }
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      halo_.fill(exec, field.half(c).data(), seen(c));
    }
  }

private:
  static HaloShape shape(const lattice::Geometry& slab, int pieces) {
    const int plane = slab.half_x() * slab.ly, thick = OneWay ? 2 : 1;
    const auto at = [&](int z) { return std::int64_t{z} * plane; };
    return {pieces,
            slab.half_volume(),
            thick * plane,
            0,
            at(slab.own_z() - thick),
            at(slab.own_z() + (OneWay ? 0 : 1)),
            at(slab.own_z())};
  }
  static Seen seen(lattice::Colour c) {
    return !OneWay ? Seen::from_both : (c == lattice::Colour::even ? Seen::from_below : Seen::from_above);
  }

  Halo<typename S::Component, Exec> halo_;
};

} // namespace neel::simulation

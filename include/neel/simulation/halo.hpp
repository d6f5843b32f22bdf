// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of a slab: the planes of neighbouring slabs that its sites see, which travel while it works on what needs none.

#include <neel/core/mark.hpp>
#include <neel/lattice/field.hpp>
#include <neel/run/ranks.hpp>

#include <algorithm>
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
/// halo.
template <lattice::SiteValue S, ExecutionSpace Exec, bool Out>
class HaloCopy {
public:
  using Component = typename S::Component;

  HaloCopy(const lattice::Geometry& slab, const typename lattice::Field<S, Exec>::Half& half, Component* below,
           Component* above)
      : half_(half.data()), buffer_{below, above}, of_system_(static_cast<std::int64_t>(half.stride(1))),
        plane_(static_cast<std::int64_t>(half.stride(2))), planes_(static_cast<std::int64_t>(half.extent(0) * half.extent(1))),
        at_{Out ? 0 : (slab.own_z() + 1) * plane_, (Out ? slab.own_z() - 1 : slab.own_z()) * plane_} {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::simulation::halo_copy",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 2 * planes_ * plane_), *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t in_buffer = planes_ * plane_, end = index / in_buffer, at = index - end * in_buffer;
    const std::int64_t plane = at / plane_; // (component, system): the systems of a component follow one another
    Component& there = half_[plane * of_system_ + at_[end] + at - plane * plane_];
    if (buffer_[end] == nullptr) {
      return;
    }
    if constexpr (Out) {
      buffer_[end][at] = there;
    } else {
      there = buffer_[end][at];
    }
  }

private:
  Component* half_;
  Component* buffer_[2]; ///< below, above; null: nobody is there
  std::int64_t of_system_, plane_, planes_;
  std::int64_t at_[2];
};

template <lattice::SiteValue S, ExecutionSpace Exec>
class Halo {
public:
  using Field = lattice::Field<S, Exec>;

  /// `periodic`: the whole lattice along the axis that is cut.
  Halo(const lattice::Geometry& slab, int systems, bool periodic, run::Ranks& ranks) : slab_(slab), ranks_(&ranks) {
    const int last = ranks.size() - 1, rank = ranks.rank();
    swap_.below = rank > 0 ? rank - 1 : (periodic ? last : run::Swap::nobody);
    swap_.above = rank < last ? rank + 1 : (periodic ? 0 : run::Swap::nobody);
    const std::size_t plane = static_cast<std::size_t>(slab.half_x()) * static_cast<std::size_t>(slab.ly);
    const std::size_t numbers = plane * static_cast<std::size_t>(S::components * systems);
    out_ = Buffer("neel::simulation::halo_out", 2, numbers);
    in_ = Buffer("neel::simulation::halo_in", 2, numbers);
    const auto bytes = [](const Buffer& b, int end) { return reinterpret_cast<std::byte*>(&b(end, 0)); };
    swap_.to_below = bytes(out_, 0);
    swap_.to_above = bytes(out_, 1);
    swap_.from_below = bytes(in_, 0);
    swap_.from_above = bytes(in_, 1);
    swap_.bytes = numbers * sizeof(typename S::Component);
  }

  /// Copies the ends of the slab, calls work(), which may change all that no neighbour sees, and puts what came from the
  /// neighbours in its place; all this while `work` goes on.
  template <class Work>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Work& work) const {
    copy<true>(exec, field, c, out_);
    taken_.set(exec);
    if constexpr (runs_on_host<Exec>) { // which works before it returns
      ranks_->start(swap_);
      work();
    } else {
      work();
      taken_.wait();
      ranks_->start(swap_);
    }
    ranks_->finish();
    copy<false>(exec, field, c, in_);
  }
  /// Fills the halo of a field that others have set.
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      swap(exec, field, c, [] {});
      exec.fence("neel::simulation::halo"); // what came must not change before
    }
  }

private:
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  using Memory = std::conditional_t<runs_on_host<Exec>, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
#else
  using Memory = Kokkos::HostSpace;
#endif
  using Buffer = Kokkos::View<typename S::Component**, Kokkos::LayoutRight, Memory>; ///< (end, number)

  template <bool Out>
  void copy(const Exec& exec, const Field& field, lattice::Colour c, const Buffer& buffer) const {
    const auto of = [&](int rank, int end) { return rank == run::Swap::nobody ? nullptr : &buffer(end, 0); };
    HaloCopy<S, Exec, Out>(slab_, field.half(c), of(swap_.below, 0), of(swap_.above, 1)).launch(exec);
  }

  lattice::Geometry slab_;
  run::Ranks* ranks_;
  run::Swap swap_;
  Buffer out_, in_;
  Mark<Exec> taken_;
};

} // namespace neel::simulation

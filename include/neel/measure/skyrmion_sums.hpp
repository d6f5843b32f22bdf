// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The topological charge of layers of spins: how often they cover the sphere. The three spins of each triangle of a layer span a
// spherical triangle, and the charge is the sum of their areas over 4 pi (B. Berg and M. Luescher, Nucl. Phys. B 190, 412
// (1981)). Of a closed layer this is a whole number, the same wherever on the sphere one counts: here one point is chosen, and
// triangles that cover it count as 1, or -1 where they do so with their other face. No angle is needed, and no rounding adds up.

#include <neel/core/copy.hpp>
#include <neel/core/divisor.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/graph_state.hpp>

#include <vector>

namespace neel::measure {

/// 1 or -1 where the spherical triangle from a over b to c covers a point of the sphere, seen from outside counter-clockwise or
/// clockwise, else 0. The point is one that no edge between simple directions leads through. Products of floats are exact in
/// double precision, so that an edge is seen on opposite sides of the point when it is walked the other way.
template <class Vector>
NEEL_FUNCTION int coverage(const Vector& a, const Vector& b, const Vector& c) {
  constexpr double px = 0.39269908169872414, py = 0.26179938779914941,
                   pz = 0.88161012187370915; // pi/8, pi/12, and what is left
  struct Long {
    double x, y, z;
  };
  const auto cross = [](const Vector& u, const Vector& v) NEEL_INLINE_LAMBDA {
    return Long{double{u.y} * v.z - double{u.z} * v.y, double{u.z} * v.x - double{u.x} * v.z,
                double{u.x} * v.y - double{u.y} * v.x};
  };
  const auto side = [&](const Long& n) NEEL_INLINE_LAMBDA { return n.x * px + n.y * py + n.z * pz; };
  const Long bc = cross(b, c);
  const double one = side(cross(a, b)), two = side(bc), three = side(cross(c, a)),
               volume = bc.x * a.x + bc.y * a.y + bc.z * a.z;
  const bool left = one > 0 && two > 0 && three > 0 && volume > 0,
             right = one < 0 && two < 0 && three < 0 && volume < 0;
  return left ? 1 : (right ? -1 : 0); // with volume of the other sign, the opposite point is covered
}

template <models::GraphPhysics P, ExecutionSpace Exec>
class SkyrmionSums {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  SkyrmionSums() = default;
  /// The entries of the triangles' corners, three by three.
  explicit SkyrmionSums(const std::vector<int>& corners)
      : corners_(device_list<Exec>("neel::measure::skyrmion_corners", corners)),
        count_(static_cast<int>(corners.size() / 3)), chunks_((count_ + chunk - 1) / chunk),
        by_chunk_(Kokkos::max(1, chunks_)) {}

  bool empty() const { return count_ == 0; }

  /// Adds the charge of each system to result[stride * system].
  void launch(const Exec& exec, const models::GraphState<P, Exec>& state, std::int64_t* result, int stride) const {
    if (count_ > 0) {
      SkyrmionSums kernel = *this;
      kernel.contents_ = state.contents();
      kernel.result_ = result;
      kernel.stride_ = stride;
      Kokkos::parallel_for("neel::measure::skyrmion_sums",
                           Kokkos::TeamPolicy<Exec>(exec, state.systems * chunks_, runs_on_host<Exec> ? 1 : 128),
                           kernel);
    }
  }

  /// A chunk of the triangles of one system.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_chunk_.quotient(team.league_rank()), first = (team.league_rank() - system * chunks_) * chunk;
    const models::GraphContents<P> all = contents_.from(system);
    std::int64_t total = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, first, Kokkos::min(first + chunk, count_)),
        [&](int n, std::int64_t& sum) {
          sum +=
              coverage(typename P::Site(all.sites[corners_(3 * n)]), typename P::Site(all.sites[corners_(3 * n + 1)]),
                       typename P::Site(all.sites[corners_(3 * n + 2)]));
        },
        total);
    Kokkos::single(Kokkos::PerTeam(team), [&]() { Kokkos::atomic_add(&result_[stride_ * system], total); });
  }

private:
  static constexpr int chunk = 4096;

  DeviceList<int, Exec> corners_;
  int count_ = 0, chunks_ = 0;
  Divisor by_chunk_{1};
  models::GraphContents<P> contents_{};
  std::int64_t* result_ = nullptr;
  int stride_ = 0;
};

} // namespace neel::measure

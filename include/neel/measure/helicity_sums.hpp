// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How the energy of a crystal's bonds changes when the far end of each is turned by an angle that grows with the bond's reach
// along an axis: sums that the helicity modulus (spin stiffness) is made of. Terms are integers, so the sums do not depend on
// their order.

#include <neel/core/copy.hpp>
#include <neel/core/divisor.hpp>
#include <neel/core/fixed_point.hpp>
#include <neel/core/math.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/graph_state.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace neel::measure {

/// Bonds that repeat from cell to cell, E = g S.S', on the host.
struct HelicityBonds {
  int cells = 1;
  std::vector<int> from, to; ///< (bond, cell): entries; beyond an open edge, the vacuum, whose spin is zero
  std::vector<std::array<float, 3>> step; ///< per bond: from one end to the other
  std::vector<float> coupling;            ///< (bond, ion of the one end, ion of the other): g
  std::vector<std::uint8_t> ion;          ///< of each occupant
  int ions = 1;

  bool empty() const { return from.empty(); }
  /// The largest |g (e.r)^power|.
  float most(int power) const {
    float m = 0;
    const auto pairs = static_cast<std::size_t>(ions) * static_cast<std::size_t>(ions);
    for (std::size_t k = 0; k < coupling.size(); ++k) {
      for (const float r : step[k / pairs]) {
        m = std::max(m, std::abs(coupling[k] * (power == 1 ? r : r * r)));
      }
    }
    return m;
  }
};

/// Spins of `components` components, two or three: per axis e the sums of g (e.r)^2 S.S', and of g (e.r) S x S', which has one
/// component or three.
template <int Components>
struct HelicityTerms {
  static constexpr int turns = Components == 3 ? 3 : 1;
  static constexpr int per_axis = 1 + turns;
  static constexpr int count = 3 * per_axis;

  /// S x S', and S.S'.
  static NEEL_FUNCTION float products(const float (&s)[Components], const float (&t)[Components],
                                      float (&turn)[turns]) {
    const auto across = [&](int a, int b) NEEL_INLINE_LAMBDA { return math::fma(s[a], t[b], -(s[b] * t[a])); };
    float along = s[0] * t[0];
    for (int k = 1; k < Components; ++k) {
      along = math::fma(s[k], t[k], along);
    }
    if constexpr (Components == 3) {
      turn[0] = across(1, 2);
      turn[1] = across(2, 0);
      turn[2] = across(0, 1);
    } else {
      turn[0] = across(0, 1);
    }
    return along;
  }
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class HelicitySums {
public:
  using Terms = HelicityTerms<P::vector_components>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HelicitySums() = default;
  explicit HelicitySums(const HelicityBonds& b)
      : from_(device_list<Exec>("neel::measure::twist_from", b.from)),
        to_(device_list<Exec>("neel::measure::twist_to", b.to)),
        coupling_(device_list<Exec>("neel::measure::twist_coupling", b.coupling)),
        step_(device_list<Exec>("neel::measure::twist_step", flat(b))),
        ion_(device_list<Exec>("neel::measure::twist_ion", b.ion)), by_cells_(b.cells), ions_(b.ions),
        count_(static_cast<int>(b.from.size())), chunks_((count_ + chunk - 1) / chunk), by_chunk_(std::max(1, chunks_)),
        first_(slack * b.most(1)), second_(slack * b.most(2)) {}

  bool empty() const { return count_ == 0; }
  /// What a sum of term `k` means.
  double value(int k, std::int64_t sum) const { return (k % Terms::per_axis == 0 ? second_ : first_).value(sum); }

  /// Adds the terms of each system to result[stride * system + term].
  void launch(const Exec& exec, const models::GraphState<P, Exec>& state, std::int64_t* result, int stride) const {
    if (count_ > 0) {
      HelicitySums kernel = *this;
      kernel.contents_ = state.contents();
      kernel.result_ = result;
      kernel.stride_ = stride;
      Kokkos::parallel_for("neel::measure::twist_sums",
                           Kokkos::TeamPolicy<Exec>(exec, state.systems * chunks_, runs_on_host<Exec> ? 1 : 128),
                           kernel);
    }
  }

  /// A chunk of the bonds of one system.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_chunk_.quotient(team.league_rank()), first = (team.league_rank() - system * chunks_) * chunk;
    const models::GraphContents<P> all = contents_.from(system);
    Sums<Terms::count> total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, first, Kokkos::min(first + chunk, count_)),
        [&](int n, Sums<Terms::count>& sum) { add(all, n, sum); }, Kokkos::Sum<Sums<Terms::count>>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      for (int k = 0; k < Terms::count; ++k) {
        Kokkos::atomic_add(&result_[stride_ * system + k], total.value[k]);
      }
    });
  }

private:
  static constexpr int chunk = 4096;
  static constexpr float slack = 1.001F; // spins are unit vectors to a few float roundings

  static std::vector<float> flat(const HelicityBonds& b) {
    std::vector<float> all;
    for (const std::array<float, 3>& r : b.step) {
      all.insert(all.end(), r.begin(), r.end());
    }
    return all;
  }

  NEEL_FUNCTION void add(const models::GraphContents<P>& all, int n, Sums<Terms::count>& sum) const {
    const int bond = by_cells_.quotient(n), a = from_(n), b = to_(n);
    const typename P::Site one = all.sites[a], other = all.sites[b];
    float s[P::vector_components], t[P::vector_components], turn[Terms::turns];
    for (int k = 0; k < P::vector_components; ++k) {
      s[k] = P::vector_component(one, k);
      t[k] = P::vector_component(other, k);
    }
    const float along = Terms::products(s, t, turn);
    const float g = coupling_((bond * ions_ + ion_(all.occupant[a])) * ions_ + ion_(all.occupant[b]));
    for (int e = 0; e < 3; ++e) {
      const float r = step_(3 * bond + e), once = g * r;
      std::int64_t* const to = sum.value + e * Terms::per_axis;
      to[0] += second_(once * r * along);
      for (int k = 0; k < Terms::turns; ++k) {
        to[1 + k] += first_(once * turn[k]);
      }
    }
  }

  DeviceList<int, Exec> from_, to_;
  DeviceList<float, Exec> coupling_, step_;
  DeviceList<std::uint8_t, Exec> ion_;
  Divisor by_cells_{1};
  int ions_ = 1, count_ = 0, chunks_ = 0;
  Divisor by_chunk_{1};
  FixedPoint first_, second_;
  models::GraphContents<P> contents_{};
  std::int64_t* result_ = nullptr;
  int stride_ = 0;
};

} // namespace neel::measure

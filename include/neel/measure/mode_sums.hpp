// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Fourier modes of a crystal's spins, sum_i w_b S_i exp(-i q.r_i): b is the basis site of i, and the weights w_b, which hold
// the phase within the cell, can tell sublattices apart. Terms are integers, so the sums do not depend on their order.

#include <neel/core/copy.hpp>
#include <neel/core/fixed_point.hpp>
#include <neel/core/math.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/graph_state.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace neel::measure {

/// A mode: its phase grows by `phase[a]` from cell to cell along axis a.
struct Mode {
  std::array<double, 3> phase{0, 0, 0};
  std::vector<std::complex<double>> weight; ///< per basis site, of magnitude 1 at most
};

/// Factors of all modes, per coordinate along an axis and per basis site, where kernels can read them.
template <ExecutionSpace Exec>
class ModeTables {
public:
  struct Factor {
    float re, im;
  };

  ModeTables() = default;
  ModeTables(const std::array<int, 3>& size, int basis, const std::vector<Mode>& modes)
      : modes_(static_cast<int>(modes.size())), basis_(basis), size_{size[0], size[1], size[2]}, by_basis_(basis),
        by_x_(size[0]), by_y_(size[1]), stride_(basis + size[0] + size[1] + size[2]) {
    std::vector<Factor> all;
    const auto add = [&](const std::complex<double>& f) {
      all.push_back({static_cast<float>(f.real()), static_cast<float>(f.imag())});
    };
    for (const Mode& m : modes) {
      for (const std::complex<double>& w : m.weight) {
        add(w);
      }
      for (std::size_t a = 0; a < 3; ++a) {
        for (int n = 0; n < size[a]; ++n) {
          const double turns = m.phase[a] * n / (2 * M_PI);
          add(std::polar(1.0, -2 * M_PI * (turns - std::round(turns))));
        }
      }
    }
    factors_ = device_list<Exec>("neel::measure::mode_factors", all);
  }

  NEEL_FUNCTION int count() const { return modes_; }

  /// The factor of a site in a mode.
  NEEL_FUNCTION Factor operator()(int mode, std::uint32_t number) const {
    const auto n = static_cast<int>(number);
    const int cell = by_basis_.quotient(n), b = n - cell * basis_, row = by_x_.quotient(cell),
              x = cell - row * size_[0], z = by_y_.quotient(row), y = row - z * size_[1];
    const Factor* const f = factors_.data() + mode * stride_;
    const int first_x = basis_, first_y = first_x + size_[0], first_z = first_y + size_[1];
    return times(times(times(f[b], f[first_x + x]), f[first_y + y]), f[first_z + z]);
  }

private:
  static NEEL_FUNCTION Factor times(const Factor& a, const Factor& b) {
    return {math::fma(-a.im, b.im, a.re * b.re), math::fma(a.re, b.im, a.im * b.re)};
  }

  int modes_ = 0, basis_ = 1;
  Kokkos::Array<int, 3> size_;
  Divisor by_basis_, by_x_, by_y_;
  int stride_ = 0;
  Kokkos::View<Factor*, typename Exec::memory_space> factors_;
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class ModeSums {
public:
  static constexpr int terms = 2 * P::vector_components; ///< real and imaginary part of each component
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  /// Sums of shape (system, mode, term).
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;

  ModeSums(const models::GraphState<P, Exec>& state, const ModeTables<Exec>& tables, const FixedPoint& format)
      : contents_(state.contents()), tables_(tables), format_(format), systems_(state.systems),
        chunk_(entries_of_chunk(std::int64_t{state.graph.entries()} * systems_ * tables.count())),
        chunks_((state.graph.entries() + chunk_ - 1) / chunk_), by_chunk_(chunks_),
        by_mode_(std::max(1, tables.count())) {}

  /// Adds to `result`.
  void launch(const Exec& exec, const Result& result) {
    result_ = result.data();
    const int items = systems_ * tables_.count() * chunks_;
    if (items > 0) {
      Kokkos::parallel_for("neel::measure::mode_sums",
                           Kokkos::TeamPolicy<Exec>(exec, items, runs_on_host<Exec> ? 1 : 128), *this);
    }
  }

  /// A chunk of the entries of one system, for one mode.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int of = by_chunk_.quotient(team.league_rank()), first = (team.league_rank() - of * chunks_) * chunk_;
    const int system = by_mode_.quotient(of), mode = of - system * tables_.count();
    const models::GraphContents<P> all = contents_.from(system);
    const int last = Kokkos::min(first + chunk_, all.graph.entries);
    Sums<terms> total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, first, last),
        [&](int entry, Sums<terms>& sum) {
          const std::uint32_t number = all.graph.number[entry];
          if (number != crystal::Tables::no_site) {
            const auto factor = tables_(mode, number);
            const typename P::Site s = all.sites[entry];
            for (int k = 0; k < P::vector_components; ++k) {
              sum.value[2 * k] += format_(P::vector_component(s, k) * factor.re);
              sum.value[2 * k + 1] += format_(P::vector_component(s, k) * factor.im);
            }
          }
        },
        Kokkos::Sum<Sums<terms>>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      for (int k = 0; k < terms; ++k) {
        Kokkos::atomic_add(&result_[of * terms + k], total.value[k]);
      }
    });
  }

private:
  /// Entries that a team takes: fewer on devices where there would be few teams.
  static int entries_of_chunk(std::int64_t items) {
    constexpr int most = 4096, team = 128;
    return runs_on_host<Exec>
               ? most
               : team * static_cast<int>(std::clamp<std::int64_t>(items / (1024 * team), 1, most / team));
  }

  models::GraphContents<P> contents_;
  ModeTables<Exec> tables_;
  FixedPoint format_;
  int systems_, chunk_, chunks_; ///< chunk: entries
  Divisor by_chunk_, by_mode_;
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure

// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums over a field in natural order: everything that a model measures on a site, and the field on the planes normal to each
// axis, from which its lowest Fourier modes follow. Terms are integers (core/fixed_point.hpp), so sums do not depend on the order
// of addition.

#include <neel/core/divisor.hpp>
#include <neel/core/fixed_point.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/field_state.hpp>

namespace neel::measure {

/// Formats of the terms of a field.
template <class Field>
struct FieldFormats {
  LongFixedPoint term[Field::terms];
  double value(int k, std::int64_t sum) const { return term[k].value(sum); }
};

/// Adds up Model::measure() over all sites, to a View of shape (system, term).
template <class Model, ExecutionSpace Exec>
class GridSums {
public:
  using Field = typename Model::Field;
  using Total = Sums<Model::terms>;
  using Result = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  GridSums(const models::FieldState<Field, Exec>& state, const FieldFormats<Field>& formats, const Result& result)
      : contents_(state.contents()), formats_(formats), result_(result.data()),
        rows_(state.geometry.ly * state.geometry.own_z()), chunk_(rows_of_team(state)),
        chunks_((rows_ + chunk_ - 1) / chunk_), by_x_(state.geometry.lx), by_y_(state.geometry.ly) {}

  int teams(int systems) const { return systems * chunks_; }

  /// Some rows of one system, by the team of this number.
  NEEL_FUNCTION void add(const Team& team, int number) const {
    const int system = number / chunks_;
    const int first = (number - system * chunks_) * chunk_, last = Kokkos::min(first + chunk_, rows_);
    const int lx = contents_.geometry.lx;
    Total total;
    if constexpr (runs_on_host<Exec>) {
      for (int row = first; row < last; ++row) {
        const int z = row / contents_.geometry.ly, y = row - z * contents_.geometry.ly;
        NEEL_INDEPENDENT_LOOP
        for (int x = 0; x < lx; ++x) {
          add_site(system, x, y, z, total);
        }
      }
    } else {
      Kokkos::parallel_reduce(
          Kokkos::TeamVectorRange(team, first * lx, last * lx),
          [&](int k, Total& sum) {
            const int row = by_x_.quotient(k), z = by_y_.quotient(row);
            add_site(system, k - row * lx, row - z * contents_.geometry.ly, z, sum);
          },
          Kokkos::Sum<Total>(total));
    }
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      for (int k = 0; k < Model::terms; ++k) {
        Kokkos::atomic_add(&result_[system * Model::terms + k], total.value[k]);
      }
    });
  }

private:
  NEEL_FUNCTION void add_site(int system, int x, int y, int z, Total& total) const {
    const auto terms = Model::measure(contents_.site(system, x, y, z));
    for (int k = 0; k < Model::terms; ++k) {
      total.value[k] += formats_.term[k](terms.value[k]);
    }
  }

  /// On devices more as the lattice grows, since adding up within a team costs as much as measuring several sites.
  static int rows_of_team(const models::FieldState<Field, Exec>& state) {
    const std::int64_t sites = state.systems * state.geometry.sites() / 2048;
    return Kokkos::max(1, static_cast<int>(runs_on_host<Exec> ? 2048 : Kokkos::clamp<std::int64_t>(sites, 1024, 8192)) /
                              state.geometry.lx);
  }

  models::FieldContents<Field> contents_;
  FieldFormats<Field> formats_;
  std::int64_t* result_;
  int rows_, chunk_, chunks_; ///< chunk: rows of a team
  Divisor by_x_, by_y_;
};

/// Adds up each component of the field over each plane normal to an axis of the whole lattice, of which the state can be a slab:
/// shape (system, component, plane), planes of x first, then of y (in three dimensions), then of z.
template <class Field, ExecutionSpace Exec>
class PlaneSums {
public:
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  static int planes(const lattice::Geometry& g) { return g.lx + planes_of_y(g) + g.lz; }

  PlaneSums(const models::FieldState<Field, Exec>& state, const LongFixedPoint& format, const Result& result)
      : contents_(state.contents()), format_(format), result_(result.data()),
        planes_(static_cast<int>(result.extent(2))), rows_(state.geometry.ly * state.geometry.own_z()),
        chunk_(static_cast<int>(
            Kokkos::clamp<std::int64_t>(std::int64_t{state.systems} * Field::components * rows_ / 2048, 8, 32))),
        chunks_((rows_ + chunk_ - 1) / chunk_) {}

  int teams(int systems) const { return systems * Field::components * chunks_; }

  /// Some rows, by the team of this number: each adds to a plane of y and one of z, and then, from caches, each of their columns to one
  /// of x.
  NEEL_FUNCTION void add(const Team& team, int number) const {
    const lattice::Geometry& g = contents_.geometry;
    const int line = number / chunks_, lx = g.lx;
    const int first = (number - line * chunks_) * chunk_, last = Kokkos::min(first + chunk_, rows_);
    const float* const values = contents_.field + line * contents_.volume;
    std::int64_t* const to = result_ + line * planes_;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](int row) {
      std::int64_t total = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, lx),
          [&](int x, std::int64_t& sum) { sum += format_(double{values[row * lx + x]}); }, total);
      Kokkos::single(Kokkos::PerThread(team), [&]() {
        const int z = row / g.ly, y = row - z * g.ly;
        if (planes_of_y(g) > 0) {
          Kokkos::atomic_add(to + lx + y, total);
        }
        Kokkos::atomic_add(to + lx + planes_of_y(g) + g.begin_z + z, total);
      });
    });
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, lx), [&](int x) {
      std::int64_t total = 0;
      for (int row = first; row < last; ++row) {
        total += format_(double{values[row * lx + x]});
      }
      Kokkos::atomic_add(to + x, total);
    });
  }

private:
  static NEEL_FUNCTION int planes_of_y(const lattice::Geometry& g) { return g.ly > 1 ? g.ly : 0; }

  models::FieldContents<Field> contents_;
  LongFixedPoint format_;
  std::int64_t* result_;
  int planes_, rows_, chunk_, chunks_; ///< chunk: rows of a team
};

/// Both, side by side in one launch: small lattices leave room for them.
template <class Model, ExecutionSpace Exec>
class FieldSums {
public:
  using OfTerms = GridSums<Model, Exec>;
  using OfPlanes = PlaneSums<typename Model::Field, Exec>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  FieldSums(const OfTerms& terms, const OfPlanes& planes, int systems)
      : terms_(terms), planes_(planes), first_(terms.teams(systems)), teams_(first_ + planes.teams(systems)) {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for("neel::measure::field_sums",
                         runs_on_host<Exec> ? Kokkos::TeamPolicy<Exec>(exec, teams_, 1)
                                            : Kokkos::TeamPolicy<Exec>(exec, teams_, 4, 32),
                         *this);
  }
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.league_rank() < first_) {
      terms_.add(team, team.league_rank());
    } else {
      planes_.add(team, team.league_rank() - first_);
    }
  }

private:
  OfTerms terms_;
  OfPlanes planes_;
  int first_, teams_; ///< first_: of planes
};

} // namespace neel::measure

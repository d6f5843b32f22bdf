// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums over a field in natural order: everything that a model measures on a site, and the field on the planes normal to each
// axis, from which its lowest Fourier modes follow. And what a run checks itself with. Terms are integers
// (core/fixed_point.hpp), so sums do not depend on the order of addition.

#include <neel/core/copy.hpp>
#include <neel/core/divisor.hpp>
#include <neel/core/fixed_point.hpp>
#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/grid_state.hpp>

namespace neel::measure {

/// Formats of the terms of a field.
template <class Field>
struct GridFormats {
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

  GridSums(const models::GridState<Field, Exec>& state, const GridFormats<Field>& formats, const Result& result)
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
  static int rows_of_team(const models::GridState<Field, Exec>& state) {
    const std::int64_t sites = state.systems * state.geometry.sites() / 2048;
    return Kokkos::max(1, static_cast<int>(runs_on_host<Exec> ? 2048 : Kokkos::clamp<std::int64_t>(sites, 1024, 8192)) /
                              state.geometry.lx);
  }

  models::GridContents<Field> contents_;
  GridFormats<Field> formats_;
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

  PlaneSums(const models::GridState<Field, Exec>& state, const LongFixedPoint& format, const Result& result)
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

  models::GridContents<Field> contents_;
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

/// A flat index over all sites of all systems.
template <class Field, ExecutionSpace Exec>
class EveryGridSite {
public:
  EveryGridSite(const models::GridState<Field, Exec>& state, float bound)
      : contents_(state.contents()), bound_(bound) {}

protected:
  struct At {
    int system, site;
    std::uint32_t number;
    bool own; ///< of no halo
  };
  NEEL_FUNCTION At at(std::int64_t index) const {
    const lattice::Geometry& g = contents_.geometry;
    const auto system = static_cast<int>(index / contents_.volume);
    const auto site = static_cast<int>(index - system * contents_.volume);
    return {system, site, g.short_number(0, 0, 0) + static_cast<std::uint32_t>(site), site < g.own_sites()};
  }
  NEEL_FUNCTION lattice::GridSite<Field::components> around(const At& a) const {
    const int row = a.site / contents_.geometry.lx, z = row / contents_.geometry.ly;
    return contents_.site(a.system, a.site - row * contents_.geometry.lx, row - z * contents_.geometry.ly, z);
  }

  models::GridContents<Field> contents_;
  float bound_;
};

/// The least (system, site), as system * 2^32 + site, with a component that is no number or beyond `bound`.
template <class Field, ExecutionSpace Exec>
class FirstBeyond : EveryGridSite<Field, Exec> {
public:
  using EveryGridSite<Field, Exec>::EveryGridSite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, std::int64_t& first) const {
    const auto at = this->at(index);
    const float* const values = this->contents_.system(at.system) + at.site;
    for (int k = 0; at.own && k < Field::components; ++k) {
      const float v = values[k * this->contents_.volume];
      if (!(v >= -this->bound_ && v <= this->bound_)) {
        first = Kokkos::min(first, number_of({at.system, at.number}));
      }
    }
  }
};

/// Adds up Model::energy().
template <class Model, ExecutionSpace Exec>
class GridEnergy : EveryGridSite<typename Model::Field, Exec> {
public:
  using EveryGridSite<typename Model::Field, Exec>::EveryGridSite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    const auto at = this->at(index);
    if (at.own) {
      sum += Model::energy(this->contents_.conditions[at.system], this->around(at));
    }
  }
};

/// Model::energy() of each site of a range of one system that is of no halo.
template <class Model, ExecutionSpace Exec>
class GridLocalEnergy : EveryGridSite<typename Model::Field, Exec> {
public:
  using Result = Kokkos::View<float*, typename Exec::memory_space>;
  GridLocalEnergy(const models::GridState<typename Model::Field, Exec>& state, const Result& result, int first)
      : EveryGridSite<typename Model::Field, Exec>(state, 0), result_(result), first_(first) {}
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const auto at = this->at(index);
    if (at.own) {
      result_(at.site - first_) =
          static_cast<float>(Model::energy(this->contents_.conditions[at.system], this->around(at)));
    }
  }

private:
  Result result_;
  int first_;
};

/// Adds up the hash of a field, as FieldHash does.
template <class Field, ExecutionSpace Exec>
class GridHash : EveryGridSite<Field, Exec> {
public:
  GridHash(const models::GridState<Field, Exec>& state, const SystemNumbers& number)
      : EveryGridSite<Field, Exec>(state, 0), number_(number) {}
  KOKKOS_FUNCTION void operator()(std::int64_t index, std::uint64_t& sum) const {
    const auto at = this->at(index);
    const std::uint64_t site = scramble(std::uint64_t{number_(at.system)} << 32 | at.number);
    const float* const values = this->contents_.system(at.system) + at.site;
    for (int k = 0; at.own && k < Field::components; ++k) {
      sum += scramble(site + (std::uint64_t{static_cast<unsigned>(k) + 1} << 56) +
                      Kokkos::bit_cast<std::uint32_t>(values[k * this->contents_.volume]));
    }
  }

private:
  SystemNumbers number_;
};

namespace detail {

template <class Kernel, class Reducer, class Field, class Exec, class Argument, class Value>
Value over_grid(const char* label, const Exec& exec, const models::GridState<Field, Exec>& state,
                const Argument& argument, Value total) {
  Kokkos::parallel_reduce(
      label,
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, state.systems * state.geometry.sites()),
      Kernel(state, argument), Reducer(total));
  return total;
}

} // namespace detail

/// See FirstBeyond; no_site if there is none.
template <class Field, ExecutionSpace Exec>
std::int64_t first_beyond(const Exec& exec, const models::GridState<Field, Exec>& state, float bound) {
  return detail::over_grid<FirstBeyond<Field, Exec>, Kokkos::Min<std::int64_t>>("neel::measure::first_beyond", exec,
                                                                                state, bound, no_site);
}

/// H/T of all systems. The last bits depend on the order of addition.
template <class Model, ExecutionSpace Exec>
double energy(const Exec& exec, const models::GridState<typename Model::Field, Exec>& state) {
  return detail::over_grid<GridEnergy<Model, Exec>, Kokkos::Sum<double>>("neel::measure::energy", exec, state, 0.0F,
                                                                         0.0);
}

/// H/T of one system, site by site: of `count` that are stored one after another, from `first` on.
template <class Model, ExecutionSpace Exec>
std::vector<float> local_energy(const Exec& exec, const models::GridState<typename Model::Field, Exec>& state,
                                int system, int first, int count) {
  using Kernel = GridLocalEnergy<Model, Exec>;
  const std::int64_t begin = system * state.geometry.sites() + first;
  const typename Kernel::Result result("neel::measure::local_energies", static_cast<std::size_t>(count));
  Kokkos::parallel_for("neel::measure::grid_local_energy",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, begin, begin + count),
                       Kernel(state, result, first));
  return host_list(result);
}

template <class Field, ExecutionSpace Exec>
std::uint64_t hash(const Exec& exec, const models::GridState<Field, Exec>& state, const SystemNumbers& number) {
  return detail::over_grid<GridHash<Field, Exec>, Kokkos::Sum<std::uint64_t>>("neel::measure::hash", exec, state,
                                                                              number, std::uint64_t{0});
}

} // namespace neel::measure

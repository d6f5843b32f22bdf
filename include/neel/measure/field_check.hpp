// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run checks a field in natural order with: values out of bounds, energies by sites, and the hash.

#include <neel/core/copy.hpp>
#include <neel/measure/check.hpp>
#include <neel/measure/hash.hpp>
#include <neel/models/field_state.hpp>

namespace neel::measure {

/// A flat index over all sites of all systems.
template <class Field, ExecutionSpace Exec>
class EveryFieldSite {
public:
  EveryFieldSite(const models::FieldState<Field, Exec>& state, float bound)
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
  NEEL_FUNCTION lattice::FieldSite<Field::components> around(const At& a) const {
    const int row = a.site / contents_.geometry.lx, z = row / contents_.geometry.ly;
    return contents_.site(a.system, a.site - row * contents_.geometry.lx, row - z * contents_.geometry.ly, z);
  }

  models::FieldContents<Field> contents_;
  float bound_;
};

/// The least (system, site), as system * 2^32 + site, with a component that is no number or beyond `bound`.
template <class Field, ExecutionSpace Exec>
class FirstBeyond : EveryFieldSite<Field, Exec> {
public:
  using EveryFieldSite<Field, Exec>::EveryFieldSite;
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
class FieldEnergy : EveryFieldSite<typename Model::Field, Exec> {
public:
  using EveryFieldSite<typename Model::Field, Exec>::EveryFieldSite;
  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    const auto at = this->at(index);
    if (at.own) {
      sum += Model::energy(this->contents_.conditions[at.system], this->around(at));
    }
  }
};

/// Model::energy() of each site of a range of one system that is of no halo.
template <class Model, ExecutionSpace Exec>
class FieldLocalEnergy : EveryFieldSite<typename Model::Field, Exec> {
public:
  using Result = Kokkos::View<float*, typename Exec::memory_space>;
  FieldLocalEnergy(const models::FieldState<typename Model::Field, Exec>& state, const Result& result, int first)
      : EveryFieldSite<typename Model::Field, Exec>(state, 0), result_(result), first_(first) {}
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
class GridHash : EveryFieldSite<Field, Exec> {
public:
  GridHash(const models::FieldState<Field, Exec>& state, const SystemNumbers& number)
      : EveryFieldSite<Field, Exec>(state, 0), number_(number) {}
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
Value over_grid(const char* label, const Exec& exec, const models::FieldState<Field, Exec>& state,
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
std::int64_t first_beyond(const Exec& exec, const models::FieldState<Field, Exec>& state, float bound) {
  return detail::over_grid<FirstBeyond<Field, Exec>, Kokkos::Min<std::int64_t>>("neel::measure::first_beyond", exec,
                                                                                state, bound, no_site);
}

/// H/T of all systems. The last bits depend on the order of addition.
template <class Model, ExecutionSpace Exec>
double energy(const Exec& exec, const models::FieldState<typename Model::Field, Exec>& state) {
  return detail::over_grid<FieldEnergy<Model, Exec>, Kokkos::Sum<double>>("neel::measure::energy", exec, state, 0.0F,
                                                                          0.0);
}

/// H/T of one system, site by site: of `count` that are stored one after another, from `first` on.
template <class Model, ExecutionSpace Exec>
std::vector<float> local_energy(const Exec& exec, const models::FieldState<typename Model::Field, Exec>& state,
                                int system, int first, int count) {
  using Kernel = FieldLocalEnergy<Model, Exec>;
  const std::int64_t begin = system * state.geometry.sites() + first;
  const typename Kernel::Result result("neel::measure::local_energies", static_cast<std::size_t>(count));
  Kokkos::parallel_for("neel::measure::grid_local_energy",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, begin, begin + count),
                       Kernel(state, result, first));
  return host_list(result);
}

template <class Field, ExecutionSpace Exec>
std::uint64_t hash(const Exec& exec, const models::FieldState<Field, Exec>& state, const SystemNumbers& number) {
  return detail::over_grid<GridHash<Field, Exec>, Kokkos::Sum<std::uint64_t>>("neel::measure::hash", exec, state,
                                                                              number, std::uint64_t{0});
}

} // namespace neel::measure
